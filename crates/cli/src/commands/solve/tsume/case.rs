//! One mate problem and its answer, for people.

use std::time::Duration;

use yomikiri_notation::diagram::{self, Picture};
use yomikiri_notation::japanese;
use yomikiri_service::{Answer, Case, IssueCounts, ReachedPosition, Solved, usi};
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::Mate;

use super::kif::{RecordSource, Solution};
use super::solutions;
use crate::commands::explain::TreeText;
use crate::commands::solve::answer::AnswerText as _;
use crate::exit::one_line;
use crate::page::Page;
use crate::style::Style;
use crate::text::{self, Label};
use crate::verdict::{AnswerVerdict, LengthStatus};

/// A solved problem in words.
pub trait SolvedText {
    /// What a record is made of.
    fn source(&self) -> RecordSource<'_>;

    /// All there is to show, for people. `capacity` is the number of entries that the table can hold.
    fn page(&self, style: Style, capacity: u64) -> String;
}

impl SolvedText for Solved {
    fn source(&self) -> RecordSource<'_> {
        let mates = match self.answer.verdict {
            Some(AnswerVerdict::Mate) => Some(true),
            Some(AnswerVerdict::NoMate) => Some(false),
            _ => None,
        };
        RecordSource {
            case: &self.case,
            path: &[],
            solution: self.mate.as_ref().map(Solution::new),
            mates,
            annotations: None,
            spent: (
                self.answer.nodes,
                Duration::try_from_secs_f64(self.answer.wall_seconds).unwrap_or_default(),
            ),
        }
    }

    fn page(&self, style: Style, capacity: u64) -> String {
        let body = |page: &mut Page| {
            if let Some(mate) = &self.mate {
                self.case.show_mate(page, mate, style);
            }
            let place = ReachedPosition::new(self.case.position.clone());
            if let Some(solutions) = &self.solutions {
                solutions::show(solutions, page, &place, style);
            }
            if let Some(why) = &self.refutation {
                let mut tree = TreeText::new(&place, style);
                tree.add_position(why);
                page.raw(&tree.finish());
            }
            self.case.show(page);
        };
        let percent = self.answer.counters.search.table_entries * 100 / capacity.max(1);
        self.answer.page(style, IssueCounts::default(), body, |figures| {
            figures.detail(Label::Table, &text::figures::table(percent, style.lang))
        })
    }
}

/// A problem in words and pictures.
pub trait CaseText {
    /// Adds a mate to a page: its moves, and what is left in hand at its end.
    fn show_mate(&self, page: &mut Page, mate: &Mate, style: Style);

    /// The problem as a picture, an SVG file: its name above the diagram, what was found below it.
    fn picture(&self, answer: &Answer) -> String;

    /// Adds the problem to a page: where the hands come from, the name, the diagram.
    fn show(&self, page: &mut Page);
}

impl CaseText for Case {
    fn show_mate(&self, page: &mut Page, mate: &Mate, style: Style) {
        let (line, leftover) = mate.line_by_rules();
        if !line.is_empty() {
            page.line(&line_text(&self.position, line), &usi(line));
        }
        page.detail(Label::LeftOver, &text::hand(leftover, style.lang));
        if let Some(ruled) = &mate.adjusted {
            for futile in text::futile_interpositions(&self.position, ruled, style.lang) {
                page.detail(Label::NotCounted, &futile);
            }
            if let Some(contested) = text::contested(ruled, style.lang) {
                page.detail(Label::NotCounted, &contested);
            }
        }
    }

    fn picture(&self, answer: &Answer) -> String {
        let mut picture = Picture::new();
        if let Some(name) = &self.name {
            picture = picture.title(one_line(name));
        }
        // In Japanese, as all words of the picture.
        let kind = match answer.verdict {
            Some(AnswerVerdict::Mate) => Some("詰"),
            Some(AnswerVerdict::Brinkmate) => Some("必至"),
            _ => None,
        };
        if let (Some(kind), Some(length), Some(LengthStatus::Minimal)) =
            (kind, answer.length, answer.length_status)
        {
            picture = picture.caption(format!("{length}手{kind}"));
        }
        picture.svg(&self.position)
    }

    fn show(&self, page: &mut Page) {
        if let Some(hand) = text::defenders_hand(self.hands, page.lang()) {
            page.detail(Label::Hands, &hand);
        }
        let title = self.name.as_ref().map(|name| format!("{}\n", one_line(name))).unwrap_or_default();
        page.block(&format!("{title}{}", diagram::text(&self.position)));
    }
}

/// A line by the names of its moves.
pub fn line_text(position: &Position, line: &[Move]) -> String {
    japanese::line_names(position, line).join(" ")
}
