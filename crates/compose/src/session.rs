//! Composing as a whole: one attempt after the other, what was found, and where to go on.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use yomikiri_pns::Random;
use yomikiri_shogi::{Color, Position, PositionError, Square};
use yomikiri_tsume::{Judgement, Mate, NotAProblem, Query, Solver, Verdict};

use crate::setup::Setup;
use crate::strategy::Strategy;
use crate::workshop::{Interrupted, Workshop};

/// What is to be composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commission {
    /// How.
    pub strategy: Strategy,
    /// From which problem, if not from nothing.
    pub from: Option<Setup>,
    /// Lengths that are wanted, in plies.
    pub plies: RangeInclusive<usize>,
    /// How many problems.
    pub count: usize,
    /// Which random numbers.
    pub seed: u64,
}

/// Why a commission cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommissionError {
    /// No mate takes an even number of plies.
    #[error("no mate takes {}..{} plies: expected a range from 1 on with an odd number in it, such as 5..15", .0.start(), .0.end())]
    Range(RangeInclusive<usize>),
    /// Longer than anything that can be hoped for.
    #[error("problems of {0} plies are out of reach: expected at most {longest}", longest = Commission::LONGEST)]
    TooLong(usize),
    /// Nothing wanted.
    #[error("expected a count of at least 1")]
    Nothing,
    /// The strategy takes no start.
    #[error("the strategy {0} starts from nothing")]
    NoStart(Strategy),
    /// The strategy needs one.
    #[error("the strategy {0} needs a start")]
    NeedsStart(Strategy),
    /// The start is no problem.
    #[error("the start is no mate problem: {0}")]
    Start(#[from] NotAProblem),
    /// The start is no position.
    #[error("the start: {0}")]
    Rules(#[from] PositionError),
    /// The start has no mate.
    #[error("there is no mate in the start")]
    NoMate,
    /// Nobody knows.
    #[error("no mate was found in the start: {0}")]
    Unknown(yomikiri_pns::StopReason),
}

impl Commission {
    /// The longest problems that may be asked for.
    pub const LONGEST: usize = 99;

    /// Whether it can be carried out.
    pub fn check(&self) -> Result<(), CommissionError> {
        let (first, last) = (*self.plies.start(), *self.plies.end());
        if last > Commission::LONGEST {
            return Err(CommissionError::TooLong(last));
        }
        if !self.plies.clone().any(|plies| plies % 2 == 1) || first == 0 {
            return Err(CommissionError::Range(self.plies.clone()));
        }
        if self.count == 0 {
            return Err(CommissionError::Nothing);
        }
        match &self.from {
            Some(_) if !self.strategy.takes_start() => Err(CommissionError::NoStart(self.strategy)),
            None if self.strategy.needs_start() => Err(CommissionError::NeedsStart(self.strategy)),
            _ => Ok(()),
        }
    }
}

/// The start of a commission: a position with a mate, which is returned.
pub fn start(position: &Position, query: &Query) -> Result<(Setup, Mate), CommissionError> {
    let setup = Setup::of(position)?;
    let position = setup.position()?;
    let answer = Solver::new(query.limits.memory).solve(&position, Color::Black, query, &mut |_| {})?;
    match answer.verdict {
        Verdict::Mate(mate) => Ok((setup, mate)),
        Verdict::NoMate => Err(CommissionError::NoMate),
        Verdict::Unknown(reason) => Err(CommissionError::Unknown(reason)),
    }
}

/// A problem that was composed.
#[derive(Clone, Debug)]
pub struct Work {
    /// The problem.
    pub setup: Setup,
    /// The attempt that it came from.
    pub attempt: u64,
    /// What the judge says of it: sound.
    pub judgement: Judgement,
}

/// A commission at work. Attempts are numbered, and each has random numbers of its own: a session that goes on where another
/// stopped finds what that one would have found.
#[derive(Clone, Debug)]
pub struct Session {
    commission: Commission,
    next: u64,
    works: Vec<Work>,
    seen: HashSet<Setup>,
    /// The squares that the moves of each solution go to. A setup with the same course as another is its twin, with other pieces at the
    /// edge of things.
    courses: HashSet<Vec<Square>>,
}

impl Session {
    /// Starts a commission.
    pub fn new(commission: Commission) -> Result<Session, CommissionError> {
        commission.check()?;
        Ok(Session { commission, next: 0, works: Vec::new(), seen: HashSet::new(), courses: HashSet::new() })
    }

    /// Takes over what another session found, which the judge sees again, and goes on with attempt `next`.
    pub fn resumed(
        commission: Commission,
        next: u64,
        found: &[(Setup, u64)],
        shop: &mut Workshop<'_>,
    ) -> Result<Result<Session, Interrupted>, CommissionError> {
        let mut session = Session::new(commission)?;
        session.next = next;
        for (setup, attempt) in found {
            match session.admit(setup.clone(), *attempt, shop) {
                Ok(_) => {}
                Err(interrupted) => return Ok(Err(interrupted)),
            }
        }
        Ok(Ok(session))
    }

    /// What is to be composed.
    pub fn commission(&self) -> &Commission {
        &self.commission
    }

    /// What was found so far, in the order it was found.
    pub fn works(&self) -> &[Work] {
        &self.works
    }

    /// The number of the next attempt.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Whether enough was found.
    pub fn is_complete(&self) -> bool {
        self.works.len() >= self.commission.count
    }

    /// Makes one attempt. If it is interrupted, it will be made again.
    pub fn attempt(&mut self, shop: &mut Workshop<'_>) -> Result<Option<&Work>, Interrupted> {
        shop.go_on()?;
        let mut random = Random::new(Random::new(self.commission.seed).next_u64() ^ self.next);
        let mut random = Random::new(random.next_u64());
        let start = self.commission.from.as_ref();
        let found = self.commission.strategy.attempt(start, &mut random, shop)?;
        let admitted = match found {
            Some(setup) => self.admit(setup, self.next, shop)?,
            None => false,
        };
        self.next += 1;
        Ok(if admitted { self.works.last() } else { None })
    }

    /// Takes a setup among the works if it is new, and sound by a judgement of its own.
    fn admit(&mut self, setup: Setup, attempt: u64, shop: &mut Workshop<'_>) -> Result<bool, Interrupted> {
        let start = self.commission.from.as_ref().map(Setup::canonical);
        let canonical = setup.canonical();
        if self.seen.contains(&canonical) || start.is_some_and(|start| start == canonical) {
            return Ok(false);
        }
        let Some(judgement) = shop.judge_fully(&setup)?.filter(Judgement::is_sound) else { return Ok(false) };
        if !judgement.length().is_some_and(|length| self.commission.plies.contains(&length)) {
            return Ok(false);
        }
        let line = judgement.mate.as_ref().map_or(&[][..], |mate| &mate.line);
        let mirrored = canonical != setup;
        let course = line.iter().map(|mv| if mirrored { mv.to().mirrored() } else { mv.to() });
        if !self.courses.insert(course.collect()) {
            return Ok(false);
        }
        self.seen.insert(canonical);
        self.works.push(Work { setup, attempt, judgement });
        Ok(true)
    }
}
