//! Properties that hold in every position that random play reaches.

use crate::common::{
    after, checks_by_definition, is_stalemate_by_pawn, lite_legal, mates_within, names, play, rsshogi_legal,
    starts,
};
use proptest::prelude::*;
use proptest::sample::Index;
use std::sync::LazyLock;
use yomikiri_shogi::{CheckInfo, Color, Move, MoveCount, PieceKind, Position, PositionBuilder, Strictness};

static STARTS: LazyLock<Vec<Position>> = LazyLock::new(starts);

/// A random game: its start and a choice at each move. Shrinks to shorter games.
fn game(max_plies: usize) -> impl Strategy<Value = (Index, Vec<u16>)> {
    (any::<Index>(), prop::collection::vec(any::<u16>(), 0..max_plies))
}

/// At least five hundred games per property; more with the environment variable `PROPTEST_CASES`.
fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    ProptestConfig { cases: config.cases.max(500), failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(config())]

    /// Keys and bitboards updated by `make` equal those built from scratch, and `unmake` restores everything.
    #[test]
    fn make_and_unmake((start, choices) in game(150)) {
        let line = play(start.get(&STARTS), &choices);
        for position in &line {
            let rebuilt = PositionBuilder::from(position).build(Strictness::Lax).unwrap();
            prop_assert_eq!(&rebuilt, position);
            prop_assert_eq!(rebuilt.board_key(), position.board_key());
            prop_assert_eq!(rebuilt.key(), position.key());
            prop_assert_eq!(&Position::from_sfen_with(&position.to_sfen(), Strictness::Lax).unwrap(), position);
        }
        let last = line.last().unwrap();
        let mut position = last.clone();
        for mv in last.legal_moves() {
            let undo = position.make(mv);
            prop_assert!(position.king(!position.side_to_move()).is_none() || !leaves_king_in_check(&position));
            position.unmake(mv, undo);
            prop_assert_eq!(&position, last);
        }
    }

    /// The generators agree with the oracle crates and with the definitions, for either colour.
    #[test]
    fn generators_agree((start, choices) in game(120)) {
        let line = play(start.get(&STARTS), &choices);
        for position in line.iter().rev().take(6) {
            let legal = names(position.legal_moves());
            prop_assert_eq!(&legal, &rsshogi_legal(position), "rsshogi {:?}", position);
            // This oracle needs the king of the side to move, and drops no pawn from a hand that holds all 18. It tries the answers
            // to a pawn drop, pawn drops among them: if both sides hold several pawns, that may take for ever.
            let us = position.side_to_move();
            let pawns = [us, !us].map(|color| position.hand(color).count(PieceKind::Pawn));
            if position.king(us).is_some() && pawns[0] < 18 && pawns.iter().any(|&pawns| pawns <= 1) {
                let listed = position.legal_moves().into_iter().filter(|&mv| !is_stalemate_by_pawn(position, mv));
                prop_assert_eq!(&names(listed), &lite_legal(position), "shogi_legality_lite {:?}", position);
            }
            let checks = names(position.checks());
            prop_assert_eq!(&checks, &names(checks_by_definition(position)), "{:?}", position);
            let evasions = names(position.evasions());
            prop_assert_eq!(&evasions, if position.in_check() { &legal } else { const { &Vec::new() } });
            prop_assert_eq!(position.has_evasion(), !evasions.is_empty());
            prop_assert_eq!(position.is_mate(), position.in_check() && legal.is_empty());
            if let Some(info) = CheckInfo::new(position) {
                for mv in position.legal_moves() {
                    prop_assert_eq!(info.gives_check(position, mv), checks.binary_search(&mv.to_string()).is_ok());
                }
            }
            let mut count = MoveCount::default();
            let _ = position.generate_checks(&mut count);
            prop_assert_eq!(count.0, checks.len() as u64);

            let flipped = position.flipped();
            prop_assert_eq!(&flipped.flipped(), position);
            prop_assert_eq!(names(flipped.legal_moves().into_iter().map(|mv| mv.rotated())), legal);
            prop_assert_eq!(names(flipped.checks().into_iter().map(|mv| mv.rotated())), checks);
        }
    }

    /// Mates in one agree with brute force.
    #[test]
    fn mates_in_one((start, choices) in game(60)) {
        let line = play(start.get(&STARTS), &choices);
        for position in line.iter().rev().take(3) {
            let one = position.mate_in_one();
            prop_assert_eq!(one.is_some(), mates_within(position, 1), "{:?}", position);
            if let Some(mv) = one {
                prop_assert!(position.is_legal(mv) && after(position, mv).is_mate(), "{:?} {}", position, mv);
            }
        }
    }
}

/// Whether the king of the side that just moved is attacked, found without the generators.
fn leaves_king_in_check(position: &Position) -> bool {
    let mover = !position.side_to_move();
    position
        .king(mover)
        .is_some_and(|king| position.attackers_to(king, position.side_to_move(), position.occupied()).any())
}

#[test]
fn missing_pieces_go_to_the_defender() {
    let mut problem = Position::from_sfen("8k/8g/6P1P/9/9/9/9/9/9 b R 1").unwrap();
    problem.give_missing_pieces_to(Color::White);
    assert_eq!(problem.to_sfen(), "8k/8g/6P1P/9/9/9/9/9/9 b Rr2b3g4s4n4l16p 1");
    assert!(problem.missing_pieces().is_empty());
}

/// A pawn drop may take the last move of a king that is not in check.
#[test]
fn a_stalemate_by_a_pawn_drop_is_legal() {
    let position =
        Position::from_sfen_with("4p4/8r/9/4b2r1/4g4/p2k5/2+b2s3/2p6/6K2 w 3g3s4n4l15p 1", Strictness::Lax)
            .unwrap();
    let drop: Move = "P*4h".parse().unwrap();
    assert!(position.is_legal(drop) && is_stalemate_by_pawn(&position, drop));
    assert!(rsshogi_legal(&position).contains(&drop.to_string()));
}
