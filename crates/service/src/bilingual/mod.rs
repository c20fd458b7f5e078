//! What is wrong, in English and in Japanese.
//!
//! The libraries' errors are English. A page shows its reader's language, so here is the Japanese of every error that a request can meet. The
//! files go by the library that the errors come from.

mod games;
mod positions;
mod searches;

use std::fmt;

/// What is wrong: `Display` has it in English.
pub trait Bilingual: fmt::Display {
    /// The same in Japanese.
    fn japanese(&self) -> String;
}

impl<T: Bilingual> Bilingual for &T {
    fn japanese(&self) -> String {
        (*self).japanese()
    }
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BilingualText {
    /// In English.
    pub english: String,
    /// In Japanese.
    pub japanese: String,
}

impl BilingualText {
    /// A text in both languages.
    pub fn new(english: impl Into<String>, japanese: impl Into<String>) -> BilingualText {
        BilingualText { english: english.into(), japanese: japanese.into() }
    }

    /// The text of an error in both languages.
    pub fn from_error(error: impl Bilingual) -> BilingualText {
        BilingualText::new(error.to_string(), error.japanese())
    }
}

impl fmt::Display for BilingualText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl std::error::Error for BilingualText {}

impl Bilingual for BilingualText {
    fn japanese(&self) -> String {
        self.japanese.clone()
    }
}
