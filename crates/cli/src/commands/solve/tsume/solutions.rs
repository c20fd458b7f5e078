//! `--all`: every first move that mates, for people.

use yomikiri_service::{ReachedPosition, Solutions};
use yomikiri_shogi::Move;

use crate::commands::explain::Explained;
use crate::page::Page;
use crate::style::Style;
use crate::text::{self, Label};

/// Plies of a mate that are shown to people; it may run to hundreds.
const SHOWN: usize = 15;

/// Adds the first moves that mate to a page.
pub fn show(solutions: &Solutions, page: &mut Page, place: &ReachedPosition, style: Style) {
    let explained = Explained { place, explanation: solutions.explanation(), style };
    let named = |mv: Move| match style.shows_usi() {
        true => format!("{} ({mv})", place.name(mv)),
        false => place.name(mv),
    };
    for solution in solutions.mating() {
        let verdict = explained.verdict_of(solution, SHOWN);
        page.detail(Label::FirstMove, &text::row(&named(solution.mv), &verdict, style.lang));
    }
    let open: Vec<String> = solutions.open().map(named).collect();
    if !open.is_empty() {
        page.detail(Label::Open, &open.join(" "));
    }
}
