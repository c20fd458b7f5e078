//! Any text: reading SFEN or a USI move gives an error or something that writes back to itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_shogi::{Move, Position, Strictness};

fuzz_target!(|text: &str| {
    for strictness in [Strictness::Strict, Strictness::Lax] {
        if let Ok(position) = Position::from_sfen_with(text, strictness) {
            assert_eq!(Position::from_sfen_with(&position.to_sfen(), strictness).as_ref(), Ok(&position));
            for mv in position.legal_moves() {
                let mut next = position.clone();
                let undo = next.make(mv);
                next.unmake(mv, undo);
                assert_eq!(next, position);
            }
        }
    }
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
});
