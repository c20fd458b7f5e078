//! The rules with strong pieces: without any they are those of shogi, with one those of the module page.

use std::collections::HashMap;

use yomikiri_compose::measure::{MeasureSettings, NodeStore, rules_only};
use yomikiri_compose::strong::{StrongKind, StrongPiece, StrongPosition, StrongProblem};
use yomikiri_pns::{Limits, Random};
use yomikiri_shogi::{Color, Hand, Move, PieceKind, Position, Square};

/// Positions with two kings or one, from mate problems of all kinds.
fn positions() -> Vec<Position> {
    let lists = [
        include_str!("../../../../data/zuko.tsv"),
        include_str!("../../../../data/tanuki_mate7.tsv"),
        include_str!("../../../../data/yaneuraou_mate7_1000.tsv"),
        include_str!("../../../../data/shtsume_check_gen.tsv"),
        include_str!("../../../../data/shogi_check_moves.tsv"),
    ];
    let rows = lists.iter().flat_map(|list| list.lines());
    let sfens = rows.filter_map(|row| row.split('\t').next());
    sfens.filter_map(|sfen| Position::from_sfen(sfen).ok()).collect()
}

fn sorted(mut moves: Vec<Move>) -> Vec<String> {
    moves.sort_by_key(|mv| mv.to_bits());
    moves.iter().map(Move::to_string).collect()
}

/// Along random checks and evasions, the moves are those of `yomikiri-shogi`, and keys are equal exactly if boards, sides and
/// hands are.
#[test]
fn without_strong_pieces_it_is_shogi() {
    let mut random = Random::new(4);
    let (mut checks, mut evasions) = (0, 0);
    let mut seen: HashMap<_, String> = HashMap::new();
    let mut texts: HashMap<String, _> = HashMap::new();
    for start in positions() {
        let mut position = start;
        let mut strong = StrongPosition::from(&position);
        for _ in 0..12 {
            let text = position.to_sfen();
            let text = text.rsplit_once(' ').unwrap().0.to_owned();
            assert_eq!(seen.entry(strong.key()).or_insert_with(|| text.clone()), &text);
            assert_eq!(texts.entry(text.clone()).or_insert(strong.key()), &strong.key());
            let moves = if position.in_check() {
                let moves = position.evasions();
                assert_eq!(sorted(moves.clone()), sorted(strong.evasions()), "evasions of {text}");
                assert_eq!(strong.has_evasion(), !moves.is_empty());
                evasions += moves.len();
                moves
            } else {
                let moves = position.checks();
                assert_eq!(sorted(moves.clone()), sorted(strong.checks()), "checks of {text}");
                checks += moves.len();
                moves
            };
            // Every move can be taken back.
            for &mv in &moves {
                let before = strong.clone();
                let undo = strong.make(mv);
                strong.unmake(mv, undo);
                assert_eq!(strong, before, "{mv} in {text}");
            }
            let Some(mv) = random.of(&moves) else { break };
            let _ = position.make(mv);
            let _ = strong.make(mv);
            assert_eq!(strong, StrongPosition::from(&position), "{mv} in {text}");
        }
    }
    assert!(checks > 20_000 && evasions > 10_000, "{checks} checks, {evasions} evasions");
    assert!(seen.len() > 5_000, "{}", seen.len());
}

/// Verdicts agree with those of `yomikiri-shogi`. Its moves have another order, so the numbers may differ.
#[test]
fn it_is_the_same_game() {
    let list = include_str!("../../../../data/tanuki_mate3.tsv");
    for row in list.lines().take(60) {
        let position = Position::from_sfen(row.split('\t').next().unwrap()).unwrap();
        let settings = MeasureSettings { store: NodeStore::Table, ..MeasureSettings::default() };
        let game = StrongProblem::new(StrongPosition::from(&position), Color::Black);
        let ours = settings.measure(game, Limits::default(), None);
        let theirs = settings.measure(rules_only(&position, Color::Black), Limits::default(), None);
        assert_eq!(ours.verdict, theirs.verdict, "{row}");
    }
}

const STRONG: StrongKind = StrongKind::Strong;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A board with these pieces and nothing in hand.
fn board(side: Color, pieces: &[(&str, StrongKind, Color)]) -> StrongPosition {
    let mut position = StrongPosition::empty([Hand::EMPTY; 2], side);
    for &(at, kind, color) in pieces {
        position.put(square(at), Some(StrongPiece { kind, color }));
    }
    position
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

#[test]
fn a_strong_piece_moves_like_rook_bishop_and_king() {
    let piece = StrongPiece { kind: STRONG, color: Color::Black };
    let alone = Square::all().map(|at| piece.attacks(at, yomikiri_shogi::Bitboard::EMPTY).len());
    // A queen on an empty board of 9 by 9 attacks 16 squares in the rank and file, and 16 to 8 more on the diagonals in the
    // middle and on the rim.
    assert_eq!(alone.clone().max(), Some(32));
    assert_eq!(alone.min(), Some(24));
    let king = StrongKind::Shogi(PieceKind::King);
    let pawn = StrongKind::Shogi(PieceKind::Pawn);
    let pieces = [("5a", king, Color::White), ("5b", pawn, Color::White), ("1e", STRONG, Color::Black)];
    let position = board(Color::Black, &pieces);
    // It is already in check along the diagonal; not all moves leave it in check. None promotes.
    assert!(position.in_check(Color::White));
    let checks = position.checks();
    assert!(names(&checks).contains(&"1e2d".to_owned()), "along the line");
    assert!(names(&checks).contains(&"1e1a".to_owned()), "to another line");
    assert!(!names(&checks).contains(&"1e1i".to_owned()), "out of sight");
    assert!(checks.iter().all(|mv| !mv.promotes() && mv.to() != square("5a")));
}

#[test]
fn a_strong_piece_that_is_taken_is_gone() {
    let king = StrongKind::Shogi(PieceKind::King);
    let pieces = [("1a", king, Color::White), ("1b", STRONG, Color::Black), ("9i", STRONG, Color::White)];
    let mut position = board(Color::White, &pieces);
    // It guards every other square, and nothing guards it.
    assert_eq!(names(&position.evasions()), ["1a1b"]);
    let undo = position.make("1a1b".parse().unwrap());
    assert_eq!((position.hand(Color::White), position.pieces_of(Color::Black).any()), (Hand::EMPTY, false));
    position.unmake("1a1b".parse().unwrap(), undo);
    assert_eq!(position, board(Color::White, &pieces));
    // Other pieces are held, and lose their promotion.
    let dragon = StrongKind::Shogi(PieceKind::Dragon);
    let mut position = board(Color::White, &[("1a", king, Color::White), ("1b", dragon, Color::Black)]);
    position.make("1a1b".parse().unwrap());
    assert!(position.hand(Color::White).has(PieceKind::Rook));
}

/// Its attack can be cut off like a bishop's.
#[test]
fn what_a_strong_piece_sees_can_be_cut_off() {
    let king = StrongKind::Shogi(PieceKind::King);
    let gold = StrongKind::Shogi(PieceKind::Gold);
    let pieces = [
        ("1a", king, Color::White),
        ("1b", gold, Color::White),
        ("2b", gold, Color::White),
        ("4a", STRONG, Color::Black),
    ];
    let mut position = board(Color::White, &pieces);
    assert_eq!(names(&position.evasions()), ["2b2a"], "the only piece that comes between");
    position.put(square("3a"), Some(StrongPiece { kind: STRONG, color: Color::White }));
    assert!(!position.in_check(Color::White));
}
