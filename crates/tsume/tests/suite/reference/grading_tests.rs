//! Tests of the reference grading alone.

use super::grading::{Grade, Kind, Verdict, grade as grade_of, grade_line, unneeded_pieces};
use super::lengths::{Length, Profile, length};
use super::positions::{mirrored, sliders_from_afar};
use crate::common::{problem, rows};
use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

fn graded(sfen: &str, profile: Profile, bound: u32) -> Grade {
    let position = problem(sfen);
    grade_of(&position, position.side_to_move(), profile, bound)
        .unwrap_or_else(|| panic!("{sfen}: not decided"))
}

/// The verdict and the items, as words.
fn summary(grade: &Grade) -> (Verdict, Vec<String>) {
    let items = grade.items.iter().map(|item| match item.mv {
        Some(mv) => format!("{:?} {} {mv}", item.kind, item.ply),
        None => format!("{:?}", item.kind),
    });
    (grade.verdict, items.collect())
}

fn check(sfen: &str, profile: Profile, bound: u32, verdict: Verdict, items: &[&str]) {
    let grade = graded(sfen, profile, bound);
    assert_eq!(grade.open, [], "{sfen}");
    let items: Vec<String> = items.iter().map(|&item| item.into()).collect();
    assert_eq!(summary(&grade), (verdict, items), "{sfen} {:?}", grade.line);
}

#[test]
fn one_of_each_kind() {
    use Profile::{Plus2, Raw};
    use Verdict::{Flawed, Sound, Unsound};
    check("4k4/9/4P4/9/9/9/9/9/9 b G", Plus2, 3, Sound, &[]);
    check("4k4/9/4P4/9/9/9/9/9/9 b 2G", Plus2, 3, Unsound, &["Leftover 1 G*5b"]);
    check("4k4/9/9/9/9/9/9/9/9 b G", Plus2, 3, Unsound, &["NoMate"]);
    check("4k4/9/3G1G3/9/9/9/9/9/9 b -", Plus2, 3, Sound, &["MirrorImage 1 6c5b"]);
    check("4k4/9/3GP4/9/9/9/9/9/9 b -", Plus2, 3, Unsound, &["Cook 1 6c5b"]);
    check("7k1/9/7G1/5N3/9/9/9/9/9 b -", Plus2, 3, Flawed, &["LastMove 3 3b2b"]);
    check("9/8k/9/7S1/7L1/9/9/9/9 b -", Plus2, 3, Flawed, &["EqualVariation 2 1b2a"]);
    // 2三銀不成, 1三玉, 1四銀成, 1二玉, 2三成銀 is what 2三銀成 does at once.
    check("5B2r/8k/9/8S/9/9/9/9/9 b -", Plus2, 5, Flawed, &["Detour 1 1d2c"]);
    let from_afar = ["1c", "1d", "1e", "1f", "1g", "1h", "1i"].map(|square| format!("Choice 1 L*{square}"));
    check("7rk/9/7S1/9/9/9/9/9/9 b L", Plus2, 3, Flawed, &from_afar.each_ref().map(String::as_str));
    // If interpositions count, the one against a lance from afar is another line.
    let grade = graded("7rk/9/7S1/9/9/9/9/9/9 b L", Raw, 3);
    assert_eq!(grade.verdict, Unsound);
    assert!(grade.items.iter().all(|item| item.kind == Kind::Cook));
}

#[test]
fn unneeded() {
    let unneeded = |sfen: &str| {
        let position = problem(sfen);
        let line = graded(sfen, Profile::Plus2, 3).line;
        unneeded_pieces(&position, position.side_to_move(), Profile::Plus2, 3, &line)
    };
    assert_eq!(unneeded("4k4/9/4P4/9/9/9/9/9/9 b G"), Some(vec![]));
    assert_eq!(unneeded("4k4/9/4P4/9/9/9/9/9/P8 b G"), Some(vec![(PieceKind::Pawn, Some(Square::S9I))]));
}

/// The grade by the mirror image and the grade with colours exchanged are the grade, as far as both are decided: of the problem, and by the
/// same line.
fn check_symmetries(position: &Position, profile: Profile, bound: u32) {
    let attacker = position.side_to_move();
    let Some(grade) = grade_of(position, attacker, profile, bound) else { return };
    for turned in [false, true] {
        let image = if turned { position.flipped() } else { mirrored(position) };
        let map = |mv: Move| if turned { mv.rotated() } else { mv.mirrored() };
        let line: Vec<Move> = grade.line.iter().map(|&mv| map(mv)).collect();
        let found =
            grade_line(&image, image.side_to_move(), profile, bound, &line).expect("a main line's image");
        if grade.verdict == Verdict::Unknown || !grade.open.is_empty() || !found.open.is_empty() {
            continue;
        }
        let mut items = grade.items.clone();
        items.iter_mut().for_each(|item| item.mv = item.mv.map(map));
        items.sort();
        assert_eq!((found.verdict, found.items), (grade.verdict, items), "{}", position.to_sfen());
        if let Some(best) = grade_of(&image, image.side_to_move(), profile, bound)
            && best.verdict != Verdict::Unknown
        {
            assert_eq!(best.verdict, grade.verdict, "{}", position.to_sfen());
        }
    }
}

/// Beside another line of best play, with another answer of the same value, some of the flaws are cooks.
#[test]
fn the_line_with_the_best_grade_counts() {
    let position = problem("7k1/9/9/5B3/9/5L3/9/9/9 b Lp");
    for position in [position.clone(), mirrored(&position)] {
        let grade = graded(&position.to_sfen(), Profile::Plus2, 3);
        assert_eq!((grade.verdict, grade.open.len()), (Verdict::Flawed, 0), "{:?}", grade.line);
    }
}

fn random_problems(seed: u64, limit: u32) -> impl Iterator<Item = Position> {
    sliders_from_afar(seed)
        .filter(move |position| length(position, Color::Black, Profile::Plus2, limit) != Length::Longer)
}

#[test]
fn symmetries() {
    for sfen in [
        "4k4/9/3GP4/9/9/9/9/9/9 b -",
        "7k1/9/7G1/5N3/9/9/9/9/9 b -",
        "9/8k/9/7S1/7L1/9/9/9/9 b -",
        "5B2r/8k/9/8S/9/9/9/9/9 b -",
        "7rk/9/7S1/9/9/9/9/9/9 b L",
    ] {
        check_symmetries(&problem(sfen), Profile::Plus2, 3);
    }
}

/// `cargo test --release -p yomikiri-tsume --test suite reference -- --ignored`.
#[test]
#[ignore = "takes minutes without optimisation"]
fn more_symmetries() {
    for row in rows("tanuki_mate3.tsv").iter().step_by(20) {
        check_symmetries(&problem(&row[0]), Profile::Plus2, 3);
    }
    for profile in [Profile::Raw, Profile::Plus2, Profile::Miwa] {
        random_problems(6, 3).take(20).for_each(|position| check_symmetries(&position, profile, 3));
    }
}
