//! Errors of the input and of problems in lists, in both languages. JSON has the English text.

use std::fmt;

use yomikiri_service::task::OptionError;
use yomikiri_service::{Bilingual, BilingualText, ProblemError};
use yomikiri_tsume::NotAProblem;

use crate::exit;
use crate::language::Lang;
use crate::text;

/// What is wrong. `Display` and JSON have it in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// An error in both languages.
    Words(BilingualText),
    /// The argument names no file, and is no position.
    NoSuchFile,
    /// The input has no problem in it.
    NothingInIt,
    /// The position is no mate problem.
    NotAProblem(NotAProblem),
    /// An SFEN has blanks in it, and this one has no quotation marks.
    UnquotedSfen(String),
}

impl Complaint {
    /// A complaint in these words.
    pub fn new(english: impl Into<String>, japanese: impl Into<String>) -> Complaint {
        Complaint::Words(BilingualText::new(english, japanese))
    }

    /// The complaint about an error of a library.
    pub fn of(error: impl Bilingual) -> Complaint {
        Complaint::Words(BilingualText::from_error(error))
    }

    /// The text in a language.
    pub fn text(&self, lang: Lang) -> String {
        text::complaint(self, lang)
    }

    /// The error that ends a run.
    pub fn error(&self) -> anyhow::Error {
        exit::bad_input_bilingual(self.text(Lang::En), self.text(Lang::Ja))
    }

    /// The complaint about an option that takes one problem only.
    pub fn for_one_problem() -> Complaint {
        Complaint::new("this is for a single problem", "問題が一つのときだけ使えます")
    }

    /// The error that ends a run, about the input or the option of this name.
    pub fn about(&self, name: &str) -> anyhow::Error {
        let row = |lang: Lang| text::row(text::source(name, lang), &self.text(lang), lang);
        exit::bad_input_bilingual(row(Lang::En), row(Lang::Ja))
    }
}

/// The error that ends a run because of an error of a library.
pub fn bad(error: impl Bilingual) -> anyhow::Error {
    Complaint::of(error).error()
}

/// The error that ends a run because of the value of an option.
pub fn bad_option(OptionError { option, fault }: OptionError) -> anyhow::Error {
    Complaint::Words(fault).about(&format!("--{}", option.replace('_', "-")))
}

impl From<&ProblemError> for Complaint {
    fn from(error: &ProblemError) -> Complaint {
        match error {
            ProblemError::Unreadable(fault) => Complaint::Words(fault.clone()),
            ProblemError::NotAProblem(fault) => Complaint::NotAProblem(*fault),
        }
    }
}

impl From<NotAProblem> for Complaint {
    fn from(fault: NotAProblem) -> Complaint {
        Complaint::NotAProblem(fault)
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}
