//! The solver: it searches, builds the proof with its zones, and checks the proof.
//!
//! A win is reported only after the checker has accepted its proof. A disproof rests on the search.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use yomikiri_pns::{
    Algorithm, ConcurrentTable, DfPnRules, Game as _, LeafRule, Limits, LoopRule, NoSolution, NodeKind,
    Outcome, Progress, Search, Solution, StopReason, SumRule, TableKind, ThresholdRule,
};

use crate::attack::AttackMoves;
use crate::board::Board;
use crate::builder::Builder;
use crate::cells::{Cell, CellSet};
use crate::check::{Proof, ProofError, ProofSize, Root};
use crate::leaf::LeafTally;
use crate::moves::Move;
use crate::problem::AttackProblem;
use crate::proof::{Answers, Refutation, Win, zone};

/// The verdict of [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackVerdict {
    /// The attacker wins, by a checked proof.
    Win,
    /// The attacker does not win.
    NoWin,
    /// The attacker does not win within this graph. Moves outside it may win.
    NotInGraph(AttackMoves),
    /// The search stopped before a decision, for this reason.
    Unknown(StopReason),
    /// The search found a win, but its proof could not be built (`None`) or was rejected by the checker.
    Unchecked(Option<ProofError>),
}

/// The result of [`solve`].
#[derive(Clone, Debug)]
pub struct AttackResult {
    /// The verdict.
    pub verdict: AttackVerdict,
    /// The outcome of the search with its counters.
    pub outcome: Outcome,
    /// The number of nodes of leaf searches.
    pub leaf_visits: u64,
    /// The proof, if the attacker wins.
    pub proof: Option<Proof>,
    /// The size of the proof; zero without one.
    pub size: ProofSize,
    /// A line of the proof in which the defender resists longest.
    pub line: Vec<Move>,
}

/// The recommended algorithm: df-pn with 1 + ε thresholds. Nodes are evaluated when they are entered, not when they are
/// generated, because the evaluation is most of the work.
pub const DEFAULT_ALGORITHM: Algorithm = Algorithm::DfPn {
    sum: SumRule::Sum,
    loops: LoopRule::Unguarded,
    rules: DfPnRules { leaf: LeafRule::Heuristic, threshold: ThresholdRule::Epsilon(0.25), immediate: false },
    table: TableKind::Bounded,
};

/// Solves a problem. A win comes with a proof that the checker has accepted.
///
/// Only depth-first searches have more than one thread. Each has leaf searches of its own. 0
/// threads count as 1.
///
/// ```
/// use yomikiri_connect6::{AttackMoves, AttackProblem, AttackVerdict, Board, DEFAULT_ALGORITHM, GameRules, solve};
/// use yomikiri_pns::Limits;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let board = Board::parse("B:e5,f5,g5,h5,e6,f7 W:a1,b3,c8,d2,a9,c4 B", GameRules::connect6(9)?)?;
/// let problem = AttackProblem::new(board.clone(), board.side_to_move(), AttackMoves::Threats);
/// let result = solve(problem, DEFAULT_ALGORITHM, Limits::default(), 1, |_| {});
/// assert_eq!(result.verdict, AttackVerdict::Win);
/// assert_eq!(result.line[0].name(board.rules()), "c5d5");
/// # Ok(())
/// # }
/// ```
pub fn solve(
    problem: AttackProblem,
    algorithm: Algorithm,
    limits: Limits,
    threads: usize,
    on_progress: impl FnMut(Progress<'_>),
) -> AttackResult {
    let threads = threads.max(1);
    // Half of the memory is for the main search, half for leaf searches and their results: those of each thread, and those of the
    // solution.
    let memory = limits.memory / 2;
    let limits = Limits { memory, ..limits };
    let tally = Arc::new(LeafTally::default());
    let shares = if threads > 1 { threads + 1 } else { 1 };
    let leaf_limits = Limits { memory: memory / shares, ..limits.clone() };
    // With several threads this problem only builds the solution, which repeats leaf searches after the time that is allowed for
    // the search.
    let time = leaf_limits.time.filter(|_| threads == 1);
    problem.watch(&Limits { time, ..leaf_limits.clone() }, &tally);
    let make = problem.maker(leaf_limits.clone(), Arc::clone(&tally));
    let search = Search::new(problem.clone()).algorithm(algorithm).limits(limits).on_progress(on_progress);
    let (outcome, solution) = search.run_with_solution_on_threads(threads, make);
    result_of(&problem, outcome, solution, &tally, leaf_limits.memory)
}

/// [`solve`] on a table that has what subsearches found.
pub fn solve_on_table(
    problem: &AttackProblem,
    algorithm: Algorithm,
    limits: Limits,
    table: &mut ConcurrentTable<u128>,
) -> AttackResult {
    let tally = Arc::new(LeafTally::default());
    problem.watch(&limits, &tally);
    let memory = limits.memory;
    let search = Search::new(problem.clone()).algorithm(algorithm).limits(limits);
    let (outcome, solution) = search.table(table).run_with_solution();
    result_of(problem, outcome, solution, &tally, memory)
}

/// The result of a search with its solution, if it has one: a win is checked.
fn result_of(
    problem: &AttackProblem,
    outcome: Outcome,
    solution: Result<Solution<AttackProblem>, NoSolution>,
    tally: &LeafTally,
    memory: usize,
) -> AttackResult {
    let mut result = AttackResult {
        verdict: match (outcome.verdict, tally.cut()) {
            (yomikiri_pns::Verdict::Proven, _) => AttackVerdict::Unchecked(None),
            (_, Some(reason)) => AttackVerdict::Unknown(reason),
            (yomikiri_pns::Verdict::Disproven, _) if problem.attack() == AttackMoves::All => {
                AttackVerdict::NoWin
            }
            (yomikiri_pns::Verdict::Disproven, _) => AttackVerdict::NotInGraph(problem.attack()),
            (yomikiri_pns::Verdict::Unknown(reason), _) => AttackVerdict::Unknown(reason),
        },
        outcome,
        leaf_visits: tally.visits(),
        proof: None,
        size: ProofSize::default(),
        line: Vec::new(),
    };
    // Building the proof repeats leaf searches of the finished search, so the limits no longer apply.
    problem.watch(&Limits { memory, ..Limits::default() }, &Arc::default());
    let Some(solution) = solution.ok().filter(Solution::value) else { return result };
    let mut builder = Builder::new(problem.clone(), &solution);
    let root = match problem.kind() {
        NodeKind::Or => builder.win().map(Root::Attacker),
        NodeKind::And => builder.answers().map(Root::Defender),
    };
    let Some(root) = root else { return result };
    let proof = Proof { attacker: problem.attacker(), root };
    match proof.check(problem.board()) {
        Ok(size) => {
            result.verdict = AttackVerdict::Win;
            result.line = line(problem.board(), &proof);
            result.size = size;
            result.proof = Some(proof);
        }
        Err(error) => result.verdict = AttackVerdict::Unchecked(Some(error)),
    }
    result
}

impl Proof {
    /// The relevance zone of the proof: additional stones of the defender outside it do not change the win.
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
                        crate::proof::retract(&mut board, placed, self.attacker);
                    }
                }
                cells
            }
        }
    }
}

/// The line of a proof in which the defender always chooses the longest answer.
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

/// The defender's move that resists longest, with the win that refutes it. Moves that were searched come before moves that
/// are covered by a refutation with spare stones.
fn defend(board: &Board, answers: &Answers, lengths: &mut Lengths) -> Option<(Move, Rc<Win>)> {
    let mut best: Option<(bool, u64, Move, &Refutation)> = None;
    // As an example of a null move, a stone in the zone of another refutation is more instructive than one far away.
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

/// A move that a refutation covers, if possible with spare stones on `busy` cells.
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
    // Some windows must not have two spare stones.
    let twice = |window: &&crate::rules::Window| (board.cells_of(**window) & mv.set() & !assumed).len() > 1;
    (mv.len() == number && !refutation.zone.pairs.iter().any(|window| twice(&window))).then_some(mv)
}

/// The lengths of the longest lines below the nodes of a proof.
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
