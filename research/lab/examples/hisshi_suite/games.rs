//! Problems from games: a simple engine plays endings of real games on, and every position is searched for a brinkmate.
//!
//! In a whole position of a game a brinkmate is rare: the attacker's king is open to checks, and the defender holds much. So each
//! position is also searched as books show it, without the attacker's king, and then without the defender's hand; and while there
//! is a mate, a piece of the attacker's hand goes. The board around the defender's king stays as the game left it.

use yomikiri_pns::Random;
use yomikiri_shogi::{Hand, PieceKind, Position, PositionBuilder, Strictness};
use yomikiri_tsume::{Brinkmate, attacker};

use crate::change::led_up_to;
use crate::engine;
use crate::suite::{GAMES, MORE_GAMES, Making, Source, Suite, Work, read, solution};

/// The longest game, in plies.
const PLIES: usize = 12;
/// Nodes of the search for a mate.
const MATE_NODES: u64 = 3_000;
const WORK: Work = Work { first: 4_000, shortest: 200_000, positions: 1_000_000 };
/// Brinkmates in one are taken from the first games only, up to this one. There are far more of them than of longer ones.
const SHORT_FROM: u64 = 1_400;

/// How often two plies are taken back until they make a longer problem. Most positions that come out are not even legal.
const LEADS: usize = 2_000;

/// What is taken out of a position.
#[derive(Clone, Copy, Default)]
struct Removed {
    king: bool,
    defenders_hand: bool,
    attackers_pieces: usize,
}

impl Removed {
    /// In the order in which they are tried.
    const STEPS: [Removed; 3] = [
        Removed { king: false, defenders_hand: false, attackers_pieces: 0 },
        Removed { king: true, defenders_hand: false, attackers_pieces: 0 },
        Removed { king: true, defenders_hand: true, attackers_pieces: 0 },
    ];

    fn from(self, position: &Position) -> Option<Position> {
        let attacker = attacker(position);
        let mut builder = PositionBuilder::from(position);
        if self.king {
            builder.set(position.king(attacker)?, None);
        }
        if self.defenders_hand {
            builder.hands[(!attacker).index()] = Hand::default();
        }
        builder.build(Strictness::Strict).ok()
    }

    fn words(self) -> String {
        let mut parts = Vec::new();
        if self.king {
            parts.push("the attacker's king".to_owned());
        }
        if self.defenders_hand {
            parts.push("the defender's hand".to_owned());
        }
        if self.attackers_pieces > 0 {
            let plural = if self.attackers_pieces == 1 { "" } else { "s" };
            parts.push(format!("{} piece{plural} of the attacker's hand", self.attackers_pieces));
        }
        match parts.split_last() {
            None => String::new(),
            Some((last, [])) => format!(", without {last}"),
            Some((last, parts)) => format!(", without {} and {last}", parts.join(", ")),
        }
    }
}

/// The position with pieces out of the attacker's hand until it is proved that he has no mate, and how many. Nothing if that is
/// not proved quickly.
fn without_mate(mut position: Position, random: &mut Random) -> Option<(Position, usize)> {
    let attacker = attacker(&position);
    for gone in 0.. {
        if !engine::has_mate(&position, MATE_NODES)? {
            return Some((position, gone));
        }
        let held: Vec<PieceKind> = position.hand(attacker).iter().map(|(kind, _)| kind).collect();
        let mut builder = PositionBuilder::from(&position);
        let hand = &mut builder.hands[attacker.index()];
        *hand = hand.one_less(random.of(&held)?);
        position = builder.build(Strictness::Strict).ok()?;
    }
    None
}

/// A problem of a game, and how it was made.
struct Found {
    source: Source,
    brinkmate: Brinkmate,
    how: String,
}

/// The longest problem of a game that is wanted; of those of one length, the first.
fn longest(start: &Source, random: &mut Random, wants: impl Fn(usize) -> bool) -> Option<Found> {
    let mut longest: Option<Found> = None;
    let mut position = start.position.clone();
    for ply in 0..=PLIES {
        if !position.in_check() {
            for removed in Removed::STEPS {
                let Some((position, attackers_pieces)) =
                    removed.from(&position).and_then(|position| without_mate(position, random))
                else {
                    continue;
                };
                let known = longest.as_ref().map_or(0, |found| found.source.length);
                let wanted = |length: usize| length > known && wants(length);
                if let Some(brinkmate) = solution(&position, WORK, wanted) {
                    let length = brinkmate.length();
                    let source = Source { making: Making::Played, position, length, ..start.clone() };
                    let how = format!("ply {ply}{}", Removed { attackers_pieces, ..removed }.words());
                    longest = Some(Found { source, brinkmate, how });
                }
            }
        }
        let Some(mv) = engine::choose(&position, random) else { break };
        let _ = position.make(mv);
    }
    longest
}

/// Makes problems from the games `first..=last`. A game depends on the seed and its number only.
pub fn make(seed: u64, first: u64, last: u64, suite: &mut Suite) {
    let mut starts: Vec<Source> = GAMES.iter().chain(&MORE_GAMES).flat_map(|file| read(file)).collect();
    Random::new(seed).shuffle(&mut starts);
    for game in first..=last {
        if suite.is_full() {
            return;
        }
        let start = &starts[game as usize % starts.len()];
        let mut random = Random::new(seed.wrapping_mul(1_000_003) ^ game);
        let wants = |length: usize| {
            (length > 1 || game <= SHORT_FROM) && suite.wants(length, Making::Played, &start.origin)
        };
        if let Some(Found { source, brinkmate, how }) = longest(start, &mut random, wants) {
            suite.add(source, brinkmate, &format!("seed {seed}, game {game}, {how}"));
        }
    }
}

/// Makes longer problems from those that came up in games: a move of the attacker, mostly a check, and its answer are taken back.
/// Each problem gives one that takes two plies more.
pub fn lengthen(seed: u64, suite: &mut Suite) {
    let played = suite.problems.iter().zip(1..).filter(|(problem, _)| problem.making == Making::Played);
    let played: Vec<(Source, u64)> = played.map(|(problem, number)| (problem.clone(), number)).collect();
    // Longer ones first: they are fewer.
    for length in (1..=7).rev() {
        for (problem, number) in played.iter().filter(|(problem, _)| problem.length == length) {
            if suite.is_full() {
                return;
            }
            let mut random = Random::new(seed.wrapping_mul(1_000_003) ^ number);
            for tried in 1..=LEADS {
                let Some(position) = led_up_to(&problem.position, &mut random) else { continue };
                if let Some(found) = solution(&position, WORK, |wanted| wanted == length + 2) {
                    let source = Source { making: Making::ChangedFromGame, position, ..problem.clone() };
                    suite.add(
                        source,
                        found,
                        &format!("seed {seed}, two plies before suite-{number:03}, try {tried}"),
                    );
                    break;
                }
            }
        }
    }
}
