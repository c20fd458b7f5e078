//! Measurements of one problem in several orders of moves.
//!
//! The measures depend on the order of moves, so one order alone says little.

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Knowledge, Limits, Progress};

use super::{MeasureSettings, Measurement, MoveOrdering, Statistics};

/// Measurements in the order of the generator and in shuffled orders.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderSurvey {
    /// The measurement in the order of the generator.
    pub generated: Measurement,
    /// The measurements with seeds 1, 2, …; fewer than requested if the time ran out.
    pub shuffled: Vec<Measurement>,
}

impl OrderSurvey {
    /// Measures with these settings in the order of the generator and in `orders` shuffled orders. The limits of nodes and
    /// memory hold for each search, the time limit for all of them together.
    pub fn measure<G: Knowledge + Clone>(
        game: &G,
        settings: MeasureSettings,
        orders: u64,
        limits: &Limits,
        on_progress: &mut dyn FnMut(Progress<'_>),
    ) -> OrderSurvey {
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
        OrderSurvey { generated, shuffled }
    }

    /// The statistics of the [measures](Measurement::numbers) over the shuffled orders; `None` if there are none.
    pub fn statistics(&self) -> [Option<Statistics>; 3] {
        std::array::from_fn(|at| {
            Statistics::from_numbers(self.shuffled.iter().map(|measurement| measurement.numbers()[at]))
        })
    }
}
