//! Runs a real binary, and keeps files in a folder that is gone afterwards.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
#[cfg(unix)]
use std::time::{Duration, Instant};

use serde_json::Value;

/// How a run ended.
pub struct Run {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: String,
}

impl Run {
    /// Standard output of a run that went well and said nothing else.
    #[track_caller]
    pub fn text(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        String::from_utf8(self.out).expect("UTF-8 on standard output")
    }

    /// The one line of JSON of a run that went well.
    #[track_caller]
    pub fn json(self) -> Value {
        let text = self.text();
        assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The lines of JSON of a run that ended with this code and said nothing else.
    #[track_caller]
    pub fn rows(self, code: i32) -> Vec<Value> {
        assert_eq!((self.code, self.err.as_str()), (code, ""));
        let text = String::from_utf8(self.out).expect("UTF-8 on standard output");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// The message of a run that failed as it should: with this code, one line, nothing on standard output.
    #[track_caller]
    pub fn error(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}", self.err);
        assert_eq!(String::from_utf8_lossy(&self.out), "");
        let line = self.err.strip_suffix('\n').expect("a whole line");
        assert!(!line.contains('\n'), "more than one line: {line}");
        let (program, message) = line.split_once(": ").expect("the program's name");
        assert!(program.starts_with("yomikiri"), "{line}");
        message.to_owned()
    }
}

/// Runs a binary with arguments and standard input.
pub fn run<S: AsRef<OsStr>>(binary: &str, args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Run {
    let mut child = started(binary, args);
    // The program need not read what it does not want.
    let _ = child.stdin.take().expect("piped").write_all(stdin);
    ended(child.wait_with_output().expect("it ends"))
}

fn started<S: AsRef<OsStr>>(binary: &str, args: impl IntoIterator<Item = S>) -> Child {
    let mut command = command(binary);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

/// Runs a binary that gets a signal after it has worked for a while: `INT` is Ctrl-C.
#[cfg(unix)]
pub fn signalled<S: AsRef<OsStr>>(binary: &str, args: impl IntoIterator<Item = S>, signal: &str) -> Run {
    signalled_with(binary, args, b"", signal)
}

/// Like [`signalled`], with a text in standard input, which stays open.
#[cfg(unix)]
pub fn signalled_with<S: AsRef<OsStr>>(
    binary: &str,
    args: impl IntoIterator<Item = S>,
    stdin: &[u8],
    signal: &str,
) -> Run {
    let mut child = started(binary, args);
    let mut input = child.stdin.take().expect("piped");
    let _ = input.write_all(stdin);
    await_handler(child.id());
    await_work(child.id());
    let sent =
        Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    ended(child.wait_with_output().expect("it ends"))
}

/// Runs a binary on a terminal with a number of columns. Returns everything that the terminal gets,
/// with `\r\n` as `\n`.
#[cfg(target_os = "linux")]
pub fn on_terminal<S: AsRef<OsStr>>(binary: &str, args: impl IntoIterator<Item = S>, columns: u16) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let mut line = format!("stty rows 24 cols {columns}; {}", quoted(binary));
    for arg in args {
        line += &format!(" {}", quoted(arg.as_ref().to_str().expect("UTF-8")));
    }
    let mut script = command("script");
    let script = script.env("TERM", "xterm").args(["--quiet", "--command", &line, "/dev/null"]);
    let output = script.stdin(Stdio::null()).output().expect("script of util-linux");
    String::from_utf8(output.stdout).expect("UTF-8").replace("\r\n", "\n")
}

/// A command in the C locale: what a program prints must not depend on who runs the tests.
pub fn command(binary: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(binary);
    command.env("LC_ALL", "C").env_remove("NO_COLOR");
    command
}

/// Waits until a process has a handler for SIGINT, which would kill it otherwise: on a busy machine that takes a while. Where there is
/// no `/proc`, nothing is waited for.
#[cfg(unix)]
fn await_handler(process: u32) {
    const SIGINT: u64 = 1 << (2 - 1);
    for _ in 0..1000 {
        let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { return };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        if caught.is_none_or(|caught| caught & SIGINT != 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until a process has worked for a tenth of a second of CPU time, which is far more than it takes to begin. One that does not work, and where there
/// is no `/proc`, gets half a second.
#[cfg(unix)]
fn await_work(process: u32) {
    /// Linux counts hundredths of a second.
    const WORK: u64 = 10;
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(500) {
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The name is in parentheses and may have spaces. From the third field on, there are none: the 14th and 15th are times.
        let fields = status.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ');
        let used: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
        if used >= WORK {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn ended(Output { status, stdout, stderr }: Output) -> Run {
    Run {
        code: status.code().expect("not killed by a signal"),
        out: stdout,
        err: String::from_utf8(stderr).expect("UTF-8 on standard error"),
    }
}

/// A folder of its own for each test, gone afterwards.
pub struct Folder(PathBuf);

impl Folder {
    /// A new, empty folder.
    #[expect(clippy::new_without_default, reason = "making a folder is no default")]
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("yomikiri-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a new folder");
        Folder(path)
    }

    /// The path of a file in it.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file and gives its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("a new file");
        path.to_str().expect("a plain path").to_owned()
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
