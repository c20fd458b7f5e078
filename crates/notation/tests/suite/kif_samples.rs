//! KIF, KI2 and BOD as they are found in the wild: odd line ends, missing parts, every width of digit; and what is
//! wrong with a text, to the line.

use std::fmt::Write as _;
use std::time::Duration;

use yomikiri_notation::{Action, EndKind, Line, Ply, ReadError, ReadErrorKind, Record, bod, ki2, kif};
use yomikiri_shogi::{Color, Move, Position, PositionError};

fn usi(line: &Line) -> Vec<String> {
    line.iter().filter_map(|ply| ply.action.mv()).map(|mv| mv.to_string()).collect()
}

fn end(line: &Line) -> Option<&EndKind> {
    match &line.last()?.action {
        Action::End(kind) => Some(kind),
        Action::Move(_) => None,
    }
}

/// Famous solutions with drops, promotions and recaptures, through KIF and KI2 and back.
#[test]
fn solutions_of_zuko() {
    let mut names = String::new();
    for row in include_str!("../data/zuko_lines.tsv").lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let mut record = Record::new(Position::from_sfen(fields[0]).unwrap());
        record.headers = vec![("作者".into(), "伊藤看寿".into()), ("作品名".into(), fields[1].into())];
        record.line = fields[2].split(' ').map(|mv| Ply::new(mv.parse().unwrap())).collect();
        record.line.push(Ply::end(EndKind::Mate));
        assert_eq!(kif::read(&kif::write(&record)).as_ref(), Ok(&record));
        let text = ki2::write(&record);
        assert_eq!(ki2::read(&text).as_ref(), Ok(&record));
        let _ = writeln!(names, "{text}");
    }
    // 図巧1番, as every book prints it.
    assert!(names.contains("▲５四銀    △７五玉    ▲８七桂    △８六玉    ▲６六龍    △同　龍"), "{names}");
    assert!(names.contains("まで69手で詰み\n"));
}

const ODD_GAME: &str = "\u{feff}# ----  Kifu for Windows V7 V7.70 棋譜ファイル  ----\r
開始日時：2023/01/01 10:00\r
手合割：平手　　\r
先手：甲\r
後手：\r
場所: 東京：将棋会館\r
\r
*始め\r
**\r
手数----指手---------消費時間--\r
   1 ７六歩(77)   ( 0:16/00:00:16)+\r
* 一手目\r
&しおり\r
\t2\t34歩(33)\t(1:00/)\r
３　２二角成(88)　（0:00:05/0:00:21）\r
# skipped\r
4 同　銀(31)\r
   5 ５五角打     (61:01/01:01:22)\r
   6 投了\r
*終わり\r
まで5手で先手の勝ち\r
\r
変化：5手\r
   5 ４五角打\r
   6 ３３銀(22)+\r
\r
変化：６手\r
   6 千日手\r
\r
変化:1手\r
*前の注釈\r
   1 ２六歩(27)\r
";

#[test]
fn an_odd_game() {
    let record = kif::read(ODD_GAME).unwrap();
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        record.headers,
        [
            header("開始日時", "2023/01/01 10:00"),
            header("先手", "甲"),
            header("後手", ""),
            header("場所: 東京", "将棋会館"),
        ]
    );
    assert_eq!(record.initial, Position::startpos());
    assert_eq!(record.comments, ["始め", "*"]);
    assert_eq!(usi(&record.line), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]);
    assert_eq!(end(&record.line), Some(&EndKind::Resign));
    let times: Vec<Option<u64>> = record.line.iter().map(|ply| ply.time.map(|time| time.as_secs())).collect();
    assert_eq!(times, [Some(16), Some(60), Some(5), None, Some(3661), None]);
    assert_eq!(record.line[0].comments, [" 一手目", "&しおり"]);
    assert_eq!(record.line[5].comments, ["終わり"]);
    let [fifth] = record.line[4].variations.as_slice() else { panic!() };
    assert_eq!(usi(fifth), ["B*4e", "2b3c"]);
    assert_eq!(end(&fifth[1].variations[0]), Some(&EndKind::Repetition));
    let [first] = record.line[0].variations.as_slice() else { panic!() };
    assert_eq!((usi(first), &first[0].comments), (vec!["2g2f".into()], &vec!["前の注釈".to_owned()]));
    let written = kif::write(&record);
    assert_eq!(kif::read(&written), Ok(record));
    assert!(written.contains(
        "   5 ５五角打     (61:01/01:01:22)+\n   6 投了\n*終わり\nまで5手で先手の勝ち\n\n変化：5手\n"
    ));
    assert!(written.contains("\n&しおり\n") && written.contains("   4 同　銀(31)\n"));
}

/// The tree that 変化 means: nested, siblings, and back to earlier moves.
#[test]
fn nested_variations() {
    let text = "\
1 ２六歩(27)
2 ３四歩(33)
3 ２五歩(26)
4 ３三角(22)
変化：3手
3 ７六歩(77)
4 ４四歩(43)
5 ４八銀(39)
変化：5手
5 ６八玉(59)
変化：4手
4 ８四歩(83)
変化：3手
3 ９六歩(97)
変化：1手
1 ７六歩(77)
2 ８四歩(83)
変化：2手
2 ３四歩(33)
";
    let record = kif::read(text).unwrap();
    let [a, b] = record.line[2].variations.as_slice() else { panic!("{record:?}") };
    assert_eq!((usi(a), usi(b)), (vec!["7g7f".into(), "4c4d".into(), "3i4h".into()], vec!["9g9f".into()]));
    assert_eq!(usi(&a[2].variations[0]), ["5i6h"]);
    assert_eq!(usi(&a[1].variations[0]), ["8c8d"]);
    let [c] = record.line[0].variations.as_slice() else { panic!() };
    assert_eq!(usi(&c[1].variations[0]), ["3c3d"]);
}

#[test]
fn numbers_may_start_anywhere_or_be_missing() {
    let moves = ["7g7f", "3c3d", "2g2f"];
    for text in [
        "25 ７六歩(77)\n26 ３四歩(33)\n27 ２六歩(27)\n変化：26手\n26 ８四歩(83)\n",
        "７六歩(77)\n３四歩(33)\n２六歩(27)\n変化：2手\n８四歩(83)\n",
        "76歩(77)\n34歩(33)\n26歩(27)\n変化：2手\n84歩(83)\n",
        "1７六歩(77)\n2３四歩(33)\n3２六歩(27)\n変化：2手\n2８四歩(83)\n",
        "1 ▲７六歩(77)\n2 △３四歩(33)\n3 ☗２六歩\n変化：2手\n2 ☖８四歩(83)\n",
        "1 七六歩（７７）\n2 3四歩（３３）\n3 ２6歩\n変化：２手\n2 84歩\n",
    ] {
        let record = kif::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(usi(&record.line), moves, "{text}");
        assert_eq!(usi(&record.line[1].variations[0]), ["8c8d"], "{text}");
        assert_eq!(record.initial, Position::startpos());
    }
}

#[test]
fn endings() {
    let kif_end = |word: &str| {
        let record = kif::read(&format!("1 ７六歩(77)\n2 {word}\n")).unwrap();
        (end(&record.line).cloned(), record.line[1].time)
    };
    for (word, kind) in [
        ("投了", EndKind::Resign),
        ("中断", EndKind::Interrupt),
        ("詰み", EndKind::Mate),
        ("詰", EndKind::Mate),
        ("不詰", EndKind::NoMate),
        ("千日手", EndKind::Repetition),
        ("持将棋", EndKind::Impasse),
        ("切れ負け", EndKind::TimeUp),
        ("反則勝ち", EndKind::IllegalWin),
        ("反則負け", EndKind::IllegalMove),
        ("入玉勝ち", EndKind::Declaration),
        ("引き分け", EndKind::Draw),
        ("封じ手", EndKind::Other("封じ手".into())),
        ("foo (bar)", EndKind::Other("foo (bar)".into())),
        ("a+", EndKind::Other("a+".into())),
    ] {
        assert_eq!(kif_end(word), (Some(kind.clone()), None));
        assert_eq!(
            kif_end(&format!("{word}   ( 0:07/00:00:07)+")),
            (Some(kind), Some(Duration::from_secs(7)))
        );
    }
    // The closing sentence alone ends the line as well, in KIF and in KI2.
    let record = kif::read("1 ７六歩(77)\nまで1手で先手の勝ち\n").unwrap();
    assert_eq!(end(&record.line), Some(&EndKind::Resign));
    let record = ki2::read("▲７六歩\nまで1手で時間切れにより先手の勝ち\n").unwrap();
    assert_eq!(end(&record.line), Some(&EndKind::TimeUp));
    for text in ["▲７六歩 △投了", "▲７六歩\n投了\n", "７六歩、投了"] {
        assert_eq!(end(&ki2::read(text).unwrap().line), Some(&EndKind::Resign), "{text}");
    }
    let record = ki2::read("手合割：角落ち\n△８四歩\nまで1手で上手の勝ち").unwrap();
    assert_eq!(end(&record.line), Some(&EndKind::Resign));
    assert!(ki2::write(&record).ends_with("\n△８四歩\nまで1手で上手の勝ち\n"), "{}", ki2::write(&record));
}

#[test]
fn ki2_with_comments_and_variations() {
    let text = "\
開始日時：2020/01/01
手合割：平手

*前書き
▲７六歩    △３四歩    ▲２二角成  △同　銀
*▲変化：1手
**
☗４五角 ☖5二金右
変化：5手
▲５五角 △３三桂
変化：2手
*読み
△８四歩
";
    let record = ki2::read(text).unwrap();
    assert_eq!(usi(&record.line), ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "6a5b"]);
    assert_eq!(record.comments, ["前書き"]);
    assert_eq!(record.line[3].comments, ["▲変化：1手", "*"]);
    assert_eq!(usi(&record.line[4].variations[0]), ["B*5e", "2a3c"]);
    assert_eq!(record.line[1].variations[0][0].comments, ["読み"]);
    let written = ki2::write(&record);
    assert_eq!(ki2::read(&written), Ok(record));
    assert!(
        written.contains(
            "\n▲７六歩    △３四歩    ▲２二角成  △同　銀\n*▲変化：1手\n**\n▲４五角    △５二金右\n\n変化：5手\n"
        ),
        "{written}"
    );
}

/// A solution as long as the longest there is.
#[test]
fn a_very_long_line() {
    let mut record = Record::new(Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap());
    let cycle = ["5i5h", "5a5b", "5h5i", "5b5a"];
    record.line = (0..1525).map(|i| Ply::new(cycle[i % 4].parse::<Move>().unwrap())).collect();
    record.line.push(Ply::end(EndKind::Mate));
    assert_eq!(kif::read(&kif::write(&record)).as_ref(), Ok(&record));
    assert_eq!(ki2::read(&ki2::write(&record)).as_ref(), Ok(&record));
}

const PROBLEM: &str = "\
作者：無名
発表誌：なし
手数：3
後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手---------消費時間--
   1 ５二金打
   2 詰み
";

#[test]
fn a_problem() {
    let record = kif::read(PROBLEM).unwrap();
    assert_eq!(record.initial.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_eq!(record.header("手数"), Some("3"));
    assert_eq!(record.headers.len(), 3);
    assert_eq!((usi(&record.line), end(&record.line)), (vec!["G*5b".into()], Some(&EndKind::Mate)));
    assert_eq!(kif::read(&kif::write(&record)).as_ref(), Ok(&record));
    // 残り全部 is the usual way to say what the defender holds.
    let rest = PROBLEM
        .replace("飛二　角二　金三　銀四　桂四　香四　歩十七　", "残り全部")
        .replace("後手の持駒", "玉方の持ち駒");
    assert_eq!(kif::read(&rest).as_ref(), Ok(&record));
    assert_eq!(ki2::read(&ki2::write(&record)), Ok(record));
}

#[test]
fn diagrams() {
    let sfen = |text: &str| bod::read(text).map(|record| record.initial.to_sfen());
    let board = "\
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n";
    assert_eq!(sfen(board), Ok("4k4/9/4P4/9/9/9/9/9/4K4 b - 1".into()));
    let bare: String = board.replace("| ", " ").replace("|\n", "\n").chars().filter(|c| *c != '|').collect();
    let bare: String = bare
        .lines()
        .map(|row| {
            format!("{}\n", row.trim_end_matches(['一', '二', '三', '四', '五', '六', '七', '八', '九']))
        })
        .collect();
    assert_eq!(sfen(&bare), Ok("4k4/9/4P4/9/9/9/9/9/4K4 b - 1".into()), "{bare}");
    let full =
        format!("上手の持駒：飛2 歩十\n{board}下手の持ち駒：なし\n手数＝24　▲６二角成　まで\n*注\n後手番\n");
    let record = bod::read(&full).unwrap();
    assert_eq!(record.initial.to_sfen(), "4k4/9/4P4/9/9/9/9/9/4K4 w 2r10p 25");
    assert_eq!(record.initial.side_to_move(), Color::White);
    assert_eq!(record.comments, ["注"]);
    assert!(bod::write(&record).ends_with("先手の持駒：なし\n手数＝24\n後手番\n"));
    assert!(bod::write(&record).starts_with(
        "後手の持駒：飛二　歩十\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
    ));
}

/// Every way in which a diagram may name the hands and the side to move.
#[test]
fn names_of_hands() {
    let read = |text: &str| {
        let records = yomikiri_notation::format::read(text.as_bytes(), None);
        records.map(|records| records[0].initial.to_sfen()).map_err(|error| error.to_string())
    };
    let (above, below) = PROBLEM.split_once("後手の持駒：").unwrap();
    let (_, below) = below.split_once('\n').unwrap();
    let (board, moves) = below.split_once("先手の持駒：金\n").unwrap();
    let expected = Ok("4k4/9/4P4/9/9/9/9/9/9 b G2p 1".to_owned());
    for (white, black) in [
        ("後手の持駒：歩二", "先手の持駒：金"),
        ("☖持駒：歩二", "☗持駒：金"),
        ("△持駒：歩二", "▲持駒：金"),
        ("☖後手の持駒:歩2", "☗先手の持駒:金"),
        ("△ 持ち駒 ： 歩二", "▲ 持ち駒 ： 金"),
        ("玉方の持駒：歩二", "攻方の持駒：金"),
        ("受方の持ち駒：歩二", "攻め方の持ち駒：金"),
        ("上手の持駒：歩　歩", "下手の持駒：金一"),
        ("受け方 持駒　歩二", "詰方 持駒　金"),
        ("持駒：歩二", "持駒：金"),
        ("持駒 歩二", "持駒 金"),
        ("後手の持駒：歩二", "持駒：金"),
        ("△羽生善治の持駒：歩二", "▲森内俊之の持駒：金"),
    ] {
        for moves in ["", moves, "手番：先手\n", "先手番\n"] {
            let text = format!("{above}{white}\n{board}{black}\n{moves}");
            assert_eq!(read(&text), expected, "{text}");
        }
    }
    // A hand without a name is the attacker's, above the board as well as below it.
    let one = Ok("4k4/9/4P4/9/9/9/9/9/9 b G 1".to_owned());
    assert_eq!(read(&format!("{above}持駒：金\n{board}")), one);
    assert_eq!(read(&format!("{above}{board}持ち駒:金\n")), one);
    let white = Ok("4k4/9/4P4/9/9/9/9/9/9 w g 1".to_owned());
    for turn in ["後手番", "手番：後手", "手番：☖後手", "☖後手番", "手番：△"] {
        assert_eq!(read(&format!("{board}持駒：金\n{turn}\n")), white, "{turn}");
    }
    // Two problems, each with its hand above it.
    let two = format!("持駒：金\n{board}\n持駒：銀\n{board}");
    let records = yomikiri_notation::format::read(two.as_bytes(), None).unwrap();
    let hands: Vec<String> = records.iter().map(|record| record.initial.to_sfen()).collect();
    assert_eq!(hands, ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 b S 1"]);
}

/// Files from the web: a title, boilerplate, remarks between the moves, statistics below them.
#[test]
fn words_that_belong_to_no_format() {
    let kif_text = "\
# ---- Kifu for Windows V7 ----
第2023回 名人戦
2023年の大会
▲羽生善治　△森内俊之
棋戦：名人戦
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
ここで長考
２１世紀の手：か
   2 ３四歩(33)
   3 投了
まで2手で後手の勝ち

消費時間：▲1分△2分
消費時間▲1分△2分
2023/05/01 終局
3 手目以下略
";
    let ki2_text = "\
第2023回 名人戦
2023年の大会
▲羽生善治　△森内俊之
棋戦：名人戦

手数----指手---------消費時間--
▲７六歩
ここで長考
２１世紀の手：か
△３四歩
まで2手で後手の勝ち

消費時間：▲1分△2分
消費時間▲1分△2分
2023/05/01 終局
3 手目以下略
";
    for record in [kif::read(kif_text), ki2::read(ki2_text)] {
        let record = record.unwrap();
        assert_eq!(record.comments, ["第2023回 名人戦", "2023年の大会", "▲羽生善治　△森内俊之"]);
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(record.headers, [header("棋戦", "名人戦"), header("消費時間", "▲1分△2分")]);
        assert_eq!(usi(&record.line), ["7g7f", "3c3d"]);
        assert_eq!(record.line[0].comments, ["ここで長考", "２１世紀の手：か"]);
        assert_eq!(end(&record.line), Some(&EndKind::Resign));
        assert_eq!(record.line[2].comments, ["消費時間▲1分△2分", "2023/05/01 終局", "3 手目以下略"]);
        assert_eq!(kif::read(&kif::write(&record)), Ok(record));
    }
    for text in [kif_text, ki2_text] {
        assert_eq!(
            yomikiri_notation::format::read(text.as_bytes(), None).map(|records| records.len()),
            Ok(1)
        );
    }
    let problem = format!("第１問\n{PROBLEM}");
    assert_eq!(kif::read(&problem).unwrap().comments, ["第１問"]);
    let diagram = format!("第１問\n{}\n解説は次頁\n", PROBLEM.split("手数--").next().unwrap());
    assert_eq!(bod::read(&diagram).unwrap().comments, ["第１問", "解説は次頁"]);
    // Headers in the middle of the moves are remarks, and so is everything below a variation.
    let record = kif::read("1 ７六歩(77)\n備考：x\n2 投了\n変化：1手\n1 ２六歩(27)\n結果：y\n").unwrap();
    assert_eq!((record.headers.len(), &record.line[0].comments), (0, &vec!["備考：x".to_owned()]));
    assert_eq!(record.line[0].variations[0][0].comments, ["結果：y"]);
}

/// A comment on the end names the illegal move that ended a game.
#[test]
fn fouls() {
    let moves = "1 ７六歩(77)\n2 ３四歩(33)\n";
    for (text, comments, time) in [
        (
            format!("{moves}3 ２二角打\n4 反則勝ち\nまで3手で後手の反則勝ち\n"),
            &["反則手：２二角打"][..],
            None,
        ),
        (
            format!("{moves}3 ２二角打 ( 0:07/)\n*二枚目\n\n4 反則負け\n"),
            &["反則手：２二角打", "二枚目"],
            Some(7),
        ),
        (format!("{moves}3 ７六歩(77)\nまで3手で先手の反則負け\n"), &["反則手：７六歩(77)"], None),
        (format!("{moves}3 ７六歩(77)\n4 反則手\n"), &["反則手：７六歩(77)", "4 反則手"], None),
    ] {
        let record = kif::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(usi(&record.line), ["7g7f", "3c3d"]);
        assert_eq!(record.line[2].action, Action::End(EndKind::IllegalMove));
        assert_eq!(record.line[2].comments, comments);
        assert_eq!(record.line[2].time, time.map(Duration::from_secs));
        assert_eq!(kif::read(&kif::write(&record)), Ok(record));
    }
    let record =
        ki2::read("▲７六歩 △３四歩 ▲２二歩\nまで3手で先手の反則負け\n\n変化：2手\n△５五角\n反則負け")
            .unwrap();
    assert_eq!(record.line[2].action, Action::End(EndKind::IllegalMove));
    assert_eq!(record.line[2].comments, ["反則手：▲２二歩"]);
    let [variation] = record.line[1].variations.as_slice() else { panic!("{record:?}") };
    assert_eq!(variation[0].comments, ["反則手：△５五角"]);
    assert_eq!(ki2::read(&ki2::write(&record)), Ok(record));
    // Nothing says so, or something else comes between.
    for text in [
        format!("{moves}3 ２二角打\n4 投了\n"),
        format!("{moves}3 ２二角打\n4 ８四歩(83)\n5 反則負け\n"),
        format!("{moves}3 ２二角打\n"),
        format!("{moves}3 ２二角打\n4 反則負け\n5 ２六歩(27)\n"),
    ] {
        assert!(kif::read(&text).is_err(), "{text}");
    }
    assert!(ki2::read("▲７六歩 △５五角 ▲２六歩\n反則負け\n").is_err());
}

fn error(result: Result<Record, ReadError>) -> (usize, Option<usize>, ReadErrorKind) {
    let ReadError { line, column, kind } = result.expect_err("this text is faulty");
    (line, column, kind)
}

#[test]
fn faults_name_their_line() {
    let kif_error = |text: &str| {
        let (line, _, kind) = error(kif::read(text));
        (line, kind)
    };
    let illegal = |text: &str, moves: &str| {
        let mut position = Position::startpos();
        for mv in moves.split_whitespace() {
            let _ = position.make(mv.parse().unwrap());
        }
        ReadErrorKind::IllegalMove { text: text.into(), sfen: position.to_sfen() }
    };
    let bad = |what: &'static str, value: &str| ReadErrorKind::BadValue { what, value: value.into() };
    let moves = "手合割：平手\n手数----指手---------消費時間--\n";
    for (text, line, expected) in [
        (format!("{moves}1 ７六歩(77)\n\n2 ７六歩(77)\n"), 5, illegal("７六歩(77)", "7g7f")),
        (format!("{moves}1 ７六歩(27)\n"), 3, illegal("７六歩(27)", "")),
        (format!("{moves}1 ７六銀(77)\n"), 3, illegal("７六銀(77)", "")),
        (format!("{moves}1 同　歩(77)\n"), 3, illegal("同　歩(77)", "")),
        (format!("{moves}1 △７六歩(77)\n"), 3, illegal("△７六歩(77)", "")),
        (
            format!("{moves}1 ７六歩(77)\n3 ３四歩(33)\n"),
            4,
            ReadErrorKind::MoveNumber { found: 3, expected: 2 },
        ),
        (format!("{moves}1 ７六\n"), 3, ReadErrorKind::NotAMove("７六".into())),
        (format!("{moves}1 ７六歩(77) (abc)\n"), 3, bad("time", "(abc)")),
        (format!("{moves}1 ７六歩(77) foo\n"), 3, bad("time", "foo")),
        (format!("{moves}1 ７六歩(77)\n*c\n変化：2手\n"), 5, ReadErrorKind::NoSuchMove(2)),
        (format!("{moves}5 ７六歩(77)\n変化：4手\n"), 4, ReadErrorKind::NoSuchMove(4)),
        (format!("{moves}5 ７六歩(77)\n変化：6手\n"), 4, ReadErrorKind::NoSuchMove(6)),
        (
            format!("{moves}1 ７六歩(77)\n変化：1手\n2 ２六歩(27)\n"),
            5,
            ReadErrorKind::MoveNumber { found: 2, expected: 1 },
        ),
        (format!("{moves}1 投了\n2 ７六歩(77)\n"), 4, ReadErrorKind::Unexpected("2 ７六歩(77)".into())),
        (format!("{moves}1 ７六歩(77)\n３四\n"), 4, ReadErrorKind::NotAMove("３四".into())),
        (format!("{moves}1 ７六歩(77)\n2\n"), 4, ReadErrorKind::NotAMove("2".into())),
        (format!("{moves}1 ７六歩(77)\n手合割：平手\n"), 4, ReadErrorKind::Unexpected("手合割：平手".into())),
        (
            format!("{moves}1 ７六歩(77)\n先手の持駒：金\n"),
            4,
            ReadErrorKind::Unexpected("先手の持駒：金".into()),
        ),
        (format!("{moves}1 ７六歩(77)\n後手番\n"), 4, ReadErrorKind::Unexpected("後手番".into())),
        (format!("{moves}1 ７六歩(77)\n| ・ ・|\n"), 4, ReadErrorKind::Unexpected("| ・ ・|".into())),
        ("手合割：百枚落ち\n1 ７六歩(77)\n".into(), 1, bad("handicap (手合割)", "百枚落ち")),
        ("先手の持駒：猫\n".into(), 1, bad("hand", "猫")),
        ("\n先手：甲\n７六ほ\n".into(), 3, ReadErrorKind::Unexpected("７六ほ".into())),
        ("\n先手：甲\n1 ７六\n".into(), 3, ReadErrorKind::Unexpected("1 ７六".into())),
        ("・ ・ ・ ・ 歩\n".into(), 1, bad("row of a diagram", "・ ・ ・ ・ 歩")),
        ("hello\nworld\n\n".into(), 2, ReadErrorKind::Missing("a start position or a move")),
        ("".into(), 1, ReadErrorKind::Missing("a start position or a move")),
        ("猫の持駒：金\n1 ７六歩(77)\n".into(), 1, bad("hand", "猫の持駒：金")),
        ("▲後手の持駒：金\n1 ７六歩(77)\n".into(), 1, bad("hand", "▲後手の持駒：金")),
        ("☗持駒：歩x\n1 ７六歩(77)\n".into(), 1, bad("hand", "x")),
        ("先手の持駒\n1 ７六歩(77)\n".into(), 1, bad("hand", "先手の持駒")),
        ("手番：猫\n1 ７六歩(77)\n".into(), 1, bad("side to move (手番)", "猫")),
        (
            PROBLEM.replace("先手の持駒：金", "先手の持駒：金\n☗持駒：銀"),
            18,
            ReadErrorKind::Unexpected("second hand of one side".into()),
        ),
        (
            PROBLEM.replace("先手の持駒：金", "持駒：金\n持駒：銀"),
            18,
            ReadErrorKind::Unexpected("hand of neither side".into()),
        ),
        (
            PROBLEM.replace("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", "| ・ ・ 歩|三"),
            9,
            bad("row of a diagram", "| ・ ・ 歩|三"),
        ),
        (
            PROBLEM.replace("|三", "|四"),
            9,
            ReadErrorKind::Unexpected("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|四".into()),
        ),
        (
            PROBLEM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n", ""),
            14,
            ReadErrorKind::Missing("a row of the diagram"),
        ),
        (
            PROBLEM.replace("歩十七", "歩十八"),
            9,
            ReadErrorKind::Position(PositionError::TooManyPieces {
                kind: yomikiri_shogi::PieceKind::Pawn,
                count: 19,
                limit: 18,
                square: Some(yomikiri_shogi::Square::S5C),
            }),
        ),
    ] {
        assert_eq!(kif_error(&text), (line, expected), "{text}");
    }
}

#[test]
fn faults_in_ki2_and_bod() {
    let position = Position::startpos();
    assert_eq!(
        error(ki2::read("先手：甲\n\n  ７六歩 ▲３四歩\n")),
        (
            3,
            Some(7),
            ReadErrorKind::IllegalMove {
                text: "▲３四歩".into(),
                sfen: {
                    let mut after = position.clone();
                    let _ = after.make("7g7f".parse().unwrap());
                    after.to_sfen()
                }
            }
        )
    );
    assert_eq!(error(ki2::read("▲７六歩 △\n")), (1, Some(6), ReadErrorKind::NotAMove("△".into())));
    assert_eq!(error(ki2::read("▲７六歩 foo\n")), (1, Some(6), ReadErrorKind::Unexpected("foo".into())));
    assert_eq!(error(ki2::read("▲７六歩\n変化：3手\n")), (2, None, ReadErrorKind::NoSuchMove(3)));
    let (line, column, ambiguous) = error(ki2::read("▲７六歩\n△４二金\n▲５八金\n"));
    assert_eq!((line, column), (3, Some(1)));
    assert_eq!(ambiguous.to_string(), "`▲５八金` could be 4i5h or 6i5h");
    assert_eq!(error(bod::read("先手の持駒：金\n")), (1, None, ReadErrorKind::Missing("the diagram")));
    assert_eq!(
        error(bod::read("先手番\n1 ７六歩(77)\n")),
        (2, None, ReadErrorKind::Unexpected("1 ７六歩(77)".into()))
    );
    let huge = "手数＝99999999999999999999\n";
    assert_eq!(error(bod::read(huge)).0, 1);
}
