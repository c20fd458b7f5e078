//! From a sound problem to a longer or a better one, through sound problems only.

use yomikiri_pns::Random;
use yomikiri_shogi::Color;
use yomikiri_tsume::{Judgement, Mate};

use crate::change::{changed, is_usual};
use crate::reverse::taken_back;
use crate::setup::Setup;
use crate::taste::score;
use crate::workshop::{Interrupted, Workshop};

/// A sound problem.
#[derive(Clone, Debug)]
pub(crate) struct Sound {
    pub setup: Setup,
    pub length: usize,
    score: i32,
    /// What the judge visited.
    visits: u64,
}

impl Sound {
    /// The setup with what the judge says of it, if that is good.
    pub fn new(setup: Setup, judgement: &Judgement) -> Option<Sound> {
        let Mate { line, .. } = judgement.mate.as_ref().filter(|_| judgement.is_sound())?;
        let score = score(&setup.position().ok()?, line);
        Some(Sound { length: line.len(), setup, score, visits: judgement.counters.visits })
    }

    /// Judges a setup, with so many nodes at most.
    pub fn judged(setup: Setup, nodes: u64, shop: &mut Workshop<'_>) -> Result<Option<Sound>, Interrupted> {
        let judgement = shop.judge(&setup, nodes)?;
        Ok(judgement.and_then(|judgement| Sound::new(setup, &judgement)))
    }

    fn value(&self) -> i32 {
        12 * self.length as i32 + self.score
    }
}

/// Judgements without a better problem after which one is taken as it is.
const PATIENCE: u32 = 400;

/// How a problem grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// Moves are taken back, and in between pieces are changed.
    TakingBack,
    /// Pieces are changed.
    Changing,
}

/// Makes a sound problem as long as `target` plies, and better at each length. What is no worse is taken, so the problem drifts while it does
/// not grow.
pub(crate) fn grown(
    mut best: Sound,
    target: usize,
    by: Growth,
    random: &mut Random,
    shop: &mut Workshop<'_>,
) -> Result<Sound, Interrupted> {
    debug_assert_eq!(best.setup.position().map(|position| position.side_to_move()), Ok(Color::Black));
    let mut earlier = before(&best, target, by);
    let mut left = PATIENCE;
    while left > 0 {
        left -= 1;
        let takes_back = !earlier.is_empty() && random.one_in(2);
        let candidate = if takes_back {
            Some(earlier.swap_remove(random.below(earlier.len())))
        } else {
            changed(&best.setup, random)
        };
        let Some(candidate) = candidate else { continue };
        let Some(found) = Sound::judged(candidate, 1500 + 4 * best.visits, shop)? else { continue };
        if found.length <= target && found.length >= best.length && found.value() >= best.value() {
            if found.value() > best.value() {
                left = PATIENCE;
            }
            best = found;
            earlier = before(&best, target, by);
        }
    }
    Ok(best)
}

/// The setups two plies before a problem, if it may be as long as that.
fn before(problem: &Sound, target: usize, by: Growth) -> Vec<Setup> {
    if by == Growth::Changing || problem.length + 2 > target {
        return Vec::new();
    }
    let earlier = taken_back(&problem.setup).into_iter().map(|(setup, _)| setup);
    earlier.filter(|setup| setup.pieces().all(|(_, piece)| is_usual(piece))).collect()
}
