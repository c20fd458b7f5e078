//! The answer to one problem, for people: the same for every game.

use yomikiri_service::{Answer, IssueCounts};

use crate::complaint::Complaint;
use crate::exit::{self, one_line};
use crate::language::Lang;
use crate::page::Page;
use crate::style::{Style, Verbosity};
use crate::text::{self, Label, figures};
use crate::verdict::{self, AnswerVerdict, LengthStatus};

/// An answer in words.
pub trait AnswerText {
    /// The exit code of a single problem.
    fn exit(&self) -> exit::ExitVerdict;

    /// The first line for people; `issues` are the faults and flaws that the judge found.
    fn headline(&self, style: Style, issues: IssueCounts) -> String;

    /// One line for a list.
    fn line(&self, style: Style) -> String;

    /// One line for a list, with what the judge found: its numbers, and the words for it.
    fn judged_line(&self, style: Style, issues: IssueCounts, words: &str) -> String;

    /// Several lines for a single problem. `body` adds those of the game after the verdict, `figures` those of the game to what
    /// the search did. `issues` are the faults and flaws that the judge found.
    fn page(
        &self,
        style: Style,
        issues: IssueCounts,
        body: impl FnOnce(&mut Page),
        figures: impl FnOnce(&mut Page),
    ) -> String;

    /// What to say if something else was expected.
    fn other_expected(&self, lang: Lang) -> Option<String>;
}

impl AnswerText for Answer {
    fn exit(&self) -> exit::ExitVerdict {
        self.verdict.map_or(exit::ExitVerdict::None, verdict::exit)
    }

    fn headline(&self, style: Style, issues: IssueCounts) -> String {
        text::headline(self, issues, style.lang)
    }

    fn line(&self, style: Style) -> String {
        // Mates run to hundreds of plies; the lines of the games without a length are short.
        let moves = if self.length.is_none() { self.moves.join(" ") } else { String::new() };
        line_with(self, style, IssueCounts::default(), &moves)
    }

    fn judged_line(&self, style: Style, issues: IssueCounts, words: &str) -> String {
        line_with(self, style, issues, words)
    }

    fn page(
        &self,
        style: Style,
        issues: IssueCounts,
        body: impl FnOnce(&mut Page),
        figures: impl FnOnce(&mut Page),
    ) -> String {
        if style.verbosity == Verbosity::Quiet {
            return words(self) + "\n";
        }
        let verdict = self.verdict.unwrap_or(AnswerVerdict::Unknown);
        let mut page = Page::new(style, verdict, &self.headline(style, issues));
        if let Some(other) = self.other_expected(style.lang) {
            page.detail(Label::Remark, &other);
        }
        body(&mut page);
        page.figures(|page| {
            figures_of(self, page);
            figures(page);
        });
        page.finish()
    }

    fn other_expected(&self, lang: Lang) -> Option<String> {
        let expected = self.row.as_ref()?.unmet_expectation()?;
        Some(text::lists::other_expected(expected, lang))
    }
}

/// The verdict for scripts: `mate 21`, `mate 23 at-most`, `nomate`, `sound 7 flawed`.
fn words(answer: &Answer) -> String {
    let verdict = answer.verdict.map_or("error", AnswerVerdict::as_str);
    let grade = if answer.verdict == Some(AnswerVerdict::Flawed) { " flawed" } else { "" };
    let by_rules = answer.ruled.as_ref().and_then(|ruled| ruled.other_length(answer.length));
    let length = match (answer.length.zip(answer.length_status), by_rules) {
        (None, _) => String::new(),
        (Some((length, LengthStatus::AtMost)), _) => format!(" {length} at-most"),
        (Some((length, LengthStatus::Minimal)), None) => format!(" {length}"),
        (Some((length, LengthStatus::Minimal)), Some((least, most))) if least == most => {
            format!(" {most} raw {length}")
        }
        (Some((_, LengthStatus::Minimal)), Some((_, most))) => format!(" {most} at-most"),
    };
    format!("{verdict}{length}{grade}")
}

/// One line for a list, with more after the verdict.
fn line_with(answer: &Answer, style: Style, issues: IssueCounts, more: &str) -> String {
    let lang = style.lang;
    let name = one_line(answer.name.as_ref().unwrap_or(&answer.position));
    if style.verbosity == Verbosity::Quiet {
        let error = answer
            .error
            .as_ref()
            .map(|error| format!("\t{}", one_line(&error.to_string())))
            .unwrap_or_default();
        return format!("{}\t{name}{error}\n", words(answer));
    }
    let mut line = match &answer.error {
        Some(error) => one_line(&Complaint::from(error).text(lang)),
        None => answer.headline(style, issues),
    };
    if let Some(other) = answer.other_expected(lang) {
        line = text::remarked(&line, &other, lang);
    }
    if style.verbosity == Verbosity::Verbose && answer.error.is_none() {
        line += &figures::effort(answer.nodes, answer.wall_seconds, lang);
    }
    if !more.is_empty() {
        line = text::row(&line, more, lang);
    }
    text::row(&name, &style.paint(answer.verdict, &line), lang) + "\n"
}

/// What the search did.
fn figures_of(answer: &Answer, page: &mut Page) {
    let (counters, lang) = (&answer.counters, page.lang());
    if let (Some(positions), Some(depth)) = (counters.proof_size, counters.proof_depth) {
        page.detail(Label::Proof, &figures::proof_size(positions, depth, lang));
    }
    page.detail(Label::Search, &figures::search(&answer.algorithm, &counters.search, lang));
    page.detail(Label::Root, &figures::root(&counters.search, lang));
    page.detail(Label::Time, &figures::time(answer.wall_seconds, answer.cpu_seconds, lang));
}
