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
mod headline;
mod numbers;
pub mod records;
mod threats;
mod undecided;

use yomikiri_service::Side;

use crate::language::Lang;
pub use explanations::{
    answer_open, at_the_start, attack_end, move_error, move_missing, move_verdict, no_best_move,
    other_checks, repetition, session_help,
};
pub use findings::{SolutionLine, about_the_whole, counted_terms, fault, flaw, open_question, remark, terms};
pub use futile::{contested, futile_interpositions, futility};
pub use headline::{explained_headline, headline, soundness, soundness_with_terms};
pub use numbers::{columns, pad, pad_left};
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

/// A side of Othello or Connect6.
fn side(side: Side, lang: Lang) -> &'static str {
    match (lang, side) {
        (Lang::En, Side::Black) => "Black (X)",
        (Lang::En, Side::White) => "White (O)",
        (Lang::Ja, Side::Black) => "黒（X）",
        (Lang::Ja, Side::White) => "白（O）",
    }
}

/// The side to move, in games other than shogi.
pub fn to_move(to_move: Side, lang: Lang) -> String {
    let side = side(to_move, lang);
    say!(lang, "{side} to move", "手番：{side}")
}
