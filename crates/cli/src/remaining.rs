//! The problems of a list that an interrupted run did not reach.

use std::time::{Duration, Instant};

use crate::output::Output;
use crate::style::{Style, Verbosity};
use crate::text;

/// How many problems were not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remaining {
    /// This many.
    Exactly(u64),
    /// This many and more: the rest of the list is too long to be counted.
    AtLeast(u64),
    /// The list comes from a pipe, which may never end.
    RestOfInput,
}

/// Whoever interrupts a run does not wait for long.
const MAX_COUNTING_TIME: Duration = Duration::from_secs(1);

impl Remaining {
    /// Counts the rest of a list; `None` if there is none. `size` is that of the source, which is not known of a pipe.
    pub fn count(rest: impl Iterator, size: Option<u64>) -> Option<Remaining> {
        Remaining::count_for(MAX_COUNTING_TIME, rest, size)
    }

    fn count_for(longest: Duration, mut rest: impl Iterator, size: Option<u64>) -> Option<Remaining> {
        if size.is_none() {
            return Some(Remaining::RestOfInput);
        }
        let start = Instant::now();
        let mut count = 0;
        while rest.next().is_some() {
            count += 1;
            if start.elapsed() > longest {
                return Some(Remaining::AtLeast(count));
            }
        }
        (count > 0).then_some(Remaining::Exactly(count))
    }
}

/// Says for people how many problems are left of a list whose run was interrupted, after a blank line.
pub fn report(rest: impl Iterator, size: Option<u64>, style: Style, out: &mut Output) -> anyhow::Result<()> {
    match Remaining::count(rest, size) {
        Some(remaining) if style.verbosity != Verbosity::Quiet => {
            out.text(&format!("\n{}\n", text::lists::remaining(remaining, style.lang)))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_list() {
        assert_eq!(Remaining::count(0..7, Some(100)), Some(Remaining::Exactly(7)));
        assert_eq!(Remaining::count(0..0, Some(100)), None);
        assert_eq!(Remaining::count(0.., None), Some(Remaining::RestOfInput), "a pipe is not read");
        let endless = Remaining::count_for(Duration::from_millis(20), 0_u64.., Some(100));
        assert!(matches!(endless, Some(Remaining::AtLeast(1..))), "{endless:?}");
    }
}
