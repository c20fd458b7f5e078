//! The solver agrees with every line of the reference data.

use std::time::Instant;

use yomikiri_connect6::{
    AttackMoves, AttackProblem, AttackVerdict, Board, Color, DEFAULT_ALGORITHM, GameRecord, GameRules, sgf,
    solve,
};
use yomikiri_pns::Limits;

const GAMES: &str = include_str!("../../../../data/connect6_games.tsv");
const PUZZLES: &str = include_str!("../../../../data/connect6_puzzles.tsv");

fn rules() -> GameRules {
    GameRules::connect6(19).unwrap()
}

#[test]
fn games_replay_legally() {
    let mut rows = 0;
    for line in GAMES.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let game = GameRecord::parse(fields[0], rules()).unwrap_or_else(|error| panic!("{line}: {error}"));
        let end = game.end();
        let winner = Color::ALL.into_iter().find(|&color| end.has_row(color));
        if fields[2].ends_with("end=six") {
            rows += 1;
            let named = if fields[1] == "BWin" { Color::Black } else { Color::White };
            assert_eq!(winner, Some(named), "{line}");
        } else {
            assert_eq!(winner, None, "{line}");
        }
        assert_eq!(sgf::read(&sgf::write(&game), 19).as_ref(), Ok(&game));
        for ply in 0..=game.moves().len() {
            let board = game.after(ply);
            if !Color::ALL.into_iter().any(|color| board.has_row(color)) {
                assert_eq!(Board::parse(&board.to_string(), rules()).as_ref(), Ok(&board));
            }
        }
    }
    assert_eq!(rows, 19);
}

#[test]
fn all_puzzles_are_solved_at_once() {
    let mut solved_by = [0, 0];
    for line in PUZZLES.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let board = Board::parse(fields[0], rules()).unwrap_or_else(|error| panic!("{line}: {error}"));
        let start = Instant::now();
        let problem = AttackProblem::new(board.clone(), board.side_to_move(), AttackMoves::Best(20));
        let solved = solve(problem, DEFAULT_ALGORITHM, Limits::default(), 1, |_| {});
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(solved.verdict, AttackVerdict::Win, "{line}");
        let expected = match fields[1] {
            "win1" => 1,
            "win2" => 3,
            other => panic!("{other}"),
        };
        solved_by[usize::from(expected == 3)] += 1;
        // The proof may be longer than the shortest win, but never shorter.
        assert_eq!(solved.size.length == 1, expected == 1, "{line}");
        assert_eq!(solved.line.len() as u64, solved.size.length, "{line}");
        assert!(seconds < 1.0, "{seconds} s: {line}");
        let mut end = board.clone();
        solved.line.iter().for_each(|&mv| end.make(mv));
        assert!(end.has_row(board.side_to_move()), "{line}");
    }
    assert_eq!(solved_by, [16, 43]);
}
