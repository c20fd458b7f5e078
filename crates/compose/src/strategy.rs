//! The strategies of composition, with one interface.
//!
//! Each strategy is a way to get a first sound problem. After that all of them grow it in the same way, through sound
//! problems only.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_pns::Random;
use yomikiri_shogi::{Piece, Square};
use yomikiri_tsume::Fault;

use crate::change::{change, is_usual, random_mate, random_setup};
use crate::growth::{Growth, SoundProblem, grow};
use crate::judge::{BoundedJudge, Interrupted};
use crate::repair::repair_to;
use crate::reverse::mates_in_one;
use crate::setup::Setup;
use crate::shape_keeping::{ShapeKeeping, Trial};

/// A strategy of composition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Replaces the pieces on their squares by the measures of a proof-number search, then repairs the problem.
    ShapeKeeping,
    /// Makes small changes until the problem is sound.
    Repair,
    /// Takes back moves, from a short problem to a longer one.
    Reverse,
    /// Places random pieces, then repairs the problem.
    Random,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 4] =
        [Strategy::ShapeKeeping, Strategy::Repair, Strategy::Reverse, Strategy::Random];

    /// The name of the strategy, as [`FromStr`] reads it.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::ShapeKeeping => "shape-keeping",
            Strategy::Repair => "repair",
            Strategy::Reverse => "reverse",
            Strategy::Random => "random",
        }
    }

    /// What the strategy does, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::ShapeKeeping => "other pieces on the squares of the start, then repaired",
            Strategy::Repair => "small changes to the start until it is sound",
            Strategy::Reverse => "moves taken back from the start, which gets longer and stays sound",
            Strategy::Random => "random pieces, then repaired",
        }
    }

    /// Whether the strategy must be given a problem to start from.
    pub fn needs_start(self) -> bool {
        self == Strategy::Repair
    }

    /// Whether the strategy can be given a problem to start from.
    pub fn takes_start(self) -> bool {
        self != Strategy::Random
    }

    /// Makes one attempt. Returns a sound problem of a wanted length, or `None` if the attempt found none. The result depends
    /// only on the arguments, with `random` the only source of chance.
    pub(crate) fn attempt(
        self,
        start: Option<&Setup>,
        random: &mut Random,
        judge: &mut BoundedJudge<'_>,
    ) -> Result<Option<Setup>, Interrupted> {
        let wanted = judge.wanted().clone();
        let target = odd_number_of(&wanted, random);
        let short = 1..=target;
        let sound = match (self, start) {
            (Strategy::ShapeKeeping, Some(start)) => reshape(start, &short, random, judge)?,
            (Strategy::ShapeKeeping, None) => match from_a_mate(&short, random, judge)? {
                Some(seed) => {
                    let seed = grow(seed, SEED.min(target), Growth::TakingBack, random, judge)?;
                    reshape(&seed.setup, &short, random, judge)?
                }
                None => None,
            },
            (Strategy::Reverse, None) => from_a_mate(&short, random, judge)?,
            (Strategy::Reverse, Some(start)) => match SoundProblem::judged(start.clone(), u64::MAX, judge)? {
                Some(sound) => Some(sound),
                None => repair_to(start, &short, TRIES, random, judge)?,
            },
            (Strategy::Repair, Some(start)) => {
                let start = disturb(start, random);
                repair_to(&start, &short, TRIES, random, judge)?
            }
            (Strategy::Repair, None) | (Strategy::Random, _) => {
                match random_setup_with_mate(random, judge)? {
                    Some(setup) => repair_to(&setup, &short, TRIES, random, judge)?,
                    None => None,
                }
            }
        };
        let Some(sound) = sound else { return Ok(None) };
        let by = if self == Strategy::Reverse { Growth::TakingBack } else { Growth::Changing };
        let grown = grow(sound, target, by, random, judge)?;
        Ok(wanted.contains(&grown.length).then_some(grown.setup))
    }
}

/// A random setup that has a mate, sound or not; `None` if none was found.
fn random_setup_with_mate(
    random: &mut Random,
    judge: &mut BoundedJudge<'_>,
) -> Result<Option<Setup>, Interrupted> {
    for _ in 0..TRIES {
        let Some(setup) = random_setup(random) else { continue };
        let faults = judge.judge(&setup, 300)?.map(|judgement| judgement.faults);
        if faults.is_some_and(|faults| faults.iter().any(|fault| *fault != Fault::NoMate)) {
            return Ok(Some(setup));
        }
    }
    Ok(None)
}

/// A sound problem from a random mate, by taking back the last move and repairing the result.
fn from_a_mate(
    wanted: &RangeInclusive<usize>,
    random: &mut Random,
    judge: &mut BoundedJudge<'_>,
) -> Result<Option<SoundProblem>, Interrupted> {
    judge.check_stop()?;
    let Some(mated) = random_mate(random) else { return Ok(None) };
    let mut starts = mates_in_one(&mated);
    starts.retain(|setup| setup.pieces().all(|(_, piece)| is_usual(piece)));
    if starts.is_empty() {
        return Ok(None);
    }
    let start = starts.swap_remove(random.below(starts.len()));
    repair_to(&start, wanted, TRIES / 10, random, judge)
}

/// The start with other pieces on its squares, replaced in random order, and repaired.
fn reshape(
    start: &Setup,
    wanted: &RangeInclusive<usize>,
    random: &mut Random,
    judge: &mut BoundedJudge<'_>,
) -> Result<Option<SoundProblem>, Interrupted> {
    /// The node limit of a candidate, small enough to leave out problems that are hard to solve.
    const NODES: u64 = 2000;
    let mut order: Vec<Square> = start.pieces().map(|(square, _)| square).collect();
    random.shuffle(&mut order);
    let stop = Arc::new(AtomicBool::new(false));
    let technique = ShapeKeeping { nodes: NODES, order, ..ShapeKeeping::default() };
    let as_owned = |square, kind| start.at(square).map(|piece| Piece::new(kind, piece.color()));
    let mut shown = start.clone();
    let reshaped = technique.run(start, Some(&stop), &mut |trial| {
        shown.set(trial.square, as_owned(trial.square, trial.kind));
        if judge.show(&shown).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    judge.check_stop()?;
    // A piece that stayed strong becomes what it was in the start.
    let mut setup = start.clone();
    for replacement in &reshaped.replacements {
        let Trial { square, kind, .. } = replacement.chosen;
        setup.set(square, as_owned(square, kind));
    }
    repair_to(&setup, wanted, TRIES, random, judge)
}

/// The largest length of a random start for shape keeping, in plies.
const SEED: usize = 5;
/// The largest number of judgements of a repair.
const TRIES: u32 = 2000;

/// A random odd length from the wanted range. Mates have an odd number of plies.
fn odd_number_of(wanted: &RangeInclusive<usize>, random: &mut Random) -> usize {
    let odd: Vec<usize> = wanted.clone().filter(|plies| plies % 2 == 1).collect();
    random.of(&odd).unwrap_or(*wanted.end())
}

/// The start with a few random changes, because repair returns a sound start unchanged.
fn disturb(start: &Setup, random: &mut Random) -> Setup {
    let mut setup = start.clone();
    for _ in 0..random.below(4) {
        if let Some(changed) = change(&setup, random).filter(|changed| changed.position().is_ok()) {
            setup = changed;
        }
    }
    setup
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a text that does not name a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is not a strategy: expected one of {}", Strategy::ALL.map(Strategy::name).join(", "))]
pub struct ParseStrategyError {
    name: String,
}

impl FromStr for Strategy {
    type Err = ParseStrategyError;

    fn from_str(name: &str) -> Result<Strategy, ParseStrategyError> {
        let found = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| ParseStrategyError { name: name.to_owned() })
    }
}
