//! What long work shows on a terminal: a line on standard error that is gone when the work is done. Anywhere else, nothing.

use std::cell::Cell;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar};
use yomikiri_console::progress::{INTERVAL, styled};
use yomikiri_pns::Progress;
use yomikiri_tsume::Event;

/// A line for a batch: a bar if the size of its source is known, else a sign of life.
pub fn batch(size: Option<u64>) -> ProgressBar {
    match size {
        Some(size) => styled(ProgressBar::new(size), "[{bar:24}] {percent} % {elapsed} {wide_msg}"),
        None => styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}"),
    }
}

/// A line about a search, from its start until this is dropped.
pub struct SearchLine {
    bar: ProgressBar,
    next: Cell<Duration>,
    /// Entries that the search's table can hold, if that is limited.
    capacity: Option<u64>,
}

impl SearchLine {
    /// Shows a line from now on.
    pub fn start() -> SearchLine {
        let bar = styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {prefix}{wide_msg}");
        SearchLine { bar, next: Cell::new(Duration::ZERO), capacity: None }
    }

    /// Shows how full a table of so many entries is, too.
    pub fn with_capacity(mut self, entries: u64) -> SearchLine {
        self.capacity = Some(entries);
        self
    }

    /// Shows what was found so far.
    pub fn found(&self, what: &str) {
        self.bar.set_prefix(format!("{what}, "));
    }

    /// Shows what a mate solver tells.
    pub fn event(&self, event: &Event<'_>) {
        match event {
            Event::Searching(progress) => self.update(**progress),
            Event::Found(mate) => self.found(&format!("mate in at most {}", mate.length())),
        }
    }

    /// Takes over how far the search is; cheap enough to be called all the time.
    pub fn update(&self, progress: Progress<'_>) {
        // A solver that asks one question after the other starts its clock again for each.
        let (elapsed, next) = (progress.elapsed, self.next.get());
        if elapsed >= next || elapsed + INTERVAL < next {
            self.next.set(elapsed + INTERVAL);
            self.bar.set_message(message(progress, self.capacity));
        }
    }
}

impl Drop for SearchLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn message(progress: Progress<'_>, capacity: Option<u64>) -> String {
    let visits = progress.counters.visits;
    let per_second = visits as f64 / progress.elapsed.as_secs_f64().max(1e-9);
    let full = capacity.map(|capacity| progress.counters.table_entries * 100 / capacity.max(1));
    let table = full.map(|full| format!(", table {full} %")).unwrap_or_default();
    format!(
        "{} nodes, {}/s, depth {}, root: pn {}, dn {}{table}",
        HumanCount(visits),
        HumanCount(per_second as u64),
        progress.depth,
        progress.root.proof,
        progress.root.disproof
    )
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
        assert_eq!(message(progress, None), expected);
        let half = Counters { table_entries: 50, ..counters };
        let shown = message(Progress { counters: &half, ..progress }, Some(100));
        assert_eq!(shown, format!("{expected}, table 50 %"));
        let line = SearchLine::start();
        line.update(progress);
        line.update(Progress { depth: 18, ..progress });
        assert_eq!(line.bar.message(), expected, "not twice in one interval");
        line.update(Progress { elapsed: Duration::from_secs(3), ..progress });
        assert_eq!(line.bar.message(), expected.replace("750,000", "500,000"));
        line.update(Progress { elapsed: Duration::ZERO, depth: 1, ..progress });
        assert!(line.bar.message().contains("depth 1,"), "the next question has a clock of its own");
    }
}
