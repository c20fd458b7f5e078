//! Brinkmates: the data, the definition, and the ways in which a defender escapes.

use std::collections::HashSet;

use crate::common::exhaustive::Exhaustive;
use crate::common::{lines, problem, replay, rows};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use yomikiri_pns::{Lambda, Limits, Order, Scheme, Search};
use yomikiri_shogi::{Color, Hand, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};
use yomikiri_tsume::{
    Brinkmate, BrinkmateGame, BrinkmateOptions, BrinkmateTable, BrinkmateVerdict, Goal, MateGame, MateTable,
    SolveOptions, Solver, Techniques, WinBy, attacker,
};

fn options(order: u8, scheme: Scheme) -> BrinkmateOptions {
    // Far more than any of these problems takes.
    let limits = Limits { nodes: Some(20_000_000), ..Limits::default() };
    BrinkmateOptions {
        order: Order::new(order),
        scheme,
        solve: SolveOptions { limits, ..SolveOptions::default() },
    }
}

fn solve_with(position: &Position, options: &BrinkmateOptions) -> BrinkmateVerdict {
    let attacker = attacker(position);
    let answer =
        Solver::new(64 << 20).unwrap().solve_threats(position, attacker, options, &mut |_| {}).unwrap();
    match &answer.verdict {
        BrinkmateVerdict::Mate(mate) => replay(position, attacker, mate),
        BrinkmateVerdict::Brinkmate(brinkmate) => check(position, attacker, brinkmate),
        BrinkmateVerdict::None | BrinkmateVerdict::Unknown(_) => {}
    }
    answer.verdict
}

fn solve(position: &Position) -> BrinkmateVerdict {
    solve_with(position, &options(2, Scheme::default()))
}

/// What can be seen of a brinkmate from outside: a legal line, every legal defence listed, every mate a mate.
fn check(position: &Position, attacker: Color, brinkmate: &Brinkmate) {
    let mut at = position.clone();
    for &mv in &brinkmate.line {
        assert!(at.is_legal(mv), "{mv} is not legal");
        let _ = at.make(mv);
    }
    assert!(brinkmate.line.len() <= brinkmate.length());
    let mut after = position.clone();
    if let Some(&first) = brinkmate.line.first()
        && position.side_to_move() == attacker
    {
        let _ = after.make(first);
    }
    assert_eq!(brinkmate.threat.is_some(), !after.in_check(), "a pass unless in check");
    if let Some(WinBy::Mate(mate)) = &brinkmate.threat {
        let mut passed = after.clone();
        passed.make_pass();
        replay(&passed, attacker, mate);
    }
    let mut listed: Vec<_> = brinkmate.defences.iter().map(|defence| defence.defence).collect();
    let mut legal = after.legal_moves();
    listed.sort_by_key(|mv| mv.to_bits());
    legal.sort_by_key(|mv| mv.to_bits());
    assert_eq!(listed, legal, "every legal defence");
    for defence in &brinkmate.defences {
        if let WinBy::Mate(mate) = &defence.answered_by {
            let mut met = after.clone();
            let _ = met.make(defence.defence);
            replay(&met, attacker, mate);
        }
    }
}

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn brinkmate(sfen: &str) -> Brinkmate {
    match solve(&read(sfen)) {
        BrinkmateVerdict::Brinkmate(brinkmate) => brinkmate,
        other => panic!("{sfen}: {other:?}"),
    }
}

#[test]
fn the_generated_problems() {
    for row in rows("hisshi_generated.tsv") {
        let found = brinkmate(&row[0]);
        assert!((found.length(), found.minimal, found.no_mate) == (1, true, true), "{}: {found:?}", row[2]);
        let line = row[2].split("line=").nth(1).unwrap();
        assert_eq!(found.line[0].to_string(), line, "the only brinkmate move of {}", row[2]);
    }
}

#[test]
fn the_verified_problems_and_no_other_claim() {
    let mut verified = 0;
    for row in rows("hisshi.tsv") {
        let plies: usize = row[1].strip_prefix("hisshi").unwrap().parse().unwrap();
        let line: Vec<&str> = row[2].split("line=").nth(1).unwrap().split(' ').collect();
        if row[3].contains("VERIFIED") {
            let found = brinkmate(&row[0]);
            assert_eq!((found.length(), found.minimal), (plies, true), "{}", row[2]);
            verified += 1;
        } else {
            // After the claimed line some defence is not followed by a mate, so the position is no brinkmate.
            let mut position = read(&row[0]);
            for mv in line {
                let _ = position.make(mv.parse().unwrap());
            }
            let mut options = options(2, Scheme::default());
            options.solve.limits.nodes = Some(20_000);
            match solve_with(&position, &options) {
                BrinkmateVerdict::Brinkmate(found) => assert_ne!(found.length(), 0, "{}", row[2]),
                BrinkmateVerdict::None | BrinkmateVerdict::Unknown(_) => {}
                BrinkmateVerdict::Mate(_) => panic!("{}: not even a check", row[2]),
            }
        }
    }
    assert_eq!(verified, 6);
}

#[test]
fn every_scheme_finds_the_same() {
    for row in rows("hisshi_generated.tsv").iter().step_by(6) {
        for (name, scheme, _) in Scheme::ALL {
            let mut options = options(2, scheme);
            options.solve.limits.nodes = Some(400_000);
            match solve_with(&read(&row[0]), &options) {
                BrinkmateVerdict::Brinkmate(found) => assert_eq!(found.length(), 1, "{name}: {}", row[2]),
                BrinkmateVerdict::Unknown(_) if name == "nagai" => {}
                other => panic!("{name}: {}: {other:?}", row[2]),
            }
        }
    }
}

#[test]
fn no_technique_changes_an_answer() {
    let rows: Vec<_> = rows("hisshi_generated.tsv").into_iter().step_by(8).collect();
    for name in Techniques::NAMES {
        for row in &rows {
            let mut options = options(2, Scheme::default());
            options.solve.techniques = Techniques::default().without(name).unwrap();
            match solve_with(&read(&row[0]), &options) {
                BrinkmateVerdict::Brinkmate(found) => {
                    assert_eq!(found.length(), 1, "without {name}: {}", row[2])
                }
                other => panic!("without {name}: {}: {other:?}", row[2]),
            }
        }
    }
}

/// 金 and 銀 against a bare king, the silver already on 5c: lost, as the proverb says.
const LOST: &str = "4k4/9/4S4/9/9/9/9/9/9 w G 1";

#[test]
fn defenders_who_escape() {
    assert!(matches!(solve(&read(LOST)), BrinkmateVerdict::Brinkmate(found) if found.length() == 0));
    for (how, sfen) in [
        ("captures the threatening piece", "3nk4/9/4S4/9/9/9/9/9/9 w G 1"),
        ("drops a piece between", "4k4/9/4S4/9/9/9/9/9/9 w Gg 1"),
        ("checks with a fork of king and silver", "4k4/9/4S4/9/9/9/9/9/4K4 w Gr 1"),
        ("mates first", "4k4/9/4S4/9/9/9/3gp4/9/4K4 w G 1"),
    ] {
        let position = read(sfen);
        let mut solver = Solver::new(64 << 20).unwrap();
        let options = options(2, Scheme::default());
        let answer = solver.solve_threats(&position, Color::Black, &options, &mut |_| {}).unwrap();
        assert_eq!(answer.verdict, BrinkmateVerdict::None, "the defender {how}");
        let lost = Exhaustive::new(Color::Black, 5, 10_000_000).lost(&mut position.clone(), 0).unwrap();
        assert!(!lost, "{how}: the position does not test what it should");
    }
}

#[test]
fn counter_checks_that_do_not_help_are_answered() {
    // The pawn can check the attacker's king, which takes it: a quiet move, after which all is as before.
    let position = read("4k4/9/4S4/9/9/9/8p/9/8K w G 1");
    let options = options(2, Scheme::default());
    let answer =
        Solver::new(64 << 20).unwrap().solve_threats(&position, Color::Black, &options, &mut |_| {}).unwrap();
    let BrinkmateVerdict::Brinkmate(found) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    check(&position, Color::Black, found);
    assert_eq!((found.length(), found.minimal), (2, true));
    let lost_within =
        |plies| Exhaustive::new(Color::Black, 5, 10_000_000).lost(&mut position.clone(), plies).unwrap();
    assert!(!lost_within(0) && lost_within(2));
}

#[test]
fn a_mate_is_called_a_mate() {
    for (file, every) in
        [("tanuki_mate3.tsv", 40), ("tanuki_mate5.tsv", 60), ("yaneuraou_mate5_1000.tsv", 150)]
    {
        for row in rows(file).iter().step_by(every) {
            let position = problem(&row[0]);
            for (name, scheme, _) in Scheme::ALL {
                for order in [1, 2] {
                    if name.starts_with("nagai") && order == 2 {
                        continue; // has no idea that mates come first
                    }
                    let verdict = solve_with(&position, &options(order, scheme));
                    assert!(
                        matches!(verdict, BrinkmateVerdict::Mate(_)),
                        "{name}, order {order}: {}",
                        row[0]
                    );
                }
            }
        }
    }
}

/// The schemes with a fixed order may find a win by threats, or by checks alone, before they find that it is a mate.
#[test]
fn the_first_win_is_no_brinkmate_if_there_is_a_mate() {
    let mut mates = 0;
    for (file, every) in
        [("tanuki_mate3.tsv", 20), ("tanuki_mate5.tsv", 40), ("yaneuraou_mate5_1000.tsv", 100)]
    {
        for row in rows(file).iter().step_by(every) {
            for (name, scheme, _) in Scheme::ALL {
                let mut options = options(2, scheme);
                (options.solve.goal, options.solve.limits.nodes) = (Goal::AnyMate, Some(5_000));
                match solve_with(&problem(&row[0]), &options) {
                    BrinkmateVerdict::Mate(_) => mates += 1,
                    BrinkmateVerdict::Brinkmate(found) => assert!(!found.no_mate, "{name}: {}", row[0]),
                    BrinkmateVerdict::Unknown(_) => {}
                    BrinkmateVerdict::None => panic!("{name}: {}", row[0]),
                }
            }
        }
    }
    assert!(mates >= 80, "{mates}");
}

/// With one order, λ-search visits what the mate search does, in the same order, whatever the scheme.
#[test]
fn order_one_is_the_mate_search_node_for_node() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for file in ["tanuki_mate9.tsv", "yaneuraou_mate9_1000.tsv", "nomate.tsv"] {
        for row in rows(file).iter().step_by(60) {
            let position = problem(&row[0]);
            let game = || MateGame::new(position.clone(), attacker(&position));
            let mut plain = Vec::new();
            let mut note = |key| plain.push(key);
            let mut table = MateTable::with_memory(16 << 20).unwrap();
            Search::new(game()).limits(limits.clone()).on_expand(&mut note).run_with_table(&mut table);
            for (name, scheme, _) in Scheme::ALL {
                let mut threats = Vec::new();
                let mut note = |key: yomikiri_pns::LambdaKey<_>| threats.push(key.node);
                let mut table = MateTable::with_memory(16 << 20).unwrap();
                Search::new(Lambda::new(BrinkmateGame::from(game()), Order::ONE, scheme))
                    .limits(limits.clone())
                    .on_expand(&mut note)
                    .run_with_table(BrinkmateTable(&mut table));
                assert!(threats == plain, "{name}: {}", row[0]);
            }
        }
    }
}

#[test]
fn order_three_sees_at_least_what_order_two_sees() {
    for sfen in ["4k4/9/9/9/9/9/9/9/9 b GS 1", "8k/8g/6P1P/9/9/9/9/9/9 b R 1"] {
        let verdict = solve_with(&read(sfen), &options(3, Scheme::default()));
        assert!(matches!(verdict, BrinkmateVerdict::Brinkmate(_)), "{sfen}: {verdict:?}");
    }
    let bare = solve_with(&read("4k4/9/9/9/9/9/9/9/9 b G 1"), &options(3, Scheme::default()));
    assert_eq!(bare, BrinkmateVerdict::None);
}

/// The ordinary run checks one row of the suite in this many, the slow one checks all.
const ONE_IN: usize = 36;

/// The checker shares no search with the solver.
fn check_by_definition<'a>(rows: impl Iterator<Item = &'a Vec<String>>) {
    for row in rows {
        let plies: u32 = row[1].strip_prefix("hisshi").unwrap().parse().unwrap();
        let mate_plies = row[3].split("mates within ").nth(1).unwrap().parse().unwrap();
        let mut position = read(&row[0]);
        let first = row[2].split("line=").nth(1).unwrap().split(' ').next().unwrap();
        let mut exhaustive = Exhaustive::new(position.side_to_move(), mate_plies, u64::MAX);
        let won = exhaustive.wins_by(&mut position, first.parse().unwrap(), plies).unwrap();
        assert!(won, "{}: {first} is no brinkmate in {plies}", row[0]);
        assert_eq!(exhaustive.mate(&mut position).unwrap(), None, "{}: a mate", row[0]);
    }
}

#[test]
fn problems_of_the_suite_are_brinkmates_by_definition() {
    check_by_definition(rows("hisshi_suite.tsv").iter().step_by(ONE_IN));
}

#[test]
#[ignore = "slow: every problem of the suite by the exhaustive checker"]
fn all_problems_of_the_suite_are_brinkmates_by_definition() {
    check_by_definition(rows("hisshi_suite.tsv").iter());
}

/// The position with Black attacking, as it is or in the mirror, whichever is written first.
fn either_way(position: &Position) -> String {
    let position = if attacker(position) == Color::Black { position.clone() } else { position.flipped() };
    let mut mirrored = PositionBuilder::new();
    for square in Square::all() {
        mirrored.set(square.mirrored(), position.piece_at(square));
    }
    mirrored.hands = [position.hand(Color::Black), position.hand(Color::White)];
    mirrored.side_to_move = position.side_to_move();
    let mirrored = mirrored.build(Strictness::Strict).unwrap();
    // The number of the move says nothing.
    let written = |position: &Position| position.to_sfen().rsplit_once(' ').unwrap().0.to_owned();
    written(&position).min(written(&mirrored))
}

/// What a row of the suite was made from, and whether it came up in a game that was played on.
fn origin(row: &[String]) -> (&str, bool) {
    let (how, _) = row[3].split_once(';').unwrap();
    match how.strip_prefix("played on from ") {
        Some(origin) => (origin, true),
        None => (how.strip_prefix("changed from ").unwrap_or_else(|| panic!("{}", row[3])), false),
    }
}

fn length(row: &[String]) -> usize {
    row[1].strip_prefix("hisshi").unwrap().parse().unwrap()
}

#[test]
fn the_suite_has_every_length_and_nothing_twice() {
    let suite = rows("hisshi_suite.tsv");
    let mut seen = HashSet::new();
    for (number, row) in suite.iter().enumerate() {
        assert!(seen.insert(either_way(&read(&row[0]))), "{}: twice", row[0]);
        assert!(row[2].starts_with(&format!("suite-{:03} line=", number + 1)), "{}", row[2]);
        assert!(row[3].contains("; seed "), "{}: {}", row[2], row[3]);
    }
    let from_games = |row: &&Vec<String>| {
        let (origin, played) = origin(row);
        played || origin.starts_with("yaneuraou_") || origin.starts_with("yo_testmate")
    };
    let games = suite.iter().filter(from_games).count();
    let long = suite.iter().filter(|row| length(row) >= 5).count();
    assert!(suite.len() >= 500 && games >= 150 && long >= 60, "{} rows, {games}, {long}", suite.len());
    for (plies, least) in [(1, 180), (3, 70), (5, 35), (7, 10)] {
        let rows = suite.iter().filter(|row| length(row) == plies).count();
        assert!(rows >= least, "{rows} of {plies} plies");
    }
}

/// Before the engine has moved, a problem from a game is the position of its ending, but for what the row says is removed.
#[test]
fn problems_from_games_are_positions_of_games() {
    let mut compared = 0;
    for row in rows("hisshi_suite.tsv").iter().filter(|row| row[3].contains(", ply 0")) {
        let (file, line) = origin(row).0.split_once(':').unwrap();
        let (position, ending) = (
            read(&row[0]),
            read(lines(file)[line.parse::<usize>().unwrap() - 1].split('\t').next().unwrap()),
        );
        let attacker = position.side_to_move();
        assert_eq!(attacker, ending.side_to_move(), "{}", row[0]);
        for square in Square::all() {
            let (piece, before) = (position.piece_at(square), ending.piece_at(square));
            let king_gone =
                before == Some(Piece::new(PieceKind::King, attacker)) && row[3].contains("attacker's king");
            assert_eq!(piece, before.filter(|_| !king_gone), "{}: {square}", row[0]);
        }
        assert!(ending.hand(attacker).contains(position.hand(attacker)), "{}", row[0]);
        let emptied = row[3].contains("the defender's hand");
        let held = if emptied { Hand::default() } else { ending.hand(!attacker) };
        assert_eq!(position.hand(!attacker), held, "{}", row[0]);
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

/// The solver finds the length, too.
fn solve_suite<'a>(rows: impl Iterator<Item = &'a Vec<String>>) {
    for row in rows {
        let found = brinkmate(&row[0]);
        assert_eq!((found.length(), found.minimal), (length(row), true), "{}", row[0]);
    }
}

#[test]
fn the_solver_finds_problems_of_the_suite() {
    solve_suite(rows("hisshi_suite.tsv").iter().skip(1).step_by(ONE_IN));
}

#[test]
#[ignore = "slow: every problem of the suite"]
fn the_solver_finds_the_suite() {
    solve_suite(rows("hisshi_suite.tsv").iter());
}

/// Figure 1 of the paper as its text gives it has pawns on 6d, 6f and 6g, and does not say whose they are. Two of them belong to one
/// side, whoever owns which.
#[test]
fn figure_1_of_soeda_is_not_a_legal_position() {
    for owners in 0..8 {
        let mut builder = PositionBuilder::new();
        builder.set("7i".parse().unwrap(), Some(Piece::new(PieceKind::King, Color::Black)));
        builder.set("9a".parse().unwrap(), Some(Piece::new(PieceKind::King, Color::White)));
        for (bit, square) in ["6d", "6f", "6g"].into_iter().enumerate() {
            let owner = if owners >> bit & 1 == 0 { Color::Black } else { Color::White };
            builder.set(square.parse().unwrap(), Some(Piece::new(PieceKind::Pawn, owner)));
        }
        assert!(builder.build(Strictness::Strict).is_err(), "{owners}");
    }
}

/// What figure 1 of the paper is for: it takes far longer to disprove a mate than to find the brinkmate, so a scheme that waits for the
/// disproof loses.
#[test]
fn mates_that_are_hard_to_disprove() {
    let row = rows("hisshi_generated.tsv").into_iter().find(|row| row[2].starts_with("gen-11-083 ")).unwrap();
    let position = read(&row[0]);
    let nodes = |order: Order, scheme: &str| {
        let mut table = MateTable::with_memory(64 << 20).unwrap();
        let game = BrinkmateGame::from(MateGame::new(position.clone(), attacker(&position)));
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let search = Search::new(Lambda::new(game, order, scheme.parse().unwrap())).limits(limits);
        search
            .algorithm(SolveOptions::default().algorithm)
            .run_with_table(BrinkmateTable(&mut table))
            .counters
            .visits
    };
    let [disproof, waiting, proposed] =
        [(Order::ONE, "widening"), (Order::TWO, "stronger-first"), (Order::TWO, "widening")]
            .map(|(order, scheme)| nodes(order, scheme));
    assert!(disproof > 3 * proposed && waiting > 3 * proposed, "{disproof}, {waiting} : {proposed}");
}

/// A king near the upper edge and a few pieces, most of them the attacker's, with or without a king of the attacker's.
fn scattered() -> impl Strategy<Value = Position> {
    let piece = (0..13usize, 0..4u32, 0..4usize, 0..4usize);
    let pieces = proptest::collection::vec(piece, 1..5);
    let hand = proptest::collection::vec((0..7usize, 0..4u32), 1..4);
    let kings = (0..4usize, 0..2usize, proptest::option::of((0..5usize, 2..5usize)));
    (kings, pieces, hand).prop_filter_map("no legal position", |((file, rank, own), pieces, hand)| {
        let kinds: Vec<PieceKind> =
            PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).collect();
        let side = |quarter: u32| if quarter == 0 { Color::White } else { Color::Black };
        let mut builder = PositionBuilder::new();
        for (kind, quarter, file, rank) in pieces {
            builder.set(Square::new(file, rank)?, Some(Piece::new(kinds[kind], side(quarter))));
        }
        builder.set(Square::new(file, rank)?, Some(Piece::new(PieceKind::King, Color::White)));
        if let Some((file, rank)) = own {
            builder.set(Square::new(file, rank)?, Some(Piece::new(PieceKind::King, Color::Black)));
        }
        for (kind, quarter) in hand {
            let hand = &mut builder.hands[side(quarter).index()];
            *hand = hand.with(PieceKind::HAND[kind], 1)?;
        }
        let position = builder.build(Strictness::Strict).ok()?;
        position.king(Color::White)?;
        Some(position)
    })
}

/// No brinkmate in one that the solver denies, none that it claims and is not. Verdicts that rest on longer mates than the checker
/// looks for are not checked, so those that are get counted.
#[test]
fn scattered_pieces() {
    let mut runner = TestRunner::deterministic();
    let strategy = scattered();
    let (mut denied, mut claimed, mut minimal) = (0, 0, 0);
    for _ in 0..if cfg!(debug_assertions) { 75 } else { 4000 } {
        let mut position = strategy.new_tree(&mut runner).unwrap().current();
        let sfen = position.to_sfen();
        let mut options = options(2, Scheme::default());
        options.solve.limits.nodes = Some(20_000);
        let mut exhaustive = Exhaustive::new(Color::Black, 5, 300_000);
        match solve_with(&position, &options) {
            BrinkmateVerdict::Mate(_) | BrinkmateVerdict::Unknown(_) => {}
            BrinkmateVerdict::None => {
                if let Ok(wins) = exhaustive.wins(&mut position, 1) {
                    assert!(!wins, "{sfen} is won");
                    denied += 1;
                }
            }
            BrinkmateVerdict::Brinkmate(found) => {
                let length = found.length() as u32;
                if found.minimal
                    && length > 1
                    && let Ok(wins) = exhaustive.wins(&mut position, length - 2)
                {
                    assert!(!wins, "{sfen} is won sooner");
                    minimal += 1;
                }
                let is_short = |threat: &WinBy| matches!(threat, WinBy::Mate(mate) if mate.length() <= 5);
                let all_short = found.threat.iter().all(is_short)
                    && found.defences.iter().all(|defence| is_short(&defence.answered_by));
                if length == 1
                    && all_short
                    && let Ok(won) = exhaustive.wins_by(&mut position, found.line[0], 1)
                {
                    assert!(won, "{sfen}: {} is no brinkmate", found.line[0]);
                    claimed += 1;
                }
            }
        }
    }
    assert!(
        denied >= 20 && claimed >= 2 && minimal >= 1,
        "checked: {denied} denials, {claimed} claims, {minimal} lengths"
    );
}
