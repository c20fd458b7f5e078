//! The moves of a position with their fates, for people.

use yomikiri_service::{ExplainedPosition, ReachedPosition, fate_word};
use yomikiri_tsume::{ExplainedMove, Explanation};

use super::tree::TreeText;
use crate::style::{Style, Verbosity};
use crate::text::{self, pad};
use crate::verdict::{AnswerVerdict, LengthStatus};

/// Plies of a mate that a list shows; it may run to hundreds.
const SHOWN: usize = 15;

/// An explanation with the place that it is about.
pub struct Explained<'a> {
    /// The place.
    pub place: &'a ReachedPosition,
    /// What is known of its moves.
    pub explanation: &'a Explanation,
    /// How to say it.
    pub style: Style,
}

impl Explained<'_> {
    /// The same for programs.
    pub fn object(&self) -> ExplainedPosition<'_> {
        ExplainedPosition { place: self.place, explanation: self.explanation }
    }

    /// The verdict on the position.
    pub fn verdict(&self) -> AnswerVerdict {
        self.object().verdict()
    }

    /// The first line for people.
    pub fn headline(&self) -> String {
        text::explained_headline(&self.object(), self.style.lang)
    }

    /// The moves, one a line; with all of each refutation if details are asked for.
    pub fn list(&self) -> String {
        let lang = self.style.lang;
        let moves = &self.explanation.moves;
        let mut list = String::new();
        if moves.is_empty() {
            list += &format!("{}\n", text::no_best_move(self.explanation, lang));
        }
        for explained in moves {
            if self.style.verbosity == Verbosity::Quiet {
                list += &format!("{}\t{}\n", words(explained), explained.mv);
                continue;
            }
            let (name, verdict) = (self.place.name(explained.mv), self.verdict_of(explained, SHOWN));
            list += &format!("{:<6}{}{verdict}\n", explained.mv.to_string(), pad(&name, 16));
            if self.style.verbosity == Verbosity::Verbose {
                list +=
                    &self.tree(explained).lines().map(|line| format!("      {line}\n")).collect::<String>();
            }
        }
        list
    }

    /// What becomes of a move, in one line with at most `shown` plies of a mate.
    pub fn verdict_of(&self, explained: &ExplainedMove, shown: usize) -> String {
        text::move_verdict(explained, self.explanation.attacks, self.place, shown, self.style.lang)
    }

    /// Why a move fails, as an indented tree. Empty if it does not.
    pub fn tree(&self, explained: &ExplainedMove) -> String {
        let mut tree = TreeText::new(self.place, self.style);
        if let Some(failure) = explained.failure() {
            tree.add_move(explained.mv, self.explanation.attacks, failure);
        }
        tree.finish()
    }
}

/// The fate for scripts: `mate 3`, `mate 3 raw 5`, `mate 5 at-most`, `mate 4 futile`, `nomate`, `open`.
fn words(explained: &ExplainedMove) -> String {
    match (explained.length(), explained.mate()) {
        (Some(length), Some(mate)) if mate.minimal => match explained.rule_length {
            _ if explained.futile.is_some() => format!("mate {length} futile"),
            Some(ruled) if ruled as usize != length => format!("mate {ruled} raw {length}"),
            _ => format!("mate {length}"),
        },
        (Some(length), _) => format!("mate {length} {}", LengthStatus::AtMost.as_str()),
        _ => fate_word(explained).to_owned(),
    }
}
