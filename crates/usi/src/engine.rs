//! The dialogue: reads commands, keeps the position and the options, starts and stops searches.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use yomikiri_shogi::Position;

use crate::command::{Command, Go};
use crate::options::Options;
use crate::search::{End, Search};

/// No command is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// Where answers go, from the dialogue and from the search: each call is a whole answer.
pub(crate) struct Answers<W>(Mutex<W>);

impl<W: Write> Answers<W> {
    /// Says something. An interface that does not listen any more will not be told so; its commands end as well.
    pub fn say(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

/// What a search and the dialogue tell each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    /// Set when the search is to come to its end.
    pub flag: Arc<AtomicBool>,
    told: Arc<(Mutex<bool>, Condvar)>,
    answering: Arc<AtomicBool>,
}

impl Stop {
    fn tell(&self) {
        self.flag.store(true, Ordering::Relaxed);
        *self.told.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.told.1.notify_all();
    }

    /// The search is over and about to answer. An interface may ask for the next as soon as it has read the answer, which may be
    /// before the thread has ended.
    pub fn answering(&self) {
        self.answering.store(true, Ordering::Release);
    }

    fn is_over(&self) -> bool {
        self.answering.load(Ordering::Acquire)
    }

    /// Waits until it was told.
    pub fn wait(&self) {
        let mut told = self.told.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !*told {
            told = self.told.1.wait(told).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Speaks USI until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read.
pub fn run(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let answers = Answers(Mutex::new(output));
    std::thread::scope(|scope| {
        let mut engine = Engine {
            scope,
            answers: &answers,
            options: Options::default(),
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
            if !engine.obey(&String::from_utf8_lossy(&line)) {
                break Ok(());
            }
        };
        // The interface is gone: so is whoever wanted an answer.
        engine.stop();
        read
    })
}

struct Engine<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    answers: &'env Answers<W>,
    options: Options,
    /// None after a position that could not be read.
    position: Option<Position>,
    running: Option<(ScopedJoinHandle<'scope, ()>, Stop)>,
}

impl<W: Write + Send> Engine<'_, '_, W> {
    /// Does what a line says; whether to go on.
    fn obey(&mut self, line: &str) -> bool {
        let command = match Command::parse(line) {
            Ok(command) => command,
            Err(error) => {
                if line.trim_start().starts_with("position") {
                    self.position = None;
                }
                self.complain(&error);
                return true;
            }
        };
        match command {
            Command::Usi => self.answers.say(&format!(
                "id name Yomikiri {}\nid author The Yomikiri developers\n{}usiok",
                env!("CARGO_PKG_VERSION"),
                Options::default().lines()
            )),
            Command::IsReady => self.answers.say("readyok"),
            Command::SetOption { name, value } => {
                if let Err(error) = self.options.set(&name, &value) {
                    self.complain(&error);
                }
            }
            Command::Position(position) => self.position = Some(*position),
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::Quit => return false,
            Command::Nothing => {}
        }
        true
    }

    fn go(&mut self, go: Go) {
        if self.running.as_ref().is_some_and(|(thread, search)| !search.is_over() && !thread.is_finished()) {
            return self.complain(&"go: a search is running");
        }
        self.stop();
        let stop = Stop::default();
        let search =
            Search { position: self.position.clone(), options: self.options.clone(), go, stop: stop.clone() };
        let answers = self.answers;
        let unknown = search.answer(&End::Unknown);
        let started = std::thread::Builder::new().spawn_scoped(self.scope, move || search.run(answers));
        match started {
            Ok(thread) => self.running = Some((thread, stop)),
            Err(error) => {
                self.complain(&format_args!("go: {error}"));
                self.answers.say(&unknown);
            }
        }
    }

    /// Stops the search, if one runs, and waits for its answer.
    fn stop(&mut self) {
        if let Some((search, stop)) = self.running.take() {
            stop.tell();
            // A search that panicked has already said so.
            let _ = search.join();
        }
    }

    fn complain(&self, error: &dyn std::fmt::Display) {
        self.answers.say(&format!("info string error {error}"));
    }
}
