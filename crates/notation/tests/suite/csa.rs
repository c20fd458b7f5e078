//! CSA against random records, hand-written files and another implementation.

use std::time::Duration;

use crate::common::{Shape, config, nested, record_with};
use proptest::prelude::*;
use yomikiri_notation::{Action, EndKind, MAX_NESTING, ReadErrorKind, Record, csa};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn records_survive(record in record_with(Shape::FULL)) {
        let text = csa::write(&record);
        let again = csa::read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&again, &record, "{}", text);
        prop_assert_eq!(csa::write(&again), text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(['%+T\\-PVN$/,]?[ -~あ変化：手]{0,12}\n){0,12}") {
        let _ = csa::read(&text);
    }

    #[test]
    fn damaged_records_are_read_or_refused(record in record_with(Shape::FULL), at in any::<prop::sample::Index>(), with in "[ -~\n手]{0,3}") {
        let text = csa::write(&record);
        let mut damaged: Vec<char> = text.chars().collect();
        let at = at.index(damaged.len());
        damaged.splice(at..(at + 2).min(damaged.len()), with.chars());
        let _ = csa::read(&damaged.into_iter().collect::<String>());
    }

    /// What other programs see of our files: the main line, without the comment lines.
    #[test]
    fn another_program_reads_the_main_line(mut record in record_with(Shape::default())) {
        use shogi_kifu_converter::{jkf::Kind, parser::parse_csa_str};
        // That program takes a comma in a comment for the end of the comment.
        record.headers.clear();
        record.comments.clear();
        record.line.iter_mut().for_each(|ply| ply.comments.clear());
        let text: String = csa::write(&record).lines().filter(|line| !line.starts_with("''")).map(|line| format!("{line}\n")).collect();
        let theirs = parse_csa_str(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let moves: Vec<_> = theirs.moves.iter().filter_map(|entry| entry.move_).collect();
        let ours: Vec<_> = record.main_moves().collect();
        prop_assert_eq!(moves.len(), ours.len());
        for (their, our) in moves.iter().zip(&ours) {
            let square = |place: shogi_kifu_converter::jkf::PlaceFormat| {
                yomikiri_shogi::Square::new(usize::from(place.x) - 1, usize::from(place.y) - 1)
            };
            prop_assert_eq!(their.from.and_then(square), our.from());
            prop_assert_eq!(square(their.to), Some(our.to()));
            prop_assert_eq!(their.promote.unwrap_or(false), our.promotes());
            if our.dropped() == Some(yomikiri_shogi::PieceKind::Gold) {
                prop_assert_eq!(their.piece, Kind::KI);
            }
        }
    }
}

fn moves(record: &Record) -> String {
    record.main_moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_with_everything() {
    let text = "\u{feff}'CSA encoding=UTF-8\r\nV3.0\r\n'作者：山田\r\n'ただの注釈\r\nN+NAKAHARA, M.\r\nN-YONENAGA\r\n\
        $EVENT:13th World Computer Shogi Championship\r\n$START_TIME:2003/05/03 10:30:00\r\n$MAX_MOVES:256\r\n\
        P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\r\nP2 * -HI * * * * * -KA *\r\nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\r\n\
        P4 *  *  *  *  *  *  *  *  * \r\nP5 *  *  *  *  *  *  *  *  *\r\nP6 *  *  *  *  *  *  *  *  *\r\n\
        P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\r\nP8 * +KA *  *  *  *  * +HI *\r\nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\r\n\
        'はじまり\r\n+\r\n'先手番\r\n+7776FU,T12\r\n'角道\r\n-3334FU,T6.25,+8822UM,'*一手損, か\r\n\r\n%CHUDAN\r\nT1\r\n";
    let record = csa::read(text).unwrap();
    let header = |name| record.header(name);
    assert_eq!(header("作者"), Some("山田"));
    assert_eq!(header("先手"), Some("NAKAHARA, M."));
    assert_eq!(header("後手"), Some("YONENAGA"));
    assert_eq!(header("棋戦"), Some("13th World Computer Shogi Championship"));
    assert_eq!(header("開始日時"), Some("2003/05/03 10:30:00"));
    assert_eq!(header("$MAX_MOVES"), Some("256"));
    assert_eq!(record.comments, ["ただの注釈", "はじまり", "先手番"]);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+");
    assert_eq!(record.line[0].time, Some(Duration::from_secs(12)));
    assert_eq!(record.line[1].time, Some(Duration::from_millis(6250)));
    assert_eq!(record.line[2].comments, ["*一手損, か"]);
    assert_eq!(record.line[3].action, Action::End(EndKind::Interrupt));
    assert_eq!(record.line[3].time, Some(Duration::from_secs(1)));
}

#[test]
fn a_problem() {
    let text = "P1 *  *  *  * -OU *  *  *  * \nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n";
    let record = csa::read(text).unwrap();
    assert_eq!(record.initial.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_eq!(moves(&record), "G*5b");
    assert_eq!(record.line[1].action, Action::End(EndKind::Mate));
}

#[test]
fn handicaps_and_missing_parts() {
    let sfen = |text: &str| csa::read(text).unwrap().initial.to_sfen();
    assert_eq!(sfen("PI82HI22KA\n-\n"), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_eq!(sfen("+2726FU"), yomikiri_shogi::STARTPOS);
    // Who moves first has the turn.
    assert_eq!(sfen("PI82HI22KA\n-3334FU"), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_eq!(csa::read("N+下手の人\nPI82HI\n-\n").unwrap().header("下手"), Some("下手の人"));
}

#[test]
fn variations_are_comment_lines() {
    let text = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n%TORYO\n'変化：2手\n'-8384FU\n'T5\n''いい手\n'+2726FU\n'-8485FU\n\
        '変化：4手\n'-4132KI\n'変化：3手\n'+6766FU\n'変化：2手\n'%CHUDAN\n";
    let record = csa::read(text).unwrap();
    assert_eq!(csa::write(&record), text);
    assert_eq!(moves(&record), "7g7f 3c3d 2g2f");
    let [pawn, stop] = record.line[1].variations.as_slice() else { panic!("two variations") };
    assert_eq!(pawn[0].comments, ["いい手"]);
    assert_eq!(pawn[0].time, Some(Duration::from_secs(5)));
    assert_eq!(pawn[1].variations.len(), 1);
    assert_eq!(pawn[2].variations.len(), 1);
    assert_eq!(stop[0].action, Action::End(EndKind::Interrupt));
    // In an ordinary file such a comment is just a comment.
    let plain = csa::read("PI\n+\n+7776FU\n'変化：1手\n'-----\n'つづく\n").unwrap();
    assert_eq!(plain.line[0].comments, ["変化：1手", "-----", "つづく"]);
    assert_eq!(csa::read(&csa::write(&plain)).unwrap(), plain);
}

#[test]
fn comments_that_look_like_variations() {
    for heading in ["変化：1手", "\\変化：1手", "\\\\変化：1手", "\\変化", "\\"] {
        let mut record = csa::read("PI\n+\n+7776FU\n-3334FU\n").unwrap();
        let comments = [heading, "+2726FU", "'あ", "変化：99手", "%TORYO"].map(str::to_owned);
        record.comments = comments.to_vec();
        record.line[0].comments = comments.to_vec();
        assert_eq!(csa::read(&csa::write(&record)).unwrap(), record, "{heading}");
    }
}

#[test]
fn several_records() {
    let text = "V2.2\nN+A\nPI\n+\n+7776FU\n/\n\n/\nN+B\nPI\n+\n+2726FU\n/\n";
    let records = csa::read_all(text).unwrap();
    assert_eq!(records.iter().map(moves).collect::<Vec<_>>(), ["7g7f", "2g2f"]);
    assert_eq!(csa::read(text).unwrap_err().line, 9);
    assert_eq!(csa::read("V2.2\n'\n").unwrap_err().kind, ReadErrorKind::Missing("a record"));
}

#[test]
fn faults_name_line_and_column() {
    for (text, line, column, what) in [
        ("V2.2\nPI\n+\n+7775FU\n", 4, Some(1), "`+7775FU` is not a legal move here (lnsgkgsnl/"),
        ("V2.2\nPI\n+\n+7776FU,-7776FU\n", 4, Some(9), "`-7776FU` is not a legal move"),
        ("V2.2\nPI\n+\n-3334FU\n", 4, Some(1), "`-3334FU` is not a legal move"),
        ("V2.2\nPI\n+\n+7776TO\n", 4, Some(1), "not a legal move"),
        ("V2.2\nPI\n+\n+1111FU\n", 4, Some(1), "not a legal move"),
        ("V2.2\nPI\n+\n+7776XX\n", 4, Some(1), "`+7776XX` is not a move"),
        ("V2.2\nPI\n+\n+0055OU\n", 4, Some(1), "`+0055OU` is not a move"),
        ("V2.2\nPI\n+\n+00５FU\n", 4, Some(1), "is not a move"),
        ("V2.2\nPI\n+\nT1\n", 4, Some(1), "unexpected `T1`"),
        ("V2.2\nPI\n+\n+7776FU\nT1.x\n", 5, Some(1), "`T1.x` is not a valid time"),
        ("V2.2\nPI\n+\n+7776FU\n%TORYO\n-3334FU\n", 6, Some(1), "unexpected `-3334FU`"),
        ("V2.2\nPI\n+\n+\n", 4, Some(1), "`+` is not a move"),
        ("V2.2\nPI\n+\nP+00FU\n", 4, Some(1), "unexpected `P+00FU`"),
        ("V2.2\nPI55FU\n+\n", 2, Some(1), "not a valid start position"),
        ("V2.2\nP1-KY-KE\n+\n", 2, Some(1), "`P1-KY-KE` is not a valid start position"),
        ("V2.2\nP+00XX\n+\n", 2, Some(1), "not a valid start position"),
        ("V2.2\nP+55KI\nP-55KI\n+\n", 3, Some(1), "not a valid start position"),
        ("V2.2\nP-51OU\nP+52KI\n+\n", 2, None, "the position breaks the rules"),
        ("V2.2\nP+55FU\nP+57FU\n+\n", 3, None, "two Black pawns"),
        ("どうも\n", 1, Some(1), "unexpected `どうも`"),
        ("PI\n+\n+7776FU\n'変化：2手\n'-3334FU\n", 4, Some(1), "variation from move 2"),
        ("PI\n+\n+7776FU\n'変化：0手\n'-3334FU\n", 4, Some(1), "variation from move 0"),
        ("PI\n+\n+7776FU\n'変化：1手\n'+7775FU\n", 5, Some(2), "not a legal move"),
        ("PI\n+\n+7776FU\n'変化：1手\n'+2726FU\n'おや\n", 6, Some(1), "unexpected `おや`"),
        ("PI\n+\n+7776FU\n'変化：1手\n'+2726FU\n-3334FU\n", 6, Some(1), "unexpected `-3334FU`"),
    ] {
        let error = csa::read(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
        assert!(error.to_string().contains(what), "{text}: {error}");
    }
}

#[test]
fn nesting_has_a_limit() {
    let deepest = nested(MAX_NESTING);
    let text = csa::write(&deepest);
    assert_eq!(csa::read(&text).unwrap(), deepest);
    // What recurses in a record gets by with the small stack of a thread.
    assert_eq!(deepest.clone(), deepest);
    assert!(format!("{deepest:?}").len() > MAX_NESTING);
    let text = csa::write(&nested(MAX_NESTING + 1));
    let error = csa::read(&text).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::TooDeep(MAX_NESTING));
    // The heading, one move and its answer of the last variation end the text.
    assert_eq!(error.line, text.lines().count() - 2);
}
