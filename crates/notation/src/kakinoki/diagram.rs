//! The board and the hands of a diagram.

use yomikiri_shogi::{Color, Hand, Piece, Position, Square};

use crate::diagram::hand_text;
use crate::japanese::glyphs::{digit, file_name, kanji_digit, numeral, piece_char, piece_of_char, rank_name};

/// One row of the board, from file 9 to file 1.
pub(crate) type BoardRow = [Option<Piece>; 9];

/// The characters that stand for an empty square.
const EMPTY: [char; 10] = ['・', '･', '·', '*', '＊', '.', '．', '□', '〇', '○'];

/// Reads a row, and the rank that is written after it, counted from 0.
///
/// The frame, the rank and the blanks between the cells may be missing. `None` if this is not a row at all.
pub(crate) fn row(text: &str) -> Option<(BoardRow, Option<usize>)> {
    let (cells, label) = match text.strip_prefix(['|', '｜']) {
        Some(inner) => inner.split_once(['|', '｜']).unwrap_or((inner, "")),
        None => (text, ""),
    };
    let mut row: BoardRow = [None; 9];
    let mut count = 0;
    let mut white = false;
    let mut promoted = false;
    for c in cells.chars() {
        let cell = match c {
            'v' | 'V' | 'ｖ' | 'Ｖ' | '∨' | '↓' => {
                white = true;
                continue;
            }
            '^' | '＾' | '∧' | '↑' => {
                white = false;
                continue;
            }
            '成' if !promoted => {
                promoted = true;
                continue;
            }
            _ if EMPTY.contains(&c) => None,
            _ if c.is_whitespace() => continue,
            _ => {
                let kind = piece_of_char(c)?;
                let kind = if promoted { kind.promoted()? } else { kind };
                Some(Piece::new(kind, if white { Color::White } else { Color::Black }))
            }
        };
        if cell.is_none() && (white || promoted) {
            return None;
        }
        *row.get_mut(count)? = cell;
        count += 1;
        (white, promoted) = (false, false);
    }
    let mut label = label.trim().chars();
    let rank = label.next();
    if count != 9 || white || promoted || label.next().is_some() {
        return None;
    }
    match rank {
        None => Some((row, None)),
        Some(c) => Some((row, Some(numeral(c)?.checked_sub(1)?))),
    }
}

/// Whether a line is meant as a row: it has a frame, or nothing but cells.
pub(crate) fn looks_like_a_row(text: &str) -> bool {
    let cell = |c: char| EMPTY.contains(&c) || piece_of_char(c).is_some();
    text.starts_with(['|', '｜', '+', '＋'])
        || text.chars().filter(|&c| cell(c)).count() >= 5
            && text
                .chars()
                .all(|c| cell(c) || c.is_whitespace() || numeral(c).is_some() || "vVｖＶ^成|｜".contains(c))
}

/// Whether this is a frame (`+---+`) or the line of file numbers above the board.
pub(crate) fn is_frame(text: &str) -> bool {
    let frame = text.starts_with(['+', '＋'])
        && text.chars().all(|c| matches!(c, '+' | '-' | '＋' | '－' | 'ー' | '─'));
    let mut files = text.chars().filter(|c| !c.is_whitespace());
    frame || (1..=9).rev().all(|n| files.next().and_then(numeral) == Some(n)) && files.next().is_none()
}

/// The words for a hand that holds all pieces that are neither on the board nor in the other hand.
const REST: [&str; 6] = ["残り", "残り全部", "残り駒", "残り駒全部", "残りすべて", "残り全て"];

/// The words for an empty hand.
const NOTHING: [&str; 7] = ["なし", "無し", "ナシ", "無", "0", "０", "-"];

/// Whether a text begins as the pieces of a hand do.
pub(crate) fn begins_like_a_hand(text: &str) -> bool {
    let piece = text.chars().next().is_some_and(|c| piece_of_char(c).is_some());
    piece || REST.iter().chain(&NOTHING).any(|words| text == *words)
}

/// Reads the pieces in a hand; `None` stands for 残り全部, all pieces that are neither on the board nor in the other hand. The
/// error is the part that cannot be read.
pub(crate) fn hand(text: &str) -> Result<Option<Hand>, String> {
    let text = text.trim();
    if REST.contains(&text) {
        return Ok(None);
    }
    let mut hand = Hand::EMPTY;
    if text.is_empty() || NOTHING.contains(&text) {
        return Ok(Some(hand));
    }
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() || matches!(c, '、' | ',' | '，' | '・') {
            continue;
        }
        let kind = piece_of_char(c).ok_or_else(|| c.to_string())?;
        let mut number = String::new();
        while let Some(&c) = chars.peek()
            && (c == '十' || numeral(c).is_some())
        {
            number.push(c);
            chars.next();
        }
        let count = if number.is_empty() { Some(1) } else { count(&number) };
        let grown = count.and_then(|count| hand.with(kind, count));
        hand = grown.ok_or_else(|| format!("{c}{number}"))?;
    }
    Ok(Some(hand))
}

/// A count in digits (18), kanji (十八) or kanji digits (一八).
fn count(text: &str) -> Option<u32> {
    let mut total: u32 = 0;
    let mut ones: Option<u32> = None;
    for c in text.chars() {
        if c == '十' {
            total = total.checked_add(ones.take().unwrap_or(1).checked_mul(10)?)?;
        } else {
            let digit = digit(c).or_else(|| kanji_digit(c))? as u32;
            ones = Some(ones.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
        }
    }
    total.checked_add(ones.unwrap_or(0))
}

/// Writes a position as a BOD diagram.
pub(crate) fn write_diagram(position: &Position) -> String {
    const FRAME: &str = "+---------------------------+\n";
    let mut text = format!("後手の持駒：{}\n", hand_text(position.hand(Color::White)));
    for file in (0..9).rev() {
        text.push(' ');
        if file == 8 {
            text.push(' ');
        }
        text.push(file_name(file));
    }
    text.push('\n');
    text += FRAME;
    for rank in 0..9 {
        text.push('|');
        for file in (0..9).rev() {
            let piece = Square::new(file, rank).and_then(|square| position.piece_at(square));
            text.push(if piece.is_some_and(|piece| piece.color() == Color::White) { 'v' } else { ' ' });
            text.push(piece.map_or('・', |piece| piece_char(piece.kind())));
        }
        text.push('|');
        text.push(rank_name(rank));
        text.push('\n');
    }
    text += FRAME;
    text += &format!("先手の持駒：{}\n", hand_text(position.hand(Color::Black)));
    if position.move_number() > 1 {
        text += &format!("手数＝{}\n", position.move_number() - 1);
    }
    if position.side_to_move() == Color::White {
        text += "後手番\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_shogi::PieceKind;

    #[test]
    fn hands() {
        let held = |text: &str| hand(text).map(|hand| format!("{:?}", hand.unwrap()));
        let seven = Ok("Hand(1R2G18P)".to_string());
        for text in [
            "飛　金二　歩十八　",
            "飛金2歩18",
            "飛１、金２、歩１８",
            "歩一八 金二 飛一",
            "飛 金 金 歩十 歩八",
        ] {
            assert_eq!(held(text), seven, "{text}");
        }
        for text in ["", "なし", "　", "無し"] {
            assert_eq!(held(text), Ok("Hand()".into()), "{text}");
        }
        assert_eq!(held("歩一〇"), Ok("Hand(10P)".into()));
        assert_eq!(held("歩一○"), Ok("Hand(10P)".into()));
        assert_eq!(hand("残り全部"), Ok(None));
        assert_eq!(hand("飛九九"), Err("飛九九".into()));
        assert_eq!(hand("歩99999999999999999999"), Err("歩99999999999999999999".into()));
        assert_eq!(hand("玉"), Err("玉".into()));
        assert_eq!(hand("と"), Err("と".into()));
        assert_eq!(hand("x"), Err("x".into()));
    }

    #[test]
    fn rows() {
        let plain = row("|v香v桂 ・ ・ 玉 ・ 龍 ・ 全|一").unwrap();
        assert_eq!(plain.1, Some(0));
        assert_eq!(plain.0[1], Some(Piece::new(PieceKind::Knight, Color::White)));
        assert_eq!(plain.0[8], Some(Piece::new(PieceKind::ProSilver, Color::Black)));
        for same in [
            "v香v桂 * * ^王 . 竜 ・成銀",
            "|v香v桂・・玉〇竜○全|１",
            "｜ｖ香ｖ桂　・　・　玉　・　龍　・　全｜一",
        ] {
            assert_eq!(row(same).map(|row| row.0), Some(plain.0), "{same}");
        }
        for bad in [
            "",
            "|",
            "| ・ ・|一",
            "|v香v桂 ・ ・ 玉 ・ 龍 ・ 全 ・|一",
            "| ・ ・ ・ ・ ・ ・ ・ ・v・|一",
            "|成・・・・・・・・・|一",
            "|・・・・・・・・成金|一",
            "|・・・・・・・・・|一二",
            "|・・・・・・・・・|x",
        ] {
            assert_eq!(row(bad), None, "{bad}");
        }
        assert!(is_frame("+---------------------------+"));
        assert!(is_frame("９ ８ ７ ６ ５ ４ ３ ２ １") && is_frame("9 8 7 6 5 4 3 2 1"));
        assert!(!is_frame("9 8 7") && !is_frame("") && !is_frame("9 8 7 6 5 4 3 2 1 0"));
    }
}
