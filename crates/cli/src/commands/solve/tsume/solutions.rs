//! `--all`: every first move that mates.

use serde_json::{Value, json};
use yomikiri_shogi::Move;
use yomikiri_tsume::{ExplainedMove, Explanation, Fate};

use crate::commands::explain::{Explained, Place};
use crate::commands::solve::answer::{Answer, hand_letters};
use crate::language::{Label, Message};
use crate::page::Page;
use crate::style::Style;
use crate::verdict::LengthStatus;

use super::usi;

/// Plies of a mate that are shown to people; it may run to hundreds.
const SHOWN: usize = 15;

/// The first moves that mate, and those that are not decided.
#[derive(Debug)]
pub struct Solutions {
    explanation: Explanation,
    /// How many are shown at most.
    most: usize,
}

impl Solutions {
    /// At most `most` mating moves of an explanation.
    pub fn of(explanation: Explanation, most: usize) -> Solutions {
        Solutions { explanation, most }
    }

    fn mating(&self) -> impl Iterator<Item = &ExplainedMove> {
        self.explanation.moves.iter().filter(|explained| explained.mate().is_some()).take(self.most)
    }

    fn open(&self) -> impl Iterator<Item = Move> {
        let open = |explained: &&ExplainedMove| matches!(explained.fate, Fate::Open(_));
        self.explanation.moves.iter().filter(open).map(|explained| explained.mv)
    }

    /// Adds them to an answer for programs.
    pub fn put(&self, answer: &mut Answer) {
        let solution = |explained: &ExplainedMove| -> Value {
            let mate = explained.mate();
            json!({
                "move": explained.mv.to_string(),
                "length": explained.length(),
                "length_status": mate.map(|mate| LengthStatus::of(mate.minimal)),
                "moves": usi(&explained.line()),
                "leftover": mate.map(|mate| hand_letters(mate.leftover)),
                "rule_length": explained.rule_length,
                "rule_moves": usi(&explained.line_by_rules()),
                "rule_leftover": explained.leftover_by_rules().map(hand_letters),
            })
        };
        answer.solutions = Some(self.mating().map(solution).collect());
        answer.solutions_open = Some(self.open().map(|mv| mv.to_string()).collect());
    }

    /// Adds them to a page.
    pub fn show(&self, page: &mut Page, place: &Place, style: Style) {
        let explained = Explained { place, explanation: &self.explanation, style };
        let named = |mv: Move| match style.shows_usi() {
            true => format!("{} ({mv})", place.name(mv)),
            false => place.name(mv),
        };
        for solution in self.mating() {
            let (name, text) = (named(solution.mv), explained.fate(solution, SHOWN));
            page.message(Label::FirstMove, &Message::Row { name: &name, text: &text });
        }
        let open: Vec<String> = self.open().map(named).collect();
        if !open.is_empty() {
            page.detail(Label::Open, &open.join(" "));
        }
    }
}
