//! Helpers of the integration tests: data files, random play, and the oracle crates.

use std::path::Path;

use yomikiri_shogi::{Color, Move, PieceKind, Position, Square, Strictness};

/// The tab-separated rows of a file in `data/`.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<Vec<String>> = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.split('\t').map(String::from).collect())
        .collect();
    assert!(!rows.is_empty(), "{file} is empty");
    rows
}

/// The position of a row; artificial piece counts are accepted.
pub fn position(row: &[String]) -> Position {
    Position::from_sfen_with(&row[0], Strictness::Lax).unwrap_or_else(|error| panic!("{}: {error}", row[0]))
}

/// Move names in sorted order, for comparing sets.
pub fn names(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "a move was generated twice");
    names
}

/// Start positions for random play: games, problems with one king, artificial ones.
pub fn starts() -> Vec<Position> {
    let mut starts = vec![Position::startpos()];
    for file in [
        "shogi_legal_moves.tsv",
        "shogi_check_moves.tsv",
        "shtsume_check_gen.tsv",
        "shtsume_evasion.tsv",
        "zuko.tsv",
    ] {
        starts.extend(rows(file).iter().map(|row| position(row)));
    }
    for sfen in [
        "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
        "7lk/9/8S/9/9/9/9/7L1/8K b P 1",
        "9/9/9/9/9/9/9/9/9 b RBGSNLPrbgsnlp 1",
    ] {
        starts.push(Position::from_sfen(sfen).unwrap());
    }
    starts
}

/// Plays the moves that `choices` pick among the legal ones; every third choice prefers a check, so that check-rich
/// positions are not rare.
pub fn play(start: &Position, choices: &[u16]) -> Vec<Position> {
    let mut positions = vec![start.clone()];
    for (ply, &choice) in choices.iter().enumerate() {
        let mut position = positions.last().unwrap().clone();
        let checks = position.checks();
        let moves = if ply % 3 == 0 && !checks.is_empty() { checks } else { position.legal_moves() };
        if moves.is_empty() {
            break;
        }
        let _ = position.make(moves[usize::from(choice) % moves.len()]);
        positions.push(position);
    }
    positions
}

/// Legal moves from `rsshogi`.
pub fn rsshogi_legal(position: &Position) -> Vec<String> {
    let other = rsshogi::board::position_from_sfen(&position.to_sfen()).unwrap();
    let mut list = rsshogi::board::MoveList::new();
    rsshogi::movegen::generate_legal_all(&other, &mut list);
    let mut names: Vec<String> = list.iter().map(|mv| mv.to_usi()).collect();
    names.sort();
    names
}

/// Whether a move drops a pawn after which the opponent has no move but is not in check.
/// `shogi_legality_lite` takes that for a mate by a pawn drop and does not list it.
pub fn is_stalemate_by_pawn(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    let _ = after.make(mv);
    mv.dropped() == Some(PieceKind::Pawn) && !after.in_check() && after.legal_moves().is_empty()
}

/// Legal moves from `shogi_legality_lite`.
pub fn lite_legal(position: &Position) -> Vec<String> {
    use shogi_core::ToUsi as _;
    let mut names: Vec<String> = shogi_legality_lite::all_legal_moves_partial(&to_shogi_core(position))
        .into_iter()
        .map(|mv| mv.to_usi_owned())
        .collect();
    names.sort();
    names
}

fn to_shogi_core(position: &Position) -> shogi_core::PartialPosition {
    let color = |color| match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    };
    let kind = |kind| match kind {
        PieceKind::Pawn => shogi_core::PieceKind::Pawn,
        PieceKind::Lance => shogi_core::PieceKind::Lance,
        PieceKind::Knight => shogi_core::PieceKind::Knight,
        PieceKind::Silver => shogi_core::PieceKind::Silver,
        PieceKind::Gold => shogi_core::PieceKind::Gold,
        PieceKind::Bishop => shogi_core::PieceKind::Bishop,
        PieceKind::Rook => shogi_core::PieceKind::Rook,
        PieceKind::King => shogi_core::PieceKind::King,
        PieceKind::ProPawn => shogi_core::PieceKind::ProPawn,
        PieceKind::ProLance => shogi_core::PieceKind::ProLance,
        PieceKind::ProKnight => shogi_core::PieceKind::ProKnight,
        PieceKind::ProSilver => shogi_core::PieceKind::ProSilver,
        PieceKind::Horse => shogi_core::PieceKind::ProBishop,
        PieceKind::Dragon => shogi_core::PieceKind::ProRook,
    };
    let mut other = shogi_core::PartialPosition::empty();
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            let at = shogi_core::Square::new(square.file() as u8 + 1, square.rank() as u8 + 1).unwrap();
            other.piece_set(at, Some(shogi_core::Piece::new(kind(piece.kind()), color(piece.color()))));
        }
    }
    for side in Color::ALL {
        let hand = other.hand_of_a_player_mut(color(side));
        for (held, count) in position.hand(side).iter() {
            for _ in 0..count {
                *hand = hand.added(kind(held)).unwrap();
            }
        }
    }
    other.side_to_move_set(color(position.side_to_move()));
    other
}

/// The position after a move.
pub fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    let _ = next.make(mv);
    next
}

/// Legal moves that give check, by the definition.
pub fn checks_by_definition(position: &Position) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|&mv| after(position, mv).in_check()).collect()
}

/// Whether the side to move mates within `plies` plies, by the definition.
pub fn mates_within(position: &Position, plies: u32) -> bool {
    checks_by_definition(position).into_iter().any(|mv| {
        let next = after(position, mv);
        let replies = next.legal_moves();
        replies.is_empty()
            || plies > 2 && replies.into_iter().all(|reply| mates_within(&after(&next, reply), plies - 2))
    })
}
