//! The strategies, behind one interface.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_pns::Random;
use yomikiri_shogi::{Piece, Square};
use yomikiri_tsume::Fault;

use crate::change::{changed, is_usual, thrown, thrown_until_mate};
use crate::growth::{Growth, Sound, grown};
use crate::repair::repaired;
use crate::reverse::mates_in_one;
use crate::setup::Setup;
use crate::shape_keeping::{ShapeKeeping, Trial};
use crate::workshop::{Interrupted, Workshop};

/// A way to compose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Other pieces on the same squares, by the measures of a proof-number search; then repaired.
    ShapeKeeping,
    /// Small changes until the judge says sound.
    Repair,
    /// Moves taken back from a short problem to a longer one.
    Reverse,
    /// Pieces thrown together, then repaired.
    Random,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 4] =
        [Strategy::ShapeKeeping, Strategy::Repair, Strategy::Reverse, Strategy::Random];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::ShapeKeeping => "shape-keeping",
            Strategy::Repair => "repair",
            Strategy::Reverse => "reverse",
            Strategy::Random => "random",
        }
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::ShapeKeeping => "other pieces on the squares of the start, then repaired",
            Strategy::Repair => "small changes to the start until it is sound",
            Strategy::Reverse => "moves taken back from the start, which gets longer and stays sound",
            Strategy::Random => "pieces thrown together, then repaired",
        }
    }

    /// Whether it must be given a start.
    pub fn needs_start(self) -> bool {
        self == Strategy::Repair
    }

    /// Whether it can be given one.
    pub fn takes_start(self) -> bool {
        self != Strategy::Random
    }

    /// One attempt: a problem that is sound and as long as wanted, or none. What it does follows from the numbers that `random` gives and from
    /// nothing else.
    pub(crate) fn attempt(
        self,
        start: Option<&Setup>,
        random: &mut Random,
        shop: &mut Workshop<'_>,
    ) -> Result<Option<Setup>, Interrupted> {
        let wanted = shop.wanted().clone();
        let target = odd_number_of(&wanted, random);
        let short = 1..=target;
        let sound = match (self, start) {
            (Strategy::ShapeKeeping, Some(start)) => reshaped(start, &short, random, shop)?,
            (Strategy::ShapeKeeping, None) => match from_a_mate(&short, random, shop)? {
                Some(seed) => {
                    let seed = grown(seed, SEED.min(target), Growth::TakingBack, random, shop)?;
                    reshaped(&seed.setup, &short, random, shop)?
                }
                None => None,
            },
            (Strategy::Reverse, None) => from_a_mate(&short, random, shop)?,
            (Strategy::Reverse, Some(start)) => match Sound::judged(start.clone(), u64::MAX, shop)? {
                Some(sound) => Some(sound),
                None => repaired(start, &short, TRIES, random, shop)?,
            },
            (Strategy::Repair, Some(start)) => {
                let start = disturbed(start, random);
                repaired(&start, &short, TRIES, random, shop)?
            }
            (Strategy::Repair, None) | (Strategy::Random, _) => match thrown_with_mate(random, shop)? {
                Some(setup) => repaired(&setup, &short, TRIES, random, shop)?,
                None => None,
            },
        };
        let Some(sound) = sound else { return Ok(None) };
        let by = if self == Strategy::Reverse { Growth::TakingBack } else { Growth::Changing };
        let grown = grown(sound, target, by, random, shop)?;
        Ok(wanted.contains(&grown.length).then_some(grown.setup))
    }
}

/// Pieces thrown together until there is a mate.
fn thrown_with_mate(random: &mut Random, shop: &mut Workshop<'_>) -> Result<Option<Setup>, Interrupted> {
    for _ in 0..TRIES {
        let Some(setup) = thrown(random) else { continue };
        let faults = shop.judge(&setup, 300)?.map(|judgement| judgement.faults);
        if faults.is_some_and(|faults| faults.iter().any(|fault| *fault != Fault::NoMate)) {
            return Ok(Some(setup));
        }
    }
    Ok(None)
}

/// A mate thrown together, its last move taken back, and repaired.
fn from_a_mate(
    wanted: &RangeInclusive<usize>,
    random: &mut Random,
    shop: &mut Workshop<'_>,
) -> Result<Option<Sound>, Interrupted> {
    shop.go_on()?;
    let Some(mated) = thrown_until_mate(random) else { return Ok(None) };
    let mut starts = mates_in_one(&mated);
    starts.retain(|setup| setup.pieces().all(|(_, piece)| is_usual(piece)));
    if starts.is_empty() {
        return Ok(None);
    }
    let start = starts.swap_remove(random.below(starts.len()));
    repaired(&start, wanted, TRIES / 10, random, shop)
}

/// The start with other pieces on its squares, replaced in an order of chance, and repaired.
fn reshaped(
    start: &Setup,
    wanted: &RangeInclusive<usize>,
    random: &mut Random,
    shop: &mut Workshop<'_>,
) -> Result<Option<Sound>, Interrupted> {
    /// Few enough that what is hard to mate is out.
    const NODES: u64 = 2000;
    let mut order: Vec<Square> = start.pieces().map(|(square, _)| square).collect();
    random.shuffle(&mut order);
    let stop = Arc::new(AtomicBool::new(false));
    let technique = ShapeKeeping { nodes: NODES, order, ..ShapeKeeping::default() };
    let as_owned = |square, kind| start.at(square).map(|piece| Piece::new(kind, piece.color()));
    let mut shown = start.clone();
    let reshaped = technique.run(start, Some(&stop), &mut |trial| {
        shown.set(trial.square, as_owned(trial.square, trial.kind));
        if shop.show(&shown).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    shop.go_on()?;
    // A piece that had to stay strong is again what it was.
    let mut setup = start.clone();
    for replacement in &reshaped.replacements {
        let Trial { square, kind, .. } = replacement.chosen;
        setup.set(square, as_owned(square, kind));
    }
    repaired(&setup, wanted, TRIES, random, shop)
}

/// As long as a start that is made up for shape keeping may be.
const SEED: usize = 5;
/// Judgements that a repair may take.
const TRIES: u32 = 2000;

/// A length that is wanted and that a mate can have.
fn odd_number_of(wanted: &RangeInclusive<usize>, random: &mut Random) -> usize {
    let odd: Vec<usize> = wanted.clone().filter(|plies| plies % 2 == 1).collect();
    random.of(&odd).unwrap_or(*wanted.end())
}

/// The start with a few changes: if it is sound already, repair would return it as it is.
fn disturbed(start: &Setup, random: &mut Random) -> Setup {
    let mut setup = start.clone();
    for _ in 0..random.below(4) {
        if let Some(changed) = changed(&setup, random).filter(|changed| changed.position().is_ok()) {
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

/// No strategy has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no strategy is called {name:?}; there are {}", Strategy::ALL.map(Strategy::name).join(", "))]
pub struct UnknownStrategy {
    name: String,
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Strategy, UnknownStrategy> {
        let found = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| UnknownStrategy { name: name.to_owned() })
    }
}
