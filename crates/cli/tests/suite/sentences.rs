//! What the command says to people, in both languages: the output of many runs.
//!
//! The runs are those of [`RUNS`] and of the requests that every host answers. Their output is in
//! the file `sentences.txt`, without diagrams and with 0 for every number that depends on time.
//! With `UPDATE=1` in the environment, the file is written anew.

use std::{env, fs};

use yomikiri_testing::parity::requests;

use crate::common::{Folder, ONE, Run, run, run_with};
use crate::manual::root;

/// Runs in addition to the requests: arguments, separated by tabs, and standard input. `{folder}`
/// stands for a folder with the files of [`folder`].
const RUNS: &[(&str, &str)] = &[
    ("solve\t{folder}/list.sfen", ""),
    ("solve\t{folder}/list.sfen\t--resume\t{folder}/rows.jsonl", ""),
    ("solve\t{folder}/list.sfen\t{folder}/missing.sfen\t{folder}/empty.sfen", ""),
    ("solve\t{folder}", ""),
    ("judge\t{folder}/list.sfen", ""),
    ("judge\t{folder}/list.sfen\t--resume\t{folder}/rows.jsonl", ""),
    ("judge\t{folder}/list.sfen\t--strict\t--nodes\t300", ""),
    ("hisshi\t{folder}/list.sfen\t--nodes\t2000", ""),
    ("hisshi\t{folder}/list.sfen\t--nodes\t2000\t--resume\t{folder}/rows.jsonl", ""),
    ("solve\t-\t--game\tothello4", "-----OX--XO----- X\nXO\n"),
    ("solve\t-\t--game\tconnect6\t--size\t9\t--nodes\t3", "B:e5 W:a1,i9 B\nq\n"),
    ("solve\t-XXX--OOXXXO-OOXXOXXXOOO-XOO--XXXX-- O\t--game\tothello6\t--at-least\t0", ""),
    ("solve\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\t--nodes\t60\t--first", ""),
    ("solve\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\t--kif\t-", ""),
    ("solve\t4k4/9/4P4/9/9/9/9/9/9 b P 1\t--kif\t-", ""),
    ("solve\t6+P1k/9/7G1/9/9/9/9/9/4R4 b - 1\t--kif\t-", ""),
    ("solve\t6+P1k/9/7G1/9/9/9/9/9/4R4 w - 1\t--kif\t-", ""),
    ("judge\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\t--kif\t-", ""),
    ("judge\t4k4/9/4P4/9/9/9/9/9/9 b GP 1\t--kif\t-", ""),
    ("judge\t4k4/9/3P1P3/9/9/9/9/9/9 b 2G 1\t--kif\t-", ""),
    ("judge\t8p/8k/9/7RG/9/9/9/9/9 b - 1\t--kif\t-", ""),
    ("judge\t8k/9/7+P1/9/9/9/9/9/9 b G 1\t--kif\t-", ""),
    ("judge\t7k1/5GR2/8g/9/9/9/9/9/9 b N 1\t--kif\t-", ""),
    ("judge\t7Sk/9/p8/7S1/7L1/9/9/9/9 b - 1\t--nodes\t600\t--kif\t-", ""),
    ("judge\t9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1\t--nodes\t8000\t--kif\t-", ""),
    ("judge\t4k4/9/4B4/9/9/9/9/9/9 b 2G 1\t--kif\t-", ""),
    ("explain\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\t--kif\t-", ""),
    ("explain\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\tR*5b\t--kif\t-", ""),
    ("explain\t4k4/9/4P4/9/9/9/9/9/9 b P 1\t--kif\t-", ""),
    ("explain\t4k4/9/9/9/9/9/9/9/9 b GS 1\t--depth\t9\t--width\t5\t--kif\t-", ""),
    ("explain\t9/4k4/9/9/9/9/9/9/9 b 2R 1\t--depth\t15\t--width\t3\t--nodes\t20000", ""),
    ("explain\t6+P1k/9/7G1/9/9/9/9/9/4R4 b - 1", ""),
    ("explain\t4k4/9/9/9/9/9/9/9/9 b - 1", ""),
    ("explain\t4k4/4G4/4P4/9/9/9/9/9/9 w - 1", ""),
    (
        "explain\t4k4/9/4P4/9/9/9/9/9/9 b RG 1\t--interactive",
        "help\nback\nbest\nwhy\nwhy R*5b\nwhy G*6b\nwhy 5a5b\n5二飛\nbest\nlist\ngo\nback\nx\n1a1b\nR*1i\n\
         go\nboard\ngo\ngo\nbest\n",
    ),
    (
        "explain\t4k4/9/4P4/9/9/9/9/9/9 b P 1\t--interactive",
        "best\ngo\nwhy P*5b\nP*5b\nbest\nwhy 5a4a\nwhy 5a5b\ngo\n",
    ),
    ("explain\t4k4/9/9/9/9/9/9/9/9 b - 1\t--interactive", "best\n"),
    ("moves\t4k4/9/4P4/9/9/9/9/9/9 b G 1\t--kind\tchecks", ""),
    ("moves\t4k4/9/4P4/9/9/9/9/9/9 b G 1\t--kind\tevasions", ""),
    ("show\tposition startpos moves 7g7f 3c3d\t--ply\t1", ""),
    ("show\tposition startpos moves 7g7f 3c3d\t--ply\t3", ""),
    ("beauty\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\t--orders\t2", ""),
    ("beauty\t4k4/9/4P4/9/9/9/9/9/9 b RS 1\t--orders\t1\t--leaf\tmobility\t--table", ""),
    ("beauty\t{folder}/list.sfen\t--orders\t0", ""),
    ("verify\t{folder}/holds.cert\t{folder}/fails.cert\t{folder}/one.kif\t{folder}/missing.cert", ""),
    ("compose\t--from\tm.kif\t--strategy\trepair\t--out\t{folder}/gallery", ""),
    ("solve\t4k4/9/4P4/9/9/9/9/9/9\tb\tG\t1", ""),
    ("solve\t-", ""),
    ("solve\t{folder}/list.sfen\t--kif\t-", ""),
    ("solve\tXO\t--game\tothello6\t--svg\tx.svg", ""),
    ("solve\tXO\tXO\t--game\tothello6", ""),
    ("solve\tXO\t--game\tothello6\t--order\t2", ""),
    ("solve\t4k4/9/4P4/9/9/9/9/9/9 b G 1\t--order\t2\t--all", ""),
    ("explain\t-\t--interactive", ""),
    ("explain\t{folder}/list.sfen", ""),
];

const LIST: &str = "\
# A list.
4k4/9/4P4/9/9/9/9/9/9 b G 1\t3\tone
4k4/9/4P4/9/9/9/9/9/9 b G 1\th1\tbrinkmate
4k4/9/4P4/9/9/9/9/9/9 b P 1\t\tnone
4k4/9\t\tunreadable
9/9/9/9/9/9/9/9/4K4 b G 1\t\tno king
4k4/9/4P4/9/9/9/9/9/9 b RG 1\t\tcooked
4k4/9/4P4/9/P8/9/9/9/9 b G 1\t\tunneeded
4k4/9/4P4/9/9/9/9/9/9 b RS 1\t3\tthree
4k4/9/9/9/9/9/9/9/9 b GS 1\t\tthreats
6+P1k/9/7G1/9/9/9/9/9/4R4 b - 1\t\tbehind
";

const KIF: &str = "作品名：一手\n開始日時：2000/01/01\n手合割：平手\n   1 ７六歩(77)\n";

/// A folder with the files of the runs.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("list.sfen", LIST);
    folder.file("empty.sfen", "");
    folder.file("one.kif", KIF);
    folder.file("picture.xyz", [0, 1, 2]);
    folder
}

/// Adds a certificate and one that does not hold.
fn add_certificates(folder: &Folder) {
    let path = folder.path("holds.cert").display().to_string();
    run(["judge", ONE, "--certificate", &path, "--memory", "16MiB"]);
    let text = fs::read_to_string(&path).expect("the certificate");
    folder.file("fails.cert", text.replacen("G*5b", "G*4b", 1));
}

/// How the lines of a diagram begin.
const DIAGRAM: [&str; 10] =
    ["　　９　８", "＋－", "｜", "☖持駒", "☗持駒", "手番：☖", "手番：☗", "  ９ ８", "+---", "| "];

/// The most lines that are stored of one output: the first two thirds and the last third.
const MAX_LINES: usize = 90;

/// Runs one command line in both languages and with every amount of detail. Returns the outputs.
fn output(arguments: &[String], input: &str) -> String {
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let variants: &[&str] = match arguments[0].as_str() {
        // Records have their words in Japanese.
        _ if has("--kif") => &["-q"],
        "solve" | "judge" | "hisshi" | "explain" if !has("--interactive") => {
            &["--lang en", "--lang ja", "-v --lang en", "-v --lang ja", "-q"]
        }
        _ => &["--lang en", "--lang ja"],
    };
    let mut text = format!("$ {}\n", arguments.join(" ").replace('\t', "\\t"));
    let mut known = String::new();
    for variant in variants {
        let folder = folder();
        let path = folder.path("").display().to_string();
        let path = path.trim_end_matches('/');
        if arguments[0] == "verify" {
            add_certificates(&folder);
        }
        let filled = arguments.iter().map(|argument| argument.replace("{folder}", path));
        let all: Vec<String> = filled.chain(variant.split(' ').map(str::to_owned)).collect();
        let mut found = run_with(&all, input.as_bytes());
        if has("--resume") {
            // The second run finds the rows of the first.
            found = run_with(&all, input.as_bytes());
        }
        let said = normal(found, path);
        // What is not said in another way is not stored again.
        if said != known {
            text += &format!("[{variant}]\n{said}");
        }
        known = said;
    }
    text + "\n"
}

/// The output of a run without diagrams, times and the name of its folder.
fn normal(Run { code, out, err }: Run, folder: &str) -> String {
    let out = String::from_utf8(out).expect("UTF-8").replace(folder, "{folder}");
    let is_diagram = |line: &&str| DIAGRAM.iter().any(|start| line.starts_with(start));
    let mut lines: Vec<String> =
        out.lines().filter(|line| !is_diagram(line)).map(|line| without_times(line) + "\n").collect();
    if lines.len() > MAX_LINES {
        lines.drain(MAX_LINES * 2 / 3..lines.len() - MAX_LINES / 3);
    }
    let out = lines.concat();
    // A hint comes after some seconds.
    let is_hint = |line: &&str| line.contains("--hands written");
    let err = err.lines().filter(|line| !is_hint(line));
    let err: String =
        err.map(|line| format!("! {}\n", without_times(&line.replace(folder, "{folder}")))).collect();
    let code = if code == 0 { String::new() } else { format!("= {code}\n") };
    out + &err + &code
}

/// A line with 0 for each number with decimals and for each length of a compressed file.
fn without_times(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let end = start + digits(&rest[start..]);
        let decimals = rest[end..].strip_prefix('.').map_or(0, digits);
        text += &rest[..start];
        if decimals > 0 {
            text.push('0');
            rest = &rest[end + 1 + decimals..];
        } else {
            text += &rest[start..end];
            rest = &rest[end..];
        }
    }
    text + rest
}

#[test]
fn sentences_are_as_they_were() {
    let requests = requests();
    let from_requests = requests.iter().filter_map(|request| request["arguments"].as_array()).map(|given| {
        let given = given.iter().map(|argument| argument.as_str().expect("a text").to_owned());
        (given.collect::<Vec<_>>(), "")
    });
    let own = RUNS.iter().map(|&(line, input)| (line.split('\t').map(str::to_owned).collect(), input));
    let found: String = from_requests.chain(own).map(|(line, input)| output(&line, input)).collect();
    let path = root().join("crates/cli/tests/sentences.txt");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, found).expect("the file can be written");
        return;
    }
    let stored = fs::read_to_string(&path).expect("the stored sentences");
    let differences: Vec<String> = stored
        .lines()
        .zip(found.lines())
        .enumerate()
        .filter(|(_, (stored, found))| stored != found)
        .map(|(line, (stored, found))| format!("line {}:\n- {stored}\n+ {found}", line + 1))
        .take(20)
        .collect();
    assert!(stored == found, "the sentences differ (UPDATE=1 writes them):\n{}", differences.join("\n"));
}
