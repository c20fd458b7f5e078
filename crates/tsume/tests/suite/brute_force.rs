//! Verdicts and lengths against brute force.

use crate::common::{BruteForce, Way, problem, rows, solve};
use proptest::prelude::*;
use yomikiri_shogi::{Color, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};
use yomikiri_tsume::MateVerdict;

/// Holds the solver's answer against the shortest mate within `limit` plies.
fn check(position: &Position, limit: usize, way: &Way) {
    let expected = BruteForce::default().shortest(&mut position.clone(), limit as u32);
    let expected = expected.map(|plies| plies as usize);
    match solve(position, way) {
        MateVerdict::Mate(mate) if mate.minimal || mate.length() <= limit => {
            let found = Some(mate.length()).filter(|&length| length <= limit);
            assert_eq!(found, expected, "{}", position.to_sfen());
        }
        MateVerdict::NoMate => assert_eq!(expected, None, "{}", position.to_sfen()),
        // Stopped by the limit of this test: what is longer than brute force can see is not its matter.
        MateVerdict::Mate(_) | MateVerdict::Unknown(_) => {
            assert!(way.nodes.is_some() && expected.is_none(), "{}", position.to_sfen());
        }
    }
}

fn check_file(file: &str, every: usize) {
    for row in rows(file).iter().step_by(every) {
        let plies = row[1].parse().unwrap();
        check(&problem(&row[0]), plies, &Way::default());
    }
}

#[test]
fn mates_of_up_to_nine_plies() {
    for plies in [1, 3, 5, 7, 9] {
        check_file(&format!("tanuki_mate{plies}.tsv"), 8);
        if (3..9).contains(&plies) {
            check_file(&format!("yaneuraou_mate{plies}_1000.tsv"), 100);
        }
    }
}

/// `cargo test --release -p yomikiri-tsume -- --ignored`.
#[test]
#[ignore = "takes long without optimisation"]
fn all_mates_of_up_to_nine_plies() {
    for plies in [1, 3, 5, 7, 9] {
        check_file(&format!("tanuki_mate{plies}.tsv"), 1);
        if plies > 1 {
            check_file(&format!("yaneuraou_mate{plies}_1000.tsv"), 1);
        }
    }
}

/// A king near the upper edge, a few pieces around it, a few in hand: mostly no mate, sometimes one.
pub fn scattered() -> impl Strategy<Value = Position> {
    let piece = (0..13usize, any::<bool>(), 0..5usize, 0..5usize);
    let pieces = proptest::collection::vec(piece, 2..6);
    let hand = proptest::collection::vec(0..7usize, 0..3);
    (0..5usize, 0..3usize, pieces, hand).prop_filter_map("no legal position", |(file, rank, pieces, hand)| {
        let kinds: Vec<PieceKind> =
            PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).collect();
        let mut builder = PositionBuilder::new();
        for (kind, black, file, rank) in pieces {
            let owner = if black { Color::Black } else { Color::White };
            builder.set(Square::new(file, rank)?, Some(Piece::new(kinds[kind], owner)));
        }
        builder.set(Square::new(file, rank)?, Some(Piece::new(PieceKind::King, Color::White)));
        for kind in hand {
            builder.hands[0] = builder.hands[0].with(PieceKind::HAND[kind], 1)?;
        }
        let mut position = builder.build(Strictness::Strict).ok()?;
        position.give_missing_pieces_to(Color::White);
        Some(position)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 200 } else { 3000 }))]

    #[test]
    fn scattered_pieces(position in scattered()) {
        check(&position, 5, &Way { nodes: Some(20_000), memory: 4 << 20, ..Way::default() });
    }
}
