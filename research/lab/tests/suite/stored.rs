//! The stored reports of the repository are those that the program makes.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use yomikiri_lab::{
    Cell, Cells, Difference, EXPERIMENTS, Experiment, ExperimentInfo, Machine, Measured, Report, Sample,
    StoredReport, Task, Values,
};

/// The folder of this crate.
const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// The number of the sample that is measured again. It changes with each commit, and is 0 without
/// Git.
fn rotation() -> u64 {
    let head = Command::new("git").args(["-C", CRATE, "rev-parse", "--short=8", "HEAD"]).output();
    let head = head.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    u64::from_str_radix(head.trim().get(..8).unwrap_or("0"), 16).unwrap_or(0)
}

#[test]
fn reports_are_not_stale() {
    // The times of a release build; this build is slower.
    let (each, total) = (Duration::from_millis(250), Duration::from_millis(500));
    let folder = Path::new(CRATE).join("../reports");
    let number = rotation();
    let mut faults = Vec::new();
    for experiment in EXPERIMENTS {
        let name = experiment.name();
        let stored = StoredReport::read(&folder, name).unwrap();
        let report = stored.report(*experiment);
        let mut differences = stored.compare_text(*experiment, &report, &folder).unwrap();
        assert!(!report.claims.is_empty(), "{name}: what do the papers claim?");
        if stored.outdated.is_none() {
            let sample = Sample::Rotating { total, number };
            let (measured, changed) = stored.measure_again(*experiment, each, sample);
            assert!(measured > 0, "{name}: no measurement is quick enough to be made again");
            differences.extend(changed);
        }
        faults.extend(
            differences.iter().take(3).map(|difference: &Difference| format!("{name}: {difference}")),
        );
    }
    assert!(
        faults.is_empty(),
        "run `yomikiri-lab run` or `report`, or mark the report as stored by an older version. These are the same cells again:\n\
         cd research && cargo run --release -p yomikiri-lab -- check --out reports --each {} --total {} --rotation {number}\n{}",
        each.as_secs_f64(),
        total.as_secs_f64(),
        faults.join("\n")
    );
}

/// The list and the stored report agree about the time. Older versions stored no time for searches
/// that the node limit ended; their time is estimated by the nodes per second of the others.
#[test]
fn listed_times_are_those_of_the_reports() {
    let folder = Path::new(CRATE).join("../reports");
    for experiment in EXPERIMENTS {
        let ExperimentInfo { name, takes, .. } = experiment.info();
        let stored = StoredReport::read(&folder, name).unwrap();
        let own = |Measured { cell, took, .. }: &Measured| {
            let seconds = took.or(cell.number("cpu_seconds")).or(cell.number("seconds"))?;
            Some((seconds, cell.count("nodes").or(cell.count("visits")).unwrap_or(0)))
        };
        let (seconds, nodes) = stored
            .cells
            .iter()
            .filter_map(|(_, measured)| own(measured))
            .fold((0.0, 0), |(seconds, nodes), (more, visited)| (seconds + more, nodes + visited));
        let open = stored.cells.iter().filter(|(_, measured)| own(measured).is_none());
        let open: u64 = open
            .map(|(_, measured)| if let Cell::OverNodes { nodes } = measured.cell { nodes } else { 0 })
            .sum();
        let measured = if open > 0 { seconds * (1.0 + open as f64 / nodes as f64) } else { seconds };
        let (number, unit) = takes.split_once(' ').unwrap();
        let unit = match unit.split(',').next() {
            Some("h") => 3600.0,
            Some("min") => 60.0,
            unit => panic!("{name}: {unit:?}"),
        };
        let listed = number.parse::<f64>().unwrap() * unit;
        let ratio = listed / measured;
        assert!((0.6..1.6).contains(&ratio), "{name}: listed {takes}, measured {measured:.0} s");
    }
}

/// An experiment with a hundred cells that writes down which of them are measured.
#[derive(Default)]
struct Hundred {
    measured: Arc<Mutex<Vec<usize>>>,
}

impl Experiment for Hundred {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new("hundred", "a test")
    }

    fn tasks(&self) -> Vec<Task> {
        let task = |at: usize| {
            let measured = Arc::clone(&self.measured);
            Task::new(at.to_string(), move |_| {
                measured.lock().unwrap().push(at);
                Cell::Done { values: Values::default() }
            })
        };
        (0..100).map(task).collect()
    }

    fn report(&self, _: &Cells) -> Report {
        Report::default()
    }
}

#[test]
fn samples_come_round_to_every_cell() {
    // Cell 0 took 1 ms, cell 99 took 100 ms: 5.05 s together.
    let mut cells = Cells::default();
    for at in 0..100 {
        let values = Values::from_iter([("seconds".to_owned(), json!((at + 1) as f64 / 1000.0))]);
        cells.insert(at.to_string(), Cell::Done { values });
    }
    let stored = StoredReport {
        machine: Machine::this(),
        builds: Vec::new(),
        time: None,
        nodes: None,
        complete: true,
        outdated: None,
        cells,
    };
    let experiment = Hundred::default();
    let sample = |number: u64, each: f64, total: f64| {
        let sample = Sample::Rotating { total: Duration::from_secs_f64(total), number };
        let (count, differences) = stored.measure_again(&experiment, Duration::from_secs_f64(each), sample);
        let measured = std::mem::take(&mut *experiment.measured.lock().unwrap());
        assert_eq!((count, differences), (measured.len(), Vec::new()));
        measured
    };
    // Eleven samples of half a second have each cell once.
    let samples: Vec<_> = (40..51).map(|number| sample(number, 1.0, 0.5)).collect();
    for measured in &samples {
        let took: usize = measured.iter().map(|at| at + 1).sum();
        assert!((400..=520).contains(&took), "{took} ms: {measured:?}");
    }
    let mut all = samples.concat();
    all.sort_unstable();
    assert_eq!(all, Vec::from_iter(0..100));
    assert_eq!(sample(51, 1.0, 0.5), samples[0]);
    // All cells fit into one sample; each sample is one cell; some cells are too expensive.
    assert_eq!(sample(7, 1.0, 10.0).len(), 100);
    assert_eq!(sample(7, 1.0, 0.001), [92]);
    assert_eq!(sample(7, 0.01, 10.0), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
}
