//! The same problem in several orders of moves.

use std::time::Instant;

use yomikiri_pns::{Knowledge, Limits, Progress};

use super::{Measurement, Order, Settings, Spread};

/// A measurement in the generator's order, and in shuffled ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The generator's order.
    pub generated: Measurement,
    /// Seeds 1, 2, …; fewer than asked for if the time was over.
    pub shuffled: Vec<Measurement>,
}

impl Survey {
    /// Measures with these settings in the generator's order and in so many others. Nodes and memory limit each search, the time
    /// limits all of them together.
    pub fn of<G: Knowledge + Clone>(
        game: &G,
        settings: Settings,
        orders: u64,
        limits: &Limits,
        on_progress: &mut dyn FnMut(Progress<'_>),
    ) -> Survey {
        let start = Instant::now();
        let stopped =
            || limits.stop.as_ref().is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
        let mut measure = |order: Order| {
            let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            let limits = Limits { time, ..limits.clone() };
            let report = |progress: Progress<'_>| on_progress(progress);
            Settings { order, ..settings }.measure(game.clone(), limits, Some(Box::new(report)))
        };
        let generated = measure(Order::Generated);
        let mut shuffled = Vec::new();
        for seed in 1..=orders {
            if stopped() || limits.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
            shuffled.push(measure(Order::Shuffled(seed)));
        }
        Survey { generated, shuffled }
    }

    /// How the [numbers](Measurement::numbers) spread over the shuffled orders; nothing if there are none.
    pub fn spreads(&self) -> [Option<Spread>; 3] {
        std::array::from_fn(|at| {
            Spread::of(self.shuffled.iter().map(|measurement| measurement.numbers()[at]))
        })
    }
}
