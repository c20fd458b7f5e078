//! The fuzz targets as functions of any bytes, so that libFuzzer runs them for hours (`scripts/fuzz`) and an ordinary test runs
//! them for a second (`crates/cli/tests/suite/fuzz.rs`). A function panics if the input shows a fault.

mod certificates;
mod records;
mod rules;

pub use certificates::certificate;
pub use records::{bod, csa, detect, jkf, ki2, kif, sfen_list};
pub use rules::{connect6, make_unmake, sfen, usi};

/// The name of a target, and the function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 12] = [
    ("bod", bod),
    ("certificate", certificate),
    ("connect6", connect6),
    ("csa", csa),
    ("detect", detect),
    ("jkf", jkf),
    ("ki2", ki2),
    ("kif", kif),
    ("make_unmake", make_unmake),
    ("sfen", sfen),
    ("sfen_list", sfen_list),
    ("usi", usi),
];

/// Calls a target with the bytes as text, if they are one.
fn with_text(bytes: &[u8], target: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        target(text);
    }
}
