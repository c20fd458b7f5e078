//! `yomikiri solve` on lists: rows, jobs, resuming, hostile input.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use crate::common::{Folder, NO_MATE, ONE, ZUKO_2, run, run_with};
use serde_json::Value;

const SMALL: [&str; 4] = ["solve", "--json", "--memory", "16MiB"];

fn names(rows: &[Value]) -> Vec<&str> {
    let mut names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap_or("")).collect();
    names.sort();
    names
}

#[test]
fn rows_and_exit_codes() {
    let list = format!("# list\n{ONE}\t1\tone\n{NO_MATE}\tnone\n\n{ZUKO_2}\t21\t図巧 2\tbook\n");
    let rows = run_with([&SMALL[..], &["-"]].concat(), list.as_bytes()).rows(0);
    let verdicts: Vec<&str> = rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["mate", "nomate", "mate"]);
    assert_eq!(
        rows.iter().map(|row| row["name"].as_str()).collect::<Vec<_>>(),
        [Some("one"), Some("none"), Some("図巧 2")]
    );
    let folder = Folder::new();
    let file = folder.file("list.sfen", &list);
    let text = run(["solve", "--memory", "16MiB", &file]).text();
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "one: mate in 1 ply (proved shortest)",
        "none: no mate",
        "図巧 2: mate in 21 plies (proved shortest)",
        "",
        "3 problems: 2 mate (2 proved shortest), 1 no mate, 0 unknown, 0 unreadable",
    ];
    assert_eq!(lines, expected);
    let verbose = run(["solve", "--memory", "16MiB", "-v", &file]).text();
    let (row, total) = (verbose.lines().nth(1).unwrap(), verbose.lines().nth(5).unwrap());
    assert!(
        row.starts_with("none: no mate, ") && row.contains(" nodes, ") && row.ends_with(" s"),
        "{verbose}"
    );
    assert!(total.contains(" nodes, ") && total.contains(" s (CPU "), "{verbose}");
    let japanese = run(["solve", "--memory", "16MiB", "--lang", "ja", &file]).text();
    assert!(japanese.starts_with("one：1手詰（最短を確認）\nnone：詰みなし\n"), "{japanese}");
}

#[test]
fn rows_can_be_joined_to_their_input() {
    let written = format!("sfen {ONE}");
    let list = format!(
        "# list\n\n{ONE}\t1\tone\n{written} \t3手詰\tthree\n{NO_MATE}\t5\n{ONE}\tno length\nwhat\t7\tbad\n"
    );
    let rows = run_with([&SMALL[..], &["-", "--jobs", "2"]].concat(), list.as_bytes()).rows(2);
    let mut rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let keys = ["line", "input", "expected_length", "length_differs"].map(|key| row[key].clone());
            (keys, row["position"] == row["input"])
        })
        .collect();
    rows.sort_by_key(|(keys, _)| keys[0].as_u64());
    let row = |line: u64, input: &str, expected: Option<u64>, differs: Option<bool>| {
        let keys = [line.into(), input.into(), expected.into(), differs.map_or(Value::Null, Value::Bool)];
        (keys, input == "what")
    };
    let expected = [
        row(3, ONE, Some(1), Some(false)),
        row(4, &written, Some(3), Some(true)),
        row(5, NO_MATE, Some(5), Some(true)),
        row(6, ONE, None, None),
        row(7, "what", None, None),
    ];
    assert_eq!(rows, expected);
    let text = run_with(["solve", "-", "--memory", "16MiB"], list.as_bytes());
    let text = String::from_utf8(text.out).unwrap();
    assert!(text.contains("three: mate in 1 ply (proved shortest); expected a mate in 3 plies\n"), "{text}");
    assert!(text.contains("no mate; expected a mate in 5 plies\n"), "{text}");
    assert_eq!(text.matches("expected").count(), 2, "{text}");
    let page = run(["solve", &format!("{ONE}\t3"), "--memory", "16MiB"]);
    let page = String::from_utf8(page.out).unwrap();
    assert!(page.contains("\nremark      expected a mate in 3 plies\n"), "{page}");
    for command in ["judge", "beauty"] {
        let rows =
            run_with([command, "-", "--json", "--memory", "16MiB"], format!("\n{ONE}\t3\n").as_bytes());
        let row: Value = serde_json::from_slice(&rows.out).unwrap();
        assert_eq!((&row["line"], &row["length_differs"]), (&2.into(), &true.into()), "{command}");
    }
    let brinkmate = "8k/8g/6P1P/9/9/9/9/9/9 b R 1";
    let list = format!("{brinkmate}\thisshi1\n{brinkmate}\thisshi3\n{brinkmate}\t5\n");
    let rows = run_with(["hisshi", "-", "--json", "--memory", "16MiB"], list.as_bytes()).rows(0);
    let differs: Vec<_> = rows.iter().map(|row| row["length_differs"].clone()).collect();
    assert_eq!(differs, [false.into(), true.into(), Value::Null]);
}

#[test]
fn several_jobs_do_the_same() {
    let list: String = (0..12).map(|i| format!("{}\tp{i:02}\n", [ONE, NO_MATE, ZUKO_2][i % 3])).collect();
    let one = run_with([&SMALL[..], &["-"]].concat(), list.as_bytes()).rows(0);
    let three = run_with([&SMALL[..], &["-", "--jobs", "3"]].concat(), list.as_bytes()).rows(0);
    assert_eq!(names(&one), names(&three));
    for row in &three {
        let same = one.iter().find(|other| other["name"] == row["name"]).unwrap();
        let told = |row: &Value| ["verdict", "length", "length_status"].map(|key| row[key].clone());
        assert_eq!(told(row), told(same));
    }
}

#[test]
fn hostile_rows_are_rows() {
    let rows: [&[u8]; 12] = [
        b"",
        b"garbage",
        b"\xff\xfe\xfd\x80\t\x80",
        b"9/9/9/9/9/9/9/9/9 b - 1\tno king",
        b"4k4/9/9/9/9/9/9/9/9 b 40P 1\t40 pawns",
        b"PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPPPPPPP/PPPP1k3/9/9/9/9 b - 1",
        b"4k4/9/9/9/9/9/9/9 b - 1",
        b"\x1b[31mred/9/9/9/9/9/9/9/9 b - 1",
        b"4k4/9/9/9/9/9/9/9/9 b 99999999999999999999P 1",
        b"startpos moves 7g7f 7g7f",
        b"4k4/9/9/9/9/9/9/9/9 w - 1",
        ONE.as_bytes(),
    ];
    let rows = run_with([&SMALL[..], &["-"]].concat(), &rows.join(&b'\n')).rows(2);
    assert_eq!(rows.len(), 11);
    for row in &rows[..10] {
        assert!(row["verdict"].is_null() && !row["error"].as_str().unwrap().is_empty(), "{row}");
    }
    assert_eq!((&rows[10]["verdict"], &rows[10]["error"]), (&"mate".into(), &Value::Null));
    assert_eq!(rows[2]["name"], "no king");
    assert_eq!(rows[2]["error"], "the defending side has no king");
    let keys = |row: &Value| row.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    assert_eq!(keys(&rows[0]), keys(&rows[10]));
    // For scripts, the verdict first.
    let quiet =
        run_with(["solve", "-", "-q", "--memory", "16MiB"], format!("{ONE}\t1\tone\nwhat\tbad\n").as_bytes());
    assert_eq!(quiet.code, 2);
    let quiet = String::from_utf8(quiet.out).unwrap();
    assert!(quiet.starts_with("mate 1\tone\nerror\tbad\tline 2, column 1: "), "{quiet}");
    assert_eq!(quiet.lines().count(), 2, "no summary:\n{quiet}");
    // For people, without what would reach into the terminal.
    let text = run_with(["solve", "-", "--memory", "16MiB"], b"\x1b[31mred\nbad\x07\n");
    assert_eq!(text.code, 2);
    assert!(!text.out.iter().any(|&byte| byte == 0x1b || byte == 7));
}

#[test]
fn rows_come_while_the_pipe_is_open() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(SMALL)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for sfen in [ONE, NO_MATE, "what", ONE] {
        writeln!(input, "{sfen}").unwrap();
        let mut row = String::new();
        output.read_line(&mut row).unwrap();
        let row: Value = serde_json::from_str(&row).unwrap();
        assert_eq!(row["verdict"].is_null(), sfen == "what");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn resuming() {
    let folder = Folder::new();
    let file = folder.path("rows.jsonl");
    let done = file.to_str().unwrap();
    let args = |more: &[&'static str]| {
        let mut args: Vec<String> = SMALL.iter().chain(more).map(|&arg| arg.to_owned()).collect();
        args.extend(["-".into(), "--resume".into(), done.into()]);
        args
    };
    let list = format!("{ONE}\ta\n{NO_MATE}\tb\nwhat\tbad\n{ONE}\ta\n{ZUKO_2}\tc\n");
    let head: String = list.lines().take(2).map(|line| format!("{line}\n")).collect();
    assert_eq!(names(&run_with(args(&[]), head.as_bytes()).rows(0)), ["a", "b"]);
    // Cut off in the middle of a row.
    let mut text = std::fs::read(done).unwrap();
    let whole = text.len();
    text.extend_from_slice(b"{\"name\":\"c\",\"posi");
    std::fs::write(done, &text).unwrap();
    assert_eq!(
        names(&run_with(args(&[]), list.as_bytes()).rows(2)),
        ["a", "bad", "c"],
        "the second a is new"
    );
    let text = std::fs::read(done).unwrap();
    let rows: Vec<Value> = text
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(names(&rows), ["a", "a", "b", "bad", "c"]);
    assert_eq!(text[whole - 1], b'\n');
    // Nothing is left to do; the bad row still tells.
    assert_eq!(run_with(args(&["--jobs", "2"]), list.as_bytes()).rows(2).len(), 0);
    assert_eq!(std::fs::read(done).unwrap(), text);
    // A row that was stopped by hand is done again.
    let stopped = serde_json::to_string(&rows[0])
        .unwrap()
        .replace("\"stop_reason\":null", "\"stop_reason\":\"stopped\"");
    std::fs::write(done, format!("{stopped}\n")).unwrap();
    assert_eq!(run_with(args(&[]), format!("{ONE}\ta\n").as_bytes()).rows(0).len(), 1);
}

/// The rows of a file of JSON lines.
fn rows_of(file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn rows_that_a_limit_left_open_are_asked_again_with_larger_limits() {
    let folder = Folder::new();
    let file = folder.path("rows.jsonl");
    let done = file.to_str().unwrap();
    let list = format!("{ONE}\ta\n{ZUKO_2}\tc\n{NO_MATE}\tb\n");
    let run = |limits: &[&str]| {
        let args = ["solve", "--json", "-", "--resume", done];
        let rows = run_with(args.iter().chain(limits), list.as_bytes()).rows(0);
        rows.iter()
            .map(|row| format!("{} {}", row["name"], row["verdict"]).replace('"', ""))
            .collect::<Vec<_>>()
    };
    let open = || {
        let rows = rows_of(done);
        assert_eq!(names(&rows), ["a", "b", "c"], "each problem once");
        rows.into_iter().find(|row| row["name"] == "c").unwrap()
    };
    assert_eq!(run(&["--nodes", "50", "--memory", "8MiB"]), ["a mate", "c unknown", "b nomate"]);
    assert_eq!(open()["limits"], serde_json::json!({ "time": null, "nodes": 50, "memory": 8 << 20 }));
    for no_larger in [["--nodes", "50", "--memory", "8MiB"], ["--nodes", "40", "--memory", "4MiB"]] {
        assert_eq!(run(&no_larger), [""; 0], "{no_larger:?}");
    }
    // Another run left the file with both rows, because it was killed before its end.
    let before = std::fs::read_to_string(done).unwrap();
    assert_eq!(run(&["--nodes", "50", "--memory", "16MiB"]), ["c unknown"]);
    assert_eq!(open()["limits"]["memory"], 16 << 20);
    let last = std::fs::read_to_string(done).unwrap().lines().last().unwrap().to_owned();
    std::fs::write(done, format!("{before}{last}\n")).unwrap();
    assert_eq!(run(&["--nodes", "50", "--memory", "16MiB"]), [""; 0]);
    assert_eq!(open()["limits"]["memory"], 16 << 20);
    assert_eq!(run(&["--memory", "8MiB"]), ["c mate"], "no limit is larger than any");
    assert_eq!((&open()["length"], &open()["stop_reason"]), (&21.into(), &Value::Null));
    assert_eq!(run(&[]), [""; 0], "what is decided stays");
    // A row that knows less does not replace one that knows more.
    let mut mate = open();
    mate["length_status"] = "at-most".into();
    mate["stop_reason"] = "node limit".into();
    mate["limits"] = serde_json::json!({ "time": null, "nodes": 1_000_000, "memory": 8 << 20 });
    let others = rows_of(done).into_iter().filter(|row| row["name"] != "c");
    let rows: String = others.chain([mate]).map(|row| format!("{row}\n")).collect();
    std::fs::write(done, rows).unwrap();
    assert_eq!(run(&["--nodes", "50", "--memory", "16MiB"]), ["c unknown"]);
    assert_eq!(open()["length"], 21);
    assert_eq!(folder.names(), ["rows.jsonl"], "no other file is left");
}

#[cfg(unix)]
#[test]
fn a_killed_run_loses_nothing() {
    let folder = Folder::new();
    let list = folder.file("list.sfen", format!("{}\tlong\n", crate::common::LONG));
    let file = folder.path("rows.jsonl");
    let args = ["solve", "--json", &list, "--memory", "64MiB", "--resume", file.to_str().unwrap()];
    assert_eq!(run([&args[..], &["--nodes", "1000"]].concat()).rows(0).len(), 1);
    let before = std::fs::read_to_string(&file).unwrap();
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(args).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    assert_eq!(run([&args[..], &["--nodes", "1000"]].concat()).rows(0).len(), 0);
}

#[test]
fn two_runs_do_not_share_a_file_of_rows() {
    let folder = Folder::new();
    let done = folder.path("rows.jsonl");
    let args = [&SMALL[..], &["-", "--resume", done.to_str().unwrap()]].concat();
    let mut first = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = first.stdin.take().unwrap();
    writeln!(input, "{ONE}\ta").unwrap();
    let mut output = BufReader::new(first.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    // The first run waits for its next problem.
    let second = || run_with(&args, format!("{NO_MATE}\tb\n").as_bytes());
    let message = second().error(2);
    assert!(
        message.starts_with("--resume: ") && message.ends_with("another run is using this file"),
        "{message}"
    );
    drop(input);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    assert_eq!(second().rows(0).len(), 1);
    assert_eq!(names(&rows_of(done.to_str().unwrap())), ["a", "b"]);
}

#[test]
fn a_file_of_something_else_is_not_touched() {
    let folder = Folder::new();
    for content in ["my notes\n", "my notes", "{\"name\":1}\n", "{}\n"] {
        let notes = folder.file("notes.txt", content);
        let message = run_with(["solve", "-", "--resume", &notes], ONE.as_bytes()).error(2);
        assert!(message.contains("notes.txt"), "{message}");
        assert_eq!(std::fs::read_to_string(&notes).unwrap(), content);
    }
}

#[test]
fn rows_made_with_other_options_are_not_mixed() {
    let folder = Folder::new();
    let file = folder.path("rows.jsonl");
    let done = file.to_str().unwrap();
    let run = |more: &[&'static str]| {
        let args: Vec<&str> =
            SMALL.iter().copied().chain(["-", "--resume", done]).chain(more.iter().copied()).collect();
        run_with(args, ZUKO_2.as_bytes())
    };
    assert_eq!(run(&["--first"]).rows(0).len(), 1);
    let message = run(&[]).error(2);
    assert!(message.contains("line 1 was made with --first"), "{message}");
    let message = run(&["--first", "--algorithm", "dfpn+tca"]).error(2);
    assert!(message.contains("--algorithm default"), "{message}");
    assert_eq!(run(&["--first"]).rows(0).len(), 0);
}

/// What rows were made with is compared as text, so these texts must not change.
#[test]
fn rows_name_the_options_that_they_were_made_with() {
    let folder = Folder::new();
    for (number, (command, options, key)) in [
        ("solve", &[][..], None),
        ("solve", &["--rules", "miwa", "--all=2"], Some("solve --rules miwa --all=2")),
        ("solve", &["--compare-rules"], Some("solve --compare-rules")),
        ("solve", &["--without", "delay,captures"], Some("solve --without delay,captures")),
        ("judge", &[], Some("judge")),
        (
            "judge",
            &["--intended", "3", "--allow-two-plies", "--thorough", "--strict", "--rules", "raw"],
            Some("judge --rules raw --strict --thorough --allow-two-plies --intended 3"),
        ),
        (
            "judge",
            &["--without", "delay", "--compare-rules", "--strict"],
            Some("judge --without delay --compare-rules --strict"),
        ),
        ("hisshi", &[], Some("hisshi --order 2 --scheme widening")),
        ("hisshi", &["--all-defences"], Some("hisshi --order 2 --scheme widening --all-defences")),
        ("solve", &["--order", "3"], Some("hisshi --order 3 --scheme widening")),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path(format!("{number}.jsonl"));
        let run = |more: &[&str]| {
            let args = [&[command, "-", "--json", "--memory", "16MiB", "--resume"][..], more].concat();
            run_with(args, ONE.as_bytes())
        };
        let file = file.to_str().unwrap();
        assert_eq!(run(&[&[file], options].concat()).rows(0).len(), 1, "{command} {options:?}");
        let row: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(row["command"].as_str(), key, "{command} {options:?}");
        assert_eq!(run(&[&[file], options].concat()).rows(0).len(), 0, "{command} {options:?}");
        if command != "hisshi"
            && options.iter().any(|option| ["--compare-rules", "--without"].contains(option))
        {
            let error = run(&[file]).error(2);
            let made = format!("line 1 was made with {}; name another file", key.unwrap());
            assert!(error.contains(&made), "{error}");
        }
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_batch_that_can_go_on() {
    let folder = Folder::new();
    let list = folder
        .file("list.sfen", format!("{ONE}\tone\n{long}\tlong\n{long}\tnever\n", long = crate::common::LONG));
    let done = folder.path("rows.jsonl");
    let args = ["solve", "--json", &list, "--resume", done.to_str().unwrap()];
    let rows = crate::common::interrupted(args).rows(130);
    assert_eq!(names(&rows), ["long", "one"], "what was running is shown, what was not begun is not");
    assert_eq!(rows[1]["stop_reason"], "stopped");
    let kept = std::fs::read_to_string(&done).unwrap();
    assert_eq!(kept.lines().count(), 1, "{kept}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_list_says_what_it_did_not_reach() {
    let folder = Folder::new();
    let long = crate::common::LONG;
    let list = folder.file("list.sfen", format!("{ONE}\tone\n{long}\tlong\n{long}\tnever\n{ONE}\tnever\n"));
    for command in ["solve", "judge", "hisshi"] {
        let ended = crate::common::interrupted([command, &list, "--memory", "64MiB"]);
        let text = String::from_utf8(ended.out).unwrap();
        assert_eq!((ended.code, ended.err.as_str()), (130, ""), "{command}: {text}");
        assert!(
            text.starts_with("one: ") && text.contains("\nlong: unknown: interrupted after "),
            "{command}: {text}"
        );
        assert!(text.ends_with("\n\ninterrupted: 2 problems not reached\n"), "{command}: {text}");
    }
}

#[test]
fn shards_have_every_row_once() {
    let folder = Folder::new();
    let problem =
        |number: usize| format!("{}\t1\tp{number}\n", if number.is_multiple_of(3) { "what" } else { ONE });
    let list = "# a comment is no row\n".to_owned() + &(0..7).map(problem).collect::<String>();
    let file = folder.file("list.sfen", &list);
    let mut all = Vec::new();
    for shard in 1..=3 {
        // Rows 1, 4 and 7 cannot be read: they are all in the first shard.
        let code = if shard == 1 { 2 } else { 0 };
        let rows_file = folder.path(format!("rows{shard}.jsonl")).display().to_string();
        let shard = format!("{shard}/3");
        let args = [&SMALL[..], &["--resume", &rows_file, "--shard", &shard, &file]].concat();
        let rows = run(&args).rows(code);
        assert!(run(&args).rows(code).is_empty(), "nothing is done twice");
        all.extend(rows);
    }
    assert_eq!(names(&all), ["p0", "p1", "p2", "p3", "p4", "p5", "p6"]);
    assert_eq!(all[3]["name"], "p1", "the second shard begins with the second row");
    // The files of the shards are together that of the list.
    let joined: String = (1..=3)
        .map(|shard| std::fs::read_to_string(folder.path(format!("rows{shard}.jsonl"))).unwrap())
        .collect();
    let joined = folder.file("all.jsonl", &joined);
    assert!(run([&SMALL[..], &["--resume", &joined, &file]].concat()).rows(2).is_empty());
}

#[test]
fn a_shard_may_be_empty_and_a_single_row_is_still_a_list() {
    let list = format!("{ONE}\t1\tone\n");
    for (shard, names_found) in [("1/9", vec!["one"]), ("2/9", vec![])] {
        let rows = run_with([&SMALL[..], &["--shard", shard, "-"]].concat(), list.as_bytes()).rows(0);
        assert_eq!(names(&rows), names_found, "{shard}");
    }
    for shard in ["0/2", "3/2", "1", "x/y"] {
        let refused = run_with([&SMALL[..], &["--shard", shard, "-"]].concat(), list.as_bytes());
        assert!(refused.code == 2 && refused.err.contains("as in 2/8"), "{}", refused.err);
    }
    for command in ["judge", "hisshi"] {
        let rows = run_with([command, "--json", "--memory", "16MiB", "--shard", "1/2", "-"], list.as_bytes());
        assert_eq!(names(&rows.rows(0)), ["one"], "{command}");
    }
}
