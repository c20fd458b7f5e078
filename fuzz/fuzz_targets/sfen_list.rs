//! Any text as an SFEN list: every row is refused at its line, or survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_fuzz::{fault_is_inside, settles};
use yomikiri_notation::sfen_list;
use yomikiri_shogi::Strictness;

fuzz_target!(|text: &str| {
    for strictness in [Strictness::Strict, Strictness::Lax] {
        for row in sfen_list::rows(text, strictness) {
            if let Err(error) = row.record {
                assert_eq!(error.line, row.line);
                fault_is_inside(text, &error);
            }
            settles(
                row.text,
                |text| sfen_list::parse_position_text(text, strictness),
                |record| sfen_list::write(std::slice::from_ref(record)),
            );
        }
    }
});
