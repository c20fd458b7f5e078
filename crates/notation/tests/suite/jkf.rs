//! JKF against random records, hand-written files and another implementation.

use std::time::Duration;

use crate::common::{Shape, config, nested, record, record_with};
use proptest::prelude::*;
use serde_json::{Map, Value};
use yomikiri_notation::{Action, EndKind, Handicap, Line, Ply, ReadErrorKind, Record, WriteError, csa, jkf};

/// Changes every object of a JSON text, outer ones first.
fn for_each_object(value: &mut Value, change: &impl Fn(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            change(object);
            object.values_mut().for_each(|value| for_each_object(value, change));
        }
        Value::Array(array) => array.iter_mut().for_each(|value| for_each_object(value, change)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn records_survive(record in record_with(Shape::FULL)) {
        let text = jkf::write(&record).unwrap();
        let again = jkf::read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&again, &record, "{}", text);
    }

    /// Only the squares, and the piece of drops: the rest follows from the position.
    #[test]
    fn minimal_records_are_enough(record in record_with(Shape::FULL)) {
        let mut value: Value = serde_json::from_str(&jkf::write(&record).unwrap()).unwrap();
        for_each_object(&mut value["moves"], &|object| {
            if object.contains_key("to") {
                for key in ["color", "capture"] {
                    object.remove(key);
                }
                if object.contains_key("from") {
                    object.remove("piece");
                }
                if object.get("promote") == Some(&Value::Bool(false)) {
                    object.remove("promote");
                }
                if object.contains_key("same") {
                    object.remove("to");
                }
            }
            object.remove("total");
            object.insert("unknown".into(), serde_json::json!([[null]]));
        });
        let again = jkf::read(&value.to_string());
        prop_assert_eq!(again.as_ref(), Ok(&record), "{}", value);
    }

    /// `relative` says where a piece comes from as well as `from` does.
    #[test]
    fn relative_is_as_good_as_from(record in record_with(Shape::FULL)) {
        let mut value: Value = serde_json::from_str(&jkf::write(&record).unwrap()).unwrap();
        for_each_object(&mut value["moves"], &|object| {
            if object.get("relative").is_some_and(|code| code != "H") {
                object.remove("from");
            }
        });
        let again = jkf::read(&value.to_string());
        prop_assert_eq!(again.as_ref(), Ok(&record), "{}", value);
    }

    #[test]
    fn damaged_records_are_read_or_refused(record in record(), at in any::<prop::sample::Index>(), with in "[ -~\n手]{0,3}") {
        let mut damaged: Vec<char> = jkf::write(&record).unwrap().chars().collect();
        let at = at.index(damaged.len());
        damaged.splice(at..(at + 2).min(damaged.len()), with.chars());
        let _ = jkf::read(&damaged.into_iter().collect::<String>());
    }

    /// Another implementation reads our files, fills in what it thinks is missing, and finds nothing to change.
    #[test]
    fn another_program_agrees(mut record in record()) {
        use shogi_kifu_converter::parser::parse_jkf_str;
        // It cannot count more than 255 hours.
        fn at_most_an_hour(line: &mut Line) {
            for ply in line {
                ply.time = ply.time.map(|time| time.min(Duration::from_secs(3599)));
                ply.variations.iter_mut().for_each(at_most_an_hour);
            }
        }
        at_most_an_hour(&mut record.line);
        // It has no positions for these handicaps, and no kingless ones.
        use Handicap::*;
        let unknown = [Three, Five, LeftFive, LeftSeven, RightSeven];
        prop_assume!(!Handicap::from_position(&record.initial).is_some_and(|handicap| unknown.contains(&handicap)));
        let text = jkf::write(&record).unwrap();
        // It takes a drop for a move on the board even if the file says 打.
        prop_assume!(!text.contains(r#""relative":"H""#));
        let theirs = parse_jkf_str(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let mut ours: Value = serde_json::from_str(&text).unwrap();
        let mut others = serde_json::to_value(&theirs).unwrap();
        for value in [&mut ours, &mut others] {
            for_each_object(value, &|object| {
                object.remove("relative");
            });
        }
        prop_assert_eq!(&ours["moves"], &others["moves"]);
        // And we read theirs; their headers are in no order.
        let again = jkf::read(&serde_json::to_string(&theirs).unwrap()).unwrap();
        prop_assert_eq!((&again.line, &again.initial, &again.comments), (&record.line, &record.initial, &record.comments));
    }

    #[test]
    fn csa_and_jkf_hold_the_same(record in record_with(Shape::FULL)) {
        let through = |record: &Record| csa::read(&csa::write(&jkf::read(&jkf::write(record).unwrap()).unwrap())).unwrap();
        prop_assert_eq!(through(&record), record);
    }
}

#[test]
fn a_minimal_file() {
    let text = r#"{
        "header": {"先手": "na2hiro", "手合割": "平手　　", "手数": 3, "備考": "一\n二", "x": null},
        "moves": [
            {"comments": ["分岐の例", "二行目\n三行目  "]},
            {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}}, "time": {"now": {"m": 1, "s": 2.5}}},
            {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU"}, "forks": [
                [{"move": {"to": {"x": 8, "y": 4}, "piece": "FU"}, "forks": [[{"special": "CHUDAN"}]]}, {"special": "TORYO"}],
                []
            ]},
            {"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "UM", "color": 0}},
            {"move": {"from": {"x": 3, "y": 1}, "same": true, "piece": "GI", "color": 1}, "special": "MAX_MOVES"},
            {"comments": ["おわり"]}
        ]
    }"#;
    let record = jkf::read(text).unwrap();
    let headers: Vec<_> = record.headers.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(headers, ["先手=na2hiro", "手数=3", "備考=一", "備考=二"]);
    assert_eq!(record.comments, ["分岐の例", "二行目", "三行目"]);
    let moves: Vec<_> = record.main_moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["7g7f", "3c3d", "8h2b+", "3a2b"]);
    assert_eq!(record.line[0].time, Some(Duration::from_millis(62_500)));
    let [pawn, stop] = record.line[1].variations.as_slice() else { panic!("two variations") };
    assert_eq!((pawn.len(), stop.len()), (2, 1));
    assert_eq!(stop[0].action, Action::End(EndKind::Interrupt));
    assert_eq!(record.line[4].action, Action::End(EndKind::Other("MAX_MOVES".into())));
    assert_eq!(record.line[4].comments, ["おわり"]);
    let again = jkf::read(&jkf::write(&record).unwrap()).unwrap();
    assert_eq!(again, record);
}

#[test]
fn start_positions() {
    let sfen = |text: &str| jkf::read(text).unwrap().initial.to_sfen();
    assert_eq!(sfen(r#"{"header":{},"moves":[{}]}"#), yomikiri_shogi::STARTPOS);
    assert_eq!(sfen(r#"{"initial":null,"header":{},"moves":[]}"#), yomikiri_shogi::STARTPOS);
    for handicap in Handicap::ALL {
        let sfen_of = handicap.position().to_sfen();
        assert_eq!(sfen(&format!(r#"{{"initial":{{"preset":"{}"}}}}"#, handicap.preset())), sfen_of);
        assert_eq!(sfen(&format!(r#"{{"header":{{"手合割":"{}"}}}}"#, handicap.japanese())), sfen_of);
    }
    // One king, rows too short, empty hands left out.
    let text = r#"{"initial":{"preset":"OTHER","data":{"color":0,
        "board":[[],[],[],[],[{"color":1,"kind":"OU"},{},{"color":0,"kind":"FU"},null]],
        "hands":[{"KI":1},{"FU":0}]}},"moves":[{},{"move":{"to":{"x":5,"y":2},"piece":"KI"}},{"special":"TSUMI"}]}"#;
    assert_eq!(sfen(text), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(jkf::read(text).unwrap().line.len(), 2);
}

#[test]
fn what_is_written() {
    let text = "PI\n+\n+7776FU\nT10\n-3334FU\n+8822UM\nT5\n'取る\n-3122GI\n+0055KA\n-7162GI\n%TORYO\n";
    let value: Value = serde_json::from_str(&jkf::write(&csa::read(text).unwrap()).unwrap()).unwrap();
    let expected = serde_json::json!({
        "header": {},
        "initial": {"preset": "HIRATE"},
        "moves": [
            {},
            {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"},
             "time": {"now": {"h": 0, "m": 0, "s": 10}, "total": {"h": 0, "m": 0, "s": 10}}},
            {"move": {"color": 1, "from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "piece": "FU", "promote": false}},
            {"move": {"color": 0, "from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": true, "capture": "KA"},
             "time": {"now": {"h": 0, "m": 0, "s": 5}, "total": {"h": 0, "m": 0, "s": 15}},
             "comments": ["取る"]},
            {"move": {"color": 1, "from": {"x": 3, "y": 1}, "to": {"x": 2, "y": 2}, "piece": "GI", "same": true, "capture": "UM"}},
            {"move": {"color": 0, "to": {"x": 5, "y": 5}, "piece": "KA"}},
            {"move": {"color": 1, "from": {"x": 7, "y": 1}, "to": {"x": 6, "y": 2}, "piece": "GI"}},
            {"special": "TORYO"}
        ]
    });
    let without_white_promote = {
        // White's pawn leaves rank c, which is not White's promotion zone.
        let mut expected = expected;
        expected["moves"][2]["move"].as_object_mut().unwrap().remove("promote");
        expected
    };
    assert_eq!(value, without_white_promote);
}

#[test]
fn drops_are_told_from_moves() {
    // A bishop in hand and one on the board that can go to the same square.
    let position = "4k4/9/9/9/9/9/1B7/9/4K4 b B 1";
    let read = |usi: &str| {
        let mut record = Record::new(yomikiri_shogi::Position::from_sfen(position).unwrap());
        record.line.push(Ply::new(usi.parse().unwrap()));
        let text = jkf::write(&record).unwrap();
        assert_eq!(jkf::read(&text).unwrap(), record);
        text
    };
    assert!(read("B*5d").contains(r#""relative":"H""#));
    assert!(!read("8g5d").contains("relative"));
    assert!(!read("B*5e").contains("relative"));
    let hand = read("B*5d").replace(r#""to""#, r#""from":{"x":0,"y":0},"to""#);
    assert_eq!(jkf::read(&hand).unwrap().main_moves().next().unwrap().to_string(), "B*5d");
    // Other programs leave out `from` as books do, and say with `relative` that it is no drop.
    let book = read("B*5d").replace(r#""relative":"H""#, r#""relative":"U""#);
    assert_eq!(jkf::read(&book).unwrap().main_moves().next().unwrap().to_string(), "8g5d");
}

#[test]
fn moves_without_origin() {
    let read = |sfen: &str, entry: &str| {
        let empty = Record::new(yomikiri_shogi::Position::from_sfen(sfen).unwrap());
        let text = jkf::write(&empty).unwrap();
        let text = text.replace("\"moves\":[{}]", &format!("\"moves\":[{{}},{{\"move\":{{{entry}}}}}]"));
        jkf::read(&text)
            .map(|record| record.line[0].action.mv().unwrap().to_string())
            .map_err(|error| error.kind)
    };
    // Six tokins around 5e, three silvers around 2h.
    let tokins = "k8/9/9/4+P4/3+P1+P3/3+P+P+P3/9/9/K8 b - 1";
    for (code, usi) in [
        ("D", "5d5e"),
        ("C", "5f5e"),
        ("LU", "6f5e"),
        ("RU", "4f5e"),
        ("LM", "6e5e"),
        ("RM", "4e5e"),
        ("UL", "6f5e"),
    ] {
        let entry = format!(r#""to":{{"x":5,"y":5}},"piece":"TO","relative":"{code}""#);
        assert_eq!(read(tokins, &entry), Ok(usi.into()), "{code}");
    }
    for vague in ["L", "U", "M", "", "?"] {
        let entry = format!(r#""to":{{"x":5,"y":5}},"piece":"TO","relative":"{vague}""#);
        assert!(matches!(read(tokins, &entry), Err(ReadErrorKind::AmbiguousMove { .. })), "{vague}");
    }
    let entry = r#""to":{"x":5,"y":5},"piece":"TO","relative":"LD""#;
    assert!(matches!(read(tokins, entry), Err(ReadErrorKind::IllegalMove { .. })));
    // `promote` excludes a drop, and a piece that could not move on promotes.
    let pawn = "4k4/8P/9/7S1/9/9/9/9/4K4 b S 1";
    for (entry, usi) in [
        (r#""to":{"x":2,"y":3},"piece":"GI","promote":true"#, "2d2c+"),
        (r#""to":{"x":2,"y":3},"piece":"GI","promote":false,"relative":"U""#, "2d2c"),
        (r#""to":{"x":2,"y":3},"piece":"GI","relative":"C""#, "2d2c"),
        (r#""to":{"x":2,"y":3},"piece":"GI""#, "S*2c"),
        (r#""to":{"x":2,"y":3},"piece":"GI","relative":"H""#, "S*2c"),
        (r#""to":{"x":1,"y":1},"piece":"FU""#, "1b1a+"),
    ] {
        assert_eq!(read(pawn, entry), Ok(usi.into()), "{entry}");
    }
}

#[test]
fn what_must_promote_promotes() {
    let text = r#"{"initial":{"preset":"OTHER","data":{"color":0,"board":[[],[],[],[],[{},{"color":0,"kind":"FU"}]]}},
        "moves":[{},{"move":{"from":{"x":5,"y":2},"to":{"x":5,"y":1},"piece":"FU"}}]}"#;
    assert_eq!(jkf::read(text).unwrap().main_moves().next().unwrap().to_string(), "5b5a+");
    let text = text.replace(r#""piece""#, r#""promote":false,"piece""#);
    assert!(matches!(jkf::read(&text).unwrap_err().kind, ReadErrorKind::IllegalMove { .. }));
}

#[test]
fn lists_of_records() {
    let one = csa::read("PI\n+\n+7776FU\n").unwrap();
    let two = csa::read("PI\n+\n+2726FU\n").unwrap();
    let text = jkf::write_all(&[one.clone(), two.clone()]).unwrap();
    assert_eq!(jkf::read_all(&text).unwrap(), [one.clone(), two]);
    assert!(jkf::read(&text).is_err());
    assert_eq!(jkf::read_all("[]").unwrap(), []);
    assert_eq!(jkf::read(&jkf::write_all(std::slice::from_ref(&one)).unwrap()).unwrap(), one);
}

#[test]
fn faults_name_line_and_column() {
    for (text, line, column, what) in [
        ("", 1, 1, "not valid JSON: EOF"),
        (
            "[{\"header\":{},\"moves\":[]},\n {\"sfen\":\"startpos\"}]",
            2,
            2,
            "`initial` or a move of JKF is missing",
        ),
        ("{\n\"header\": {\"あ\": }\n}", 2, 17, "not valid JSON: expected value"),
        ("{\"moves\": [\n{}, 5]}", 2, 5, "not valid JSON: invalid type"),
        ("\u{feff}{\"moves\":[{},\n {\"move\":{\"to\":{\"x\":7,\"y\":6}}}]}", 2, 10, "`0076` is not a move"),
        (
            "{\"moves\":[{},\n {\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":5}}}]}",
            2,
            10,
            "`7775` is not a legal move",
        ),
        (
            "{\"moves\":[{},\n {\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"color\":1}}]}",
            2,
            10,
            "not a legal move",
        ),
        (
            "{\"moves\":[{},\n {\"move\":{\"from\":{\"x\":0,\"y\":7},\"to\":{\"x\":7,\"y\":6}}}]}",
            2,
            10,
            "is not a move",
        ),
        (
            "{\"moves\":[{},\n {\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":7}}}]}",
            2,
            10,
            "is not a move",
        ),
        (
            "{\"moves\":[{},\n {\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":\n{\"x\":-1,\"y\":7}}}]}",
            3,
            7,
            "not valid JSON: invalid value",
        ),
        ("{\"moves\":[{},\n {\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\"}}]}", 2, 10, "could be"),
        ("{\"moves\":[{},\n {\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"金\"}}]}", 2, 10, "not a move"),
        (
            "{\"moves\":[{},{\"special\":\"TORYO\"},\n {\"special\":\"TORYO\"}]}",
            2,
            13,
            "unexpected `move after the end`",
        ),
        (
            "{\"moves\":[{},{\"special\":\"TORYO\",\n\"time\":{\"now\":{\"s\":-5}}}]}",
            1,
            25,
            "not a valid time",
        ),
        ("{\"initial\":\n{\"preset\":\"X\"}}", 2, 1, "`X` is not a valid preset"),
        (
            "{\"initial\":\n{\"preset\":\"OTHER\",\"data\":{\"board\":[[{\"color\":0,\"kind\":\"FU\"}]]}}}",
            2,
            1,
            "P on 1a could never move",
        ),
        (
            "{\"initial\":\n{\"preset\":\"OTHER\",\"data\":{\"hands\":[{\"FU\":99}]}}}",
            2,
            1,
            "`FU` is not a valid piece in hand",
        ),
        (
            "{\"initial\":\n{\"preset\":\"OTHER\",\"data\":{\"hands\":[{\"OU\":1}]}}}",
            2,
            1,
            "`OU` is not a valid piece in hand",
        ),
    ] {
        let error = jkf::read(text).unwrap_err();
        assert_eq!((error.line, error.column), (line, Some(column)), "{text}: {error}");
        assert!(error.to_string().contains(what), "{text}: {error}");
    }
    assert_eq!(
        jkf::read(r#"{"header":{},"moves":[{"forks":[[{}]]}]}"#).unwrap_err().kind,
        ReadErrorKind::NoSuchMove(0)
    );
}

#[test]
fn nesting_has_a_limit() {
    let deepest = nested(jkf::MAX_NESTING);
    let text = jkf::write(&deepest).unwrap();
    assert_eq!(jkf::read(&text).unwrap(), deepest);
    assert_eq!(jkf::read_all(&format!("[{text}]")).unwrap(), [deepest]);
    assert!(matches!(jkf::write(&nested(jkf::MAX_NESTING + 1)), Err(WriteError::TooDeep { .. })));
    for text in [
        r#"{"moves":[{"forks":["#.repeat(100_000),
        "[".repeat(1_000_000),
        format!(r#"{{"moves":[{{}},{{"move":{}"#, "[".repeat(1_000_000)),
        format!(r#"{{"moves":[{{}},{{"move":{}{}}}]}}"#, "[".repeat(100_000), "]".repeat(100_000)),
    ] {
        assert!(jkf::read(&text).is_err());
    }
    let forks = format!(r#"{{"moves":[{}{}]}}"#, r#"{"forks":[["#.repeat(100), "]]}".repeat(100));
    assert_eq!(jkf::read(&forks).unwrap_err().kind, ReadErrorKind::TooDeep(jkf::MAX_NESTING));
}
