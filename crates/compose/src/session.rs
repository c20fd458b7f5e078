//! Sessions: numbered attempts to compose problems, and the problems found so far.
//!
//! Each attempt has random numbers of its own, derived from the seed and the number of the attempt. So a session that is
//! stopped and resumed finds the same problems as one that runs through.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Position, PositionError, Square};
use yomikiri_tsume::{InterpositionRules, Judgement, Mate, MateVerdict, NotAProblem, SolveOptions, Solver};

use crate::judge::{BoundedJudge, Interrupted, count_flaws_and_remarks, is_finished};
use crate::setup::Setup;
use crate::strategy::Strategy;

/// A request for problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposeRequest {
    /// The strategy.
    pub strategy: Strategy,
    /// The problem to start from, or `None` to start from random pieces.
    pub from: Option<Setup>,
    /// The wanted lengths, in plies.
    pub plies: RangeInclusive<usize>,
    /// The number of problems.
    pub count: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Whether problems with flaws or remarks of the judge are left out: free choices (非限定), detours (迂回), equal variations (変同),
    /// other last moves (最終手余詰), mirror images (左右対称). The judge of the session must be [as strict](BoundedJudge::with_strictness).
    pub strict: bool,
    /// Which interpositions count in the length. The judge of the session must have [the same rules](BoundedJudge::with_rules).
    pub rules: InterpositionRules,
}

/// The reason why a request is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The range has no odd number, but every mate takes an odd number of plies.
    #[error("no mate takes {}..{} plies: expected a range from 1 with an odd number in it, such as 5..15", .0.start(), .0.end())]
    Range(RangeInclusive<usize>),
    /// The wanted problems are too long.
    #[error("problems of {0} plies are out of reach: expected at most {longest}", longest = ComposeRequest::MAX_PLIES)]
    TooLong(usize),
    /// The count is zero.
    #[error("expected a count of at least 1")]
    Nothing,
    /// The strategy takes no start, but there is one.
    #[error("the strategy {0} takes no start")]
    NoStart(Strategy),
    /// The strategy needs a start, but there is none.
    #[error("the strategy {0} needs a start")]
    NeedsStart(Strategy),
    /// The start is not a mate problem.
    #[error("the start is not a mate problem: {0}")]
    Start(#[from] NotAProblem),
    /// The start breaks the rules.
    #[error("the start is not a legal position: {0}")]
    Rules(#[from] PositionError),
    /// The start has no mate.
    #[error("there is no mate in the start")]
    NoMate,
    /// The solver stopped before it found a mate in the start or ruled it out.
    #[error("no mate was found in the start: {0}")]
    Unknown(yomikiri_pns::StopReason),
}

impl ComposeRequest {
    /// The largest length that can be requested, in plies.
    pub const MAX_PLIES: usize = 99;

    /// Checks the request. Fails if the numbers or the start do not fit the strategy.
    pub fn check(&self) -> Result<(), RequestError> {
        let (first, last) = (*self.plies.start(), *self.plies.end());
        if last > ComposeRequest::MAX_PLIES {
            return Err(RequestError::TooLong(last));
        }
        if !self.plies.clone().any(|plies| plies % 2 == 1) || first == 0 {
            return Err(RequestError::Range(self.plies.clone()));
        }
        if self.count == 0 {
            return Err(RequestError::Nothing);
        }
        match &self.from {
            Some(_) if !self.strategy.takes_start() => Err(RequestError::NoStart(self.strategy)),
            None if self.strategy.needs_start() => Err(RequestError::NeedsStart(self.strategy)),
            _ => Ok(()),
        }
    }
}

/// Checks that a position can be the start of a request, and returns it with its mate. Fails if the position is not a mate
/// problem or no mate is found within the limits of `options`.
pub fn start(
    position: &Position,
    options: &SolveOptions,
    solver: &mut Solver,
) -> Result<(Setup, Mate), RequestError> {
    let setup = Setup::from_position(position)?;
    let position = setup.position()?;
    let answer = solver.solve(&position, Color::Black, options, &mut |_| {})?;
    match answer.verdict {
        MateVerdict::Mate(mate) => Ok((setup, mate)),
        MateVerdict::NoMate => Err(RequestError::NoMate),
        MateVerdict::Unknown(reason) => Err(RequestError::Unknown(reason)),
    }
}

/// A problem that was composed.
#[derive(Clone, Debug)]
pub struct Composition {
    /// The problem.
    pub setup: Setup,
    /// The number of the attempt that found it.
    pub attempt: u64,
    /// The judgement, which is always sound.
    pub judgement: Judgement,
}

/// A request in progress, with the problems found so far.
#[derive(Clone, Debug)]
pub struct Session {
    request: ComposeRequest,
    next: u64,
    compositions: Vec<Composition>,
    seen: HashSet<Setup>,
    /// The destinations of the moves of each solution. A problem with the same destinations as another is not kept: it differs
    /// only in minor pieces.
    courses: HashSet<Vec<Square>>,
}

impl Session {
    /// Starts a session. Fails if the request is rejected.
    pub fn new(request: ComposeRequest) -> Result<Session, RequestError> {
        request.check()?;
        Ok(Session {
            request,
            next: 0,
            compositions: Vec::new(),
            seen: HashSet::new(),
            courses: HashSet::new(),
        })
    }

    /// Resumes a session at attempt `next` with the problems that it had found. They are judged again, so that a file that was
    /// changed by hand cannot add unsound problems.
    pub fn resumed(
        request: ComposeRequest,
        next: u64,
        found: &[(Setup, u64)],
        judge: &mut BoundedJudge<'_>,
    ) -> Result<Result<Session, Interrupted>, RequestError> {
        let mut session = Session::new(request)?;
        session.next = next;
        for (setup, attempt) in found {
            match session.admit(setup.clone(), *attempt, judge) {
                Ok(_) => {}
                Err(interrupted) => return Ok(Err(interrupted)),
            }
        }
        Ok(Ok(session))
    }

    /// The request.
    pub fn request(&self) -> &ComposeRequest {
        &self.request
    }

    /// The problems found so far, in the order in which they were found.
    pub fn compositions(&self) -> &[Composition] {
        &self.compositions
    }

    /// The number of the next attempt.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Whether the requested number of problems has been found.
    pub fn is_complete(&self) -> bool {
        self.compositions.len() >= self.request.count
    }

    /// Makes the next attempt. Returns the problem that it found, if any. An interrupted attempt is repeated at the next call.
    pub fn attempt(&mut self, judge: &mut BoundedJudge<'_>) -> Result<Option<&Composition>, Interrupted> {
        judge.check_stop()?;
        let mut random = Random::new(Random::new(self.request.seed).next_u64() ^ self.next);
        let mut random = Random::new(random.next_u64());
        let start = self.request.from.as_ref();
        let found = self.request.strategy.attempt(start, &mut random, judge)?;
        let admitted = match found {
            Some(setup) => self.admit(setup, self.next, judge)?,
            None => false,
        };
        self.next += 1;
        Ok(if admitted { self.compositions.last() } else { None })
    }

    /// Keeps a setup if it is new, of a wanted length, and judged sound. Returns whether it was kept.
    fn admit(
        &mut self,
        setup: Setup,
        attempt: u64,
        judge: &mut BoundedJudge<'_>,
    ) -> Result<bool, Interrupted> {
        let start = self.request.from.as_ref().map(Setup::canonical);
        let canonical = setup.canonical();
        if self.seen.contains(&canonical) || start.is_some_and(|start| start == canonical) {
            return Ok(false);
        }
        let accepted = |judgement: &Judgement| {
            is_finished(judgement) && (!self.request.strict || count_flaws_and_remarks(judgement) == 0)
        };
        let Some(judgement) = judge.judge_fully(&setup)?.filter(accepted) else {
            return Ok(false);
        };
        if !judgement.length().is_some_and(|length| self.request.plies.contains(&length)) {
            return Ok(false);
        }
        let line = &judgement.line;
        let mirrored = canonical != setup;
        let course = line.iter().map(|mv| if mirrored { mv.to().mirrored() } else { mv.to() });
        if !self.courses.insert(course.collect()) {
            return Ok(false);
        }
        self.seen.insert(canonical);
        self.compositions.push(Composition { setup, attempt, judgement });
        Ok(true)
    }
}
