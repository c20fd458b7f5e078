//! How the command speaks to people: the language, how much it says, and whether in colour.

use std::env;
use std::io::{self, IsTerminal as _};

use clap::Args;

use crate::language::Lang;
use crate::verdict::AnswerVerdict;

/// `[-v]`
#[derive(Args, Clone, Copy, Debug)]
pub struct VerboseArgs {
    /// Show what the search did as well: nodes, table, root numbers, time
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
}

/// `[-v] [-q]`
#[derive(Args, Clone, Copy, Debug)]
pub struct VerbosityArgs {
    #[command(flatten)]
    verbose: VerboseArgs,
    /// Print only the verdict, one line a problem, the same in every language
    ///
    /// The line is the word that JSON has as `verdict`, and of mates and brinkmates the length:
    /// `mate 21`, `mate 23 at-most` (a shorter one may exist), `nomate`, `unknown`. A sound problem
    /// with flaws is `sound 7 flawed`. In a list the name of the problem follows after a tab; a
    /// problem that could not be read is `error`, its name and the reason.
    #[arg(short, long, conflicts_with_all = ["json", "verbose"])]
    quiet: bool,
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// The verdict alone.
    Quiet,
    /// What a person wants to know of the problem.
    Normal,
    /// What the search did as well.
    Verbose,
}

/// How the command speaks to people.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The language.
    pub lang: Lang,
    /// How much is said.
    pub verbosity: Verbosity,
    colour: bool,
}

impl Style {
    /// The style on standard output: in colour only on a terminal, and never if `NO_COLOR` is set.
    pub fn for_stdout(lang: Lang) -> Style {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let colour = io::stdout().is_terminal() && shows_colour(variable);
        Style { lang, verbosity: Verbosity::Normal, colour }
    }

    /// The same with as much detail as the options ask for.
    #[must_use]
    pub fn with(self, VerbosityArgs { verbose, quiet }: VerbosityArgs) -> Style {
        if quiet { Style { verbosity: Verbosity::Quiet, ..self } } else { self.with_verbose(verbose) }
    }

    /// The same with as much detail as the option asks for.
    #[must_use]
    pub fn with_verbose(self, VerboseArgs { verbose }: VerboseArgs) -> Style {
        Style { verbosity: if verbose { Verbosity::Verbose } else { Verbosity::Normal }, ..self }
    }

    /// Whether moves are shown in USI beside their Japanese names.
    pub fn shows_usi(self) -> bool {
        self.lang == Lang::En || self.verbosity == Verbosity::Verbose
    }

    /// A text in the colour of a verdict: green for yes, red for no, yellow for what is not decided. No verdict is an error.
    pub fn paint(self, verdict: Option<AnswerVerdict>, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let colour = match verdict {
            Some(
                AnswerVerdict::Mate
                | AnswerVerdict::Brinkmate
                | AnswerVerdict::Proven
                | AnswerVerdict::Sound
                | AnswerVerdict::Flawed,
            ) => "1;32",
            Some(AnswerVerdict::NoMate | AnswerVerdict::Disproven | AnswerVerdict::Unsound) | None => "1;31",
            Some(AnswerVerdict::Unknown) => "1;33",
        };
        format!("\u{1b}[{colour}m{text}\u{1b}[0m")
    }
}

/// Whether a terminal with these environment variables is to show colour.
fn shows_colour(variable: impl Fn(&str) -> Option<String>) -> bool {
    // The old console of Windows shows escapes as they are. Newer terminals set one of these.
    let understands = cfg!(not(windows)) || variable("WT_SESSION").is_some() || variable("TERM").is_some();
    understands && variable("NO_COLOR").is_none() && variable("TERM").as_deref() != Some("dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_may_refuse_colour() {
        let with = |set: &'static [(&str, &str)]| {
            shows_colour(|name| {
                set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(with(&[("TERM", "xterm-256color")]));
        assert!(!with(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]));
        assert!(!with(&[("TERM", "dumb")]));
    }

    #[test]
    fn colours() {
        let plain = Style { lang: Lang::En, verbosity: Verbosity::Normal, colour: false };
        assert_eq!(plain.paint(Some(AnswerVerdict::Mate), "mate"), "mate");
        let style = Style { colour: true, ..plain };
        assert_eq!(style.paint(Some(AnswerVerdict::Mate), "mate"), "\u{1b}[1;32mmate\u{1b}[0m");
        let codes = [AnswerVerdict::Mate, AnswerVerdict::NoMate, AnswerVerdict::Unknown]
            .map(|verdict| style.paint(Some(verdict), ""));
        assert!(codes[0] != codes[1] && codes[1] != codes[2] && codes[0] != codes[2]);
    }
}
