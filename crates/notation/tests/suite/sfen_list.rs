//! SFEN lists.

use crate::common::{config, record};
use proptest::prelude::*;
use yomikiri_notation::{Ply, Record, sfen_list};
use yomikiri_shogi::{STARTPOS, Strictness};

const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";

fn parse(text: &str) -> Record {
    sfen_list::parse_position_text(text, Strictness::Strict).unwrap()
}

fn moves(record: &Record) -> String {
    record.main_moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(config())]

    /// What a list holds of a record survives.
    #[test]
    fn records_survive(records in prop::collection::vec(record(), 0..4), named in any::<bool>()) {
        let kept: Vec<Record> = records
            .iter()
            .map(|record| {
                let mut kept = Record::new(record.initial.clone());
                kept.line = record.main_moves().map(Ply::new).collect();
                if named {
                    for (name, value) in [("手数", "13"), ("作品名", "12"), ("出典", "無双 # 1番")] {
                        kept.headers.push((name.into(), value.into()));
                    }
                }
                kept
            })
            .collect();
        let text = sfen_list::write(&kept);
        let again: Result<Vec<_>, _> = sfen_list::rows(&text, Strictness::Strict).map(|row| row.record).collect();
        prop_assert_eq!(again, Ok(kept), "{}", text);
        // And nothing of the rest is in the way.
        let text = sfen_list::write(&records);
        prop_assert_eq!(sfen_list::rows(&text, Strictness::Strict).filter(|row| row.record.is_ok()).count(), records.len());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "((position|sfen|startpos|moves|[1-9plnsgbrkPLNSGBRK+/]{1,30}|b|w|-|[ -~\t手]{0,6}) ?){0,8}") {
        for row in sfen_list::rows(&text, Strictness::Strict) {
            let _ = row.record;
        }
        let _ = sfen_list::parse_position_text(&text, Strictness::Lax);
    }
}

#[test]
fn ways_to_write_a_position() {
    for text in [
        PROBLEM.to_owned(),
        format!("sfen {PROBLEM}"),
        format!("position sfen {PROBLEM}"),
        format!("  {PROBLEM}  "),
        "4k4/9/4P4/9/9/9/9/9/9 b G".into(),
        "position  sfen 4k4/9/4P4/9/9/9/9/9/9  b G moves".into(),
    ] {
        assert_eq!(parse(&text).initial.to_sfen(), PROBLEM, "{text}");
        assert_eq!(moves(&parse(&text)), "");
    }
    for text in ["startpos", "position startpos", "startpos moves", "position startpos moves"] {
        assert_eq!(parse(text).initial.to_sfen(), STARTPOS);
    }
    assert_eq!(moves(&parse("position startpos moves 7g7f 3c3d 8h2b+")), "7g7f 3c3d 8h2b+");
    assert_eq!(moves(&parse(&format!("{PROBLEM} moves G*5b"))), "G*5b");
    assert_eq!(moves(&parse(&format!("sfen {PROBLEM} moves G*5b\t1"))), "G*5b");
}

#[test]
fn columns() {
    let headers = |rest: &str| {
        let record = parse(&format!("{PROBLEM}{rest}"));
        let headers = record.headers.iter().map(|(name, value)| format!("{name}={value}"));
        headers.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(headers("\t1\t頭金\t詰むや"), "手数=1 作品名=頭金 出典=詰むや");
    assert_eq!(headers("\t?\t頭金"), "作品名=頭金");
    assert_eq!(headers("\t頭金\tどこか"), "作品名=頭金 出典=どこか");
    assert_eq!(headers("\t\t\tどこか"), "出典=どこか");
    assert_eq!(headers("\t7"), "手数=7");
    assert_eq!(headers("\t7\t8\t9\t10"), "手数=7 作品名=8 出典=9");
    assert_eq!(headers("\t"), "");
}

/// The column of the expected result, in every form that collections have.
#[test]
fn expected_results_are_no_names() {
    let row = |column: &str| {
        let text = format!("{PROBLEM}\t{column}\tthe name\tsource\n");
        let row = sfen_list::rows(&text, Strictness::Strict).next().unwrap();
        let record = row.record.clone().unwrap();
        (row.name().map(str::to_owned), record.header("手数").map(str::to_owned))
    };
    for (column, length) in [
        ("7", Some("7")),
        ("7手", Some("7")),
        ("７手詰", Some("7")),
        ("mate7", Some("7")),
        ("hisshi5", Some("5手必至")),
        ("5手必至", Some("5手必至")),
        ("?", None),
        ("-", None),
        ("", None),
        ("nomate", None),
        ("no1", None),
        ("不詰", None),
    ] {
        assert_eq!(row(column), (Some("the name".into()), length.map(str::to_owned)), "{column}");
    }
    for name in ["7番", "頭金", "mate in 7", "hisshi", "no 1"] {
        let expected = if name == "hisshi" { "the name" } else { name };
        assert_eq!(row(name).0.as_deref(), Some(expected));
    }
    // What was read is written so that it is read again.
    for column in ["7", "hisshi5", "?"] {
        let text = format!("{PROBLEM}\t{column}\tthe name\n");
        assert_eq!(sfen_list::write(&[parse(text.trim_end())]), text);
    }
}

/// The names of the collections in this repository.
#[test]
fn names_in_the_data() {
    let first = |list| sfen_list::rows(list, Strictness::Strict).next().and_then(|row| row.name()).unwrap();
    assert_eq!(first(include_str!("../../../../data/hisshi.tsv")), "kakugen37 1-1 line=G*3b");
    assert!(first(include_str!("../../../../data/nomate.tsv")).starts_with("komorinfo: no mate"));
    assert_eq!(first(include_str!("../../../../data/zuko.tsv")), "将棋図巧 001");
}

/// A line of many megabytes makes a message of one line on a screen.
#[test]
fn messages_stay_short() {
    let long = "x".repeat(5_000_000);
    for text in [
        long.clone(),
        format!("9/9/9/9/9/9/9/9/9 {long} - 1"),
        format!("9/9/9/9/9/9/9/9/9 b {} 1", "9".repeat(5_000_000)),
        format!("9/9/9/9/9/9/9/9/9 b - {long}"),
        format!("9/9/9/9/9/9/9/9/9 b - 1 {long}"),
        format!("startpos {long}"),
        format!("startpos moves {long}"),
        format!("position {long}\u{1b}"),
    ] {
        let error = sfen_list::parse_position_text(&text, Strictness::Strict).unwrap_err().to_string();
        assert!(error.chars().count() < 150, "{error}");
        assert!(!error.contains(char::is_control), "{error:?}");
    }
}

#[test]
fn one_bad_line_does_not_stop_the_rest() {
    let text =
        format!("\u{feff}# problems\r\n\r\n{PROBLEM}\t1\tA\r\n   # more\r\nnonsense\r\n \t\r\nstartpos\r\n");
    let rows: Vec<_> = sfen_list::rows(&text, Strictness::Strict).collect();
    assert_eq!(
        rows.iter().map(|row| (row.line, row.record.is_ok())).collect::<Vec<_>>(),
        [(3, true), (5, false), (7, true)]
    );
    assert_eq!(rows[0].columns, ["1", "A"]);
    assert_eq!(rows[1].text, "nonsense");
    assert_eq!(rows[1].record.as_ref().unwrap_err().line, 5);
}

#[test]
fn strictness_is_the_callers() {
    let text = "4k4/9/9/9/9/9/9/9/9 b 3R 1";
    assert!(sfen_list::parse_position_text(text, Strictness::Strict).is_err());
    assert!(sfen_list::parse_position_text(text, Strictness::Lax).is_ok());
}

#[test]
fn a_long_list() {
    let text = format!("{PROBLEM}\t1\n").repeat(200_000);
    let good = sfen_list::rows(&text, Strictness::Strict).filter(|row| row.record.is_ok()).count();
    assert_eq!(good, 200_000);
}

#[test]
fn faults_name_the_column() {
    for (text, column, what) in [
        ("", 1, "a position is missing"),
        ("position", 9, "a position is missing"),
        ("position 9/9", 10, "unexpected `9/9`"),
        ("position startpos 7g7f", 19, "unexpected `7g7f`"),
        ("startpos moves 7g7f 7g7f", 21, "`7g7f` is not a legal move here"),
        ("startpos moves 7g7f ３三歩", 21, "`３三歩` is not a move"),
        ("position sfen 9/9/3x5/9/9/9/9/9/9 b - 1", 20, "`x` is not a piece"),
        ("9/9/9/9/9/9/9/9/9 b", 20, "the field of pieces in hand"),
        ("sfen", 5, "the board is missing"),
        ("moves 7g7f", 1, "is not a piece"),
        ("4k4/4G4/9/9/9/9/9/9/9 b - 1 moves 5b5a", 2, "the position breaks the rules"),
        ("9/9/9/9/9/9/9/9/9 b - 1 hello", 25, "unexpected text `hello`"),
    ] {
        let error = sfen_list::parse_position_text(text, Strictness::Strict).unwrap_err();
        assert_eq!((error.line, error.column), (1, Some(column)), "{text}: {error}");
        assert!(error.to_string().contains(what), "{text}: {error}");
    }
}
