//! The sources that arguments name: positions, files, folders, patterns and standard input.
//!
//! A folder stands for the records and lists directly in it. A pattern with `*` and `?` stands
//! for the files that match it: shells expand patterns themselves unless they are quoted, and some never do. Both are
//! taken in the order of the names. All names are checked before any source is read, so that a mistyped one is reported
//! at once.

use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use super::problems::begins_with_problem;
use super::{POSITION, STDIN, TEXT, is_text, reading};
use crate::complaint::Complaint;
use crate::exit::print_error;
use crate::interrupt::Interrupt;
use crate::language::Lang;
use crate::text;

/// Where problems come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input, written `-`.
    Stdin,
    /// A position or a whole record on the command line.
    Text(String),
    /// A file.
    File(PathBuf),
}

/// The extensions of records and lists. In a folder, a faulty file with one of them is a faulty
/// problem. A file with another extension is skipped if it does not begin with a problem.
const EXTENSIONS: [&str; 10] = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "bod", "sfen", "usi", "tsv"];

impl Source {
    /// Whether its end is not known until it is reached.
    pub fn is_pipe(&self) -> bool {
        match self {
            Source::Stdin => true,
            Source::Text(_) => false,
            Source::File(path) => fs::metadata(path).is_ok_and(|data| !data.is_file()),
        }
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => STDIN.to_owned(),
            Source::Text(text) if text.trim().contains('\n') => TEXT.to_owned(),
            Source::Text(_) => POSITION.to_owned(),
            Source::File(path) => path.display().to_string(),
        }
    }
}

/// The sources that arguments name, in their order. Standard error lists the files that a folder
/// skips.
///
/// # Errors
/// If a file does not exist, if a folder holds or a pattern matches no file, and if standard input is named twice.
pub fn sources(arguments: &[String], interrupt: &Interrupt, lang: Lang) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for argument in arguments {
        if argument == "-" {
            if sources.contains(&Source::Stdin) {
                let japanese = "標準入力は一度しか読めません";
                return Err(Complaint::new("standard input can be read only once", japanese).about("-"));
            }
            sources.push(Source::Stdin);
        } else if is_text(argument) {
            sources.push(Source::Text(argument.clone()));
        } else {
            sources.extend(files(argument, interrupt, lang)?.into_iter().map(Source::File));
        }
    }
    Ok(sources)
}

/// The files that an argument stands for.
fn files(argument: &str, interrupt: &Interrupt, lang: Lang) -> anyhow::Result<Vec<PathBuf>> {
    let path = Path::new(argument);
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => folder(path, interrupt, lang),
        Ok(_) => Ok(vec![path.to_owned()]),
        Err(error) if error.kind() == ErrorKind::NotFound && is_pattern(argument) => {
            let mut found = Vec::new();
            for path in matching(path) {
                if path.is_dir() {
                    found.extend(folder(&path, interrupt, lang)?);
                } else {
                    found.push(path);
                }
            }
            if found.is_empty() {
                return Err(
                    Complaint::new("no file matches", "当てはまるファイルがありません").about(argument)
                );
            }
            Ok(found)
        }
        Err(error) => Err(reading(error, argument)),
    }
}

/// The records and lists in a folder.
fn folder(path: &Path, interrupt: &Interrupt, lang: Lang) -> anyhow::Result<Vec<PathBuf>> {
    let is_known = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension
            .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)))
    };
    let name = path.display().to_string();
    let entries = fs::read_dir(path).map_err(|error| reading(error, &name))?;
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.retain(|path| !is_hidden(path));
    entries.sort();
    let (files, skipped): (Vec<PathBuf>, Vec<PathBuf>) = entries
        .into_iter()
        .partition(|path| path.is_file() && (is_known(path) || begins_with_problem(path, interrupt)));
    if files.is_empty() {
        let japanese = "このフォルダーには棋譜も問題集もありません";
        return Err(Complaint::new("no file in this folder is a record or a list", japanese).about(&name));
    }
    if !skipped.is_empty() {
        let skipped = skipped.iter().filter_map(|path| path.file_name());
        let skipped: Vec<String> = skipped.map(|name| name.to_string_lossy().into_owned()).collect();
        print_error(text::skipped(&name, &skipped, lang));
    }
    Ok(files)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// The files and folders whose paths match a pattern, part by part.
fn matching(pattern: &Path) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in pattern.components() {
        let wanted = match part {
            Component::Normal(part) => part.to_str().filter(|part| is_pattern(part)),
            _ => None,
        };
        let Some(wanted) = wanted else {
            found.iter_mut().for_each(|path| path.push(part));
            continue;
        };
        let below = |base: &PathBuf| {
            let folder = if base.as_os_str().is_empty() { Path::new(".") } else { base };
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
            let names = names.filter(|name| matches(wanted, name) && !name.starts_with('.'));
            names.map(|name| base.join(name)).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(below).collect();
    }
    found.retain(|path| path.exists());
    found.sort();
    found
}

/// Whether a name matches a pattern: `*` stands for any characters, `?` for one.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // After a mismatch, the last star takes one character more.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match &mut star {
                Some((at, taken)) => {
                    *taken += 1;
                    (p, n) = (*at + 1, *taken);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name) in [
            ("*.kif", "a.kif"),
            ("*", "a"),
            ("a*b*c", "aXbbYc"),
            ("?.kif", "歩.kif"),
            ("**", ""),
            ("*a", "aaa"),
            ("図巧*", "図巧 1.kif"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("*.kif", "a.ki2"), ("?", ""), ("?", "ab"), ("a*b", "ac"), ("", "a"), ("a", ""), ("*a", "ab")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
