//! The solver: a search, the proof with its zones, and the check of that proof.

use std::collections::HashMap;
use std::rc::Rc;

use yomikiri_pns::{
    Algorithm, Game as _, Leaf, Limits, LoopRule, NodeKind, Outcome, Progress, Rules, Search, Slack,
    StopReason, SumRule, TableKind,
};

use crate::attack::Attack;
use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::check::{Proof, ProofError, ProofSize, Root};
use crate::moves::Move;
use crate::problem::{Builder, Problem};
use crate::proof::{Answers, Refutation, Win, zone};

/// What is known after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins: there is a proof, and it was checked.
    Win,
    /// The attacker does not win, whatever he plays.
    NoWin,
    /// None of the attacks in this graph wins. Others may.
    NotInGraph(Attack),
    /// Not decided, and why.
    Unknown(StopReason),
    /// The search says "wins", but its proof could not be rebuilt, or does not hold.
    Unchecked(Option<ProofError>),
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The verdict.
    pub verdict: Verdict,
    /// What the search did.
    pub outcome: Outcome,
    /// Nodes of leaf searches.
    pub leaf_visits: u64,
    /// The proof, if the attacker wins.
    pub proof: Option<Proof>,
    /// Its size.
    pub size: ProofSize,
    /// A line of the proof in which the defender holds out longest.
    pub line: Vec<Move>,
}

/// The algorithm that does well here: df-pn with 1 + ε thresholds. Nodes are looked at when they are entered, as looking is
/// most of the work.
pub const ALGORITHM: Algorithm = Algorithm::DfPn {
    sum: SumRule::Sum,
    loops: LoopRule::Unguarded,
    rules: Rules { leaf: Leaf::Estimate, slack: Slack::Epsilon(0.25), immediate: false },
    table: TableKind::Fixed,
};

/// Searches a problem; a win comes with a proof that was checked against the rules.
///
/// ```
/// use yomikiri_connect6::{ALGORITHM, Attack, Board, Problem, Rules, Verdict, solve};
/// use yomikiri_pns::Limits;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let board = Board::parse("B:e5,f5,g5,h5,e6,f7 W:a1,b3,c8,d2,a9,c4 B", Rules::connect6(9)?)?;
/// let problem = Problem::new(board.clone(), board.side_to_move(), Attack::Threats);
/// let solved = solve(problem, ALGORITHM, Limits::default(), |_| {});
/// assert_eq!(solved.verdict, Verdict::Win);
/// assert_eq!(solved.line[0].name(board.rules()), "c5d5");
/// # Ok(())
/// # }
/// ```
pub fn solve(
    problem: Problem,
    algorithm: Algorithm,
    limits: Limits,
    on_progress: impl FnMut(Progress<'_>),
) -> Solved {
    problem.watch(&limits);
    let search = Search::new(problem.clone()).algorithm(algorithm).limits(limits).on_progress(on_progress);
    let (outcome, solution) = search.run_with_solution();
    let mut solved = Solved {
        verdict: match (outcome.verdict, problem.cut()) {
            (yomikiri_pns::Verdict::Proven, _) => Verdict::Unchecked(None),
            (_, Some(reason)) => Verdict::Unknown(reason),
            (yomikiri_pns::Verdict::Disproven, _) if problem.attack() == Attack::All => Verdict::NoWin,
            (yomikiri_pns::Verdict::Disproven, _) => Verdict::NotInGraph(problem.attack()),
            (yomikiri_pns::Verdict::Unknown(reason), _) => Verdict::Unknown(reason),
        },
        outcome,
        leaf_visits: problem.leaf_visits(),
        proof: None,
        size: ProofSize::default(),
        line: Vec::new(),
    };
    // What is left to do is to write down what was found.
    problem.watch(&Limits::default());
    let Some(solution) = solution.filter(|_| outcome.verdict.value() == Some(true)) else { return solved };
    let mut builder = Builder::new(problem.clone(), &solution);
    let root = match problem.kind() {
        NodeKind::Or => builder.win().map(Root::Attacker),
        NodeKind::And => builder.answers().map(Root::Defender),
    };
    let Some(root) = root else { return solved };
    let proof = Proof { attacker: problem.attacker(), root };
    match proof.check(problem.board()) {
        Ok(size) => {
            solved.verdict = Verdict::Win;
            solved.line = line(problem.board(), &proof);
            solved.size = size;
            solved.proof = Some(proof);
        }
        Err(error) => solved.verdict = Verdict::Unchecked(Some(error)),
    }
    solved
}

impl Proof {
    /// Where stones of the defender, added to this position, could change the proof: its relevance zone.
    pub fn zone(&self, board: &Board) -> CellSet {
        let (mut board, stones) = (board.clone(), board.rules().stones());
        match &self.root {
            Root::Attacker(win) => zone(&mut board, win, 0, stones).cells,
            Root::Defender(answers) => {
                let mut cells = CellSet::EMPTY;
                for Refutation { stones: placed, spare, zone: own, win } in &answers.refutations {
                    cells |= own.cells;
                    if *spare == 0 {
                        crate::proof::assume(&mut board, placed, self.attacker);
                        cells |= *placed | zone(&mut board, win, 0, stones).cells;
                        crate::proof::forget(&mut board, placed, self.attacker);
                    }
                }
                cells
            }
        }
    }
}

/// Plays a proof out: the defender moves where it takes longest.
fn line(board: &Board, proof: &Proof) -> Vec<Move> {
    let mut lengths = Lengths::default();
    let (mut board, mut line) = (board.clone(), Vec::new());
    let mut win = match &proof.root {
        Root::Attacker(win) => Rc::clone(win),
        Root::Defender(answers) => match defend(&board, answers, &mut lengths) {
            Some((mv, win)) => {
                board.make(mv);
                line.push(mv);
                win
            }
            None => return line,
        },
    };
    loop {
        let Win::Play(mv, answers) = &*win else {
            line.extend(board.winning_move());
            return line;
        };
        if !board.is_legal(*mv) {
            return line;
        }
        board.make(*mv);
        line.push(*mv);
        let Some((mv, next)) = defend(&board, answers, &mut lengths) else { return line };
        board.make(mv);
        line.push(mv);
        win = next;
    }
}

/// The defender's move that holds out longest, and what it loses to. First moves that were searched, then any that a
/// refutation with spare stones meets.
fn defend(board: &Board, answers: &Answers, lengths: &mut Lengths) -> Option<(Move, Rc<Win>)> {
    let mut best: Option<(bool, u64, Move, &Refutation)> = None;
    // What stops something is worth seeing.
    let busy = answers.refutations.iter().fold(CellSet::EMPTY, |all, refutation| all | refutation.zone.cells);
    for refutation in &answers.refutations {
        let Some(mv) = example(board, refutation, &busy) else { continue };
        let rank = (refutation.spare == 0, lengths.win(&refutation.win));
        if best.is_none_or(|(searched, length, ..)| rank > (searched, length)) {
            best = Some((rank.0, rank.1, mv, refutation));
        }
    }
    best.map(|(_, _, mv, refutation)| (mv, Rc::clone(&refutation.win)))
}

/// A move that a refutation meets.
fn example(board: &Board, refutation: &Refutation, busy: &CellSet) -> Option<Move> {
    let free = board.free();
    let number = board.stones_to_place();
    let assumed = refutation.stones & free;
    let elsewhere = free & !refutation.zone.cells & !assumed;
    let spare = (elsewhere & *busy).iter().chain((elsewhere & !*busy).iter()).take(refutation.spare);
    let cells: Vec<Cell> = assumed.iter().chain(spare).take(number).collect();
    let mv = match *cells {
        [cell] => Move::one(cell),
        [first, second] => Move::two(first, second),
        _ => return None,
    };
    // Two spare stones in one window may be too many.
    let twice = |window: &&crate::rules::Window| (board.cells_of(**window) & mv.set() & !assumed).len() > 1;
    (mv.len() == number && !refutation.zone.pairs.iter().any(|window| twice(&window))).then_some(mv)
}

/// Longest lines below the nodes of a proof.
#[derive(Default)]
struct Lengths(HashMap<*const Answers, u64>);

impl Lengths {
    fn win(&mut self, win: &Win) -> u64 {
        match win {
            Win::Row(_) => 1,
            Win::Play(_, answers) => {
                if let Some(&known) = self.0.get(&Rc::as_ptr(answers)) {
                    return known;
                }
                let longest = answers.refutations.iter().map(|refutation| self.win(&refutation.win)).max();
                let length = 2 + longest.unwrap_or(0);
                self.0.insert(Rc::as_ptr(answers), length);
                length
            }
        }
    }
}
