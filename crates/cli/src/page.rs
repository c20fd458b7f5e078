//! What is printed of one problem: the verdict, labelled lines, the diagram, and with `--verbose` what the search did.

use crate::language::Lang;
use crate::style::{Style, Verbosity};
use crate::text::Label;
use crate::verdict::AnswerVerdict;

/// A page while it is written.
pub struct Page {
    style: Style,
    text: String,
}

impl Page {
    /// A page that begins with a verdict in words.
    pub fn new(style: Style, verdict: AnswerVerdict, headline: &str) -> Page {
        Page { style, text: format!("{}\n", style.paint(Some(verdict), headline)) }
    }

    /// A page that begins with something else than a verdict.
    pub fn without_verdict(style: Style, headline: &str) -> Page {
        Page { style, text: format!("{headline}\n") }
    }

    /// A page without a first line.
    pub fn without_headline(style: Style) -> Page {
        Page { style, text: String::new() }
    }

    /// The language of the page.
    pub fn lang(&self) -> Lang {
        self.style.lang
    }

    /// Adds a line with a label.
    pub fn detail(&mut self, label: Label, text: &str) {
        self.text += &format!("{}{text}\n", label.padded(self.style.lang));
    }

    /// Adds the moves of a solution in the game's own notation; of shogi by their Japanese names and, unless the reader is Japanese, in USI.
    pub fn line(&mut self, names: &str, usi: &[String]) {
        self.detail(Label::Line, names);
        if self.style.shows_usi() {
            self.detail(Label::Usi, &usi.join(" "));
        }
    }

    /// Adds a text of several lines as it is, after a blank line.
    pub fn block(&mut self, text: &str) {
        self.text += &format!("\n{text}");
    }

    /// Adds a text as it is.
    pub fn raw(&mut self, text: &str) {
        self.text += text;
    }

    /// Adds what only `--verbose` shows, after a blank line.
    pub fn figures(&mut self, figures: impl FnOnce(&mut Page)) {
        if self.style.verbosity == Verbosity::Verbose {
            self.text.push('\n');
            figures(self);
        }
    }

    /// The finished page.
    pub fn finish(self) -> String {
        self.text
    }
}
