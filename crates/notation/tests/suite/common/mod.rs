//! Random records for round trips: legal play from varied start positions, with variations inside variations, comments
//! that look like syntax, times and endings.
//!
//! A *plan* is drawn first: how many plies, which of the legal moves (by a number that is taken modulo), where variations
//! hang. Then the plan is played. So a failing record shrinks to a short one with few decorations.
//!
//! The records are in the normal form that readers give back:
//!
//! * the move number of the start position is 1;
//! * headers have different names; names and values have no blanks around them, names have no colon;
//! * comments have no blanks at the end;
//! * the first ply of a variation has no variations (they would be siblings), and siblings start with different moves;
//! * times are whole seconds, unless [`Shape::fractions`] is set.

use std::time::Duration;

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::string::string_regex;
use proptest::test_runner::RngAlgorithm;
use yomikiri_notation::{Action, EndKind, Handicap, Line, Ply, Record};
use yomikiri_shogi::{Move, Position};

/// What a format can hold beyond the ordinary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// Times with milliseconds.
    pub fractions: bool,
    /// Endings in words of their own ([`EndKind::Other`]).
    pub other_ends: bool,
    /// Variations that replace an ending, and variations that are nothing but an ending.
    pub end_variations: bool,
}

impl Shape {
    /// Everything.
    pub const FULL: Shape = Shape { fractions: true, other_ends: true, end_variations: true };
}

/// Records for each property, unless `PROPTEST_CASES` says how many.
const CASES: u32 = 128;

/// No file of failures: what failed once belongs into a test of its own. The usual source of random numbers is made for secrets and takes a tenth of
/// the time.
pub fn config() -> ProptestConfig {
    let config = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { config.cases } else { CASES };
    ProptestConfig { cases, failure_persistence: None, rng_algorithm: RngAlgorithm::XorShift, ..config }
}

/// Records that every format with variations can hold.
pub fn record() -> impl Strategy<Value = Record> {
    record_with(Shape::default())
}

/// Records for a format that can hold more.
pub fn record_with(shape: Shape) -> impl Strategy<Value = Record> {
    (headers(), initial(), vec(comment(), 0..3), line_plan(shape)).prop_map(
        move |(headers, initial, comments, plan)| {
            let line = plan.play(&initial, &mut Vec::new(), shape);
            Record { headers, initial, comments, line }
        },
    )
}

/// Start positions: games, handicap games, problems with one king, two kings or none.
pub fn initial() -> impl Strategy<Value = Position> {
    let problems = [
        "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "lpg6/3s2R2/1kpppp3/p8/9/P8/2N6/9/9 b BGNrb2g3s2n3l11p 1",
        "9/9/9/9/9/9/9/9/4K4 w - 1",
        "9/9/9/3rb4/4P4/9/9/9/9 b G 1",
        "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn2p 1",
        "+P+p+R+r+B+b+S+s+N/+n+L+l6/9/4k4/9/9/4K4/9/9 b - 1",
    ];
    prop_oneof![
        3 => select(problems.to_vec()).prop_map(|sfen| Position::from_sfen(sfen).expect("a valid position")),
        2 => select(Handicap::ALL.to_vec()).prop_map(Handicap::position),
        2 => Just(Position::startpos()),
    ]
}

/// Texts that look like the syntax of some format.
const NASTY: &[&str] = &[
    "",
    " ",
    "　全角",
    "'",
    "''",
    "'変化：1手",
    "変化：1手",
    "変化：3手",
    "変化：３手",
    "\\変化：2手",
    "\\\\変化：2手",
    "作者：山田",
    "先手：",
    "手合割：平手",
    "+7776FU",
    "-3334FU",
    "%TORYO",
    "T12",
    "*",
    "**",
    "* 点",
    "#",
    "# ----",
    "&しおり",
    "/",
    "//",
    "V2.2",
    "PI",
    "N+",
    "$EVENT:x",
    "1 ７六歩(77)",
    "   1 投了",
    "手数----指手---------消費時間--",
    "▲７六歩 △３四歩",
    "まで3手で先手の勝ち",
    "まで3手詰",
    "| ・ ・|一",
    "+---------------------------+",
    "後手の持駒：なし",
    "{\"header\":{}}",
    "\"\\\\",
    "a,b,'c",
    "startpos",
    "<>&\u{1F4A9}\u{0}",
];

/// One line without blanks at its end.
fn text() -> impl Strategy<Value = String> + Clone {
    // Texts as strategies would be read anew for every value.
    let letters = string_regex("[ -~あ-んァ-ン一-龠：，、　]{0,12}").expect("a valid expression");
    let more = string_regex("[ -~]{1,4}").expect("a valid expression");
    prop_oneof![
        select(NASTY).prop_map(str::to_owned),
        letters,
        (select(NASTY), more).prop_map(|(nasty, more)| format!("{nasty}{more}")),
    ]
    .prop_map(|text| text.trim_end().to_owned())
}

/// A comment.
pub fn comment() -> impl Strategy<Value = String> {
    text()
}

fn headers() -> impl Strategy<Value = Vec<(String, String)>> {
    let names = vec![
        "作者",
        "発表誌",
        "手数",
        "作品名",
        "棋戦",
        "場所",
        "開始日時",
        "終了日時",
        "持ち時間",
        "戦型",
        "備考",
        "完全性",
        "$MAX_MOVES",
        "Event Name",
        "変化",
    ];
    let value = prop_oneof![
        3 => text().prop_map(|text| text.trim().to_owned()),
        1 => select(vec!["2003/05/03", "2003/05/03 10:30:00", "2003/05/03(土) 10:30", "00:25+00", "25分"])
            .prop_map(str::to_owned),
    ];
    proptest::sample::subsequence(names, 0..5)
        .prop_shuffle()
        .prop_flat_map(move |names| {
            let count = names.len();
            (Just(names), vec(value.clone(), count))
        })
        .prop_map(|(names, values)| names.into_iter().map(str::to_owned).zip(values).collect())
}

#[derive(Clone, Debug)]
struct PlyPlan {
    choice: u16,
    extras: Extras,
    variations: Vec<LinePlan>,
}

#[derive(Clone, Debug)]
struct LinePlan {
    plies: Vec<PlyPlan>,
    end: Option<(EndKind, Extras)>,
    /// Instead of the end.
    end_variations: Vec<LinePlan>,
}

#[derive(Clone, Debug)]
struct Extras {
    time: Option<Duration>,
    comments: Vec<String>,
}

fn extras(shape: Shape) -> impl Strategy<Value = Extras> {
    let time = prop_oneof![
        (0u64..100).prop_map(Duration::from_secs),
        (0u64..45_000).prop_map(Duration::from_secs),
        (0u64..9_000_000).prop_map(move |millis| if shape.fractions {
            Duration::from_millis(millis)
        } else {
            Duration::from_secs(millis / 1000)
        }),
    ];
    let comments = prop_oneof![3 => Just(Vec::new()), 1 => vec(comment(), 1..3)];
    (weighted(0.4, time), comments).prop_map(|(time, comments)| Extras { time, comments })
}

fn end(shape: Shape) -> impl Strategy<Value = EndKind> {
    let mut ends = vec![
        EndKind::Resign,
        EndKind::Mate,
        EndKind::NoMate,
        EndKind::Interrupt,
        EndKind::Repetition,
        EndKind::Impasse,
        EndKind::TimeUp,
        EndKind::IllegalMove,
        EndKind::IllegalWin,
        EndKind::Declaration,
        EndKind::Draw,
    ];
    if shape.other_ends {
        ends.extend(["MAX_MOVES", "MATTA", "最大手数"].map(|words| EndKind::Other(words.into())));
    }
    select(ends)
}

fn line_plan(shape: Shape) -> impl Strategy<Value = LinePlan> {
    let line = move |variations: BoxedStrategy<Vec<LinePlan>>, plies: usize| {
        let ply = (any::<u16>(), extras(shape), variations.clone())
            .prop_map(|(choice, extras, variations)| PlyPlan { choice, extras, variations });
        (vec(ply, 0..plies), weighted(0.5, (end(shape), extras(shape))), variations)
            .prop_map(|(plies, end, end_variations)| LinePlan { plies, end, end_variations })
    };
    let leaf = line(Just(Vec::new()).boxed(), 5);
    leaf.prop_recursive(4, 60, 6, move |inner| {
        let variations = prop_oneof![3 => Just(Vec::new()), 2 => vec(inner, 1..3)].boxed();
        line(variations, 8)
    })
}

impl LinePlan {
    /// Plays the plan. `taken` are the first moves that siblings have played already; the line adds its own.
    fn play(&self, initial: &Position, taken: &mut Vec<Option<Move>>, shape: Shape) -> Line {
        let mut position = initial.clone();
        let mut line = Line::new();
        let is_variation = !taken.is_empty();
        for plan in &self.plies {
            let mut legal = position.legal_moves();
            legal.sort();
            if line.is_empty() {
                legal.retain(|mv| !taken.contains(&Some(*mv)));
            }
            if legal.is_empty() {
                break;
            }
            let mv = legal[usize::from(plan.choice) % legal.len()];
            let mut first_moves = vec![Some(mv)];
            let mut variations = Vec::new();
            if !(is_variation && line.is_empty()) {
                for variation in &plan.variations {
                    variations.push(variation.play(&position, &mut first_moves, shape));
                }
            }
            if line.is_empty() {
                taken.push(Some(mv));
            }
            variations.retain(|line| !line.is_empty());
            line.push(Ply {
                action: Action::Move(mv),
                time: plan.extras.time,
                comments: plan.extras.comments.clone(),
                variations,
            });
            let _ = position.make(mv);
        }
        let alone = is_variation && line.is_empty();
        if let Some((end, extras)) = &self.end
            && (!alone || shape.end_variations && !taken.contains(&None))
        {
            let mut first_moves = vec![None];
            let mut variations = Vec::new();
            if shape.end_variations && !alone {
                for variation in &self.end_variations {
                    variations.push(variation.play(&position, &mut first_moves, shape));
                }
            }
            if line.is_empty() {
                taken.push(None);
            }
            variations.retain(|line| !line.is_empty());
            line.push(Ply {
                action: Action::End(end.clone()),
                time: extras.time,
                comments: extras.comments.clone(),
                variations,
            });
        }
        line
    }
}

/// A record with variations nested `depth` deep: each one replaces the second ply of the one around it.
pub fn nested(depth: usize) -> Record {
    let mut record =
        Record::new(Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").expect("two lonely kings"));
    let mut position = record.initial.clone();
    let mut lines: Vec<Line> = Vec::new();
    for level in 0..=depth {
        let mut legal = position.legal_moves();
        legal.sort();
        // The line around this one goes on with the first legal move.
        let _ = position.make(legal[usize::from(level > 0)]);
        let mut answers = position.legal_moves();
        answers.sort();
        lines.push(vec![Ply::new(legal[usize::from(level > 0)]), Ply::new(answers[0])]);
    }
    while let Some(line) = lines.pop() {
        match lines.last_mut() {
            Some(around) => around[1].variations.push(line),
            None => record.line = line,
        }
    }
    record
}

/// What KI2, which has no times, keeps of a record.
pub fn without_times(record: &Record) -> Record {
    fn clear(line: &mut Line) {
        for ply in line {
            ply.time = None;
            ply.variations.iter_mut().for_each(clear);
        }
    }
    let mut record = record.clone();
    clear(&mut record.line);
    record
}
