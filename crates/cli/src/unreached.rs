//! The problems of a list that an interrupted run did not reach.

use std::time::{Duration, Instant};

use crate::language::Message;
use crate::output::Output;
use crate::style::{Detail, Style};

/// How many problems were not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// This many.
    Exactly(u64),
    /// This many and more: the rest of the list is too long to be counted.
    AtLeast(u64),
    /// The list comes from a pipe, which may never end.
    RestOfInput,
}

/// Whoever interrupts a run does not wait for long.
const LONGEST_COUNT: Duration = Duration::from_secs(1);

impl Unreached {
    /// Counts the rest of a list; `None` if there is none. `size` is that of the source, which is not known of a pipe.
    pub fn count(rest: impl Iterator, size: Option<u64>) -> Option<Unreached> {
        Unreached::count_for(LONGEST_COUNT, rest, size)
    }

    fn count_for(longest: Duration, mut rest: impl Iterator, size: Option<u64>) -> Option<Unreached> {
        if size.is_none() {
            return Some(Unreached::RestOfInput);
        }
        let start = Instant::now();
        let mut count = 0;
        while rest.next().is_some() {
            count += 1;
            if start.elapsed() > longest {
                return Some(Unreached::AtLeast(count));
            }
        }
        (count > 0).then_some(Unreached::Exactly(count))
    }
}

/// Says for people how many problems are left of a list whose run was interrupted, after a blank line.
pub fn report(rest: impl Iterator, size: Option<u64>, style: Style, out: &mut Output) -> anyhow::Result<()> {
    match Unreached::count(rest, size) {
        Some(unreached) if style.detail != Detail::Quiet => {
            out.text(&format!("\n{}\n", style.lang.text(&Message::Unreached(unreached))))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_list() {
        assert_eq!(Unreached::count(0..7, Some(100)), Some(Unreached::Exactly(7)));
        assert_eq!(Unreached::count(0..0, Some(100)), None);
        assert_eq!(Unreached::count(0.., None), Some(Unreached::RestOfInput), "a pipe is not read");
        let endless = Unreached::count_for(Duration::from_millis(20), 0_u64.., Some(100));
        assert!(matches!(endless, Some(Unreached::AtLeast(1..))), "{endless:?}");
    }
}
