//! `yomikiri-verify`: checks certificates.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use yomikiri_certificate::{CheckError, CheckOptions, CheckReport, check};

const USAGE: &str = "\
Checks certificates: files that show answers about games.

Usage: yomikiri-verify [--json] [--memory MIB] FILE…

  FILE          a certificate, plain or gzip; - for standard input
  --json        one JSON object a file
  --memory MIB  the most memory for the nodes of a file (8192)

Exit code: 10 all hold, 20 one does not hold, 2 one is not a certificate (or the arguments are wrong), 1 one could not be checked.
";

struct Arguments {
    json: bool,
    memory: u64,
    files: Vec<OsString>,
}

fn arguments() -> Result<Option<Arguments>, String> {
    let mut parsed = Arguments { json: false, memory: CheckOptions::default().max_memory, files: Vec::new() };
    let mut given = std::env::args_os().skip(1);
    while let Some(argument) = given.next() {
        match argument.to_str() {
            Some("-h" | "--help") => return Ok(None),
            Some("--json") => parsed.json = true,
            Some("--memory") => {
                let mib = given.next().and_then(|mib| mib.to_str()?.parse::<u64>().ok());
                let bytes = mib.and_then(|mib| mib.checked_mul(1 << 20));
                parsed.memory = bytes.ok_or("--memory needs a number of MiB")?;
            }
            Some(option) if option.starts_with("--") => return Err(format!("no option {option:?}")),
            _ => parsed.files.push(argument),
        }
    }
    if parsed.files.is_empty() { Err("no file".to_string()) } else { Ok(Some(parsed)) }
}

fn verify(file: &OsStr, memory: u64) -> Result<CheckReport, CheckError> {
    let source: Box<dyn Read> = if file == "-" { Box::new(io::stdin()) } else { Box::new(File::open(file)?) };
    check(source, CheckOptions { max_memory: memory, ..CheckOptions::default() })
}

/// The word for an answer, and how bad it is: the exit code is that of the worst.
fn verdict(answer: &Result<CheckReport, CheckError>) -> (&'static str, u8, u8) {
    match answer {
        Ok(_) => ("holds", 0, 10),
        Err(CheckError::DoesNotHold { .. }) => ("does-not-hold", 1, 20),
        Err(CheckError::NotACertificate { .. }) => ("not-a-certificate", 2, 2),
        Err(_) => ("error", 3, 1),
    }
}

/// The most characters of a name that a line for people shows.
const MAX_NAME_LENGTH: usize = 400;

/// Whether a terminal obeys a character. Marks of direction count: they make a terminal show
/// another text than there is.
fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The name of a file as lines for people show it: short, and without characters that a terminal
/// obeys.
fn one_line(name: &str) -> String {
    let name: Vec<char> = name.trim_end().chars().collect();
    if name.len() <= MAX_NAME_LENGTH {
        return printable(&name);
    }
    let half = MAX_NAME_LENGTH / 2;
    format!("{}…{}", printable(&name[..half]), printable(&name[name.len() - half..]))
}

fn printable(text: &[char]) -> String {
    let mut line = String::with_capacity(text.len());
    for &c in text {
        match c {
            '\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => line.push(' '),
            c if is_obeyed(c) => line.extend(c.escape_unicode()),
            c => line.push(c),
        }
    }
    line
}

fn json_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\t' | '\n' | '\r' => quoted.extend(c.escape_default()),
            c if is_obeyed(c) => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn print_json(out: &mut impl Write, file: &str, answer: &Result<CheckReport, CheckError>) -> io::Result<()> {
    let (word, ..) = verdict(answer);
    write!(out, "{{\"file\":{},\"verdict\":\"{word}\"", json_text(file))?;
    match answer {
        Ok(report) => {
            write!(out, ",\"game\":{},\"claim\":{}", json_text(report.game), json_text(&report.claim))?;
            let nodes: Vec<String> = report
                .nodes
                .iter()
                .map(|(section, nodes)| format!("{}:{nodes}", json_text(section)))
                .collect();
            let not_shown: Vec<String> = report.not_shown.iter().map(|what| json_text(what)).collect();
            writeln!(out, ",\"nodes\":{{{}}},\"not_shown\":[{}]}}", nodes.join(","), not_shown.join(","))
        }
        Err(CheckError::NotACertificate { line, why } | CheckError::DoesNotHold { line, why }) => {
            writeln!(out, ",\"line\":{line},\"why\":{}}}", json_text(why))
        }
        Err(error) => writeln!(out, ",\"why\":{}}}", json_text(&error.to_string())),
    }
}

fn print(out: &mut impl Write, file: &str, answer: &Result<CheckReport, CheckError>) -> io::Result<()> {
    match answer {
        Ok(report) => {
            let nodes: u64 = report.nodes.iter().map(|&(_, nodes)| nodes).sum();
            let noun = if nodes == 1 { "node" } else { "nodes" };
            writeln!(out, "{file}: holds: {}: {} ({nodes} {noun})", report.game, report.claim)?;
            report.not_shown.iter().try_for_each(|what| writeln!(out, "{file}: not shown: {what}"))
        }
        Err(error) => writeln!(out, "{file}: {error}"),
    }
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("error: {why}; --help shows how to use this");
            return ExitCode::from(2);
        }
    };
    let mut out = io::stdout().lock();
    let mut worst = (0, 10);
    for file in &arguments.files {
        let answer = verify(file, arguments.memory);
        let (_, badness, code) = verdict(&answer);
        worst = worst.max((badness, code));
        let name = file.to_string_lossy();
        let written = match arguments.json {
            true => print_json(&mut out, &name, &answer),
            false => print(&mut out, &one_line(&name), &answer),
        };
        if let Err(error) = written {
            // A reader that has seen enough closes the pipe.
            if error.kind() != io::ErrorKind::BrokenPipe {
                eprintln!("error: cannot write: {error}");
            }
            return ExitCode::from(1);
        }
    }
    ExitCode::from(worst.1)
}
