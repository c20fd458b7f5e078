//! Any text as a dialogue: the engine comes to its end, and says nothing but what the protocol knows.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let mut said = Vec::new();
    yomikiri_usi::run(text, &mut said).expect("neither stream fails");
    let said = String::from_utf8(said).expect("answers are text");
    for line in said.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["id", "option", "usiok", "readyok", "info", "checkmate", "bestmove"];
        assert!(known.contains(&word), "{line:?}");
    }
});
