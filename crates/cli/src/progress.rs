//! What long work shows on a terminal: a line on standard error that is gone when the work is done. Anywhere else, nothing.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use yomikiri_console::progress::{INTERVAL, styled};
use yomikiri_pns::Progress;
use yomikiri_tsume::SolverEvent;

use crate::exit::{one_line, print_error};
use crate::language::Lang;
use crate::text::progress::{BatchProgress, batch_progress, certifying, mate_within, search_progress};

/// A line without a bar, for work of unknown length.
pub fn spinner() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}")
}

/// A line about a list of problems, from its start until this is dropped. Several threads may report to it.
pub struct BatchLine {
    bar: ProgressBar,
    lang: Lang,
    start: Instant,
    /// The size of the source, in any unit.
    size: Option<u64>,
    state: Mutex<BatchState>,
}

#[derive(Default)]
struct BatchState {
    /// Problems that were solved.
    solved: u64,
    /// Problems of the source that are done, including those that an earlier run solved.
    done: u64,
    /// How far into the source these reach.
    end: u64,
    /// How far into the source the first solved problem reaches, and when it was done: what came before may have been skipped.
    first: Option<(u64, Duration)>,
    /// The problem at work; of several, the one that was begun last.
    at_work: String,
}

impl BatchLine {
    /// Shows a line from now on. `size` is that of the source, in the unit in which [`solved`](BatchLine::solved) counts.
    pub fn start(size: Option<u64>, lang: Lang) -> BatchLine {
        let bar = match size {
            Some(size) => styled(ProgressBar::new(size), "[{bar:24}] {percent} % {elapsed} {wide_msg}"),
            None => spinner(),
        };
        BatchLine { bar, lang, start: Instant::now(), size, state: Mutex::default() }
    }

    /// Shows the problem at work.
    pub fn begin(&self, name: &str) {
        self.state().at_work = one_line(name);
        self.show();
    }

    /// A problem is solved: the one with number `done` of the source, counted from 1, which ends at `end`.
    pub fn solved(&self, done: u64, end: u64) {
        let mut state = self.state();
        state.solved += 1;
        // Several problems are solved at once, so a later one may come first.
        state.done = state.done.max(done);
        state.end = state.end.max(end);
        state.first.get_or_insert((end, self.start.elapsed()));
        self.bar.set_position(state.end);
        drop(state);
        self.show();
    }

    /// Takes the line away while something is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    fn state(&self) -> MutexGuard<'_, BatchState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self) {
        let state = self.state();
        let progress = state.progress(self.size, self.start.elapsed());
        self.bar.set_message(batch_progress(&progress, self.lang));
    }
}

impl Drop for BatchLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl BatchState {
    fn progress(&self, size: Option<u64>, elapsed: Duration) -> BatchProgress<'_> {
        let size = size.filter(|_| self.end > 0);
        let total = size.map(|size| {
            // Where the source is counted in problems, its size is their number.
            let exact = self.end == self.done;
            let total = self.done as f64 * size as f64 / self.end as f64;
            (if exact { size } else { (total.round() as u64).max(self.done) }, exact)
        });
        let left = size.zip(self.first).and_then(|(size, (first, then))| {
            let rate = (self.end - first) as f64 / (elapsed.saturating_sub(then)).as_secs_f64();
            let left = size.saturating_sub(self.end) as f64 / rate;
            left.is_finite().then_some(left.round() as u64)
        });
        let per_second = self.solved as f64 / elapsed.as_secs_f64().max(1e-9);
        BatchProgress { done: self.done, total, per_second, left, at_work: &self.at_work }
    }
}

/// A line about a search, from its start until this is dropped.
pub struct SearchLine {
    bar: ProgressBar,
    lang: Lang,
    next: Cell<Duration>,
    /// When the number of nodes of a certificate is shown again.
    next_certificate: Cell<Duration>,
    /// Entries that the search's table can hold, if that is limited.
    capacity: Option<u64>,
}

impl SearchLine {
    /// Shows a line from now on.
    pub fn start(lang: Lang) -> SearchLine {
        let bar = styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {prefix}{wide_msg}");
        let (next, next_certificate) = (Cell::new(Duration::ZERO), Cell::new(Duration::ZERO));
        SearchLine { bar, lang, next, next_certificate, capacity: None }
    }

    /// Shows how full a table of this many entries is as well.
    pub fn with_capacity(mut self, entries: u64) -> SearchLine {
        self.capacity = Some(entries);
        self
    }

    /// Prints a line on standard error, above the progress line.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| print_error(text));
    }

    /// Shows what a mate solver reports.
    pub fn event(&self, event: &SolverEvent<'_>) {
        match event {
            SolverEvent::Searching(progress) => self.update(**progress),
            SolverEvent::Found(mate) => {
                self.bar.set_prefix(mate_within(mate.length(), self.lang));
            }
            // The terminal shows the judgement when it is complete.
            SolverEvent::Judging(_) => {}
            SolverEvent::CertifyProgress { nodes } => self.certifying(*nodes),
            SolverEvent::CheckpointFailed(error) => self.say(&format!("--checkpoint: {error}")),
        }
    }

    fn certifying(&self, nodes: u64) {
        let elapsed = self.bar.elapsed();
        if elapsed >= self.next_certificate.get() {
            self.next_certificate.set(elapsed + INTERVAL);
            self.bar.set_prefix(certifying(nodes, self.lang));
        }
    }

    /// Takes over how far the search is; cheap enough to be called all the time.
    pub fn update(&self, progress: Progress<'_>) {
        // A solver that asks one question after the other starts its clock again for each.
        let (elapsed, next) = (progress.elapsed, self.next.get());
        if elapsed >= next || elapsed + INTERVAL < next {
            self.next.set(elapsed + INTERVAL);
            self.bar.set_message(search_progress(progress, self.capacity, self.lang));
        }
    }
}

impl Drop for SearchLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_pns::{Counters, Numbers};

    use super::*;

    #[test]
    fn the_line_of_a_search() {
        let counters = Counters { visits: 1_500_000, ..Counters::default() };
        let root = Numbers::new(12, 3);
        let progress = Progress { counters: &counters, root, depth: 17, elapsed: Duration::from_secs(2) };
        let expected = "1,500,000 nodes, 750,000/s, depth 17, root: pn 12, dn 3";
        assert_eq!(search_progress(progress, None, Lang::En), expected);
        let half = Counters { table_entries: 50, ..counters };
        let shown = search_progress(Progress { counters: &half, ..progress }, Some(100), Lang::En);
        assert_eq!(shown, format!("{expected}, table 50 %"));
        let line = SearchLine::start(Lang::En);
        line.update(progress);
        line.update(Progress { depth: 18, ..progress });
        assert_eq!(line.bar.message(), expected, "not twice in one interval");
        line.update(Progress { elapsed: Duration::from_secs(3), ..progress });
        assert_eq!(line.bar.message(), expected.replace("750,000", "500,000"));
        line.update(Progress { elapsed: Duration::ZERO, depth: 1, ..progress });
        assert!(line.bar.message().contains("depth 1,"), "the next question has a clock of its own");
    }

    #[test]
    fn the_line_of_a_list() {
        let text = |state: &BatchState, size, seconds, lang: Lang| {
            batch_progress(&state.progress(size, Duration::from_secs(seconds)), lang)
        };
        let started = BatchState { at_work: "図巧 1".to_owned(), ..BatchState::default() };
        assert_eq!(text(&started, None, 1, Lang::En), "0 done, 図巧 1");
        assert_eq!(text(&started, Some(1000), 1, Lang::En), "0 done, 図巧 1");
        // A list of 10,000 bytes, of which 2,000 took 40 s after the first problem: 8,000 take 160 s.
        let state = BatchState {
            solved: 21,
            done: 21,
            end: 2100,
            first: Some((100, Duration::from_secs(2))),
            at_work: String::new(),
        };
        assert_eq!(text(&state, Some(10_100), 42, Lang::En), "21 of about 101, 0.5/s, 2:40 left");
        assert_eq!(text(&state, Some(10_100), 42, Lang::Ja), "約101題中21題、毎秒0.5題、残り2:40");
        assert_eq!(text(&state, None, 42, Lang::En), "21 done, 0.5/s");
        // A list counted in problems, half of which were done before.
        let state =
            BatchState { solved: 3, done: 53, end: 53, first: Some((51, Duration::from_secs(5))), ..state };
        assert_eq!(text(&state, Some(100), 15, Lang::En), "53 of 100, 0.2/s, 3:55 left");
    }

    #[test]
    fn problems_may_be_solved_out_of_order() {
        let line = BatchLine::start(Some(10), Lang::En);
        line.begin("two\nlines");
        line.solved(3, 3);
        line.solved(2, 2);
        assert!(line.bar.message().starts_with("3 of 10, "), "{}", line.bar.message());
        assert!(line.bar.message().ends_with(", two lines"), "{}", line.bar.message());
    }
}
