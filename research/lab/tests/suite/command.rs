//! The command `yomikiri-lab`.

use serde_json::Value;
use yomikiri_lab::StoredReport;
use yomikiri_testing::{self as testing, Folder, Run};

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
        for extension in ["json.gz", "csv", "md", "svg"] {
            assert!(out.join(format!("{name}.{extension}")).is_file(), "{name}.{extension}");
        }
        let json = StoredReport::read_json(&out, name).unwrap();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["experiment"], &json["complete"]), (&name.into(), &true.into()));
    }
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 8, "nothing is left over");
}

#[test]
fn a_stale_report_is_found_and_marked() {
    let folder = Folder::new();
    let out = folder.path("");
    let lab = |args: &str| run(args.split(' ').map(AsRef::as_ref).chain(["--out".as_ref(), out.as_os_str()]));
    let check = |args: &str, code: i32| {
        let run = lab(&format!("check sakuta-table-1 {args}"));
        assert_eq!((run.code, run.err.as_str()), (code, ""));
        String::from_utf8(run.out).unwrap()
    };
    let read = |extension: &str| {
        std::fs::read_to_string(folder.path(format!("sakuta-table-1.{extension}"))).unwrap()
    };

    let read_json = || StoredReport::read_json(&out, "sakuta-table-1").unwrap();

    lab("run sakuta-table-1 --time 0.5").text();
    assert!(check("--each 10", 10).contains(" measured again, 0 differences\n"));
    // A program that counts otherwise stored the report.
    let (id, [right, wrong]) = ("othello6 vacant=9 terminal statistics", ["\"draw\":", "\"draw\":1"]);
    let json = read_json();
    let cell = json.lines().find(|line| line.contains(id)).unwrap();
    std::fs::remove_file(folder.path("sakuta-table-1.json.gz")).unwrap();
    std::fs::write(folder.path("sakuta-table-1.json"), json.replace(cell, &cell.replace(right, wrong)))
        .unwrap();
    lab("report sakuta-table-1").text();
    let names = ["csv", "json.gz", "md", "svg"].map(|extension| format!("sakuta-table-1.{extension}"));
    assert_eq!(folder.names(), names, "the JSON of an older version is replaced");
    for sample in ["", " --rotation 0 --total 100", " --rotation 1 --total 100"] {
        let text = check(&format!("--each 10{sample}"), 20);
        assert!(text.contains(" 1 differences\n") && text.contains(id), "{sample}: {text}");
    }

    let marked = ", 1 differences, marked as stored by an older version\n";
    assert!(check("--each 10 --mark", 10).ends_with(marked));
    let json: Value = serde_json::from_str(&read_json()).unwrap();
    assert_eq!(json["outdated"]["differ"], 1);
    let mark = format!(
        "# {}\n\n**Stored by an older version of the program:** of {} cells that were measured again, 1 had another result.\n",
        json["title"].as_str().unwrap(),
        json["outdated"]["measured_again"]
    );
    assert!(read("md").starts_with(&mark), "{}", read("md"));
    assert!(check("--each 10", 10).ends_with(marked));
    // The mark is data, which every report that is written again shows.
    lab("report sakuta-table-1").text();
    assert!(read("md").starts_with(&mark));
    // It excuses other results, not other texts.
    std::fs::write(folder.path("sakuta-table-1.md"), "# By hand\n").unwrap();
    assert!(check("--each 10", 20).contains("  sakuta-table-1.md: line 1 would be"));
    // A new measurement has no mark.
    lab("run sakuta-table-1 --time 0.5").text();
    assert!(!read("md").contains("older version") && !read_json().contains("outdated"));
}

#[test]
fn builds_are_not_mixed() {
    let folder = Folder::new();
    let out = folder.path("");
    let lab = |args: &str| run(args.split(' ').map(AsRef::as_ref).chain(["--out".as_ref(), out.as_os_str()]));
    let file = folder.path("sakuta-table-1.partial.jsonl");
    let saved = "{\"experiment\":\"sakuta-table-1\",\"version\":\"0.2.0\",\"release\":true}\n\
                 {\"id\":\"othello6 vacant=7 terminal statistics\",\"cell\":{\"state\":\"failed\",\"reason\":\"too old\"}}\n";
    std::fs::write(&file, saved).unwrap();
    // Nothing is measured before it is refused.
    let message = lab("run sakuta-table-4 sakuta-table-1 --time 0.1").error(2);
    for part in ["sakuta-table-1.partial.jsonl: ", "an unknown version", "executable ", "--mix"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    assert_eq!(folder.names(), ["sakuta-table-1.partial.jsonl"]);

    let text = lab("run sakuta-table-1 --time 0.1 --mix").text();
    assert!(
        text.contains("too old")
            && text.contains("\n\n**Measured by several builds:** 5 of 6 cells by yomikiri "),
        "{text}"
    );
    assert!(text.contains(", 1 of 6 cells by an unknown version.\n"), "{text}");
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
    assert!(names.contains(&"sakuta-table-1.json.gz".to_owned()), "{names:?}");
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
