//! Records of games: every format.

use yomikiri_notation::{
    Format, ReadError, Record, bod as bod_format, csa as csa_format, format, jkf as jkf_format,
};
use yomikiri_notation::{ki2 as ki2_format, kif as kif_format, sfen_list as list_format, text};
use yomikiri_shogi::Strictness;

use super::with_text;

/// A fault stands on a line of the text, or just behind the last.
fn fault_is_inside(text: &str, error: &ReadError) {
    let lines = text.split('\n').count();
    assert!((1..=lines).contains(&error.line), "{error}");
    assert!(error.column.is_none_or(|column| column > 0), "{error}");
    assert!(!error.to_string().contains('\n'), "{error:?}");
}

/// Reading a text fails inside it, or gives a record that is the same after it was written and read again.
///
/// The first time, what the format cannot hold is lost; after that, nothing is. The moves are never lost.
fn settles(text: &str, read: impl Fn(&str) -> Result<Record, ReadError>, write: impl Fn(&Record) -> String) {
    let record = match read(text) {
        Ok(record) => record,
        Err(error) => return fault_is_inside(text, &error),
    };
    let written = write(&record);
    let settled = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert!(settled.main_moves().eq(record.main_moves()), "{written}");
    let written = write(&settled);
    assert_eq!(read(&written).as_ref(), Ok(&settled), "{written}");
}

/// Any text as KIF: it is refused at one of its lines, or the record survives being written and read again.
pub fn kif(bytes: &[u8]) {
    with_text(bytes, |text| settles(text, kif_format::read, kif_format::write));
}

/// Any text as KI2: it is refused at one of its lines, or the record survives being written and read again.
pub fn ki2(bytes: &[u8]) {
    with_text(bytes, |text| settles(text, ki2_format::read, ki2_format::write));
}

/// Any text as CSA: it is refused at one of its lines, or the record survives being written and read again.
pub fn csa(bytes: &[u8]) {
    with_text(bytes, |text| settles(text, csa_format::read, csa_format::write));
}

/// Any text as JKF: it is refused at one of its lines, or the record survives being written and read again.
pub fn jkf(bytes: &[u8]) {
    // Variations that replace the first move of a variation are moved up, so nothing that was read is nested too deep.
    let write = |record: &Record| jkf_format::write(record).expect("not too deep");
    with_text(bytes, |text| settles(text, jkf_format::read, write));
}

/// Any text as a diagram: it is refused at one of its lines, or the position survives being written and read again.
pub fn bod(bytes: &[u8]) {
    // A diagram has no headers and no comments: only the position counts.
    let read = |text: &str| bod_format::read(text).map(|record| Record::new(record.initial));
    with_text(bytes, |text| settles(text, read, bod_format::write));
}

/// Any bytes at all, in any encoding and any format: read or refused; and all records of a file together survive being
/// written and read again in every format that can hold them.
pub fn detect(bytes: &[u8]) {
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
}

/// Any text as an SFEN list: every row is refused at its line, or survives being written and read again.
pub fn sfen_list(bytes: &[u8]) {
    with_text(bytes, |text| {
        for strictness in [Strictness::Strict, Strictness::Lax] {
            for row in list_format::rows(text, strictness) {
                if let Err(error) = row.record {
                    assert_eq!(error.line, row.line);
                    fault_is_inside(text, &error);
                }
                settles(
                    row.text,
                    |text| list_format::parse_position_text(text, strictness),
                    |record| list_format::write(std::slice::from_ref(record)),
                );
            }
        }
    });
}
