//! Experiments with tiny settings: figures, files, stopping and resuming.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use crate::common::{finished, finished_with, json, read, settings};
use serde_json::{Value, json};
use yomikiri_lab::{
    Build, Cell, Cells, DeepVersusEpsilon, EXPERIMENTS, Experiment, ExperimentInfo, GraphShape, Graphs, Lab,
    LabSettings, Report, SakutaFigures, SakutaTable, SakutaTable1, SakutaTable4, SongFigures, StoredReport,
    Table, Task, Values, experiment, random_graph,
};
use yomikiri_pns::{Limits, Search};
use yomikiri_testing::Folder;

#[test]
fn names_are_unique_and_found() {
    for listed in EXPERIMENTS {
        assert_eq!(experiment(listed.name()).map(Experiment::name), Some(listed.name()));
        assert!(!listed.info().summary.is_empty() && !listed.tasks().is_empty());
    }
    assert!(experiment("sakuta-table-9").is_none());
}

#[test]
fn every_figure_of_tables_2_3_and_5_is_the_papers() {
    for table in [SakutaTable::TABLE_2, SakutaTable::TABLE_3, SakutaTable::TABLE_5] {
        let folder = Folder::new();
        let json = finished(&folder, &table.up_to(13));
        let records = json["records"].as_array().unwrap();
        let of_paper: Vec<&Value> =
            records.iter().filter(|record| !record["paper_count"].is_null()).collect();
        assert_eq!(of_paper.len(), 18);
        for record in of_paper {
            assert_eq!(record["equal"], true, "{record}");
            assert_eq!((&record["tree"], &record["depth"]), (&record["paper_tree"], &record["paper_depth"]));
        }
        let note = json["notes"]
            .as_array()
            .unwrap()
            .iter()
            .find(|note| note.as_str().unwrap().starts_with("Counts"));
        let note = note.unwrap().as_str().unwrap();
        assert!(note.ends_with("PN* **6 of 6**, PDS **6 of 6**, PN **6 of 6**."), "{note}");
        let claims = json["claims"].as_array().unwrap();
        assert!(claims[..3].iter().all(|claim| claim["holds"] == "yes"), "{claims:#?}");
        assert!(json["notes"].as_array().unwrap().iter().any(|note| note == "Wrong values: **0**."));
        for record in records {
            assert!(record["count"].as_u64().is_some() && record["seconds"].as_f64().is_some(), "{record}");
            // Every search has a solution.
            assert!(record["tree"].as_u64().is_some() && record["depth"].as_u64().is_some(), "{record}");
        }
    }
}

#[test]
fn deep_dfpn_beside_the_others() {
    let small = |folder: &Folder, experiment: &dyn Experiment| {
        finished_with(folder, experiment, LabSettings { nodes: Some(300), ..settings(folder) })
    };
    let folder = Folder::new();
    let json = small(&folder, &SongFigures { problems: 2 });
    let records = json["records"].as_array().unwrap();
    assert_eq!((records.len(), json["tables"].as_array().unwrap().len()), (20, 4));
    let claims = json["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 5);
    assert!(claims[4]["paper"].as_str().unwrap().contains("E = 0"), "{claims:#?}");
    // D = 0 is df-pn, and D = 1 differs only in the number of the root.
    let count = |d: u64| {
        let record = records.iter().find(|record| record["D"] == d).unwrap();
        (record["generated"].clone(), record["state"].clone())
    };
    assert_eq!(count(0), count(1));

    let folder = Folder::new();
    let json = small(&folder, &DeepVersusEpsilon { instances: 1 });
    let records = json["records"].as_array().unwrap();
    let is_decided = |record: &&Value| !record["proven"].is_null();
    assert!(records.iter().filter(is_decided).count() > 10 && json["claims"].as_array().unwrap().len() == 3);
    assert!(records.iter().any(|record| record["world"] == "6×6 Othello"));
    // All algorithms that solve an instance agree on its value.
    for record in records.iter().filter(is_decided) {
        let same = |other: &&Value| other["instance"] == record["instance"] && is_decided(other);
        assert!(records.iter().filter(same).all(|other| other["proven"] == record["proven"]), "{record}");
    }
    let notes = json["notes"].as_array().unwrap();
    assert!(
        notes.iter().any(|note| note.as_str().unwrap().starts_with("**Is Deep df-pn more than a large ε?**"))
    );
}

#[test]
fn tables_1_and_4_are_the_papers() {
    let folder = Folder::new();
    let json = finished(&folder, &SakutaTable1 { most_vacant: 11 });
    assert!(json["records"].as_array().unwrap().iter().all(|record| record["equal"] == true), "{json:#}");
    let folder = Folder::new();
    let json = finished(&folder, &SakutaTable4 { most_vacant: 13 });
    let records = json["records"].as_array().unwrap();
    let pvs: Vec<&Value> = records.iter().filter(|record| record["search"] == "PVS").collect();
    let equal = |record: &&Value| record["equal"] == true && record["depth"] == record["paper_depth"];
    assert!(pvs.len() == 6 && pvs.iter().all(equal), "{pvs:#?}");
    assert!(records.iter().all(|record| record["score"] == 4));
}

#[test]
fn figures_have_every_curve() {
    let folder = Folder::new();
    let json = finished(&folder, &SakutaFigures { most_vacant: 9 });
    let svg = read(&folder, "sakuta-figures.svg");
    for name in ["PN*, paper", "PDS, ours", "PVS, paper", "PVS, ours", "df-pn, ours", "Figure 2", "Figure 3"]
    {
        assert!(svg.contains(name), "{name}");
    }
    assert_eq!(json["records"][0]["figure"], 2);
}

#[test]
fn graphs_are_decided_rightly() {
    let folder = Folder::new();
    let json = finished(&folder, &Graphs { scale: 0.01 });
    for record in json["records"].as_array().unwrap() {
        assert_eq!(record["wrong"], 0, "{record}");
        let parts = ["solved", "undecided", "stuck"].map(|key| record[key].as_u64().unwrap());
        assert_eq!(parts.iter().sum::<u64>(), record["graphs"].as_u64().unwrap());
        if record["algorithm"].as_str().unwrap().contains("tca") {
            assert_eq!(record["solved"], record["graphs"], "{record}");
        }
    }
}

/// An experiment that counts its measurements.
struct Counting {
    measured: Arc<AtomicU32>,
    /// The measurement that sets the flag.
    stop_at: Option<(usize, Arc<AtomicBool>)>,
}

impl Experiment for Counting {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new("counting", "a test")
    }

    fn tasks(&self) -> Vec<Task> {
        let task = |at: usize| {
            let (measured, stop) = (Arc::clone(&self.measured), self.stop_at.clone());
            Task::new(format!("task {at}"), move |_| {
                if let Some((_, flag)) = stop.as_ref().filter(|(stop_at, _)| *stop_at == at) {
                    flag.store(true, Ordering::Relaxed);
                    return Cell::Stopped;
                }
                measured.fetch_add(1, Ordering::Relaxed);
                let mut values = Values::new();
                values.insert("n".into(), at.into());
                if at == 1 { Cell::Over { seconds: 2.0 } } else { Cell::Done { values } }
            })
        };
        (0..4).map(task).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let mut table = Table::new("n", "n");
        table.rows = (0..4)
            .filter_map(|at| {
                Some(vec![cells.get(&format!("task {at}"))?.missing_reason().unwrap_or("done".into())])
            })
            .collect();
        Report { title: "Counting".into(), tables: vec![table], ..Report::default() }
    }
}

fn partial(folder: &Path) -> PathBuf {
    folder.join("counting.partial.jsonl")
}

/// A line of a file of saved cells, measured by this build.
fn saved(task: usize, cell: Value) -> String {
    let mut line = json!({ "id": format!("task {task}"), "cell": cell });
    line["cell"]["build"] = Build::this().unwrap().executable.clone().into();
    format!("{line}\n")
}

#[test]
fn a_stopped_run_writes_what_it_has_and_is_continued() {
    let folder = Folder::new();
    let (measured, flag) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let settings = || LabSettings { time: Some(Duration::from_secs(2)), ..settings(&folder) };
    let stopping = Counting { measured: Arc::clone(&measured), stop_at: Some((2, Arc::clone(&flag))) };
    let run = Lab::new(LabSettings { stop: Some(flag), ..settings() }).run(&stopping, |_| {}).unwrap();
    assert!(!run.complete);
    assert_eq!(measured.load(Ordering::Relaxed), 2);
    assert!(read(&folder, "counting.md").contains("Stopped before the end"));
    assert_eq!(json(&folder, "counting")["complete"], false);
    assert_eq!(run.report.tables[0].rows.len(), 2);

    // Imitate a program that was killed while writing.
    let mut kept = fs::read_to_string(partial(&folder.path(""))).unwrap();
    assert_eq!(kept.lines().count(), 3);
    kept.push_str("{\"id\":\"task 2\",\"ce");
    fs::write(partial(&folder.path("")), kept).unwrap();

    let going_on = Counting { measured: Arc::clone(&measured), stop_at: None };
    let run = Lab::new(settings()).run(&going_on, |_| {}).unwrap();
    assert!(run.complete);
    assert_eq!(measured.load(Ordering::Relaxed), 4, "two were kept, two were left");
    assert!(!partial(&folder.path("")).exists());
    assert_eq!(run.report.tables[0].rows.concat(), ["done", "> 2 s", "done", "done"]);

    // A finished experiment starts again.
    Lab::new(settings()).run(&going_on, |_| {}).unwrap();
    assert_eq!(measured.load(Ordering::Relaxed), 8);
}

#[test]
fn an_unfinished_report_alone_is_continued() {
    let folder = Folder::new();
    let (measured, flag) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let settings = || LabSettings { time: Some(Duration::from_secs(2)), ..settings(&folder) };
    let stopping = Counting { measured: Arc::clone(&measured), stop_at: Some((2, Arc::clone(&flag))) };
    Lab::new(LabSettings { stop: Some(flag), ..settings() }).run(&stopping, |_| {}).unwrap();
    fs::remove_file(partial(&folder.path(""))).unwrap();
    let report = StoredReport::read_json(&folder.path(""), "counting").unwrap();

    let going_on = Counting { measured: Arc::clone(&measured), stop_at: None };
    assert!(Lab::new(settings()).run(&going_on, |_| {}).unwrap().complete);
    assert_eq!(measured.load(Ordering::Relaxed), 4, "two were in the report, two were left");

    // That of another build is not.
    let report = report.replace(&Build::this().unwrap().executable, "0123456789abcdef");
    fs::remove_file(folder.path("counting.json.gz")).unwrap();
    fs::write(folder.path("counting.json"), &report).unwrap();
    let error = Lab::new(settings()).run(&going_on, |_| {}).unwrap_err().to_string();
    assert!(error.contains("counting.json: ") && error.contains("executable 0123456789abcdef"), "{error}");
    assert_eq!((read(&folder, "counting.json"), measured.load(Ordering::Relaxed)), (report, 4));
}

#[test]
fn every_cell_names_its_build() {
    let folder = Folder::new();
    let this = Build::this().unwrap();
    assert_eq!(
        (this.version.as_str(), this.compiler.starts_with("rustc ")),
        (env!("CARGO_PKG_VERSION"), true)
    );
    let counting = Counting { measured: Arc::default(), stop_at: None };
    let builds = |settings: LabSettings| {
        let run = Lab::new(settings).run(&counting, |_| {}).unwrap();
        let json = json(&folder, "counting");
        let cells = json["cells"].as_object().unwrap();
        let of_cells: Vec<Value> = cells.values().map(|cell| cell["build"].clone()).collect();
        (of_cells, json["builds"].clone(), run.report.markdown())
    };
    let executable = Value::from(this.executable.as_str());
    let (of_cells, listed, markdown) = builds(settings(&folder));
    assert_eq!((of_cells, listed), (vec![executable.clone(); 4], json!([this])));
    assert!(markdown.contains(&format!("\n\nMeasured by {this}.\n")), "{markdown}");

    // Cells of two other builds, one of them unknown.
    let mut old = this.clone();
    old.executable = "0123456789abcdef".to_owned();
    old.commit = "badc0ffee".to_owned();
    let lines = [
        json!({ "experiment": "counting", "build": old }),
        json!({ "id": "task 0", "cell": { "state": "done", "values": {}, "build": old.executable } }),
        json!({ "id": "task 3", "cell": { "state": "done", "values": {} } }),
    ];
    let lines = lines.map(|line| format!("{line}\n")).concat();
    fs::write(partial(&folder.path("")), &lines).unwrap();
    let error = Lab::new(settings(&folder)).run(&counting, |_| {}).unwrap_err().to_string();
    let expected = format!("counting.partial.jsonl: measured by {old}, this is {this}");
    assert!(error.ends_with(&expected), "{error}");
    assert_eq!(fs::read_to_string(partial(&folder.path(""))).unwrap(), lines);

    let (of_cells, listed, markdown) = builds(LabSettings { mix: true, ..settings(&folder) });
    assert_eq!(of_cells, [old.executable.as_str().into(), executable.clone(), executable, Value::Null]);
    assert_eq!(listed, json!([this, old]));
    let note = format!(
        "**Measured by several builds:** 2 of 4 cells by {this}, 1 of 4 cells by {old}, 1 of 4 cells by an unknown version."
    );
    assert!(markdown.contains(&note), "{markdown}");
}

#[test]
fn more_time_is_another_chance() {
    let folder = Folder::new();
    let measured = Arc::new(AtomicU32::new(0));
    let counting = Counting { measured: Arc::clone(&measured), stop_at: None };
    let cells = saved(0, json!({ "state": "done", "values": { "n": 0 } }))
        + &saved(1, json!({ "state": "over", "seconds": 2.0 }));
    // If the run is stopped before that, what the smaller limit left open stays in the report.
    fs::write(partial(&folder.path("")), cells).unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    let stopped = LabSettings { stop: Some(flag), time: Some(Duration::from_secs(3)), ..settings(&folder) };
    let run = Lab::new(stopped).run(&counting, |_| {}).unwrap();
    assert_eq!((run.complete, measured.load(Ordering::Relaxed)), (false, 0));
    assert_eq!(run.report.tables[0].rows.concat(), ["done", "> 2 s"]);

    // The same if it is stopped while that is measured again.
    let flag = Arc::new(AtomicBool::new(false));
    let stopping = Counting { measured: Arc::clone(&measured), stop_at: Some((1, Arc::clone(&flag))) };
    let stopped = LabSettings { stop: Some(flag), time: Some(Duration::from_secs(3)), ..settings(&folder) };
    let run = Lab::new(stopped).run(&stopping, |_| {}).unwrap();
    assert_eq!((run.complete, measured.load(Ordering::Relaxed)), (false, 0));
    assert_eq!(run.report.tables[0].rows.concat(), ["done", "> 2 s"]);

    Lab::new(LabSettings { time: Some(Duration::from_secs(3)), ..settings(&folder) })
        .run(&counting, |_| {})
        .unwrap();
    assert_eq!(measured.load(Ordering::Relaxed), 3, "one was done, one is tried again, two are new");
}

/// An experiment with a time limit of its own that reports the limit it is given.
struct Timed;

impl Experiment for Timed {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new("timed", "reports its limit")
            .limited(Duration::from_secs(5))
            .timed_by("no times at all")
    }

    fn tasks(&self) -> Vec<Task> {
        vec![Task::new("limit", |limits: &Limits| {
            let seconds = limits.time.map(|time| time.as_secs_f64());
            Cell::Done { values: Values::from_iter([("limit".to_owned(), seconds.into())]) }
        })]
    }

    fn report(&self, cells: &Cells) -> Report {
        let limit = cells.get("limit").and_then(|cell| cell.number("limit"));
        Report { title: format!("{limit:?}"), ..Report::default() }
    }
}

#[test]
fn an_experiment_may_have_a_limit_of_its_own_and_reports_name_it() {
    for (given, limit) in [(None, "5"), (Some(Duration::from_millis(250)), "0.25")] {
        let run =
            Lab::new(LabSettings { time: given, ..LabSettings::default() }).run(&Timed, |_| {}).unwrap();
        assert_eq!(run.report.title, format!("Some({:?})", limit.parse::<f64>().unwrap()));
        let markdown = run.report.markdown();
        assert!(
            markdown.contains(&format!("Longest time of a single measurement: {limit} s.")),
            "{markdown}"
        );
        assert!(markdown.contains("one thread, no times at all."), "{markdown}");
    }
}

#[test]
fn what_two_experiments_share_is_measured_once() {
    let folder = Folder::new();
    let measured = Arc::new(AtomicU32::new(0));
    let counting = Counting { measured: Arc::clone(&measured), stop_at: None };
    let mut lab = Lab::new(LabSettings { time: Some(Duration::from_secs(2)), ..settings(&folder) });
    let mut seen = Vec::new();
    lab.run(&counting, |progress| seen.push((progress.done, progress.of))).unwrap();
    assert_eq!(seen, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]);
    lab.run(&counting, |_| {}).unwrap();
    assert_eq!(measured.load(Ordering::Relaxed), 4);

    // What a smaller limit had left open in the second one's folder does not count against it.
    let open = [0, 1].map(|task| saved(task, json!({ "state": "over", "seconds": 1.0 })));
    fs::write(partial(&folder.path("")), open.concat()).unwrap();
    lab.run(&counting, |_| {}).unwrap();
    assert_eq!(measured.load(Ordering::Relaxed), 4);
}

#[test]
fn a_search_over_its_limit_is_not_a_value() {
    let settings = LabSettings { time: Some(Duration::from_micros(1)), ..LabSettings::default() };
    let run = Lab::new(settings).run(&SakutaTable::TABLE_2.up_to(17), |_| {}).unwrap();
    assert!(run.complete);
    let markdown = run.report.markdown();
    assert!(markdown.contains("> 0.000001 s"), "{markdown}");
    assert!(run.files.is_empty());
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let folder = Folder::new();
    fs::write(folder.path("file"), "").unwrap();
    let settings = LabSettings { out: Some(folder.path("file/x")), ..LabSettings::default() };
    let error = Lab::new(settings).run(&SakutaTable1 { most_vacant: 7 }, |_| {}).unwrap_err();
    assert!(error.to_string().contains("file"), "{error}");
}

/// Seeds whose graphs stayed undecided with a table of a dozen entries: numbers that were clamped made the search enter the same
/// node for ever, or the table forgot the numbers that it had just learned.
#[test]
fn guarded_searches_end_with_the_smallest_tables() {
    for seed in [249, 316, 338, 362, 404, 906] {
        let graph = random_graph(GraphShape::Cyclic, seed, 40);
        for algorithm in ["default", "dfpn+tca", "dfpn+tca+wpns", "dfpn+tca+snda", "dfpn+tca+nagai"] {
            for memory in [1 << 10, 1100, 1200, 1300, 1 << 11] {
                let limits = Limits { visits: Some(30_000), memory, ..Limits::default() };
                let outcome =
                    Search::new(graph.root()).algorithm(algorithm.parse().unwrap()).limits(limits).run();
                let case = format!("graph {seed}, {algorithm}, {memory} bytes");
                assert_eq!(outcome.verdict.value(), Some(graph.truth()[0]), "{case}");
            }
        }
    }
}
