//! The checker accepts only true proofs, and rejects a proof from which something necessary is removed.

use std::rc::Rc;

use crate::common::{BruteForce, quiet_board};
use yomikiri_connect6::proof::{Answers, Refutation, Win};
use yomikiri_connect6::{
    ALGORITHM, Attack, AttackProblem, Board, Cell, Color, LeafDepth, LeafLimits, Move, Proof, ProofError,
    Root, Rules, solve,
};
use yomikiri_pns::{Limits, Random};

const SUITE: &str = include_str!("../../../../data/connect6_suite.tsv");

/// The first problems of the suite whose proofs have null moves.
pub fn proofs(wanted: usize) -> Vec<(Board, Proof)> {
    let mut found = Vec::new();
    for line in SUITE.lines().filter(|line| line.contains("\t9\tLG")) {
        let position = line.split('\t').next().unwrap();
        let board = Board::parse(position, Rules::connect6(19).unwrap()).unwrap();
        let problem = AttackProblem::new(board.clone(), board.side_to_move(), Attack::Best(20));
        let solved = solve(problem, ALGORITHM, Limits { visits: Some(4), ..Limits::default() }, |_| {});
        if (3..30).contains(&solved.size.turns) {
            found.extend(solved.proof.map(|proof| (board, proof)));
        }
        if found.len() == wanted {
            break;
        }
    }
    assert_eq!(found.len(), wanted);
    found
}

/// All copies of a proof with one change in one refutation.
pub fn variants(proof: &Proof, change: &dyn Fn(&Refutation) -> Vec<Refutation>) -> Vec<Proof> {
    let with = |root| Proof { attacker: proof.attacker, root };
    match &proof.root {
        Root::Attacker(win) => {
            win_variants(win, change).into_iter().map(|win| with(Root::Attacker(win))).collect()
        }
        Root::Defender(answers) => answer_variants(answers, change)
            .into_iter()
            .map(|answers| with(Root::Defender(answers)))
            .collect(),
    }
}

fn win_variants(win: &Win, change: &dyn Fn(&Refutation) -> Vec<Refutation>) -> Vec<Rc<Win>> {
    match win {
        Win::Row(_) => Vec::new(),
        Win::Play(mv, answers) => answer_variants(answers, change)
            .into_iter()
            .map(|answers| Rc::new(Win::Play(*mv, answers)))
            .collect(),
    }
}

fn answer_variants(answers: &Answers, change: &dyn Fn(&Refutation) -> Vec<Refutation>) -> Vec<Rc<Answers>> {
    let mut variants = Vec::new();
    for (at, refutation) in answers.refutations.iter().enumerate() {
        let inner = win_variants(&refutation.win, change)
            .into_iter()
            .map(|win| Refutation { win, ..refutation.clone() });
        for changed in change(refutation).into_iter().chain(inner) {
            let mut refutations = answers.refutations.clone();
            refutations[at] = changed;
            variants.push(Rc::new(Answers { refutations }));
        }
    }
    variants
}

#[test]
fn a_cell_that_is_played_on_cannot_be_left_out_of_a_zone() {
    let mut rejected = 0;
    for (board, proof) in proofs(2) {
        assert!(proof.check(&board).is_ok());
        let without = |refutation: &Refutation| {
            if refutation.spare == 0 {
                return Vec::new();
            }
            let cells = match &*refutation.win {
                Win::Row(window) => (board.cells_of(*window) & refutation.zone.cells).iter().collect(),
                Win::Play(mv, _) => mv.cells().collect::<Vec<_>>(),
            };
            let less = |cell: Cell| {
                let mut less = refutation.clone();
                less.zone.cells.remove(cell);
                less
            };
            cells.into_iter().map(less).collect()
        };
        for forged in variants(&proof, &without) {
            let error = forged.check(&board).expect_err("a cell is missing");
            assert!(matches!(error, ProofError::OutsideZone(_)), "{error}");
            rejected += 1;
        }
    }
    assert!(rejected > 50, "{rejected}");
}

#[test]
fn a_refutation_cannot_be_left_out_unless_others_cover_its_moves() {
    let (mut rejected, mut accepted) = (0, 0);
    for (board, proof) in proofs(3) {
        // The checker must reject a refutation whose assumed stones are not free, and one that covers too many moves.
        let greedy = |refutation: &Refutation| {
            let mut forged = refutation.clone();
            forged.zone.cells = Default::default();
            forged.zone.pairs.clear();
            forged.spare = 2;
            vec![forged]
        };
        for forged in variants(&proof, &greedy) {
            match forged.check(&board) {
                Err(_) => rejected += 1,
                Ok(_) => accepted += 1,
            }
        }
    }
    assert!(rejected > 50 && accepted == 0, "{rejected} rejected, {accepted} accepted");
}

/// Rules with boards that are small enough for exhaustive search but have wins of several moves.
fn small() -> [(Rules, usize); 2] {
    [(5, 4, 15), (6, 5, 28)].map(|(size, row, stones)| (Rules::new(size, row, 2).unwrap(), stones))
}

/// If the checker accepts a proof for any position, that position is a win.
#[test]
fn what_the_checker_accepts_is_won() {
    let (mut accepted, mut rejected) = (0, 0);
    for (rules, stones) in small() {
        let (mut random, mut brute_force) = (Random::new(9), BruteForce::new(rules));
        for _ in 0..70 {
            let board = quiet_board(rules, stones, &mut random);
            let attacker = board.side_to_move();
            let problem = AttackProblem::new(board.clone(), attacker, Attack::Best(40))
                .with_leaf_search(LeafDepth::Threats, LeafLimits::default().without_null_moves());
            let solved = solve(problem, ALGORITHM, Limits::default(), |_| {});
            let Some(proof) = solved.proof else { continue };
            // The same position with one more stone of the defender, anywhere.
            for cell in board.free().iter() {
                let mut harder = board.clone();
                harder.place(cell, !attacker);
                if harder.has_row(!attacker) {
                    continue;
                }
                match proof.check(&harder) {
                    Ok(_) => {
                        accepted += 1;
                        assert!(brute_force.wins(&harder, attacker), "{harder}");
                    }
                    Err(_) => rejected += 1,
                }
            }
        }
    }
    assert!(accepted > 5 && rejected > 50, "{accepted} accepted, {rejected} rejected");
}

/// Stones outside the zone do not change the value, as exhaustive search shows.
#[test]
fn stones_outside_the_zone_change_nothing() {
    let mut tried = 0;
    for (rules, stones) in small() {
        let (mut random, mut brute_force) = (Random::new(10), BruteForce::new(rules));
        for _ in 0..70 {
            let mut board = quiet_board(rules, stones, &mut random);
            let defender = !board.side_to_move();
            let problem = AttackProblem::new(board.clone(), !defender, Attack::Best(40))
                .with_leaf_search(LeafDepth::Threats, LeafLimits::default().without_null_moves());
            let solved = solve(problem, ALGORITHM, Limits::default(), |_| {});
            let Some(proof) = solved.proof else { continue };
            for cell in (board.free() & !proof.zone(&board)).iter() {
                board.place(cell, defender);
                if !board.has_row(defender) {
                    tried += 1;
                    assert!(brute_force.wins(&board, !defender), "{board}");
                }
                board.remove(cell, defender);
            }
        }
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn faulty_proofs_are_told_apart() {
    let (board, proof) = proofs(1).remove(0);
    let mut other = board.clone();
    other.set_side(!board.side_to_move());
    assert_eq!(proof.check(&other), Err(ProofError::OtherTurn));
    let nothing = Proof { attacker: !board.side_to_move(), root: Root::Defender(Rc::default()) };
    assert!(matches!(nothing.check(&board), Err(ProofError::Unrefuted(_) | ProofError::DefenderWins(_))));
    let taken = board.stones(Color::Black).iter().next().unwrap();
    let play = Win::Play(Move::one(taken), Rc::default());
    let taken = Proof { attacker: board.side_to_move(), root: Root::Attacker(Rc::new(play)) };
    assert!(matches!(taken.check(&board), Err(ProofError::NotAMove(_))));
}
