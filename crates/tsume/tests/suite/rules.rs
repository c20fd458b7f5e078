//! Lengths and grades under the rule profiles, against the cases of the design note and against the brute-force reference.

use crate::common::{problem, rows};
use crate::reference::fate::Fates;
use crate::reference::grading::{Item, Kind, Verdict, grade_knowing, grade_line_knowing, unneeded_pieces};
use crate::reference::lengths::{Length, Profile, length};
use crate::reference::positions::{mirrored, sliders_from_afar};
use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    Fault, Flaw, InterpositionRules, JudgeOptions, Judgement, Mate, MateVerdict, ProblemPiece, Remark,
    SolveOptions, Solver, Soundness, attacker,
};

fn options(rules: InterpositionRules, nodes: u64) -> SolveOptions {
    SolveOptions {
        rules,
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        ..SolveOptions::default()
    }
}

fn solve(position: &Position, rules: InterpositionRules, nodes: u64, memory: usize) -> MateVerdict {
    let mut solver = Solver::new(memory).unwrap();
    let options = options(rules, nodes);
    solver.solve(position, attacker(position), &options, &mut |_| {}).unwrap().verdict
}

fn judge(position: &Position, rules: InterpositionRules, nodes: u64, memory: usize) -> Judgement {
    let options = JudgeOptions { solve: options(rules, nodes), ..JudgeOptions::default() };
    Solver::new(memory).unwrap().judge(position, attacker(position), &options, &mut |_| {}).unwrap()
}

/// The length by the rules of a mate, as the cases write it: `7`, or `5..9` if only bounds are known.
fn by_rules(mate: &Mate) -> String {
    match &mate.adjusted {
        None => mate.length().to_string(),
        Some(ruled) if ruled.least == ruled.most => ruled.most.to_string(),
        Some(ruled) => format!("{}..{}", ruled.least, ruled.most),
    }
}

/// Compares the cases whose raw length is in `plies` with what they expect. Returns how many lengths were compared.
fn check_cases(plies: std::ops::Range<u32>, nodes: u64) -> usize {
    let mut compared = 0;
    for row in rows("mudaai_cases.tsv") {
        let [sfen, raw, basic, plus2, miwa, _, _, name, ..] = &row[..] else { panic!("{row:?}") };
        if !raw.parse::<u32>().map_or(plies.end > 30, |raw| plies.contains(&raw)) {
            continue;
        }
        for (rules, expected) in [
            (InterpositionRules::Basic, basic),
            (InterpositionRules::Plus2, plus2),
            (InterpositionRules::Miwa, miwa),
        ] {
            // `N-` is an upper bound that the prototype left.
            if expected == "?" || expected.ends_with('-') {
                continue;
            }
            let found = match solve(&problem(sfen), rules, nodes, 256 << 20) {
                MateVerdict::Mate(mate) => {
                    assert_eq!(&mate.length().to_string(), raw, "{name}");
                    by_rules(&mate)
                }
                MateVerdict::NoMate => "nomate".to_owned(),
                MateVerdict::Unknown(reason) => panic!("{name}: {reason}"),
            };
            assert_eq!(&found, expected, "{name}, {rules}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn cases_of_the_design_note() {
    assert!(check_cases(1..12, 3_000_000) > 60);
}

/// `cargo test --release -p yomikiri-tsume -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn longer_cases_of_the_design_note() {
    assert!(check_cases(12..40, 200_000_000) > 50);
}

fn profile(rules: InterpositionRules) -> Profile {
    match rules {
        InterpositionRules::Raw => Profile::Raw,
        InterpositionRules::Plus2 => Profile::Plus2,
        InterpositionRules::Miwa => Profile::Miwa,
        InterpositionRules::Basic => Profile::Basic { bound: 5 },
    }
}

/// Mates that are said to be longer than the reference looks are looked for within this many plies only: it must then try everything,
/// which would take nearly all of its time.
const LOOKED_FOR: u32 = 3;

/// Under `basic` the reference looks for mates of at most this length: it asks of every interposition whether there is a mate at all.
const MAX_BASIC: u32 = 5;

/// Compares lengths on random positions with mates of at most `most` plies. Returns how many were compared, and in how many of them
/// some interposition does not count. Where `nodes` leaves bounds, the reference's length must lie within them; one in a hundred may.
fn compare_lengths(seed: u64, positions: usize, most: u32, nodes: u64) -> (usize, usize) {
    let (mut compared, mut shorter, mut bounds, mut beyond) = (0, 0, 0, 0);
    for (index, position) in sliders_from_afar(seed).take(positions).enumerate() {
        if index % 100 == 0 {
            println!("{index} of {positions} positions, {compared} lengths");
        }
        for rules in InterpositionRules::ALL {
            let MateVerdict::Mate(mate) = solve(&position, rules, nodes, 4 << 20) else { continue };
            let raw = mate.length() as u32;
            let (least, longest) = mate.adjusted.map_or((raw, raw), |ruled| (ruled.least, ruled.most));
            let most = if rules == InterpositionRules::Basic { most.min(MAX_BASIC) } else { most };
            let most = if longest > most { LOOKED_FOR } else { most };
            let case = format!("{} {rules}: {least}..{longest}", position.to_sfen());
            match length(&position, Color::Black, profile(rules), most) {
                Length::Unknown => continue,
                Length::Plies(plies) => {
                    assert!((least..=longest).contains(&plies), "{case}, not {plies}");
                    shorter += usize::from(plies < raw);
                    bounds += usize::from(least < longest);
                }
                Length::Longer => {
                    assert!(longest > most, "{case}, not more than {most}");
                    beyond += 1;
                }
            }
            compared += 1;
        }
    }
    assert!(bounds * 100 <= compared, "{bounds} of {compared} lengths are only bounded");
    println!("{beyond} of {compared} lengths are beyond the reference, which found no shorter mate");
    (compared, shorter)
}

#[test]
fn lengths_are_those_of_the_reference() {
    let (compared, shorter) = compare_lengths(1, 30, 3, 5_000);
    assert!(compared > 10 && shorter > 0, "{compared} {shorter}");
}

#[test]
#[ignore = "takes minutes"]
fn lengths_are_those_of_the_reference_on_thousands() {
    let (compared, shorter) = compare_lengths(2, 3000, 7, 200_000);
    println!("{compared} lengths, {shorter} with futile interpositions");
    assert!(compared > 2000 && shorter > 250, "{compared} {shorter}");
}

#[test]
#[ignore = "takes minutes"]
fn lengths_are_those_of_the_reference_up_to_9_plies() {
    let (compared, shorter) = compare_lengths(3, 150, 9, 200_000);
    println!("{compared} lengths, {shorter} with futile interpositions");
    assert!(compared > 100 && shorter > 10, "{compared} {shorter}");
}

/// What the judge found, in the words of the reference.
fn items(judgement: &Judgement) -> Vec<Item> {
    let item = |kind, ply: u32, mv: Move| Item { kind, ply: ply as usize, mv: Some(mv) };
    let faults = judgement.faults.iter().map(|fault| match fault {
        Fault::NoMate => Item { kind: Kind::NoMate, ply: 0, mv: None },
        Fault::Cook(other) => item(Kind::Cook, other.ply, other.check),
        Fault::Leftover { ply, last, .. } => item(Kind::Leftover, *ply, *last),
        Fault::Shorter { .. } | Fault::LongerVariation { .. } => panic!("no length is intended"),
    });
    let flaws = judgement.flaws.iter().filter_map(|flaw| {
        Some(match flaw {
            Flaw::FreeChoice(other) => item(Kind::Choice, other.ply, other.check),
            Flaw::Detour(other) => item(Kind::Detour, other.ply, other.check),
            Flaw::LastMove { ply, check } => item(Kind::LastMove, *ply, *check),
            Flaw::EqualVariation { ply, line } => item(Kind::EqualVariation, *ply, line[0]),
            Flaw::Unneeded(_) => return None,
            Flaw::LongerVariation { .. } => panic!("no length is intended"),
        })
    });
    let mirrors =
        judgement.remarks.iter().map(|Remark::Mirror { ply, check }| item(Kind::MirrorImage, *ply, *check));
    let mut items: Vec<Item> = faults.chain(flaws).chain(mirrors).collect();
    items.sort();
    items
}

/// Grades a problem in both ways by each of these rules. Returns how often both came to a result.
fn compare_grades(position: &Position, rules: &[InterpositionRules], bound: u32) -> usize {
    let mut fates = Fates::new(attacker(position));
    rules.iter().filter(|&&rules| grades_agree(position, rules, bound, &mut fates)).count()
}

fn grades_agree(position: &Position, rules: InterpositionRules, bound: u32, fates: &mut Fates) -> bool {
    let sfen = position.to_sfen();
    let judgement = judge(position, rules, 300_000, 16 << 20);
    if judgement.line.is_empty() || !judgement.open.is_empty() {
        return false;
    }
    let attacker = attacker(position);
    let grade = grade_line_knowing(fates, position, profile(rules), bound, &judgement.line);
    let Some(grade) = grade else { return false };
    if !grade.open.is_empty() {
        return false;
    }
    let mut found = items(&judgement);
    if !judgement.is_sound() {
        // Equal variations of unsound problems are not listed.
        found.retain(|item| item.kind != Kind::EqualVariation);
    }
    let mut expected = grade.items.clone();
    if !judgement.is_sound() {
        expected.retain(|item| item.kind != Kind::EqualVariation);
    }
    assert_eq!(found, expected, "{sfen} {rules}, line {:?}", judgement.line);
    let unneeded: Vec<_> = judgement
        .unneeded()
        .map(|piece| match piece {
            ProblemPiece::OnBoard(piece, square) => (piece.kind(), Some(square)),
            ProblemPiece::InHand(kind) => (kind, None),
        })
        .collect();
    let expected = match grade.verdict {
        Verdict::Unsound => Soundness::Unsound,
        Verdict::Flawed => Soundness::Flawed,
        Verdict::Sound if !unneeded.is_empty() => Soundness::Flawed,
        Verdict::Sound => Soundness::Sound,
        Verdict::Unknown => return false,
    };
    assert_eq!(judgement.verdict, expected, "{sfen} {rules}");
    if judgement.verdict == Soundness::Unsound
        && let Some(best) = grade_knowing(fates, position, profile(rules), bound)
    {
        let is_unsound = matches!(best.verdict, Verdict::Unsound | Verdict::Unknown);
        assert!(is_unsound, "{sfen} {rules}: {:?} by {:?}", best.verdict, best.line);
    }
    if judgement.is_sound()
        && let Some(mut expected) =
            unneeded_pieces(position, attacker, profile(rules), bound, &judgement.line)
    {
        let mut unneeded = unneeded;
        unneeded.sort_by_key(|piece| format!("{piece:?}"));
        expected.sort_by_key(|piece| format!("{piece:?}"));
        assert_eq!(unneeded, expected, "{sfen} {rules}: unneeded pieces");
    }
    true
}

#[test]
fn grades_are_those_of_the_reference() {
    let mut compared = 0;
    for row in rows("tanuki_mate1.tsv").iter().step_by(16).chain(rows("tanuki_mate3.tsv").iter().step_by(60))
    {
        compared += compare_grades(&problem(&row[0]), &[InterpositionRules::Plus2], 5);
    }
    for position in sliders_from_afar(5).take(8) {
        compared += compare_grades(&position, &[InterpositionRules::Plus2], 3);
    }
    assert!(compared > 7, "{compared}");
}

#[test]
#[ignore = "takes minutes"]
fn grades_are_those_of_the_reference_on_thousands() {
    const RULES: [InterpositionRules; 3] =
        [InterpositionRules::Plus2, InterpositionRules::Miwa, InterpositionRules::Raw];
    let mut compared = [0; 2];
    for file in ["tanuki_mate1.tsv", "tanuki_mate3.tsv", "tanuki_mate5.tsv", "composed.tsv"] {
        for (index, row) in rows(file).iter().enumerate() {
            if index % 20 == 0 {
                println!("{file}, row {index}: {compared:?} grades so far");
            }
            // No deeper than the mate: what the reference cannot refute by then is open, and not compared.
            let Some(bound) = row[1].parse::<u32>().ok().filter(|&plies| plies <= 7) else { continue };
            compared[0] += compare_grades(&problem(&row[0]), &RULES, bound.max(3));
        }
    }
    for (index, position) in sliders_from_afar(6).take(3000).enumerate() {
        if index % 100 == 0 {
            println!("{index} random positions: {compared:?} grades so far");
        }
        compared[1] += compare_grades(&position, &RULES, 5);
    }
    println!("{compared:?} grades");
    assert!(compared[0] > 700 && compared[1] > 150, "{compared:?}");
}

/// The verdict and what was found, as far as it does not depend on which of two equal moves comes first.
fn grade_of(position: &Position, memory: usize) -> (Option<usize>, Option<bool>) {
    let judgement = judge(position, InterpositionRules::Plus2, 100_000, memory);
    let decided = !matches!(judgement.verdict, Soundness::Unknown(_));
    (judgement.length(), decided.then(|| judgement.is_sound()))
}

/// Judges every `one_in`-th problem of the data and `random` random ones in five ways. Returns how many were decided.
fn check_ways(one_in: usize, random: usize) -> usize {
    let mut decided = 0;
    let generated = rows("tanuki_mate3.tsv");
    let generated = generated.iter().step_by(one_in).map(|row| problem(&row[0]));
    for position in generated.chain(sliders_from_afar(7).take(random)) {
        let (length, sound) = grade_of(&position, 64 << 20);
        let others = [
            ("mirror image", grade_of(&mirrored(&position), 64 << 20)),
            ("other colour", grade_of(&position.flipped(), 64 << 20)),
            ("4 MiB", grade_of(&position, 4 << 20)),
            ("2 GiB", grade_of(&position, 2 << 30)),
        ];
        for (what, (other_length, other_sound)) in others {
            let sfen = position.to_sfen();
            assert!(length.is_none() || other_length.is_none() || length == other_length, "{sfen}: {what}");
            assert!(sound.is_none() || other_sound.is_none() || sound == other_sound, "{sfen}: {what}");
        }
        decided += usize::from(sound.is_some());
    }
    decided
}

#[test]
fn neither_the_side_nor_the_colour_nor_the_table_matters() {
    let decided = check_ways(80, 8);
    assert!(decided > 6, "{decided}");
}

/// One of the lines of best play has a cook, another one a free choice or a detour instead, and they part only after it. Which of them comes
/// first depends on the side.
#[test]
fn a_cook_beside_one_line_may_be_a_flaw_beside_another() {
    for sfen in [
        "7k1/9/9/5B3/9/5L3/9/9/9 b L2rb4g4s4n2l18p 1",
        "9/5ppL1/4G1kSp/5R3/7P1/9/9/9/9 b Sr2b3g2s4n3l14p 1",
        "9/9/6Blk/9/9/9/9/9/9 b BG2r3g4s4n3l18p 1",
    ] {
        for position in [problem(sfen), mirrored(&problem(sfen))] {
            let judgement = judge(&position, InterpositionRules::Plus2, 100_000, 16 << 20);
            let case = format!("{}: {:?}", position.to_sfen(), judgement.faults);
            assert_eq!(judgement.verdict, Soundness::Flawed, "{case}");
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn neither_the_side_nor_the_colour_nor_the_table_matters_on_hundreds() {
    let decided = check_ways(5, 100);
    assert!(decided > 140, "{decided}");
}
