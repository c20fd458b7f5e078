//! CSA, the format of the Computer Shogi Association, versions 1 to 3.0.
//!
//! CSA has no variations, and only the headers in its list. Variations and other headers are kept in comment lines, which other
//! programs skip:
//!
//! * A header without CSA name is written as `'作者：伊藤宗看`, and every such comment line *before the start position* is
//!   read as a header. Ordinary comments are always written after the start position.
//! * Variations follow the main line. Each begins with `'変化：3手` and goes on with the CSA lines of its moves, each line
//!   turned into a comment: `'+7776FU`, `'T12`, `'%TORYO`, and a comment on a move of a variation as `''like this`. The
//!   number means what it means in KIF: instead of move 3 of the most recent line that has a move 3. From the first heading
//!   that is followed by a move, all comment lines up to the end of the record belong to variations.
//! * An ordinary comment that looks like such a heading is written with a backslash before it: `'\変化：3手`. Reading removes it.
//!
//! CSA cannot hold the number of the first move, blanks around headers and at the end of comments, and the position of the
//! players' names among the headers: they come first. Line breaks in texts become blanks, a full-width colon in the name of a
//! header becomes `:`, and a comma in the words of an unusual ending becomes `、`.

pub(crate) mod names;
mod position;
mod read;
mod write;

pub use read::{read, read_all};
pub use write::write;

/// CSA's names for headers, with those of KIF.
const HEADERS: [(&str, &str); 7] = [
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
    ("NOTE", "備考"),
];

/// The headers that name the players, Black first.
fn player_headers(initial: &yomikiri_shogi::Position) -> [&'static str; 2] {
    match crate::Handicap::from_position(initial) {
        None | Some(crate::Handicap::Even) => ["先手", "後手"],
        Some(_) => ["下手", "上手"],
    }
}

/// The number of a variation, if a comment is such a heading.
fn variation_heading(comment: &str) -> Option<usize> {
    let number = comment.strip_prefix("変化：")?.strip_suffix('手')?;
    if number.bytes().all(|byte| byte.is_ascii_digit()) { number.parse().ok() } else { None }
}

/// Whether a comment looks like a heading, or like an escaped one.
fn needs_escape(comment: &str) -> bool {
    variation_heading(comment.trim_start_matches('\\')).is_some()
}
