//! Running the real binary.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// 将棋図巧 1.
pub const ZUKO_1: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";

/// 将棋図巧 2: mate in 21.
pub const ZUKO_2: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
/// Mate in one, G*5b; the defender's hand is not written out.
pub const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// No mate: a pawn alone.
pub const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b P 1";

/// メガロポリス, 515 plies: nobody solves it in a second.
pub const LONG: &str =
    "2G1+n3S/1gnP+lpkP1/3SS2ps/2G+pNG1+r1/2+p+pp+ppL1/1+p+p1+p4/+p+p1+p2N2/2+p2P3/9 b R2L2b 1";

/// How a run ended.
pub struct Run {
    pub code: i32,
    pub out: Vec<u8>,
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
        line.strip_prefix("yomikiri: ").expect("the program's name").to_owned()
    }
}

/// A run without standard input.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    run_with(args, b"")
}

/// A run with standard input.
pub fn run_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, stdin: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // The program need not read what it does not want.
    let _ = child.stdin.take().expect("piped").write_all(stdin);
    ended(child.wait_with_output().expect("it ends"))
}

/// A run that gets Ctrl-C after a while.
#[cfg(unix)]
pub fn interrupted<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    let child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    ended(child.wait_with_output().expect("it ends"))
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
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("yomikiri-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a new folder");
        Folder(path)
    }

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
