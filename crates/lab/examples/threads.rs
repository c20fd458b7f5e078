//! What threads gain: `cargo run --release -p yomikiri-lab --example threads -- simulate 2 8 16`, `… -- long 2` or `… -- clock 2`.
//!
//! `simulate` counts the visits of that many threads whose turns are drawn by lot, beside those of one: what threads do twice,
//! whatever the machine does meanwhile. `long` does so for long modern problems. `clock` measures the time of real threads and needs a quiet
//! machine. The others are about the first mate of problems of 将棋図巧 that take long enough, the game endings and, by the clock,
//! Microcosmos; with files (`… -- simulate 2 FILE…`) about the problems in them. A search is chaotic, so one thread is measured several times, with leaf numbers that differ a little.
//!
//! `clock` also runs two separate searches at the same time, each with a table of its own. How much faster they are than one after the other
//! is what the machine allows: its cores share caches and memory. Two threads are faster than that only if they visit fewer nodes than one.

use std::time::Instant;

use yomikiri_notation::sfen_list;
use yomikiri_pns::{Limits, Outcome, Search, Verdict};
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::{LeafWeights, MateGame, MateTable, Techniques, attacker, with_defenders_hand};

const MEMORY: usize = 2 << 30;
/// Problems that take one thread fewer visits, about 0.3 s, or more, are left out.
const LEAST_VISITS: u64 = 200_000;
const MOST_VISITS: u64 = 3_000_000;
const MOST_VISITS_OF_LONG: u64 = 9_000_000;
/// From here on, a problem counts as large: threads lose more on those.
const LARGE: f64 = 1e6;
/// The leaf numbers of the runs with one thread.
const UNITS: [u32; 3] = [256, 255, 257];

struct Case {
    name: String,
    position: Position,
    attacker: Color,
}

impl Case {
    fn search<'a>(&self, unit: u32, visits: u64) -> Search<'a, MateGame> {
        let leaves = LeafWeights { unit, ..LeafWeights::FITTED };
        let techniques = Techniques { leaves, ..Techniques::default() };
        let problem = MateGame::new(self.position.clone(), self.attacker).with_techniques(techniques);
        Search::new(problem).limits(Limits { nodes: Some(visits), ..Limits::default() })
    }

    /// How many times as fast two searches are at the same time as one after the other; one alone takes `alone` seconds.
    fn side_by_side(&self, tables: &mut [MateTable; 2], visits: u64, alone: f64) -> f64 {
        tables.iter_mut().for_each(MateTable::clear);
        let start = Instant::now();
        std::thread::scope(|scope| {
            for table in tables {
                scope.spawn(|| self.search(UNITS[0], visits).run_with_table(table));
            }
        });
        2.0 * alone / start.elapsed().as_secs_f64()
    }
}

fn cases(text: &str) -> Vec<Case> {
    let case = |(index, row): (usize, sfen_list::ListRow<'_>)| {
        let name = row.name().map_or_else(|| format!("{}", index + 1), str::to_owned);
        let position = row.record.ok()?.initial;
        let attacker = attacker(&position);
        Some(Case { name, position: with_defenders_hand(position, attacker), attacker })
    };
    sfen_list::rows(text, Strictness::Strict).enumerate().filter_map(case).collect()
}

fn usual_cases(by_clock: bool, long: bool) -> Vec<Case> {
    if long {
        return cases(yomikiri_data::LONG_MODERN);
    }
    let microcosmos = cases(yomikiri_data::LONG_MODERN).into_iter().take(by_clock.into());
    [cases(yomikiri_data::ZUKO), cases(yomikiri_data::YO_TESTMATE)]
        .into_iter()
        .flatten()
        .chain(microcosmos)
        .collect()
}

fn is_solved(outcome: &Outcome) -> bool {
    !matches!(outcome.verdict, Verdict::Unknown(_))
}

/// The geometric mean, and the spread of the logarithms.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().map(|value| value.ln()).sum::<f64>() / count;
    let variance = values.iter().map(|value| (value.ln() - mean).powi(2)).sum::<f64>() / count;
    (mean.exp(), variance.sqrt())
}

/// The geometric mean with its standard error, and of how many values.
fn with_error(values: impl Iterator<Item = f64>) -> String {
    let values: Vec<f64> = values.collect();
    let (mean, spread) = mean(&values);
    let error = mean * spread / (values.len().saturating_sub(1).max(1) as f64).sqrt();
    format!("{mean:.3} ± {error:.3} ({})", values.len())
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let (by_clock, long) = (mode == "clock", mode == "long");
    let (counts, files): (Vec<_>, Vec<_>) = arguments.partition(|argument| argument.parse::<usize>().is_ok());
    let counts: Vec<usize> = counts.iter().filter_map(|count| count.parse().ok()).collect();
    let all = match &files[..] {
        [] => usual_cases(by_clock, long),
        files => files.iter().flat_map(|file| cases(&std::fs::read_to_string(file).expect(file))).collect(),
    };
    let long = long || !files.is_empty();
    let mut tables = [(); 2].map(|()| MateTable::with_memory(MEMORY).expect("memory"));
    let mut beside = Vec::new();
    // Of each problem by the number of threads: visits of one thread, and what several have beside it.
    let mut ratios = vec![Vec::new(); counts.len()];
    let mut spreads = Vec::new();
    for case in all {
        let most = match (by_clock, long) {
            (true, _) => MOST_VISITS * 30,
            (_, true) => MOST_VISITS_OF_LONG,
            _ => MOST_VISITS,
        };
        let table = &mut tables[0];
        let (mut alone, mut found) = (Vec::new(), vec![Vec::new(); counts.len()]);
        let mut visits = Vec::new();
        // In turns, because the speed of a shared machine changes within minutes.
        for (run, unit) in UNITS.into_iter().enumerate() {
            table.clear();
            let start = Instant::now();
            let outcome = case.search(unit, most).run_with_table(&mut *table);
            if !is_solved(&outcome) || outcome.counters.visits < LEAST_VISITS {
                break;
            }
            let measure = |start: Instant, outcome: &Outcome| {
                if by_clock { start.elapsed().as_secs_f64() } else { outcome.counters.visits as f64 }
            };
            alone.push(measure(start, &outcome));
            visits.push(outcome.counters.visits as f64);
            for (&threads, found) in counts.iter().zip(&mut found) {
                table.clear();
                let start = Instant::now();
                let search = case.search(unit, most * 4);
                let outcome = if by_clock {
                    search.run_on_threads(table, threads)
                } else {
                    search.simulate_threads(table, threads, run as u64)
                };
                found.push(measure(start, &outcome));
            }
        }
        if alone.len() < UNITS.len() {
            continue;
        }
        let (base, spread) = mean(&alone);
        spreads.push(spread);
        let mut line = format!("{:>12.3} ±{spread:.2}", base);
        for ((&threads, found), ratios) in counts.iter().zip(&found).zip(&mut ratios) {
            let ratio = mean(found).0 / base;
            let ratio = if by_clock { 1.0 / ratio } else { ratio };
            ratios.push((mean(&visits).0, ratio));
            line += &format!("  {threads}: {ratio:.2}");
        }
        if by_clock {
            beside.push(case.side_by_side(&mut tables, most, alone[0]));
            line += &format!("  side by side: {:.2}", beside[beside.len() - 1]);
        }
        println!("{line}  {}", case.name);
    }
    let spread = spreads.iter().sum::<f64>() / spreads.len().max(1) as f64;
    println!("{} problems; one thread alone varies by {spread:.2} in the logarithm", spreads.len());
    if by_clock {
        println!("two searches side by side: {:.3} times as fast as one after the other", mean(&beside).0);
    }
    for (threads, ratios) in counts.iter().zip(&ratios) {
        let what = if by_clock { "times as fast" } else { "of the visits" };
        let all = ratios.iter().map(|&(_, ratio)| ratio);
        let large = ratios.iter().filter(|&&(visits, _)| visits >= LARGE).map(|&(_, ratio)| ratio);
        println!("{threads} threads: {} {what}; large problems: {}", with_error(all), with_error(large));
    }
}
