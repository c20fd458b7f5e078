//! Reading and writing by format name or by content.

use crate::common::{Shape, config, record, record_with, without_times};
use proptest::prelude::*;
use yomikiri_notation::{Format, Record, WriteError, format, text};

/// Formats that hold everything.
const COMPLETE: [Format; 2] = [Format::Csa, Format::Jkf];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn files_of_records_survive(records in prop::collection::vec(record_with(Shape::FULL), 1..4)) {
        for name in COMPLETE {
            let text = format::write(&records, name).unwrap();
            prop_assert_eq!(Format::detect(&text), Some(name), "{}", text);
            prop_assert_eq!(format::read(text.as_bytes(), None), Ok(records.clone()), "{}", text);
        }
    }

    /// KIF and KI2 put records one after the other, with moves and without.
    #[test]
    fn games_in_a_row_are_separated(mut records in prop::collection::vec((record(), any::<bool>()), 1..5)) {
        for (record, bare) in &mut records {
            if *bare {
                record.line.clear();
            }
        }
        let records: Vec<Record> = records.into_iter().map(|(record, _)| record).collect();
        let text = format::write(&records, Format::Kif).unwrap();
        prop_assert_eq!(format::read(text.as_bytes(), None), Ok(records.clone()), "{}", text);
        let text = format::write(&records, Format::Ki2).unwrap();
        let untimed: Vec<Record> = records.iter().map(without_times).collect();
        prop_assert_eq!(format::read(text.as_bytes(), Some(Format::Ki2)), Ok(untimed.clone()), "{}", text);
        // Nothing but headers, diagrams and closing sentences is read the same whatever its name is.
        prop_assert_eq!(format::read(text.as_bytes(), None), Ok(untimed), "{}", text);
    }

    #[test]
    fn sfen_lists_are_recognised(record in record()) {
        let text = format::write(std::slice::from_ref(&record), Format::Sfen).unwrap();
        let read = format::read(text.as_bytes(), None).unwrap();
        prop_assert_eq!(read.len(), 1);
        prop_assert!(read[0].main_moves().eq(record.main_moves()));
        prop_assert_eq!(&read[0].initial, &record.initial);
    }

    /// Windows line ends, Shift-JIS and byte order marks change nothing.
    #[test]
    fn encodings_do_not_matter(mut record in record()) {
        // Texts with characters that Shift-JIS lacks are not what is tested here.
        let clean = |text: &mut String| text.retain(|c| text::encode_shift_jis(&c.to_string()).is_ok_and(|bytes| text::decode(&bytes) == Ok(c.to_string())));
        record.headers.iter_mut().for_each(|(_, value)| clean(value));
        record.comments.iter_mut().for_each(clean);
        let text = format::write(std::slice::from_ref(&record), Format::Csa).unwrap();
        let expected = format::read(text.as_bytes(), None).unwrap();
        let crlf = text.replace('\n', "\r\n");
        let utf16: Vec<u8> = "\u{feff}".encode_utf16().chain(text.replace('\n', "\r").encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for bytes in [crlf.clone().into_bytes(), format!("\u{feff}{text}").into_bytes(), utf16] {
            prop_assert_eq!(format::read(&bytes, None), Ok(expected.clone()));
            prop_assert_eq!(format::read_text(&text::decode(&bytes).unwrap(), Format::Csa), Ok(expected.clone()));
        }
        if let Ok(bytes) = text::encode_shift_jis(&crlf) {
            prop_assert_eq!(format::read(&bytes, Some(Format::Csa)), Ok(expected));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = format::read(&bytes, None);
        for name in Format::ALL {
            let _ = format::read(&bytes, Some(name));
        }
    }
}

/// Only what says where a game starts is a record; nothing else becomes an even game without moves.
#[test]
fn text_that_is_no_position() {
    for text in [
        "hello: world\n",
        "hello：world\n",
        "see http://example.com/\n",
        "作者：無名\n作品名：図面なし\n",
        "先手：甲\n後手：乙\n",
        "先手の持駒：なし\n",
        "手番：後手\n",
        "まで楽しい話\n",
        "まで7手詰\n",
        "12 apples\n",
        "{}",
        "[{}]",
        "{\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b G 1\"}",
        // What `solve --json` and `show --json` print.
        "{\"name\":null,\"position\":\"4k4/9/4P4/9/9/9/9/9/9 b P 1\",\"moves\":[]}",
        "{\"sfen\":\"4k4/9/4P4/9/9/9/9/9/9 b P 1\",\"headers\":{},\"moves\":[]}",
        "{\"moves\":[{\"usi\":\"7g7f\"}]}",
        "{\"header\":{\"手合割\":\"その他\"},\"moves\":[{}]}",
        "V2.2\nN+A\nN-B\n",
        "$EVENT:x\n",
        "%HELLO\n",
        "+\n",
        "%PDF-1.7\n",
    ] {
        for format in Format::ALL.into_iter().map(Some).chain([None]) {
            let read = format::read(text.as_bytes(), format);
            assert!(read.is_err(), "{text} as {format:?}: {read:?}");
        }
    }
}

/// An even game needs no start position, but it needs moves.
#[test]
fn moves_are_a_start() {
    for text in [
        "手数----指手---------消費時間--\n",
        "先手：甲\n   1 ７六歩(77)\n",
        "1 投了\n",
        "▲７六歩\n",
        "+7776FU\n",
        "V2.2\n%TORYO\n",
        "{\"header\":{},\"moves\":[]}",
        "{\"moves\":[{\"special\":\"TORYO\"}]}",
    ] {
        let records = format::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(records.len(), 1, "{text}");
        assert_eq!(records[0].initial, yomikiri_shogi::Position::startpos(), "{text}");
    }
}

#[test]
fn faults() {
    assert_eq!(
        format::read(b"\n# a list?\nhello: world", None).unwrap_err().to_string(),
        "line 3: nothing here is a line of KIF, KI2, CSA, JKF, BOD or SFEN; it begins `hello: world`"
    );
    assert_eq!(
        format::read(b"# empty\n", None).unwrap_err().to_string(),
        "line 1: a position or a record is missing"
    );
    assert_eq!(
        format::read(b"a\n\xff\xff", None).unwrap_err().to_string(),
        "line 2: neither UTF-8 nor Shift-JIS text"
    );
    let error = format::read(b"# list\nstartpos\nstartpos moves 1a1a\n", None).unwrap_err();
    assert_eq!((error.line, error.column), (3, Some(16)));
    let error = format::read(b"PI\n+\n+7776FU\n/\nPI\n+\n+7775FU\n", None).unwrap_err();
    assert_eq!((error.line, error.column), (7, Some(1)));
    let record = Record::new(yomikiri_shogi::Position::startpos());
    assert_eq!(
        format::write(&[record.clone(), record], Format::Bod),
        Err(WriteError::OneRecordOnly { format: Format::Bod, count: 2 })
    );
}
