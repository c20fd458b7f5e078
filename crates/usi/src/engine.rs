//! The dialogue with the interface: reads commands, keeps the position and the options, starts and stops searches.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use yomikiri_shogi::Position;

use crate::command::{GoCommand, ReplyAt, UsiCommand};
use crate::options::Options;
use crate::search::{SearchEnd, UsiSearch};

/// The longest line that is read as one command, in bytes.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// The output, which the dialogue and the search share. Each reply is written as a whole.
pub(crate) struct Replies<W>(Mutex<W>);

impl<W: Write> Replies<W> {
    /// Writes a reply. Errors are ignored: if the interface no longer reads, its input ends soon as well.
    pub fn send(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

/// How the dialogue directs a search, and how the search announces its reply.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchSignal {
    /// Ends the search.
    pub stop: Arc<AtomicBool>,
    phase: Arc<(Mutex<Phase>, Condvar)>,
}

/// The state of a search apart from its result.
#[derive(Debug, Default)]
struct Phase {
    /// Whether a reply that waits for a command may be sent.
    may_reply: bool,
    /// Whether the search has ended and the reply is about to be sent. The interface may start the
    /// next search as soon as it has read the reply, which can be before the thread has ended.
    replying: bool,
}

impl SearchSignal {
    /// Ends the search and allows the reply.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.allow_reply();
    }

    /// Allows the reply as soon as the search has ended.
    fn allow_reply(&self) {
        self.phase().may_reply = true;
        self.phase.1.notify_all();
    }

    /// Ends the search after `time`. Returns earlier if it ends by itself or is stopped.
    fn stop_after(&self, time: Duration) {
        let goes_on = |phase: &mut Phase| !phase.replying && !self.stop.load(Ordering::Relaxed);
        drop(self.phase.1.wait_timeout_while(self.phase(), time, goes_on));
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the reply is allowed.
    pub fn wait(&self) {
        drop(self.phase.1.wait_while(self.phase(), |phase| !phase.may_reply));
    }

    /// Announces that the search is about to send its reply.
    pub fn announce_reply(&self) {
        self.phase().replying = true;
        self.phase.1.notify_all();
    }

    fn is_replying(&self) -> bool {
        self.phase().replying
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that was started and not stopped.
struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, ()>,
    signal: SearchSignal,
    /// Whether `ponderhit` is still to come.
    ponders: bool,
    /// The time limit, which applies from `ponderhit` on if the search ponders.
    time: Option<Duration>,
}

/// Speaks USI until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    run_with(Options::default(), input, output)
}

/// The same with other options to begin with, which `setoption` can change.
///
/// # Errors
/// If the input cannot be read.
pub fn run_with(options: Options, mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let replies = Replies(Mutex::new(output));
    std::thread::scope(|scope| {
        let mut engine = Engine {
            scope,
            replies: &replies,
            defaults: options.clone(),
            options,
            position: Some(Position::startpos()),
            running: None,
        };
        let mut line = Vec::new();
        let read = loop {
            line.clear();
            match (&mut input).take(MAX_LINE_LENGTH).read_until(b'\n', &mut line) {
                Ok(0) => break Ok(()),
                Err(error) => break Err(error),
                Ok(_) => {}
            }
            if !engine.execute(&String::from_utf8_lossy(&line)) {
                break Ok(());
            }
        };
        // The interface is gone, so the result of the search is not needed.
        engine.stop();
        read
    })
}

struct Engine<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    replies: &'env Replies<W>,
    /// The options that the engine began with.
    defaults: Options,
    options: Options,
    /// `None` after a position that could not be read.
    position: Option<Position>,
    running: Option<Running<'scope>>,
}

impl<W: Write + Send> Engine<'_, '_, W> {
    /// Executes a line. Returns whether the dialogue goes on.
    fn execute(&mut self, line: &str) -> bool {
        let command = match UsiCommand::parse(line) {
            Ok(command) => command,
            Err(error) => {
                if line.trim_start().starts_with("position") {
                    self.position = None;
                }
                self.send_error(&error);
                return true;
            }
        };
        match command {
            UsiCommand::Usi => self.replies.send(&format!(
                "id name Yomikiri {}\nid author The Yomikiri developers\n{}usiok",
                env!("CARGO_PKG_VERSION"),
                self.defaults.lines()
            )),
            UsiCommand::IsReady => self.replies.send("readyok"),
            UsiCommand::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, &value) {
                    self.send_error(&error);
                }
            }
            UsiCommand::Position(position) => self.position = Some(*position),
            UsiCommand::Go(go) => self.go(go),
            UsiCommand::Stop => self.stop(),
            UsiCommand::PonderHit => self.ponder_hit(),
            UsiCommand::Quit => return false,
            UsiCommand::Nothing => {}
        }
        true
    }

    fn go(&mut self, go: GoCommand) {
        let start = Instant::now();
        let is_searching =
            |running: &Running<'_>| !running.signal.is_replying() && !running.thread.is_finished();
        if self.running.as_ref().is_some_and(is_searching) {
            return self.send_error(&"go: a search is running");
        }
        self.stop();
        let signal = SearchSignal::default();
        let search = UsiSearch {
            position: self.position.clone(),
            options: self.options.clone(),
            go,
            start,
            signal: signal.clone(),
        };
        let (ponders, time) = (go.reply == ReplyAt::PonderHit, search.time());
        let replies = self.replies;
        let unknown = search.reply(&SearchEnd::Unknown);
        match Builder::new().spawn_scoped(self.scope, move || search.run(replies)) {
            Ok(thread) => self.running = Some(Running { thread, signal, ponders, time }),
            Err(error) => {
                self.send_error(&format_args!("go: {error}"));
                self.replies.send(&unknown);
            }
        }
    }

    /// Starts the clock of the search that ponders, with the time limit of its `go`.
    fn ponder_hit(&mut self) {
        let Some(running) = self.running.as_mut().filter(|running| running.ponders) else {
            return self.send_error(&"ponderhit: no search is pondering");
        };
        running.ponders = false;
        running.signal.allow_reply();
        let Some(time) = running.time else { return };
        let signal = running.signal.clone();
        if let Err(error) = Builder::new().spawn_scoped(self.scope, move || signal.stop_after(time)) {
            self.send_error(&format_args!("ponderhit: {error}"));
            self.stop();
        }
    }

    /// Stops the search, if one is running, and waits for its reply.
    fn stop(&mut self) {
        if let Some(Running { thread, signal, .. }) = self.running.take() {
            signal.stop();
            // If the search panicked, the message was printed already.
            let _ = thread.join();
        }
    }

    fn send_error(&self, error: &dyn std::fmt::Display) {
        self.replies.send(&format!("info string error {error}"));
    }
}
