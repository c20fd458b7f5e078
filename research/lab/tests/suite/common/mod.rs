//! Helpers of the integration tests: runs in temporary folders, and Othello positions.

use std::fs;

use serde_json::Value;
use yomikiri_lab::{Experiment, Lab, LabSettings, StoredReport, positions};
use yomikiri_othello::{Position, Six};
use yomikiri_testing::Folder;

/// Settings that write to the folder.
pub fn settings(folder: &Folder) -> LabSettings {
    LabSettings { out: Some(folder.path("")), ..LabSettings::default() }
}

/// A file of the folder.
pub fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).unwrap()
}

/// The JSON of the report with this name.
pub fn json(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&StoredReport::read_json(&folder.path(""), name).unwrap()).unwrap()
}

/// Runs an experiment, checks all its files, and returns its JSON.
pub fn finished(folder: &Folder, experiment: &dyn Experiment) -> Value {
    finished_with(folder, experiment, settings(folder))
}

/// Like [`finished`], with other settings.
pub fn finished_with(folder: &Folder, experiment: &dyn Experiment, settings: LabSettings) -> Value {
    let run = Lab::new(settings).run(experiment, |_| {}).unwrap();
    assert!(run.complete);
    let name = experiment.name();
    let files = ["csv", "json.gz", "md", "svg"].map(|extension| format!("{name}.{extension}"));
    assert_eq!(folder.names(), files, "nothing is left over");
    let svg = read(folder, &files[3]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
    let json = json(folder, name);
    let csv = read(folder, &files[0]);
    assert_eq!(csv.lines().count(), 1 + json["records"].as_array().unwrap().len());
    let columns = csv.lines().next().unwrap().split(',').count();
    assert_eq!(columns, json["records"][0].as_object().unwrap().len());
    let markdown = read(folder, &files[2]);
    assert!(markdown.contains(&format!("]({name}.svg)")) && markdown.contains("Measured on "), "{markdown}");
    assert_eq!((&json["experiment"], &json["complete"]), (&name.into(), &true.into()));
    for key in ["cpu", "cores", "version"] {
        assert!(!json["machine"][key].is_null(), "{key}");
    }
    json
}

/// The 6×6 position of the principal variation with this many vacant squares and White to move.
pub fn pv(empties: u32) -> Position<Six> {
    positions(empties).last().filter(|found| found.0 == empties).expect("an odd number from 3 to 31").1
}
