//! Repair: small changes until a problem is sound, after Noshita.
//!
//! It is a local search by the distance from soundness. The judge stops at the first fault, and the later in the solution
//! that fault is, the nearer is the problem to being sound.

use std::ops::RangeInclusive;

use yomikiri_pns::Random;
use yomikiri_shogi::Square;
use yomikiri_tsume::{Fault, Judgement, ProblemPiece, Soundness};

use crate::change::{change, change_at};
use crate::growth::SoundProblem;
use crate::judge::{BoundedJudge, Interrupted};
use crate::setup::Setup;

/// The distance of a setup from a problem of a wanted length that the judge accepts; 0 if it is one.
///
/// A cook counts less the later it is. If the first move already has a cook and the length is unknown, fewer checks count
/// less.
fn distance(
    setup: &Setup,
    judgement: &Judgement,
    wanted: &RangeInclusive<usize>,
    judge: &BoundedJudge<'_>,
) -> u32 {
    const NO_MATE: u32 = 1000;
    const UNKNOWN: u32 = 900;
    const PLY: u32 = 10;
    let length = judgement.length();
    let short = length.map_or(0, |length| match length {
        short if short < *wanted.start() => (wanted.start() - short) as u32,
        long if long > *wanted.end() => (long - wanted.end()) as u32,
        _ => 0,
    });
    let fault = match (judgement.verdict, judgement.faults.first()) {
        (Soundness::Sound | Soundness::Flawed, _) if judgement.unneeded().next().is_some() => 5,
        (Soundness::Sound | Soundness::Flawed, _) => judge.count_flaws_and_remarks(judgement),
        (Soundness::Unknown(_), _) => return UNKNOWN,
        (_, Some(Fault::NoMate)) => return NO_MATE,
        (_, Some(Fault::Cook(cook))) => {
            let checks = setup.position().map_or(0, |position| position.checks().len());
            match length {
                Some(length) => 40 + PLY * ((length as u32).saturating_sub(cook.ply) + 1),
                None => 340 + checks as u32,
            }
        }
        (_, Some(Fault::Leftover { hand, .. })) => 30 + PLY * hand.total(),
        (_, _) => 5,
    };
    fault + PLY * short
}

/// The setup without an unneeded piece.
fn without(setup: &Setup, piece: ProblemPiece) -> Setup {
    let mut setup = setup.clone();
    match piece {
        ProblemPiece::OnBoard(_, square) => setup.set(square, None),
        ProblemPiece::InHand(kind) => setup.set_hand(setup.hand().one_less(kind)),
    }
    setup
}

/// A change of a setup for the reason that the judge gives: an unneeded piece goes, and half of the time a cook is met where it is
/// played. Otherwise the change is random.
fn mend(setup: &Setup, judgement: &Judgement, random: &mut Random) -> Option<Setup> {
    if let Some(spare) = judgement.unneeded().next() {
        return Some(without(setup, spare));
    }
    match judgement.faults.first() {
        Some(Fault::Cook(cook)) if random.one_in(2) => {
            let moves = [cook.check].into_iter().chain(cook.mate.line.iter().copied().take(4));
            let squares: Vec<Square> = moves.flat_map(|mv| mv.from().into_iter().chain([mv.to()])).collect();
            change_at(setup, random.of(&squares)?, random)
        }
        _ => change(setup, random),
    }
}

/// The node limit of each judgement. Setups that need more are mostly far from sound.
const NODES: u64 = 1000;

/// Makes small changes to a setup until it is a sound problem of a wanted length.
///
/// Returns `None` if `tries` judgements did not suffice or if the start breaks the rules. A start that is already sound and
/// of a wanted length is returned unchanged; it is judged with the judge's full node limit.
pub fn repair(
    start: &Setup,
    tries: u32,
    random: &mut Random,
    judge: &mut BoundedJudge<'_>,
) -> Result<Option<Setup>, Interrupted> {
    let wanted = judge.wanted().clone();
    let sound =
        SoundProblem::judged(start.clone(), u64::MAX, judge)?.filter(|sound| wanted.contains(&sound.length));
    let sound = match sound {
        Some(sound) => Some(sound),
        None => repair_to(start, &wanted, tries, random, judge)?,
    };
    Ok(sound.map(|sound| sound.setup))
}

/// Changes a setup until it is sound and of a `wanted` length, with at most `tries` changes. `None` if that did not suffice.
///
/// A change is accepted if it does not increase the distance, and rarely if it does.
pub(crate) fn repair_to(
    start: &Setup,
    wanted: &RangeInclusive<usize>,
    tries: u32,
    random: &mut Random,
    judge: &mut BoundedJudge<'_>,
) -> Result<Option<SoundProblem>, Interrupted> {
    let Some(mut judgement) = judge.judge(start, NODES)? else { return Ok(None) };
    let mut setup = start.clone();
    let mut far = distance(start, &judgement, wanted, judge);
    for _ in 0..tries {
        if far == 0 {
            return Ok(SoundProblem::new(setup, &judgement));
        }
        let candidate = mend(&setup, &judgement, random);
        let Some(candidate) = candidate else { continue };
        let Some(found) = judge.judge(&candidate, NODES)? else { continue };
        let distance = distance(&candidate, &found, wanted, judge);
        if distance <= far || random.one_in(50) && distance < 600 {
            (setup, judgement, far) = (candidate, found, distance);
        }
    }
    Ok(None)
}
