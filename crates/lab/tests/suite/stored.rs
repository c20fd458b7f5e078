//! The stored reports of the repository are those that the program makes.

use std::path::Path;
use std::time::Duration;

use yomikiri_lab::{Difference, EXPERIMENTS, StoredReport};

/// Measurements that took at most this long in a release build are made again here, in a slower build.
const EACH: Duration = Duration::from_millis(20);
/// The most measurements of an experiment that are made again.
const COUNT: usize = 2;

#[test]
fn reports_are_not_stale() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab"));
    let mut faults = Vec::new();
    for experiment in EXPERIMENTS {
        let name = experiment.name();
        let stored = StoredReport::read(folder, name).unwrap();
        let report = stored.report(*experiment);
        let mut differences = stored.compare_text(*experiment, &report, folder).unwrap();
        assert!(!report.claims.is_empty(), "{name}: what do the papers claim?");
        let (measured, changed) = stored.measure_again(*experiment, EACH, COUNT);
        assert!(measured > 0, "{name}: no measurement is quick enough to be made again");
        differences.extend(changed);
        faults.extend(
            differences.iter().take(3).map(|difference: &Difference| format!("{name}: {difference}")),
        );
    }
    assert!(faults.is_empty(), "see `yomikiri-lab report` and `run`:\n{}", faults.join("\n"));
}
