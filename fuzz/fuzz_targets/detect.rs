//! Any bytes at all, in any encoding and any format: read or refused; and all records of a file together survive being
//! written and read again in every format that can hold them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_fuzz::fault_is_inside;
use yomikiri_notation::{Format, format, text};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = text::decode(bytes) else { return };
    let records = match format::read(bytes, None) {
        Ok(records) if records.is_empty() => return,
        Ok(records) => records,
        Err(error) => return fault_is_inside(&text, &error),
    };
    for name in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        // JKF alone has a limit that others do not have.
        let Ok(written) = format::write(&records, name) else { continue };
        let settled = format::read(written.as_bytes(), Some(name));
        let settled = settled.unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        assert_eq!(settled.len(), records.len(), "{name}\n{written}");
        for (settled, record) in settled.iter().zip(&records) {
            assert!(settled.main_moves().eq(record.main_moves()), "{name}\n{written}");
        }
        let written = format::write(&settled, name).expect("it was written before");
        assert_eq!(format::read(written.as_bytes(), Some(name)), Ok(settled), "{name}\n{written}");
    }
});
