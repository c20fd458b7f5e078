//! Signs of life on standard error, drawn only if that is a terminal.

use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use yomikiri_pns::Progress;

use crate::output::Output;

/// How often a sign is drawn.
const TICK: Duration = Duration::from_millis(200);

/// A look at the search that is running.
pub struct Spinner {
    bar: ProgressBar,
    /// Entries the search's table can hold.
    capacity: u64,
}

impl Spinner {
    /// A spinner for searches on a table of so many entries.
    pub fn new(capacity: u64) -> Spinner {
        let bar = styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}");
        Spinner { bar, capacity }
    }

    /// Shows what a search says; `best` is what is known so far.
    pub fn show(&self, progress: &Progress<'_>, best: &str) {
        // The search asks often, and nobody may be looking.
        if self.bar.is_hidden() {
            return;
        }
        let counters = progress.counters;
        let speed = counters.visits as f64 / progress.elapsed.as_secs_f64().max(1e-3);
        let full = counters.table_entries * 100 / self.capacity.max(1);
        self.bar.set_message(format!(
            "{best}pn {} dn {}  depth {}  {} nodes, {} a second  table {full} %",
            progress.root.proof,
            progress.root.disproof,
            progress.depth,
            HumanCount(counters.visits),
            HumanCount(speed as u64),
        ));
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// How far a batch is.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of a known size, or a count.
    pub fn new(size: Option<u64>) -> Bar {
        let bar = match size {
            Some(size) => styled(ProgressBar::new(size), "[{bar:32}] {percent} % {elapsed} {wide_msg}"),
            None => styled(ProgressBar::new_spinner(), "{spinner} {elapsed} {wide_msg}"),
        };
        Bar(bar)
    }

    /// How far it is.
    pub fn show(&self, position: u64, message: &str) {
        self.0.set_position(position);
        self.0.set_message(message.to_owned());
    }

    /// Prints results; the bar steps aside.
    pub fn print(&self, out: &mut Output, text: &str) -> anyhow::Result<()> {
        self.0.suspend(|| {
            out.text(text)?;
            // The reader may be waiting for this row.
            out.flush()
        })
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Draws nothing unless standard error is a terminal.
fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(TICK);
    bar
}
