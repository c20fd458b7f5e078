//! Shape keeping keeps squares, owners and hand, and chooses pieces by the rules of the module page.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use yomikiri_compose::strong::StrongKind;
use yomikiri_compose::{ReshapeEnd, Reshaped, Setup, ShapeKeeping, Trial};
use yomikiri_pns::{Limits, Verdict};
use yomikiri_shogi::{Color, PieceKind, Position, Square};
use yomikiri_tsume::{MateVerdict, SolveOptions, Solver};

fn setups(list: &str, count: usize) -> Vec<Setup> {
    let sfens = list.lines().take(count).map(|row| row.split('\t').next().unwrap());
    sfens.map(|sfen| Setup::from_position(&Position::from_sfen(sfen).unwrap()).unwrap()).collect()
}

fn problems() -> Vec<Setup> {
    let mut problems = setups(include_str!("../../../../data/tanuki_mate3.tsv"), 8);
    // A hand, and a king of the attacker's.
    problems.extend(setups("9/5R3/8k/8N/6S2/9/9/9/K8 b P 1", 1));
    problems
}

const QUICK: ShapeKeeping = ShapeKeeping { nodes: 500, order: Vec::new(), rounds: 20 };

fn run(technique: &ShapeKeeping, setup: &Setup) -> (Reshaped, Vec<Trial>) {
    let mut trials = Vec::new();
    let reshaped = technique.run(setup, None, &mut |trial| trials.push(*trial));
    assert_eq!(reshaped.trials, trials.len() as u64);
    (reshaped, trials)
}

#[test]
fn the_shape_is_kept_and_the_mate_too() {
    let mut made = 0;
    for setup in problems() {
        let (reshaped, _) = run(&QUICK, &setup);
        let Some(new) = &reshaped.setup else {
            assert!(!reshaped.strong.is_empty());
            continue;
        };
        made += 1;
        let shape = |setup: &Setup| {
            let pieces = setup.pieces().map(|(at, piece)| {
                let king = piece.kind() == PieceKind::King;
                (at, piece.color(), king)
            });
            (pieces.collect::<Vec<_>>(), setup.hand())
        };
        assert_eq!(shape(new), shape(&setup));
        assert!(reshaped.strong.is_empty());
        let position = new.position().expect("what the rules allow");
        let options = SolveOptions {
            limits: Limits { nodes: Some(100_000), ..Limits::default() },
            ..SolveOptions::default()
        };
        let answer =
            Solver::new(16 << 20).unwrap().solve(&position, Color::Black, &options, &mut |_| {}).unwrap();
        assert!(matches!(answer.verdict, MateVerdict::Mate(_)), "{}", position.to_sfen());
        assert_eq!(run(&QUICK, &setup).0.setup.as_ref(), Some(new), "the same again");
    }
    assert!(made >= 6, "{made}");
}

/// Every choice once more, from the trials: of those that are mates with PN ≤ DN the highest PN while another piece is strong, else
/// the highest DN, and the first of equals.
#[test]
fn choices_follow_the_paper() {
    let mut choices = 0;
    for setup in problems() {
        let (reshaped, trials) = run(&QUICK, &setup);
        let pieces = setup.pieces().filter(|(_, piece)| piece.kind() != PieceKind::King);
        let mut kinds: Vec<(Square, StrongKind)> =
            pieces.map(|(square, _)| (square, StrongKind::Strong)).collect();
        let mut replacements = reshaped.replacements.iter();
        for group in trials.chunk_by(|one, next| (one.round, one.square) == (next.round, next.square)) {
            let square = group[0].square;
            let others_strong = kinds.iter().any(|&(at, kind)| at != square && kind == StrongKind::Strong);
            let mut best: Option<(u64, PieceKind)> = None;
            for trial in group.iter().filter(|trial| trial.measurement.verdict == Verdict::Proven) {
                let [pn, dn, _] = trial.measurement.numbers().map(|number| number.exact().unwrap());
                let count = if others_strong { pn } else { dn };
                if pn <= dn && best.is_none_or(|(most, _)| count > most) {
                    best = Some((count, trial.kind));
                }
            }
            let now = kinds.iter_mut().find(|(at, _)| *at == square).unwrap();
            if let Some((_, kind)) = best
                && now.1 != StrongKind::Shogi(kind)
            {
                let replacement = replacements.next().expect("a replacement");
                assert_eq!((replacement.chosen.square, replacement.chosen.kind), (square, kind));
                assert_eq!(replacement.was, now.1);
                now.1 = StrongKind::Shogi(kind);
                choices += 1;
            }
        }
        assert!(replacements.next().is_none());
        let left = kinds.iter().filter(|(_, kind)| *kind == StrongKind::Strong).map(|(square, _)| *square);
        assert_eq!(left.collect::<Vec<_>>(), reshaped.strong);
        assert!(matches!(reshaped.end, ReshapeEnd::Settled | ReshapeEnd::Repeated), "{:?}", reshaped.end);
    }
    assert!(choices > 25, "{choices}");
}

#[test]
fn only_what_the_rules_allow_is_tried() {
    let setup = &setups("1G7/9/6k2/1P7/9/9/9/9/9 b RB2G 1", 1)[0];
    let (_, trials) = run(&ShapeKeeping { rounds: 1, ..QUICK }, setup);
    let tried = |square: &str| -> BTreeSet<String> {
        let square: Square = square.parse().unwrap();
        trials
            .iter()
            .filter(|trial| trial.square == square)
            .map(|trial| format!("{:?}", trial.kind))
            .collect()
    };
    // On the first rank, no piece that could never move.
    let first = tried("8a");
    for dead in ["Pawn", "Lance", "Knight", "King"] {
        assert!(!first.contains(dead), "{first:?}");
    }
    assert!(first.contains("Rook") && first.contains("Bishop") && first.contains("ProPawn"), "{first:?}");
    // No piece that the set lacks: both rooks are in hand.
    let setup = &setups("9/7k1/9/7G1/9/9/9/9/9 b 2R2B 1", 1)[0];
    let (_, trials) = run(&ShapeKeeping { rounds: 1, ..QUICK }, setup);
    let kinds: Vec<PieceKind> = trials.iter().map(|trial| trial.kind).collect();
    assert!(!kinds.contains(&PieceKind::Rook) && !kinds.contains(&PieceKind::Horse), "{kinds:?}");
    // On 2d a lance would give check to the king on 2b, a knight or a pawn would not.
    assert!(!kinds.contains(&PieceKind::Lance), "{kinds:?}");
    assert!(kinds.contains(&PieceKind::Knight) && kinds.contains(&PieceKind::Pawn), "{kinds:?}");
    // Two pieces on a file: the second does not become a second pawn.
    let setup = &setups("8k/9/4S4/4S4/9/9/9/9/9 b R 1", 1)[0];
    let (reshaped, trials) = run(&QUICK, setup);
    assert!(trials.iter().any(|trial| trial.kind == PieceKind::Pawn));
    assert!(reshaped.setup.is_none_or(|setup| setup.position().is_ok()));
}

#[test]
fn the_order_is_the_callers() {
    let setup = &problems()[2];
    let pieces = setup.pieces().filter(|(_, piece)| piece.kind() != PieceKind::King);
    let mut squares: Vec<Square> = pieces.map(|(square, _)| square).collect();
    squares.reverse();
    let (_, trials) = run(&ShapeKeeping { order: squares.clone(), rounds: 1, ..QUICK }, setup);
    let mut tried: Vec<Square> = trials.iter().map(|trial| trial.square).collect();
    tried.dedup();
    assert_eq!(tried, squares);
}

#[test]
fn what_is_not_decided_is_not_chosen() {
    let setup = &problems()[2];
    // Without nodes nothing is decided: all pieces stay strong and are reported.
    let (reshaped, trials) = run(&ShapeKeeping { nodes: 0, ..QUICK }, setup);
    assert!(!trials.is_empty() && trials.iter().all(|trial| trial.measurement.verdict.value().is_none()));
    assert_eq!((reshaped.setup, reshaped.strong.len(), reshaped.rounds), (None, 3, 1));
    assert_eq!((reshaped.end, reshaped.replacements.len()), (ReshapeEnd::Settled, 0));
}

#[test]
fn it_can_be_stopped() {
    let stop = Arc::new(AtomicBool::new(true));
    let reshaped = QUICK.run(&problems()[0], Some(&stop), &mut |_| {});
    assert_eq!((reshaped.end, reshaped.trials), (ReshapeEnd::Stopped, 0));
    let reshaped = ShapeKeeping { rounds: 1, ..QUICK }.run(&problems()[3], None, &mut |_| {});
    assert_eq!(
        (reshaped.end, reshaped.rounds),
        (ReshapeEnd::Rounds, 1),
        "more rounds would have changed something"
    );
}
