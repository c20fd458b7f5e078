//! What the fuzz targets share.

use yomikiri_notation::{ReadError, Record};

/// A fault stands on a line of the text, or just behind the last.
pub fn fault_is_inside(text: &str, error: &ReadError) {
    let lines = text.split('\n').count();
    assert!((1..=lines).contains(&error.line), "{error}");
    assert!(error.column.is_none_or(|column| column > 0), "{error}");
    assert!(!error.to_string().contains('\n'), "{error:?}");
}

/// Reading a text fails inside it, or gives a record that is the same after it was written and read again.
///
/// The first time, what the format cannot hold is lost; after that, nothing is. The moves are never lost.
pub fn settles(
    text: &str,
    read: impl Fn(&str) -> Result<Record, ReadError>,
    write: impl Fn(&Record) -> String,
) {
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
