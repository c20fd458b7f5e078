//! What composing shows on a terminal.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use yomikiri_compose::Setup;
use yomikiri_compose::gallery::Exhibit;

use crate::language::Lang;
use crate::progress;
use crate::text;

/// How often the line changes.
const INTERVAL: Duration = Duration::from_millis(200);

/// A line about a session, until this is dropped.
pub struct ComposeLine {
    bar: ProgressBar,
    lang: Lang,
    wanted: usize,
    start: Instant,
    next: Cell<Instant>,
    /// The attempt, and what was found.
    state: RefCell<String>,
}

impl ComposeLine {
    /// Shows a line from now on.
    pub fn start(wanted: usize, lang: Lang) -> ComposeLine {
        let now = Instant::now();
        ComposeLine {
            bar: progress::spinner(),
            lang,
            wanted,
            start: now,
            next: Cell::new(now),
            state: RefCell::new(String::new()),
        }
    }

    /// Takes over what was found; `next` is the attempt that comes.
    pub fn show(&self, next: u64, exhibits: &[Exhibit]) {
        *self.state.borrow_mut() = state(next, self.wanted, exhibits, self.lang);
    }

    /// Takes over what is being tried; cheap enough to be called all the time.
    pub fn tried(&self, setup: &Setup, judged: u64) {
        let now = Instant::now();
        if now < self.next.get() {
            return;
        }
        self.next.set(now + INTERVAL);
        let elapsed = (now - self.start).as_secs_f64();
        self.bar.set_message(format!("{}{}", self.state.borrow(), tried(setup, judged, elapsed, self.lang)));
    }
}

impl Drop for ComposeLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn state(next: u64, wanted: usize, exhibits: &[Exhibit], lang: Lang) -> String {
    let best = exhibits.iter().zip(1..).max_by(|(one, a), (other, b)| {
        // Of equals the first.
        one.beauty().total_cmp(&other.beauty()).then(b.cmp(a))
    });
    let best = best.map(|(best, number)| (number, best.line().len()));
    text::composing::attempt(next + 1, exhibits.len(), wanted, best, lang)
}

fn tried(setup: &Setup, judged: u64, seconds: f64, lang: Lang) -> String {
    let per_second = (judged as f64 / seconds.max(1e-9)) as u64;
    let sfen = setup.position().map(|position| position.to_sfen()).unwrap_or_default();
    let board = sfen.split(' ').next().unwrap_or_default();
    text::composing::tried(judged, per_second, board, lang)
}

#[cfg(test)]
mod tests {
    use yomikiri_shogi::Position;

    use super::*;

    #[test]
    fn the_line_of_a_session() {
        assert_eq!(state(1999, 10, &[], Lang::En), "attempt 2,000, 0 of 10 found, ");
        let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let setup = Setup::from_position(&position).unwrap();
        assert_eq!(tried(&setup, 3000, 2.0, Lang::En), "3,000 judged (1,500/s), 4k4/9/4P4/9/9/9/9/9/9");
        let line = ComposeLine::start(10, Lang::En);
        line.show(3, &[]);
        line.tried(&setup, 1);
        assert!(line.bar.message().starts_with("attempt 4, 0 of 10 found, 1 judged ("));
        line.tried(&setup, 2);
        assert!(line.bar.message().contains(" 1 judged "), "not twice in one interval");
    }
}
