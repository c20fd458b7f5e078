//! Any text as JKF: it is refused at one of its lines, or the record survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_fuzz::settles;
use yomikiri_notation::jkf;

// Variations that replace the first move of a variation are moved up, so nothing that was read is nested too deep.
fuzz_target!(|text: &str| settles(text, jkf::read, |record| jkf::write(record).expect("not too deep")));
