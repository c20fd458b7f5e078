//! One mate problem and its answer.

use yomikiri_notation::sfen_list::Expected;
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{
    ExplainOptions, Mate, MateVerdict, NotAProblem, RefutationSize, SolveOptions, Solver, SolverEvent,
    WhyNoMate, attacker,
};

use crate::answer::{Answer, RuledAnswer};
use crate::bilingual::BilingualText;
use crate::clock::CpuClock;
use crate::defender_hand::{DefenderHand, DefenderHandUsed};
use crate::problem::{ProblemSource, SourceProblem};
use crate::refutation::why_json;
use crate::solutions::Solutions;
use crate::sought::Sought;
use crate::verdict::AnswerVerdict;

/// Visits that a refutation may take at least. Otherwise it may take as many as the search.
const MIN_VISITS: u64 = 1000;

/// The game's name in answers.
pub const GAME: &str = "tsume";

/// What is asked of a mate problem.
#[derive(Clone, Copy, Debug)]
pub struct MateTask<'a> {
    /// The algorithm as it was asked for.
    pub algorithm: &'a str,
    /// How to search.
    pub query: &'a SolveOptions,
    /// How many first moves that mate are asked for.
    pub all: Option<usize>,
    /// The size of the refutation that is shown if there is no mate; `None` for none.
    pub reasons: Option<RefutationSize>,
}

impl MateTask<'_> {
    /// A short reason.
    pub const SHORT: RefutationSize = RefutationSize { depth: 3, width: 3 };
}

/// A problem that could be read.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it comes from.
    pub origin: ProblemSource,
    /// The position, with the hands that it was solved with.
    pub position: Position,
    /// How these hands came about.
    pub hands: DefenderHandUsed,
    /// Who is to mate.
    pub attacker: Color,
}

/// A problem that could not be read.
#[derive(Debug)]
pub struct Faulty {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it comes from.
    pub origin: ProblemSource,
    /// What is wrong.
    pub fault: Box<BilingualText>,
}

impl Case {
    /// The problem that a position stands for.
    ///
    /// # Errors
    ///
    /// If the position could not be read.
    pub fn read(problem: SourceProblem, hands: DefenderHand) -> Result<Case, Faulty> {
        let SourceProblem { name, origin, position, .. } = problem;
        match position {
            Ok(position) => {
                let attacker = attacker(&position);
                let (position, hands) = hands.complete(position, attacker);
                Ok(Case { name, origin, position, hands, attacker })
            }
            Err(fault) => Err(Faulty { name, origin, fault: Box::new(fault) }),
        }
    }

    /// Solves it.
    ///
    /// # Errors
    ///
    /// If it is not a mate problem.
    pub fn solve(
        self,
        task: &MateTask<'_>,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Solved, NotAProblem> {
        let &MateTask { algorithm, query, all, reasons } = task;
        let cpu = CpuClock::start(query.threads);
        let memory = solver.memory();
        let asked = ExplainOptions { solve: query.clone(), tree: reasons, solutions: all, visits: None };
        let mut explainer = solver.explainer(&asked, on_event);
        let found = explainer.solve(&self.position, self.attacker)?;
        let cpu_seconds = cpu.seconds();
        let answer = self.answer(algorithm, Sought::Mate);
        let mut answer = answer.by_rules(query.rules);
        answer.memory = Some(Some(memory));
        answer.nodes = found.counters.visits;
        answer.cpu_seconds = cpu_seconds;
        answer.wall_seconds = found.elapsed.as_secs_f64();
        answer.counters = found.counters.into();
        answer.stop_reason = found.stopped.map(Into::into);
        let verdict = found.verdict;
        let mate = match &verdict {
            MateVerdict::Mate(mate) => {
                answer.take_mate(mate, query.rules);
                Some(mate.clone())
            }
            MateVerdict::NoMate => {
                answer.verdict = Some(AnswerVerdict::NoMate);
                None
            }
            MateVerdict::Unknown(_) => {
                answer.verdict = Some(AnswerVerdict::Unknown);
                None
            }
        };
        answer.compare_length();
        let refutation = if reasons.is_some() && answer.verdict == Some(AnswerVerdict::NoMate) {
            explainer.refute(&self.position, self.attacker, answer.nodes.max(MIN_VISITS))?
        } else {
            None
        };
        answer.refutation = refutation.as_ref().map(why_json);
        let solutions = match all {
            Some(most) if self.position.side_to_move() == self.attacker => {
                explainer.set_tree(None);
                Some(Solutions::new(explainer.explain(&self.position, self.attacker)?, most))
            }
            _ => None,
        };
        if let Some(solutions) = &solutions {
            solutions.put(&mut answer);
        }
        Ok(Solved { answer, verdict, mate, refutation, solutions, case: self })
    }

    /// The length of the mate that its source gives, if any.
    pub fn intended_length(&self) -> Option<u32> {
        match self.origin.expected {
            Some(Expected::Mate(plies)) => u32::try_from(plies).ok(),
            _ => None,
        }
    }

    /// The answer before anything is known.
    pub fn answer(&self, algorithm: &str, sought: Sought) -> Answer {
        let (name, sfen) = (self.name.clone(), self.position.to_sfen());
        let answer = Answer::new(name, sfen, GAME, algorithm.to_owned(), sought).with_origin(&self.origin);
        let (hands, memory, ruled) =
            (Some(Some(self.hands.name())), Some(None), Some(RuledAnswer::default()));
        Answer { hands, memory, ruled, ..answer }
    }
}

impl Faulty {
    /// The row of a problem that could not be read.
    pub fn answer(self, algorithm: &str, sought: Sought) -> Answer {
        let text = self.origin.text.clone().unwrap_or_default();
        let answer = Answer::new(self.name, text, GAME, algorithm.to_owned(), sought);
        let answer = answer.with_origin(&self.origin);
        let (hands, memory, ruled) = (Some(None), Some(None), Some(RuledAnswer::default()));
        Answer { error: Some((*self.fault).into()), hands, memory, ruled, ..answer }
    }
}

/// A problem after the search.
#[derive(Debug)]
pub struct Solved {
    /// What is known.
    pub answer: Answer,
    /// What the solver found.
    pub verdict: MateVerdict,
    /// The mate, if there is one.
    pub mate: Option<Mate>,
    /// Why there is no mate, if that was asked.
    pub refutation: Option<WhyNoMate>,
    /// The first moves that mate, if they were asked for.
    pub solutions: Option<Solutions>,
    /// The problem.
    pub case: Case,
}
