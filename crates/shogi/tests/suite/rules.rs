//! The rules that move generators often get wrong, one test each, on small positions.

use crate::common::names;
use yomikiri_shogi::Position;

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn legal(sfen: &str, mv: &str) -> bool {
    position(sfen).is_legal(mv.parse().unwrap())
}

#[test]
fn a_pawn_drop_must_not_mate() {
    // The pawn is protected by the silver, and the king has no other square.
    assert!(!legal("7lk/9/8S/9/9/9/9/7L1/8K b P 1", "P*1b"));
    // A lance in its place may mate.
    assert!(legal("7lk/9/8S/9/9/9/9/7L1/8K b L 1", "L*1b"));
    // On 2b the gold takes it.
    assert!(legal("6glk/8g/8S/9/9/9/9/9/8K b P 1", "P*2b"));
    // The same mate by moving a pawn is allowed.
    assert!(legal("7lk/9/7SP/9/9/9/9/7L1/8K b - 1", "1c1b"));
    // An unprotected pawn is simply taken.
    assert!(legal("8k/9/9/9/9/9/9/9/9 b P 1", "P*1b"));
}

#[test]
fn a_pinned_piece_cannot_save_the_king_from_a_pawn_drop() {
    // The gold on 2a could take the pawn on 1b, but the rook on 3a pins it: the drop is mate and illegal.
    let pinned = "5R1gk/9/8S/9/9/9/9/7L1/8K b P 1";
    assert!(!legal(pinned, "P*1b"));
    // Without the rook the gold takes, and the drop is legal.
    assert!(legal("7gk/9/8S/9/9/9/9/7L1/8K b P 1", "P*1b"));
}

#[test]
fn two_pawns_and_dead_pieces() {
    let sfen = "4k4/9/4P4/9/9/9/+P8/9/4K4 b PLN 1";
    assert!(!legal(sfen, "P*5f"), "a second pawn on the file");
    assert!(legal(sfen, "P*9f"), "a promoted pawn does not count");
    assert!(!legal(sfen, "P*1a") && !legal(sfen, "L*1a") && !legal(sfen, "N*1b"), "dead drops");
    assert!(legal(sfen, "N*1c") && legal(sfen, "L*1b"));
    let sfen = "k8/4P4/6N1L/9/9/9/9/9/K8 b - 1";
    assert!(!legal(sfen, "5b5a") && legal(sfen, "5b5a+"), "a pawn on the last rank must promote");
    assert!(!legal(sfen, "3c2a") && legal(sfen, "3c2a+"), "so must a knight");
    assert!(legal(sfen, "1c1b") && legal(sfen, "1c1b+"), "a lance on the second rank need not");
}

#[test]
fn promotion_is_a_choice_even_when_it_looks_useless() {
    let moves = names(position("4k4/9/9/2R1B1P2/9/9/9/9/4K4 b - 1").legal_moves());
    for both in ["7d7a", "5d2a", "3d3c"] {
        assert!(moves.contains(&both.to_string()) && moves.contains(&format!("{both}+")), "{both}");
    }
    // A rook already in the zone may promote on the way out, a gold never.
    let moves = names(position("4k4/9/2R1G4/9/9/9/9/9/4K4 b - 1").legal_moves());
    assert!(
        moves.contains(&"7c7i+".into()) && !moves.iter().any(|mv| mv.starts_with("5c") && mv.ends_with('+'))
    );
}

#[test]
fn pins_allow_moves_along_the_line() {
    let moves = names(position("4r4/9/9/9/9/9/4G4/9/4K4 b - 1").legal_moves());
    assert!(moves.contains(&"5g5f".into()) && moves.contains(&"5g5h".into()));
    assert!(!moves.iter().any(|mv| mv == "5g4g" || mv == "5g6f"));
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    let both = position("4k1g2/9/3N5/9/9/9/9/9/4R3K w r 1");
    assert_eq!(both.checkers().len(), 2);
    assert!(both.evasions().iter().all(|mv| mv.from() == both.king(both.side_to_move())));
    assert!(!both.evasions().is_empty());
}

#[test]
fn discovered_checks_come_with_every_move_off_the_line() {
    let checks = names(position("4k4/9/9/4N4/9/9/9/9/4R4 b - 1").checks());
    assert_eq!(checks, ["5d4b+", "5d6b+"]);
    // The attacker's own king can uncover a check too, but must not move into one.
    let checks = names(position("4k4/9/9/4K4/6l2/9/9/9/4R4 b - 1").checks());
    assert_eq!(checks, ["5d4c", "5d4d", "5d4e", "5d6c", "5d6d", "5d6e"]);
    let checks = names(position("4k4/6l2/9/4K4/9/9/9/r8/4R4 b - 1").checks());
    assert_eq!(checks, ["5d4c", "5d4d", "5d4e", "5d6c", "5d6d", "5d6e"]);
}

#[test]
fn a_side_in_check_may_only_check_back_with_an_evasion() {
    // Black's king is in check by the rook; interposing the bishop also checks White's king.
    let counter = position("9/9/9/9/k8/9/9/9/r7K b B 1");
    assert_eq!(names(counter.checks()), ["B*5i"]);
    // Blocking with a gold does not check; nothing is left.
    assert!(position("9/9/9/9/k8/9/9/9/r7K b G 1").checks().is_empty());
}

#[test]
fn the_king_does_not_block_its_checker() {
    // The king cannot flee along the rank on which the rook checks it.
    let moves = names(position("9/9/9/9/R3k4/9/9/9/8K w - 1").evasions());
    assert!(!moves.contains(&"5e4e".into()) && moves.contains(&"5e5d".into()));
}

#[test]
fn interpositions_by_drop_and_by_move() {
    let moves = names(position("4k4/9/2s6/9/9/9/9/9/4R3K w gp 1").evasions());
    for square in ['b', 'c', 'd', 'e', 'f', 'g', 'h'] {
        assert!(moves.contains(&format!("G*5{square}")) && moves.contains(&format!("P*5{square}")));
    }
    assert!(!moves.contains(&"P*5i".into()));
    // The silver could reach 6d, but not the file of the check.
    assert!(!moves.iter().any(|mv| mv.starts_with("7c")));
}

#[test]
fn sides_without_a_king() {
    let bare = position("9/9/9/4P4/9/9/9/9/9 b G 1");
    assert!(bare.checks().is_empty() && !bare.in_check() && bare.mate_in_one().is_none());
    assert_eq!(bare.legal_moves().len(), 2 + 80);
    assert!(position("9/9/9/9/9/9/9/9/9 w - 1").legal_moves().is_empty());
}

#[test]
fn mates_in_one() {
    let mate = |sfen: &str| position(sfen).mate_in_one().map(|mv| mv.to_string());
    // 頭金: the gold on the king's head.
    assert_eq!(mate("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), Some("G*5b".into()));
    assert_eq!(mate("9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1"), None, "it takes three plies");
    assert_eq!(mate("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1"), None);
}
