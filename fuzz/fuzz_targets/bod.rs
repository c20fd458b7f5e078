//! Any text as a diagram: it is refused at one of its lines, or the position survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_fuzz::settles;
use yomikiri_notation::{Record, bod};

// A diagram has no headers and no comments: only the position counts.
fuzz_target!(|text: &str| settles(
    text,
    |text| bod::read(text).map(|record| Record::new(record.initial)),
    bod::write
));
