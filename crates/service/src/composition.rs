//! Composed problems with their measures.

use std::ops::RangeInclusive;

use yomikiri_compose::gallery::Exhibit;
use yomikiri_compose::measure::{MeasureSettings, Survey, bare};
use yomikiri_compose::{Composition, Features};
use yomikiri_pns::Limits;
use yomikiri_shogi::Color;

/// Orders in which a work is measured, and the nodes of each: enough for nearly all, and over soon.
const ORDERS: u64 = 8;
const MEASURED_NODES: u64 = 100_000;

/// A composed problem with its features and measures. `None` if it has no solution, which does not happen for problems of a session.
pub fn exhibit(work: &Composition) -> Option<Exhibit> {
    let exhibit = Exhibit::new(work.clone())?;
    let features = Features::of(exhibit.position(), exhibit.line()).ok()?;
    let limits = Limits { visits: Some(MEASURED_NODES), ..Limits::default() };
    let game = bare(exhibit.position(), Color::Black);
    let survey = Survey::of_problem(&game, MeasureSettings::default(), ORDERS, &limits, &mut |_| {});
    Some(exhibit.with_features(&features).with_measures(&survey))
}

/// A range of plies: `5..15`, `5..=15` or `7`, both ends included.
///
/// # Errors
///
/// If the text is no range.
pub fn parse_plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let range = match text.split_once("..") {
        Some((first, last)) => number(first)
            .zip(number(last.strip_prefix('=').unwrap_or(last)))
            .map(|(first, last)| first..=last),
        None => number(text).map(|only| only..=only),
    };
    range.ok_or_else(|| "expected a range of plies such as 5..15, or a number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(parse_plies("5..15"), Ok(5..=15));
        assert_eq!(parse_plies("5..=15"), Ok(5..=15));
        assert_eq!(parse_plies("7"), Ok(7..=7));
        for bad in ["", "..", "5..", "..5", "5...7", "a..b", "-1..3", "5..15..17", "99999999999999999999"] {
            assert!(parse_plies(bad).is_err(), "{bad}");
        }
    }
}
