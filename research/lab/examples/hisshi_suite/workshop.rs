//! Problems that are made by changing positions.

use yomikiri_pns::Random;
use yomikiri_shogi::Position;
use yomikiri_tsume::attacker;

use crate::change::{led_up_to, mutated, scattered, weakened};
use crate::exhaustive::Exhaustive;
use crate::suite::{GAMES, MATE_PLIES, Making, Source, Suite, Work, read, solution};

const OTHERS: [&str; 4] = ["hisshi.tsv", "hisshi_generated.tsv", "tanuki_mate5.tsv", "tanuki_mate7.tsv"];
const WORK: Work = Work { first: 4_000, shortest: 300_000, positions: 300_000 };
/// Nodes of the search for a first win from a position of a game or a longer problem.
const FIRST_FROM_LONG: u64 = 15_000;
/// Limits of the checker where it looks for positions to begin with.
const SCAN_POSITIONS: u64 = 1_000_000;
const SCAN_MATE_PLIES: u32 = 3;
/// Longer problems are made from those whose defender holds no more: with a full hand the shortest length takes long to prove.
const SMALL_HAND: u32 = 8;
/// So many moves and answers are taken back until one fits.
const LEADS: usize = 30;

/// The position with pieces out of the attacker's hand until he has no mate.
fn without_mate(position: &Position, random: &mut Random) -> Option<Position> {
    let mut position = weakened(position, random)?;
    let mut exhaustive = Exhaustive::new(attacker(&position), MATE_PLIES, SCAN_POSITIONS);
    while exhaustive.mate(&mut position.clone()).ok()?.is_some() {
        position = weakened(&position, random)?;
    }
    Some(position)
}

/// Whether some move leaves the defender without a defence; no if that takes too much.
fn threatened(position: &Position) -> bool {
    let mut exhaustive = Exhaustive::new(attacker(position), SCAN_MATE_PLIES, SCAN_POSITIONS);
    let mut at = position.clone();
    position.legal_moves().into_iter().any(|mv| exhaustive.wins_by(&mut at, mv, 1).unwrap_or(false))
}

/// Everything that problems are made from, beside those of the suite.
struct Workshop {
    seed: u64,
    random: Random,
    /// How often pieces were thrown together: these positions are numbered.
    thrown: u64,
    games: Vec<Source>,
    others: Vec<Source>,
}

impl Workshop {
    fn new(seed: u64) -> Workshop {
        let all = |files: &[&str]| files.iter().flat_map(|file| read(file)).collect();
        Workshop { seed, random: Random::new(seed), thrown: 0, games: all(&GAMES), others: all(&OTHERS) }
    }

    /// A new position and what it was made from.
    fn next(&mut self, made: &[Source]) -> Option<Source> {
        let random = &mut self.random;
        let changed = |source: &Source, position: Position| Source { position, ..source.clone() };
        match random.below(16) {
            0 => {
                let source = &self.others[random.below(self.others.len())];
                Some(changed(source, mutated(&source.position, random)?))
            }
            1 => {
                let position = scattered(random)?;
                self.thrown += 1;
                let origin = format!("random pieces {}-{}", self.seed, self.thrown);
                let making = Making::ChangedFromOther;
                Some(Source { origin, making, position, length: 0, line: Vec::new() })
            }
            2..=8 => {
                let source = &self.games[random.below(self.games.len())];
                let position = without_mate(&source.position, random)?;
                threatened(&position).then(|| changed(source, position))
            }
            kind => {
                // Each length as often as any other, although the short ones are many; half of the time from games.
                let lengths = [1, 3, 5, 7];
                let length = random.of(&lengths)?;
                let games = random.one_in(2);
                let right = |source: &&Source| {
                    let held = source.position.hand(!attacker(&source.position)).total();
                    let fits = match source.making {
                        Making::ChangedFromGame => games,
                        Making::ChangedFromOther => !games && held <= SMALL_HAND,
                        Making::Played => false,
                    };
                    source.length == length && fits
                };
                let sources: Vec<&Source> = made.iter().filter(right).collect();
                let source = random.of(&sources)?;
                let position = if kind <= 12 {
                    (0..LEADS).find_map(|_| led_up_to(&source.position, random))?
                } else {
                    mutated(&source.position, random)?
                };
                Some(changed(source, position))
            }
        }
    }
}

/// Makes problems by changes.
pub fn make(seed: u64, tries: u64, suite: &mut Suite) {
    let mut workshop = Workshop::new(seed);
    for tried in 1..=tries {
        if suite.is_full() {
            return;
        }
        let Some(source) = workshop.next(&suite.problems) else { continue };
        let game = source.making == Making::ChangedFromGame;
        let first = if source.length > 1 || game { FIRST_FROM_LONG } else { WORK.first };
        let wanted = |length| suite.wants(length, source.making, &source.origin);
        if let Some(found) = solution(&source.position, Work { first, ..WORK }, wanted) {
            suite.add(source, found, &format!("seed {seed}, try {tried}"));
        }
    }
}
