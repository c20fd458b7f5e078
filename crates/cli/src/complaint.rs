//! What is wrong with an input or with a problem of a list.
//!
//! JSON and most errors are English. The errors that everybody meets sooner or later are in both languages: a file that does not
//! exist, one with nothing in it, one that another run writes to, a position that is no mate problem, an SFEN without quotation marks.

use std::fmt;

use yomikiri_service::ProblemError;
use yomikiri_tsume::NotAProblem;

use crate::exit;
use crate::language::{Lang, Message};

/// What is wrong. `Display` and JSON have it in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// Something that is said in English only.
    English(String),
    /// The argument names no file, and is no position.
    NoSuchFile,
    /// The input has no problem in it.
    NothingInIt,
    /// Another run writes to the file.
    InUse,
    /// The position is no mate problem.
    NotAProblem(NotAProblem),
    /// An SFEN has blanks in it, and this one has no quotation marks.
    UnquotedSfen(String),
}

impl Complaint {
    /// The text in a language.
    pub fn text(&self, lang: Lang) -> String {
        lang.text(&Message::Complaint(self))
    }

    /// The error that ends a run, about the input of this name.
    pub fn about(&self, name: &str) -> anyhow::Error {
        let row = |lang: Lang| lang.text(&Message::Row { name, text: &self.text(lang) });
        exit::bad_input_in_japanese_too(row(Lang::En), row(Lang::Ja))
    }
}

impl From<&ProblemError> for Complaint {
    fn from(error: &ProblemError) -> Complaint {
        match error {
            ProblemError::Unreadable(fault) => Complaint::English(fault.clone()),
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
