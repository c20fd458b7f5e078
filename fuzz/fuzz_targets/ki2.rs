//! Any text as KI2: it is refused at one of its lines, or the record survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_fuzz::settles;
use yomikiri_notation::ki2;

fuzz_target!(|text: &str| settles(text, ki2::read, ki2::write));
