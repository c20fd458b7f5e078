//! Any text: reading a Connect6 position, a game or an SGF gives an error inside the text or something that writes back to
//! itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_connect6::{Board, GameRecord, Rules, sgf};

fuzz_target!(|text: &str| {
    for size in [7, 19] {
        let Ok(rules) = Rules::connect6(size) else { continue };
        match Board::parse(text, rules) {
            Ok(board) => assert_eq!(Board::parse(&board.to_string(), rules).as_ref(), Ok(&board)),
            Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}"),
        }
        if let Ok(game) = GameRecord::parse(text, rules) {
            assert_eq!(sgf::read(&sgf::write(&game), size).as_ref(), Ok(&game));
        }
        match sgf::read(text, size) {
            Ok(game) => assert_eq!(sgf::read(&sgf::write(&game), size).as_ref(), Ok(&game)),
            Err(error) => assert!((1..=text.split('\n').count()).contains(&error.line), "{error}"),
        }
    }
});
