//! Measurements of one problem in several orders of moves.
//!
//! The measures depend on the order of moves, so one order alone says little.

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Knowledge, Limits, Progress};

use super::{MeasureSettings, Measurement, MoveOrdering, Spread};

/// Measurements in the order of the generator and in shuffled orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// The measurement in the order of the generator.
    pub generated: Measurement,
    /// The measurements with seeds 1, 2, …; fewer than requested if the time ran out.
    pub shuffled: Vec<Measurement>,
}

impl Survey {
    /// Measures with these settings in the order of the generator and in `orders` shuffled orders. The limits of nodes and
    /// memory hold for each search, the time limit for all of them together.
    pub fn of<G: Knowledge + Clone>(
        game: &G,
        settings: MeasureSettings,
        orders: u64,
        limits: &Limits,
        on_progress: &mut dyn FnMut(Progress<'_>),
    ) -> Survey {
        let start = Instant::now();
        let stopped =
            || limits.stop.as_ref().is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed));
        let mut measure = |order: MoveOrdering| {
            let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            let limits = Limits { time, ..limits.clone() };
            let report = |progress: Progress<'_>| on_progress(progress);
            MeasureSettings { order, ..settings }.measure(game.clone(), limits, Some(Box::new(report)))
        };
        let generated = measure(MoveOrdering::Generated);
        let mut shuffled = Vec::new();
        for seed in 1..=orders {
            if stopped() || limits.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
            shuffled.push(measure(MoveOrdering::Shuffled(seed)));
        }
        Survey { generated, shuffled }
    }

    /// The statistics of the [measures](Measurement::numbers) over the shuffled orders; `None` if there are none.
    pub fn spreads(&self) -> [Option<Spread>; 3] {
        std::array::from_fn(|at| {
            Spread::of(self.shuffled.iter().map(|measurement| measurement.numbers()[at]))
        })
    }
}
