//! What people read, in English and in Japanese, ordered by subject.
//!
//! Every sentence is a pure function of what it is about. Both languages are next to each other, in
//! `say!`, so that a sentence without one of them does not compile. There is no catalogue of
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

pub mod beauty;
pub mod certificates;
pub mod composing;
mod explanations;
pub mod figures;
mod findings;
mod futile;
mod headline;
pub mod lists;
mod notices;
mod numbers;
pub mod progress;
pub mod records;
mod tables;
mod threats;
mod undecided;

use yomikiri_service::Side;

use crate::language::Lang;
pub use explanations::{
    answer_open, at_the_start, attack_end, move_error, move_missing, move_verdict, no_best_move,
    other_checks, repetition, session_help,
};
pub use findings::{
    SolutionLine, about_the_whole, counted_terms, fault, flaw, more_if_thorough, open_question, remark,
    sound_from, terms, tries,
};
pub use futile::{contested, futile_interpositions, futility};
pub use headline::{explained_headline, headline, soundness, soundness_with_terms};
pub use notices::{
    after_move, complaint, defenders_hand, exposed, hand, move_count, serving, skipped, source,
};
pub use numbers::{pad, pad_left};
pub use tables::{Column, Label};
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

/// The items of an enumeration.
fn enumeration(items: &[String], lang: Lang) -> String {
    items.join(match lang {
        Lang::En => ", ",
        Lang::Ja => "、",
    })
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    #[test]
    fn texts_know_nothing_of_the_command_line() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text");
        let mut count = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let source = fs::read_to_string(&path).unwrap();
            for name in ["clap", "indicatif", "anyhow", concat!("std", "::io")] {
                // The quotation marks keep this list out.
                let code = source.lines().filter(|line| !line.contains(&format!("\"{name}\"")));
                for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                    assert!(!line.contains(name), "{}: {line}", path.display());
                }
            }
            count += 1;
        }
        assert!(count > 10, "the files were not found");
    }
}
