//! The text diagram.
//!
//! Every character of the board is full-width, including the frame and the blanks. So the columns line up in every font whose
//! full-width characters are equally wide, whatever the width of its half-width ones.

use yomikiri_shogi::{Color, Hand, Position, Square};

use super::held;
use crate::japanese::glyphs::{file_name, piece_char, rank_name};

/// The position as a text diagram, each line ended by a line feed.
///
/// White's pieces carry a `ｖ`, and White's hand stands above the board, Black's below. [`bod::read`](crate::bod::read) reads
/// the same position back, so the number of moves made is written if there were any.
pub fn text(position: &Position) -> String {
    let mut text = String::with_capacity(1024);
    text.push_str(&hand(position, Color::White));
    text.push('　');
    for file in (0..9).rev() {
        text.extend(['　', file_name(file)]);
    }
    text.push('\n');
    let edge = format!("＋{}＋\n", "－".repeat(18));
    text.push_str(&edge);
    for rank in 0..9 {
        text.push('｜');
        for piece in (0..9).rev().filter_map(|file| Square::new(file, rank)).map(|at| position.piece_at(at)) {
            text.extend(match piece {
                None => ['　', '・'],
                Some(piece) if piece.color() == Color::Black => ['　', piece_char(piece.kind())],
                Some(piece) => ['ｖ', piece_char(piece.kind())],
            });
        }
        text.extend(['｜', rank_name(rank), '\n']);
    }
    text.push_str(&edge);
    text.push_str(&hand(position, Color::Black));
    if position.move_number() > 1 {
        text.push_str(&format!("手数＝{}\n", position.move_number() - 1));
    }
    text.push_str(match position.side_to_move() {
        Color::Black => "手番：☗先手\n",
        Color::White => "手番：☖後手\n",
    });
    text
}

fn hand(position: &Position, color: Color) -> String {
    let pieces = hand_text(position.hand(color));
    match color {
        Color::Black => format!("☗持駒：{pieces}\n"),
        Color::White => format!("☖持駒：{pieces}\n"),
    }
}

/// The pieces of a hand as diagrams name them, strongest first: 飛　金二　歩十一, or なし.
pub fn hand_text(hand: Hand) -> String {
    let pieces: Vec<String> =
        held(hand).map(|(piece, count)| format!("{piece}{}", count.unwrap_or_default())).collect();
    if pieces.is_empty() { "なし".to_owned() } else { pieces.join("　") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_stands_where_it_should() {
        let position =
            Position::from_sfen("+R6nl/1+b2+l4/+N+S3k3/4+p4/9/8P/4K4/1G7/L8 w R2GS2Nbgsl15p 7").unwrap();
        let expected = "\
☖持駒：角　金　銀　香　歩十五
　　９　８　７　６　５　４　３　２　１
＋－－－－－－－－－－－－－－－－－－＋
｜　龍　・　・　・　・　・　・ｖ桂ｖ香｜一
｜　・ｖ馬　・　・ｖ杏　・　・　・　・｜二
｜　圭　全　・　・　・ｖ玉　・　・　・｜三
｜　・　・　・　・ｖと　・　・　・　・｜四
｜　・　・　・　・　・　・　・　・　・｜五
｜　・　・　・　・　・　・　・　・　歩｜六
｜　・　・　・　・　玉　・　・　・　・｜七
｜　・　金　・　・　・　・　・　・　・｜八
｜　香　・　・　・　・　・　・　・　・｜九
＋－－－－－－－－－－－－－－－－－－＋
☗持駒：飛　金二　銀　桂二
手数＝6
手番：☖後手
";
        assert_eq!(text(&position), expected);
    }

    #[test]
    fn board_lines_are_full_width_and_equally_long() {
        let diagram = text(&Position::startpos());
        let board: Vec<&str> = diagram.lines().skip(2).take(11).collect();
        for line in &board {
            assert!(line.chars().all(|c| c as u32 >= 0x3000), "half-width character in {line}");
        }
        for rank in &board[1..10] {
            assert_eq!(rank.chars().count(), board[0].chars().count() + 1, "{rank}");
        }
        assert!(diagram.starts_with("☖持駒：なし\n"));
        assert!(diagram.ends_with("☗持駒：なし\n手番：☗先手\n"));
    }
}
