//! What the tests share. Not every test program uses all of it.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use yomikiri_lab::{Experiment, Lab, Settings};

/// A folder of its own for each test, gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("yomikiri-lab-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn settings(&self) -> Settings {
        Settings { out: Some(self.0.clone()), ..Settings::default() }
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every file of a finished experiment, and its JSON.
pub fn finished(folder: &Folder, experiment: &dyn Experiment) -> Value {
    finished_with(folder, experiment, folder.settings())
}

/// The same with other settings.
pub fn finished_with(folder: &Folder, experiment: &dyn Experiment, settings: Settings) -> Value {
    let run = Lab::new(settings).run(experiment, |_| {}).unwrap();
    assert!(run.complete);
    let name = experiment.name();
    let files = ["csv", "json", "md", "svg"].map(|extension| format!("{name}.{extension}"));
    assert_eq!(folder.names(), files, "nothing is left over");
    let svg = folder.read(&files[3]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
    let json = folder.json(&files[1]);
    let csv = folder.read(&files[0]);
    assert_eq!(csv.lines().count(), 1 + json["records"].as_array().unwrap().len());
    let columns = csv.lines().next().unwrap().split(',').count();
    assert_eq!(columns, json["records"][0].as_object().unwrap().len());
    let markdown = folder.read(&files[2]);
    assert!(markdown.contains(&format!("]({name}.svg)")) && markdown.contains("Measured on "), "{markdown}");
    assert_eq!((&json["experiment"], &json["complete"]), (&name.into(), &true.into()));
    for key in ["cpu", "cores", "version"] {
        assert!(!json["machine"][key].is_null(), "{key}");
    }
    json
}
