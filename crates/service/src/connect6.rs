//! Connect6 problems: does a side win?

use yomikiri_connect6::{
    AttackMoves, AttackProblem, AttackResult, AttackVerdict, Board, CellSet, Color, Diagram, GameRules,
    LeafLimits, TextError, sgf, solve,
};
use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Algorithm, Limits, Progress};

use crate::answer::Answer;
use crate::bilingual::Words;
use crate::clock::CpuClock;
use crate::sought::{Side, Sought};
use crate::verdict::{AnswerVerdict, LengthStatus, StopCause};

/// The game's name in answers.
pub const CONNECT6: &str = "connect6";

/// What is asked of a Connect6 problem.
#[derive(Clone, Copy, Debug)]
pub struct Connect6Task<'a> {
    /// The algorithm as it was asked for.
    pub algorithm_name: &'a str,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Who is to win; the side to move if not given.
    pub attacker: Option<Side>,
    /// The attacks that are searched.
    pub attack: AttackMoves,
    /// What leaf searches may do.
    pub leaf_limits: LeafLimits,
    /// How many threads search.
    pub threads: usize,
}

/// A Connect6 problem after the search.
#[derive(Debug)]
pub struct SolvedConnect6 {
    /// The problem.
    pub board: Board,
    /// What was found.
    pub solved: AttackResult,
    /// What is known.
    pub answer: Answer,
}

/// Reads a position, moves, or an SGF, whose last position counts.
///
/// # Errors
///
/// If the text is none of these.
pub fn read_connect6(text: &str, rules: GameRules) -> Result<Board, Words> {
    if sgf::is_sgf(text) {
        let game = sgf::read(text, rules.size()).map_err(Words::of)?;
        let board = game.end();
        // The same faults as of a position, with the same words.
        return Board::parse(&board.to_string(), board.rules())
            .map_err(|TextError { kind, .. }| Words::of(kind));
    }
    Board::parse(text, rules).map_err(Words::of)
}

impl Connect6Task<'_> {
    /// Searches a position.
    pub fn solve(
        &self,
        name: Option<String>,
        board: Board,
        limits: Limits,
        on_progress: &mut dyn FnMut(Progress<'_>),
    ) -> SolvedConnect6 {
        let attacker = match self.attacker {
            Some(Side::Black) => Color::Black,
            Some(Side::White) => Color::White,
            None => board.side_to_move(),
        };
        let sought = Sought::Row { side: connect6_side(attacker) };
        let (wall, cpu) = (Instant::now(), CpuClock::start(self.threads));
        let problem =
            AttackProblem::new(board.clone(), attacker, self.attack).with_leaf_limits(self.leaf_limits);
        let solved = solve(problem, self.algorithm, limits, self.threads, on_progress);
        let rules = board.rules();
        let mut answer =
            Answer::new(name, board.to_string(), CONNECT6, self.algorithm_name.to_owned(), sought);
        let stopped = |cause| (Some(AnswerVerdict::Unknown), Some(cause));
        (answer.verdict, answer.stop_reason) = match &solved.verdict {
            AttackVerdict::Win => (Some(AnswerVerdict::Proven), None),
            AttackVerdict::NoWin => (Some(AnswerVerdict::Disproven), None),
            // Not a disproof: a limit of the attack never turns into "no".
            AttackVerdict::NotInGraph(graph) => stopped(StopCause::NotInGraph(graph.to_string())),
            AttackVerdict::Unknown(reason) => stopped((*reason).into()),
            AttackVerdict::Unchecked(None) => stopped(StopCause::ProofNotRebuilt),
            AttackVerdict::Unchecked(Some(error)) => stopped(StopCause::ProofRejected(error.to_string())),
        };
        answer.graph = Some(self.attack.to_string());
        answer.nodes = solved.outcome.counters.visits;
        answer.cpu_seconds = cpu.seconds();
        answer.wall_seconds = wall.elapsed().as_secs_f64();
        answer.counters = solved.outcome.counters.into();
        answer.moves = solved.line.iter().map(|mv| mv.name(rules)).collect();
        if let Some(proof) = &solved.proof {
            answer.length = Some(solved.size.length);
            answer.length_status = Some(LengthStatus::AtMost);
            answer.counters.proof_size = Some(solved.size.turns);
            answer.counters.proof_depth = Some(solved.size.length);
            answer.zone = Some(proof.zone(&board).iter().map(|cell| rules.name(cell)).collect());
        }
        SolvedConnect6 { board, solved, answer }
    }
}

impl SolvedConnect6 {
    /// The board with the zone of the proof.
    pub fn diagram(&self) -> Diagram {
        Diagram::new().zone(self.zone())
    }

    /// The cells where the other side's stones could change the proof.
    pub fn zone(&self) -> CellSet {
        self.solved.proof.as_ref().map(|proof| proof.zone(&self.board)).unwrap_or_default()
    }
}

/// A side of Connect6.
pub fn connect6_side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}
