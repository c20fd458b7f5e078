//! Growth: from a sound problem to a longer or better one, by steps through sound problems.

use yomikiri_pns::Random;
use yomikiri_shogi::Color;
use yomikiri_tsume::Judgement;

use crate::change::{change, is_usual};
use crate::judge::{BoundedJudge, Interrupted};
use crate::reverse::retract;
use crate::score::score;
use crate::setup::Setup;

/// A sound problem.
#[derive(Clone, Debug)]
pub(crate) struct SoundProblem {
    pub setup: Setup,
    pub length: usize,
    score: i32,
    /// The number of nodes that the judge visited.
    visits: u64,
}

impl SoundProblem {
    /// The setup with its length and score, or `None` if the judgement is not sound.
    pub fn new(setup: Setup, judgement: &Judgement) -> Option<SoundProblem> {
        let line = Some(&judgement.line).filter(|_| judgement.is_sound())?;
        let score = score(&setup.position().ok()?, line);
        Some(SoundProblem { length: line.len(), setup, score, visits: judgement.counters.visits })
    }

    /// Judges a setup with at most `nodes` nodes. `None` if the judge does not accept it.
    pub fn judged(
        setup: Setup,
        nodes: u64,
        judge: &mut BoundedJudge<'_>,
    ) -> Result<Option<SoundProblem>, Interrupted> {
        let judgement = judge.judge(&setup, nodes)?;
        let accepted = judgement.filter(|judgement| judge.accepts(judgement));
        Ok(accepted.and_then(|judgement| SoundProblem::new(setup, &judgement)))
    }

    fn value(&self) -> i32 {
        12 * self.length as i32 + self.score
    }
}

/// Growth ends after this many candidates without a better problem.
const STALL_LIMIT: u32 = 400;

/// The ways in which a problem grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    /// By taking back moves and by changing pieces.
    TakingBack,
    /// By changing pieces alone.
    Changing,
}

/// Grows a sound problem up to `target` plies.
///
/// Candidates that are shorter, or worse by length and score, are dropped. Equally good ones are taken, so that the problem
/// keeps changing between improvements.
pub(crate) fn grow(
    mut best: SoundProblem,
    target: usize,
    by: Growth,
    random: &mut Random,
    judge: &mut BoundedJudge<'_>,
) -> Result<SoundProblem, Interrupted> {
    debug_assert_eq!(best.setup.position().map(|position| position.side_to_move()), Ok(Color::Black));
    let mut earlier = before(&best, target, by);
    let mut left = STALL_LIMIT;
    while left > 0 {
        left -= 1;
        let takes_back = !earlier.is_empty() && random.one_in(2);
        let candidate = if takes_back {
            Some(earlier.swap_remove(random.below(earlier.len())))
        } else {
            change(&best.setup, random)
        };
        let Some(candidate) = candidate else { continue };
        let Some(found) = SoundProblem::judged(candidate, 1500 + 4 * best.visits, judge)? else { continue };
        if found.length <= target && found.length >= best.length && found.value() >= best.value() {
            if found.value() > best.value() {
                left = STALL_LIMIT;
            }
            best = found;
            earlier = before(&best, target, by);
        }
    }
    Ok(best)
}

/// The setups two plies before a problem; empty if they would exceed `target` or moves are not taken back.
fn before(problem: &SoundProblem, target: usize, by: Growth) -> Vec<Setup> {
    if by == Growth::Changing || problem.length + 2 > target {
        return Vec::new();
    }
    let earlier = retract(&problem.setup).into_iter().map(|(setup, _)| setup);
    earlier.filter(|setup| setup.pieces().all(|(_, piece)| is_usual(piece))).collect()
}
