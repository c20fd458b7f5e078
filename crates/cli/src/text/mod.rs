//! What people read, in English and in Japanese, ordered by subject.
//!
//! Every sentence is a pure function of what it is about. Both languages are next to each other, in
//! [`say!`], so that a sentence without one of them does not compile. There is no catalogue of
//! strings. Nothing here prints, reads the clock or knows the command line.
//!
//! JSON, `--quiet`, `--help`, errors of the command line and the commands for developers (`perft`,
//! `algorithms`) are English everywhere.

/// Formats one of two texts, English and Japanese, according to the language.
macro_rules! say {
    ($lang:expr, $english:literal, $japanese:literal $(,)?) => {
        match $lang {
            $crate::language::Lang::En => format!($english),
            $crate::language::Lang::Ja => format!($japanese),
        }
    };
}

mod explanations;
mod findings;
mod futile;
pub mod records;
mod threats;
mod undecided;

use crate::language::Lang;
pub use explanations::{
    answer_open, at_the_start, attack_end, move_error, move_missing, move_verdict, no_best_move,
    other_checks, repetition, session_help,
};
pub use findings::{SolutionLine, about_the_whole, counted_terms, fault, flaw, open_question, remark, terms};
pub use futile::{contested, futile_interpositions, futility};
pub use threats::{
    defences, mate_excluded, mate_with_line, threatmates, try_written_hands, undecided_threat, win,
};
pub use undecided::cause;

/// A name and what is said about it.
pub fn row(name: &str, text: &str, lang: Lang) -> String {
    say!(lang, "{name}: {text}", "{name}：{text}")
}

/// A text with a remark about it.
pub fn remarked(text: &str, remark: &str, lang: Lang) -> String {
    say!(lang, "{text}; {remark}", "{text}、{remark}")
}

/// A number of plies.
fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}
