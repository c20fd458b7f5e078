//! Any text as KIF: it is refused at one of its lines, or the record survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_fuzz::settles;
use yomikiri_notation::kif;

fuzz_target!(|text: &str| settles(text, kif::read, kif::write));
