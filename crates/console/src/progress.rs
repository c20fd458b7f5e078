//! Progress on a terminal: a line on standard error that is gone when the work is done. Anywhere else nothing is shown.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line changes.
pub const INTERVAL: Duration = Duration::from_millis(200);

/// A line with a bar, for work whose number of steps is known.
pub fn bar(prefix: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(0);
    bar.set_prefix(prefix);
    styled(bar, "{prefix} [{bar:24}] {pos}/{len} {elapsed} {wide_msg}")
}

/// Gives a line its template and keeps it ticking.
pub fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(INTERVAL);
    bar
}
