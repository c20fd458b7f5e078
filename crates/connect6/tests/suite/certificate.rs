//! Proofs as certificates: the other checker says the same as the one of this crate, of proofs and of forgeries.

use yomikiri_certificate::{CheckError, Compression, Options, check};
use yomikiri_connect6::proof::Refutation;
use yomikiri_connect6::{
    AttackMoves, AttackProblem, Board, Cell, DEFAULT_ALGORITHM, GameRules, Proof, solve,
};
use yomikiri_pns::Limits;

use crate::zones::{proofs, variants};

const PUZZLES: &str = include_str!("../../../../data/connect6_puzzles.tsv");

/// Whether the certificate of a proof holds.
fn holds(proof: &Proof, board: &Board) -> bool {
    let mut bytes = Vec::new();
    proof.write_certificate(board, &mut bytes, Compression::None).unwrap();
    match check(&bytes[..], Options::default()) {
        Ok(_) => true,
        // A refutation of nothing is a line that the format does not have.
        Err(CheckError::DoesNotHold { .. } | CheckError::NotACertificate { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn certificates_of_puzzles() {
    for line in PUZZLES.lines() {
        let text = line.split('\t').next().unwrap();
        let board = Board::parse(text, GameRules::connect6(19).unwrap()).unwrap();
        let problem = AttackProblem::new(board.clone(), board.side_to_move(), AttackMoves::Best(20));
        let solved = solve(problem, DEFAULT_ALGORITHM, Limits::default(), 1, |_| {});
        assert!(holds(&solved.proof.unwrap(), &board), "{line}");
    }
}

/// Cells taken from zones and added to them, stones assumed elsewhere, spare stones more and less, pairs left out.
fn changes(refutation: &Refutation) -> Vec<Refutation> {
    let mut changed = Vec::new();
    let mut add = |change: &dyn Fn(&mut Refutation)| {
        let mut other = refutation.clone();
        change(&mut other);
        changed.push(other);
    };
    let zone: Vec<Cell> = refutation.zone.cells.iter().collect();
    for &cell in zone.iter().step_by(5) {
        add(&|other| other.zone.cells.remove(cell));
    }
    for &cell in zone.iter().step_by(7) {
        add(&|other| other.stones.insert(cell));
    }
    for spare in 0..=2 {
        add(&|other| other.spare = spare);
    }
    for cell in refutation.stones.iter() {
        add(&|other| other.stones.remove(cell));
    }
    add(&|other| other.zone.pairs.clear());
    add(&|other| other.zone.pairs.truncate(other.zone.pairs.len().saturating_sub(1)));
    changed
}

#[test]
fn both_checkers_agree_on_forgeries() {
    let (mut accepted, mut rejected) = (0, 0);
    for (board, proof) in proofs(3) {
        assert!(holds(&proof, &board));
        for forged in variants(&proof, &changes).iter().step_by(8) {
            let is_right = forged.check(&board).is_ok();
            assert_eq!(holds(forged, &board), is_right);
            if is_right { accepted += 1 } else { rejected += 1 }
        }
    }
    assert!(accepted > 2 && rejected > 50, "{accepted} accepted, {rejected} rejected");
}

/// The same proof for a position with one more stone of the defender.
#[test]
fn both_checkers_agree_on_other_positions() {
    for (board, proof) in proofs(2) {
        for cell in board.free().iter().step_by(6) {
            let mut harder = board.clone();
            harder.place(cell, !proof.attacker);
            assert_eq!(holds(&proof, &harder), proof.check(&harder).is_ok(), "{harder}");
        }
    }
}
