//! Fits the mate solver's leaf numbers: `cargo run --release -p yomikiri-lab --example fit_leaves -- fit|compare`.
//!
//! The data are split in three. A weight is changed if that needs fewer visits on the *fitted* problems (mates from games and the
//! odd ones of 将棋図巧); the change is kept if the *chosen* ones (the even ones) agree; the *held aside* (mates from games of
//! other lengths, game endings, generated problems) are never looked at before the end. A figure is the geometric mean of the
//! visits to the first mate beside those of the leaf numbers that the program starts with (`fit`), or that count the king's
//! liberties alone (`compare`).

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use yomikiri_notation::sfen_list;
use yomikiri_pns::{Limits, Search, Verdict};
use yomikiri_shogi::{Position, Strictness};
use yomikiri_tsume::{LeafWeights, MateGame, MateTable, Techniques, attacker, with_defenders_hand};

/// A problem that is not solved with this many visits counts twice as many.
const VISITS: u64 = 300_000;
/// A change must gain this much, in logarithms: less is noise.
const GAIN: f64 = 0.01;
const MEMORY: usize = 256 << 20;

/// Every `step`-th problem of a list, from `first` on.
fn problems(text: &str, first: usize, step: usize) -> Vec<Position> {
    sfen_list::rows(text, Strictness::Strict)
        .skip(first)
        .step_by(step)
        .filter_map(|row| Some(row.record.ok()?.initial))
        .collect()
}

/// The logarithms of the visits, problem by problem, on all cores.
fn measure(problems: &[Position], leaves: &LeafWeights) -> Vec<f64> {
    let techniques = Techniques { leaves: *leaves, ..Techniques::default() };
    let (next, found) = (AtomicUsize::new(0), Mutex::new(vec![0.0; problems.len()]));
    let work = || {
        let mut table = MateTable::with_memory(MEMORY).expect("memory").with_techniques(techniques);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = problems.get(index) else { break };
            let attacker = attacker(position);
            let position = with_defenders_hand(position.clone(), attacker);
            let problem = MateGame::new(position, attacker).with_techniques(techniques);
            let limits = Limits { nodes: Some(VISITS), ..Limits::default() };
            table.clear();
            let outcome = Search::new(problem).limits(limits).run_with_table(&mut table);
            let open = matches!(outcome.verdict, Verdict::Unknown(_));
            let visits = outcome.counters.visits * if open { 2 } else { 1 };
            found.lock().expect("no panic")[index] = (visits as f64).ln();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    found.into_inner().expect("no panic")
}

/// The mean difference, and its standard error.
fn beside(found: &[f64], base: &[f64]) -> (f64, f64) {
    let count = found.len() as f64;
    let differences: Vec<f64> = found.iter().zip(base).map(|(one, other)| one - other).collect();
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

fn show(name: &str, found: &[f64], base: &[f64]) {
    let (mean, error) = beside(found, base);
    println!("  {name}: {:.3} ± {:.3} ({} problems)", mean.exp(), mean.exp() * error, found.len());
}

type Weight = (&'static str, fn(&mut LeafWeights, i32), &'static [i32]);

/// The weights with the steps that are tried.
const WEIGHTS: [Weight; 12] = [
    ("checks", |leaves, by| leaves.checks += by, &[-8, 8]),
    ("checks, disproof", |leaves, by| leaves.checks_disproof += by, &[-40, 40]),
    ("evasions", |leaves, by| leaves.evasions += by, &[-12, 12]),
    ("liberty", |leaves, by| leaves.liberty = leaves.liberty.saturating_add_signed(by), &[-25, 25]),
    (
        "unsupported",
        |leaves, by| leaves.unsupported = leaves.unsupported.saturating_add_signed(by),
        &[-15, 20],
    ),
    ("sacrifice", |leaves, by| leaves.sacrifice += by, &[-2, 2]),
    ("captured", |leaves, by| leaves.captured += by, &[-3, 3]),
    ("drops", |leaves, by| leaves.drops = leaves.drops.saturating_add_signed(by), &[-25, 25]),
    ("defender", |leaves, by| leaves.defender = leaves.defender.saturating_add_signed(by), &[-15, 20]),
    ("recaptured", |leaves, by| leaves.recaptured = leaves.recaptured.saturating_add_signed(by), &[-15, 20]),
    ("king moved", |leaves, by| leaves.king_moved = leaves.king_moved.saturating_add_signed(by), &[-10, 10]),
    ("hand", |leaves, by| leaves.hand += by, &[-6, 6]),
];

fn main() {
    let mut fitted = problems(yomikiri_data::YANEURAOU_MATE11, 0, 3);
    fitted.extend(problems(yomikiri_data::ZUKO, 0, 2));
    let chosen = problems(yomikiri_data::ZUKO, 1, 2);
    if std::env::args().any(|argument| argument == "fit") {
        let mut best = LeafWeights::FITTED;
        let (mut on_fitted, mut on_chosen) = (measure(&fitted, &best), measure(&chosen, &best));
        for (name, change, steps) in WEIGHTS {
            for &step in steps {
                let mut changed = best;
                change(&mut changed, step);
                let found = measure(&fitted, &changed);
                let (gain, error) = beside(&found, &on_fitted);
                println!("{name} {step:+}: {:.3} ± {error:.3}", gain.exp());
                if gain > -GAIN {
                    continue;
                }
                let also = measure(&chosen, &changed);
                let (also_gain, error) = beside(&also, &on_chosen);
                println!("  chosen: {:.3} ± {error:.3}", also_gain.exp());
                if also_gain < GAIN {
                    (best, on_fitted, on_chosen) = (changed, found, also);
                    println!("  kept: {best:?}");
                    break;
                }
            }
        }
        println!("{best:?}");
        return;
    }
    let sets = [
        ("fitted", fitted),
        ("chosen", chosen),
        ("held aside: mates in 11 from games", problems(yomikiri_data::YANEURAOU_MATE11, 1, 3)),
        ("held aside: mates in 9 from games", problems(yomikiri_data::YANEURAOU_MATE9, 1, 3)),
        ("held aside: generated mates", problems(yomikiri_data::TANUKI_MATE11, 0, 1)),
        ("held aside: game endings", problems(yomikiri_data::YO_TESTMATE, 0, 1)),
        ("held aside: famous problems", problems(yomikiri_data::LONG_MODERN, 0, 1)),
    ];
    for (name, set) in sets {
        show(name, &measure(&set, &LeafWeights::FITTED), &measure(&set, &LeafWeights::LIBERTIES));
    }
}
