//! The command `yomikiri-lab`.

use serde_json::Value;
use yomikiri_console::testing::{self, Folder, Run};

const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri-lab");

fn run<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    testing::run(BINARY, args, b"")
}

#[test]
fn the_list() {
    let text = run(["list"]).text();
    let json = run(["list", "--json"]).json();
    for name in [
        "sakuta-table-1",
        "sakuta-table-2",
        "sakuta-table-3",
        "sakuta-table-4",
        "sakuta-table-5",
        "sakuta-figures",
        "sakuta-table-6",
        "sakuta-table-7",
        "kishimoto-table-1",
        "kishimoto-table-2",
        "kishimoto-table-3",
        "mate-techniques",
        "song-figures",
        "deep-vs-epsilon",
        "graphs",
    ] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}:\n{text}");
        assert!(json.as_array().unwrap().iter().any(|listed| listed["name"] == name));
    }
    // How long each takes.
    for listed in json.as_array().unwrap() {
        let takes = listed["takes"].as_str().unwrap();
        assert!(
            ["s", "second", "seconds", "min", "h"]
                .iter()
                .any(|unit| takes.split([' ', ',']).any(|word| word == *unit)),
            "{listed}"
        );
        assert!(text.contains(takes), "{listed}:\n{text}");
    }
}

#[test]
fn an_experiment_with_its_files() {
    let folder = Folder::new();
    let out = folder.path("results");
    let args = ["run", "sakuta-table-4", "sakuta-table-1", "--time", "0.1", "--out"];
    let text = run(args.iter().map(AsRef::as_ref).chain([out.as_os_str()])).text();
    for part in
        ["# Sakuta and Iida, table 4", "# Sakuta and Iida, table 1", " 305 |", "> 0.1 s", "Measured on "]
    {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    for name in ["sakuta-table-4", "sakuta-table-1"] {
        for extension in ["json", "csv", "md", "svg"] {
            assert!(out.join(format!("{name}.{extension}")).is_file(), "{name}.{extension}");
        }
        let json = std::fs::read_to_string(out.join(format!("{name}.json"))).unwrap();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["experiment"], &json["complete"]), (&name.into(), &true.into()));
    }
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 8, "nothing is left over");
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_there_is() {
    let folder = Folder::new();
    let out = folder.path(".");
    let args = ["run", "sakuta-table-1", "graphs", "--out", out.to_str().unwrap()];
    let ended = testing::signalled(BINARY, args, "INT");
    assert_eq!((ended.code, ended.err.as_str()), (130, ""));
    assert!(String::from_utf8(ended.out).unwrap().contains("Stopped before the end"));
    let names = folder.names();
    assert!(names.contains(&"sakuta-table-1.partial.jsonl".to_owned()), "{names:?}");
    assert!(names.contains(&"sakuta-table-1.json".to_owned()), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("graphs")), "the rest is not begun: {names:?}");
}

#[test]
fn bad_input() {
    let folder = Folder::new();
    let file = folder.file("file", "");
    for (args, expected) in [
        (&["run", "sakuta-table-1", "sakuta-table-9"][..], "no experiment `sakuta-table-9`"),
        (&["run"], "<NAME>"),
        (&["run", "graphs", "--time", "0"], "seconds above 0"),
        (&["run", "graphs", "--out", &file], "is not a folder"),
        (&["walk"], "'walk'"),
    ] {
        let message = run(args).error(2);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}
