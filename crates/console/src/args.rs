//! Arguments that several commands take.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

/// `--json`
#[derive(Args, Clone, Copy, Debug)]
pub struct JsonArgs {
    /// Print JSON for programs
    #[arg(long)]
    pub json: bool,
}

/// A time in seconds, with decimals if wanted.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// A file to write.
#[derive(Clone, Debug)]
pub enum Target {
    /// Standard output, written `-`.
    Stdout,
    /// A file.
    File(PathBuf),
}

impl Target {
    /// Where item `index` of `count` goes: `name.svg` itself, or `name-07.svg` if there are several.
    pub fn numbered(&self, index: usize, count: usize) -> Target {
        match self {
            Target::File(path) if count > 1 => Target::File(numbered(path, index + 1, count)),
            target => target.clone(),
        }
    }
}

impl From<OsString> for Target {
    fn from(text: OsString) -> Target {
        if text == "-" { Target::Stdout } else { Target::File(text.into()) }
    }
}

fn numbered(path: &Path, number: usize, count: usize) -> PathBuf {
    let width = count.to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:0width$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["", "0", "-1", "inf", "NaN", "1e30", "1s"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbered_files() {
        assert_eq!(numbered(Path::new("a/b.svg"), 7, 12), Path::new("a/b-07.svg"));
        assert_eq!(numbered(Path::new("b"), 2, 9), Path::new("b-2"));
        assert_eq!(numbered(Path::new("b.c.svg"), 2, 9), Path::new("b.c-2.svg"));
    }
}
