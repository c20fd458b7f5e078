//! Errors in Japanese: every kind of error has a text without English words.

use std::fs;
use std::path::Path;

use yomikiri_compose::RequestError;
use yomikiri_connect6::sgf::SgfErrorKind;
use yomikiri_connect6::{RulesError, TextErrorKind};
use yomikiri_notation::{Format, ReadError, ReadErrorKind, WriteError, format};
use yomikiri_othello::TextErrorKind as OthelloErrorKind;
use yomikiri_pns::{ParseAlgorithmError, StopReason};
use yomikiri_service::{Bilingual, read_text};
use yomikiri_shogi::{Color, Piece, PieceKind, PositionError, SfenErrorKind, Square};
use yomikiri_tsume::{CertifyError, NotAProblem};

/// Words that Japanese readers know as they are: names of formats, games and keys.
const KNOWN: [&str; 10] =
    ["UTF-8", "Shift-JIS", "JSON", "JKF", "initial", "preset", "color", "Connect6", "MiB", "GiB"];

/// Whether a Japanese text has English words outside of quotations and positions.
fn has_english(text: &str) -> bool {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '「' => depth += 1,
            '」' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    for known in KNOWN {
        outside = outside.replace(known, "");
    }
    let words = outside.split(|c: char| !c.is_ascii_alphanumeric() && !"/+-".contains(c));
    words
        .filter(|word| !word.contains('/'))
        .any(|word| word.split(|c: char| !c.is_ascii_lowercase()).any(|letters| letters.len() > 2))
}

#[track_caller]
fn is_japanese(error: &impl Bilingual) {
    let japanese = error.japanese();
    assert!(!japanese.is_ascii() && !has_english(&japanese), "{error}: {japanese}");
}

#[test]
fn english_is_noticed() {
    assert!(has_english("3文字目：unexpected"));
    assert!(!has_english("「unexpected」は指し手ではありません（4k4/9/9/9/9/9/9/9/9 b GS 1）"));
}

/// Every error of reading positions and records, of the readers themselves.
#[test]
fn unreadable_texts() {
    let board =
        |rank: &str| format!("後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n{rank}\n先手の持駒：なし\n");
    let diagram = |rank: &str| board(&[rank; 8].join("\n"));
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let texts = [
        "4k4/9/9 b - 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/9".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 x - 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/8 b - 1".to_owned(),
        "4x4/9/9/9/9/9/9/9/9 b - 1".to_owned(),
        "4+k4/9/9/9/9/9/9/9/9 b - 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b K 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b 3 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b 99P 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b PP 1".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b - one".to_owned(),
        "4k4/9/9/9/9/9/9/9/9 b - 1 more".to_owned(),
        "4k4/9/GGGGG4/9/9/9/9/9/9 b - 1".to_owned(),
        "k3k4/9/9/9/9/9/9/9/9 b - 1".to_owned(),
        "P3k4/9/9/9/9/9/9/9/9 b - 1".to_owned(),
        "4k4/9/P8/P8/9/9/9/9/9 b - 1".to_owned(),
        "4k4/4P4/9/9/9/9/9/9/9 b - 1".to_owned(),
        "startpos moves 7g7e".to_owned(),
        "startpos moves nonsense".to_owned(),
        "startpos nonsense".to_owned(),
        "nonsense".to_owned(),
        String::new(),
        diagram("| ・ ・ ・ ・ ・ ・ ・ ・|"),
        diagram("| ・ ・ ・ ・ ・ ・ ・ ・ 猫|"),
        board(empty),
        board(&[empty; 8].join("\n")).replace("先手の持駒：なし", "先手の持駒：猫"),
        board(&[empty; 8].join("\n")).replace("先手の持駒：なし", "先手の持駒：金五"),
        board(&[empty; 8].join("\n")).replace("先手の持駒：なし", "手数＝猫"),
        "手合割：猫\n手数----指手\n1 ７六歩\n".to_owned(),
        "手合割：平手\n手数----指手\n1 ７五歩\n".to_owned(),
        "手合割：平手\n手数----指手\n1 ７六歩(77) (時)\n".to_owned(),
        "手合割：平手\n手数----指手\n1 ７六歩(77)\n3 ３四歩(33)\n".to_owned(),
        "手合割：平手\n手数----指手\n1 ７六歩(77)\n変化：9手\n9 ２六歩(27)\n".to_owned(),
        "手合割：平手\n▲５八金\n".to_owned(),
        "V2.2\nPI\n+\n+7775FU\n".to_owned(),
        "V2.2\nPX\n+\n".to_owned(),
        "V2.2\nPI\n+\nT猫\n".to_owned(),
        r#"{"moves":[{}],"initial":{"preset":"猫"}}"#.to_owned(),
        r#"{"initial":{"preset":"OTHER","data":{"color":7}},"moves":[{}]}"#.to_owned(),
        r#"{"initial":{"preset":"OTHER","data":{"board":[[{"color":0,"kind":"XX"}]]}},"moves":[{}]}"#
            .to_owned(),
        r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":5},"piece":"FU"}}]}"#.to_owned(),
        r#"{"moves":[{}"#.to_owned(),
        r#"{"header":{}}"#.to_owned(),
    ];
    let mut readable = Vec::new();
    for text in &texts {
        match read_text(text) {
            Err(error) => is_japanese(&error),
            Ok(yomikiri_service::ParsedText::Records(_, rows)) => {
                let errors: Vec<ReadError> = rows.into_iter().filter_map(Result::err).collect();
                errors.iter().for_each(|error| is_japanese(error));
                readable.extend(errors.is_empty().then_some(text));
            }
            Ok(_) => readable.push(text),
        }
    }
    assert!(readable.is_empty(), "{readable:#?}");
    is_japanese(&format::read(b"\xff\xff\xff", Some(Format::Kif)).unwrap_err());
}

/// The parts of a text that the readers name have Japanese names: those that stand in their source.
#[test]
fn parts_of_texts() {
    let mut parts = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![folder.join("../notation/src"), folder.join("../shogi/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(path).unwrap();
            for start in ["Missing(\"", "Unexpected(\"", "missing(\"", "what: \"", "bad(\""] {
                let found = source.split(start).skip(1);
                parts.extend(found.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
            }
        }
    }
    assert!(parts.len() > 20, "{parts:?}");
    for part in parts {
        is_japanese(&ReadErrorKind::BadValue { what: String::leak(part.clone()), value: String::new() });
        let unexpected = ReadErrorKind::Unexpected(part).japanese().replace(['「', '」'], "");
        assert!(!has_english(&unexpected), "{unexpected}");
    }
}

/// One error of every kind that has no reader above.
#[test]
fn other_errors() {
    let (text, square) = (|| "xyz".to_owned(), Square::S5E);
    let pawn = Piece::new(PieceKind::Pawn, Color::Black);
    for error in [
        PositionError::SecondKing { color: Color::White, square },
        PositionError::DeadPiece { piece: pawn, square },
        PositionError::TwoPawns { color: Color::Black, file: 5, square },
        PositionError::KingCapturable { color: Color::White, square },
    ] {
        is_japanese(&error);
        is_japanese(&ReadErrorKind::Position(error));
        is_japanese(&SfenErrorKind::Position(error));
    }
    for fault in [
        ReadErrorKind::TooDeep(9),
        ReadErrorKind::NoSuchMove(3),
        ReadErrorKind::Json("expected value".into()),
    ] {
        is_japanese(&fault);
    }
    for error in [
        WriteError::NotShiftJis { line: 1, column: 2, character: '☖' },
        WriteError::OneRecordOnly { format: Format::Kif, count: 2 },
        WriteError::TooDeep { format: Format::Jkf, limit: 3 },
    ] {
        is_japanese(&error);
    }
    for error in
        [NotAProblem::NoKing, NotAProblem::NotInCheck, NotAProblem::LoneKing, NotAProblem::NotAttackersTurn]
    {
        is_japanese(&error);
    }
    for error in [
        ParseAlgorithmError::UnknownName(text()),
        ParseAlgorithmError::UnknownModifier { name: text(), part: text() },
        ParseAlgorithmError::BadParameter(text()),
    ] {
        is_japanese(&error);
    }
    for reason in [
        StopReason::TimeLimit,
        StopReason::VisitLimit,
        StopReason::MemoryLimit,
        StopReason::Stopped,
        StopReason::DepthLimit,
        StopReason::Inconclusive,
    ] {
        is_japanese(&reason);
        is_japanese(&CertifyError::Stopped(reason));
    }
    is_japanese(&CertifyError::Unknown);
    is_japanese(&CertifyError::Refuted);
    for error in [
        RequestError::Range(2..=2),
        RequestError::TooLong(99),
        RequestError::Nothing,
        RequestError::Start(NotAProblem::NoKing),
        RequestError::NoMate,
        RequestError::Unknown(StopReason::TimeLimit),
    ] {
        is_japanese(&error);
    }
    for fault in [
        OthelloErrorKind::NotACell('x'),
        OthelloErrorKind::TooShort { found: 1, expected: 16 },
        OthelloErrorKind::TooLong { expected: 16 },
        OthelloErrorKind::MissingSide,
        OthelloErrorKind::NotASide('x'),
        OthelloErrorKind::TrailingText,
    ] {
        is_japanese(&yomikiri_othello::TextError { column: 1, kind: fault });
    }
    for fault in [
        TextErrorKind::NotACell(text()),
        TextErrorKind::OffBoard { cell: text(), size: 19 },
        TextErrorKind::MissingSide,
        TextErrorKind::NotASide(text()),
        TextErrorKind::TrailingText,
        TextErrorKind::WrongStones { found: 1, expected: 2 },
        TextErrorKind::Over("Black"),
        TextErrorKind::Full,
    ] {
        is_japanese(&fault);
    }
    for error in [RulesError::Connect6Size(3), RulesError::Size(1), RulesError::Row(9), RulesError::Stones(9)]
    {
        is_japanese(&error);
    }
    for fault in [
        SgfErrorKind::Expected("("),
        SgfErrorKind::Expected("; or ) or a property"),
        SgfErrorKind::Unfinished,
        SgfErrorKind::NotASize(text()),
        SgfErrorKind::LateSetup,
        SgfErrorKind::NotAPoint(text()),
        SgfErrorKind::NotTheTurn("White"),
        SgfErrorKind::NotASide(text()),
        SgfErrorKind::Text(TextErrorKind::Full),
    ] {
        is_japanese(&yomikiri_connect6::sgf::SgfError { line: 1, column: 1, kind: fault });
    }
}
