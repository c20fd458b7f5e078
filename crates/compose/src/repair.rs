//! Repairing: small changes until the judge is content (after Noshita).

use std::ops::RangeInclusive;

use yomikiri_pns::Random;
use yomikiri_tsume::{Fault, Judgement, Soundness, Spare};

use crate::change::changed;
use crate::growth::Sound;
use crate::setup::Setup;
use crate::workshop::{Interrupted, Workshop};

/// How far a setup is from what is wanted; 0 if it is there. The judge stops at the first fault, so the later that comes in the
/// solution, the nearer; where the first move already has a rival, the fewer checks there are, the nearer.
fn distance(setup: &Setup, judgement: &Judgement, wanted: &RangeInclusive<usize>) -> u32 {
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
        (Soundness::Sound, _) => 0,
        (Soundness::Unknown(_), _) => return UNKNOWN,
        (_, Some(Fault::NoMate)) => return NO_MATE,
        (_, Some(Fault::Cook { ply, .. })) => {
            let checks = setup.position().map_or(0, |position| position.checks().len());
            match length {
                Some(length) => 40 + PLY * ((length as u32).saturating_sub(*ply) + 1),
                None => 340 + checks as u32,
            }
        }
        (_, Some(Fault::Leftover { hand, .. })) => 30 + PLY * hand.total(),
        (_, _) => 5,
    };
    fault + PLY * short
}

/// The setup without a piece that it does not need.
fn without(setup: &Setup, spare: Spare) -> Setup {
    let mut setup = setup.clone();
    match spare {
        Spare::OnBoard(_, square) => setup.set(square, None),
        Spare::InHand(kind) => setup.set_hand(setup.hand().one_less(kind)),
    }
    setup
}

/// What the judge may visit for each change. What takes more is mostly far from sound.
const NODES: u64 = 1000;

/// Makes a problem sound, and as long as the workshop wants it, by small changes: for so many judgements at most, and with these
/// random numbers. Nothing if that did not suffice, or if the rules do not allow the start. What is sound and as long as wanted already
/// stays as it is; to find that out takes as many nodes as the workshop has.
pub fn repair(
    start: &Setup,
    tries: u32,
    random: &mut Random,
    shop: &mut Workshop<'_>,
) -> Result<Option<Setup>, Interrupted> {
    let wanted = shop.wanted().clone();
    let sound = Sound::judged(start.clone(), u64::MAX, shop)?.filter(|sound| wanted.contains(&sound.length));
    let sound = match sound {
        Some(sound) => Some(sound),
        None => repaired(start, &wanted, tries, random, shop)?,
    };
    Ok(sound.map(|sound| sound.setup))
}

/// Changes a setup until it is sound and as long as wanted, for so many judgements at most.
///
/// A change is taken if it leads no farther away, and sometimes if it does.
pub(crate) fn repaired(
    start: &Setup,
    wanted: &RangeInclusive<usize>,
    tries: u32,
    random: &mut Random,
    shop: &mut Workshop<'_>,
) -> Result<Option<Sound>, Interrupted> {
    let Some(mut judgement) = shop.judge(start, NODES)? else { return Ok(None) };
    let mut setup = start.clone();
    let mut far = distance(start, &judgement, wanted);
    for _ in 0..tries {
        if far == 0 {
            return Ok(Sound::new(setup, &judgement));
        }
        let candidate = match judgement.faults.first() {
            Some(&Fault::Unneeded(spare)) => Some(without(&setup, spare)),
            _ => changed(&setup, random),
        };
        let Some(candidate) = candidate else { continue };
        let Some(found) = shop.judge(&candidate, NODES)? else { continue };
        let distance = distance(&candidate, &found, wanted);
        if distance <= far || random.one_in(50) && distance < 600 {
            (setup, judgement, far) = (candidate, found, distance);
        }
    }
    Ok(None)
}
