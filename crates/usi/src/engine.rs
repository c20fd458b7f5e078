//! The dialogue with the interface: reads commands, keeps the position and the options, starts and stops searches.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use yomikiri_shogi::Position;

use crate::command::{GoCommand, UsiCommand};
use crate::options::Options;
use crate::search::{SearchEnd, UsiSearch};

/// The longest line that is read as one command, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The output, which the dialogue and the search share. Each reply is written as a whole.
pub(crate) struct Replies<W>(Mutex<W>);

impl<W: Write> Replies<W> {
    /// Writes a reply. Errors are ignored: if the interface no longer reads, its input ends soon as well.
    pub fn send(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

/// How the dialogue stops a search, and how the search announces its reply.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopSignal {
    /// Ends the search.
    pub flag: Arc<AtomicBool>,
    /// The same for a search that is over and waits for `stop`.
    stopped: Arc<(Mutex<bool>, Condvar)>,
    replying: Arc<AtomicBool>,
}

impl StopSignal {
    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
        *self.stopped.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stopped.1.notify_all();
    }

    /// Announces that the search is about to send its reply. The interface may start the next search as soon as it has read
    /// the reply, which can be before the thread has ended.
    pub fn announce_reply(&self) {
        self.replying.store(true, Ordering::Release);
    }

    fn is_replying(&self) -> bool {
        self.replying.load(Ordering::Acquire)
    }

    /// Waits until the signal is set.
    pub fn wait(&self) {
        let mut stopped = self.stopped.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !*stopped {
            stopped = self.stopped.1.wait(stopped).unwrap_or_else(PoisonError::into_inner);
        }
    }
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
            match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
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
    running: Option<(ScopedJoinHandle<'scope, ()>, StopSignal)>,
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
            UsiCommand::Quit => return false,
            UsiCommand::Nothing => {}
        }
        true
    }

    fn go(&mut self, go: GoCommand) {
        if self
            .running
            .as_ref()
            .is_some_and(|(thread, search)| !search.is_replying() && !thread.is_finished())
        {
            return self.send_error(&"go: a search is running");
        }
        self.stop();
        let stop = StopSignal::default();
        let search = UsiSearch {
            position: self.position.clone(),
            options: self.options.clone(),
            go,
            stop: stop.clone(),
        };
        let replies = self.replies;
        let unknown = search.reply(&SearchEnd::Unknown);
        let started = std::thread::Builder::new().spawn_scoped(self.scope, move || search.run(replies));
        match started {
            Ok(thread) => self.running = Some((thread, stop)),
            Err(error) => {
                self.send_error(&format_args!("go: {error}"));
                self.replies.send(&unknown);
            }
        }
    }

    /// Stops the search, if one is running, and waits for its reply.
    fn stop(&mut self) {
        if let Some((search, stop)) = self.running.take() {
            stop.set();
            // If the search panicked, the message was printed already.
            let _ = search.join();
        }
    }

    fn send_error(&self, error: &dyn std::fmt::Display) {
        self.replies.send(&format!("info string error {error}"));
    }
}
