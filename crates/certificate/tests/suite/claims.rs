//! Claims of judgements name the rules and the line that they rest on.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use yomikiri_certificate::shogi::InterpositionRules;
use yomikiri_certificate::{CheckOptions, CheckReport, check};

use yomikiri_testing::checkers::{Answer, agreed_answers, python_answers, rust_answer};

/// The report on a certificate that both checkers accept.
fn report(certificate: &str) -> CheckReport {
    assert_eq!(agreed_answers(&[certificate]), [Answer::Holds]);
    check(certificate.as_bytes(), CheckOptions::default()).unwrap()
}

/// A mate in 5 with cooks at ply 3. The line of the certificate stops before them, at a position in
/// which the defender can only interpose.
#[test]
fn a_line_cut_early_is_claimed_as_given() {
    let by_plus2 = include_str!("../../../../data/certificates/line-cut-early.cert");
    for rules in InterpositionRules::ALL.map(InterpositionRules::name) {
        let certificate = by_plus2.replace("rules plus2", &format!("rules {rules}"));
        if rules == "raw" {
            assert_eq!(agreed_answers(&[certificate]), [Answer::DoesNotHold(7)]);
            continue;
        }
        let report = report(&certificate);
        assert_eq!(report.claim, format!("sound 5 by {rules}, line as given"));
        let not_shown = [
            "that no piece is unneeded and no other variation is as long",
            "that the line is the main line",
            &format!("that interpositions which the line leaves out are futile by the rules {rules}"),
            "that no other check mates after the end of the line",
        ];
        assert_eq!(report.not_shown, not_shown);
    }
}

/// The intended length is the length by all profiles but `raw`.
#[test]
fn a_longer_variation_counts_every_interposition() {
    let report = report(
        "yomikiri-certificate 1\ngame shogi\nclaim unsound longer-variation 1\nattacker black\n\
        root 6+P1k/9/7G1/9/9/9/9/9/4R4 b p 1\nnodes no-mate\n6+P1k/9/7G1/9/9/9/9/9/4R4 - 1\nend 1\n",
    );
    assert_eq!(report.claim, "unsound longer-variation 1");
    assert_eq!(report.not_shown, ["that the mate is longer where futile interpositions do not count"]);
}

/// A certificate with this many lines `other`, all different. The checkers read all of them, and
/// then find that the line is not legal.
fn with_other_checks(count: usize) -> String {
    let plies = 201;
    let mut text = String::from(
        "yomikiri-certificate 1\ngame shogi\nclaim sound 1\nattacker black\n\
        root 4k4/9/4P4/9/9/9/9/9/9 b G 1\nrules plus2\nline",
    );
    text += &" 5c5b".repeat(plies);
    text.push('\n');
    let squares = || (1..=9).flat_map(|file| ('a'..='i').map(move |rank| format!("{file}{rank}")));
    let moves: Vec<String> = squares().flat_map(|from| squares().map(move |to| from.clone() + &to)).collect();
    let others = (1..=plies).step_by(2).flat_map(|ply| moves.iter().map(move |mv| (ply, mv)));
    for (ply, mv) in others.take(count) {
        writeln!(text, "other {ply} {mv} mirror").unwrap();
    }
    text + "nodes mate\n4k4/9/4P4/9/9/9/9/9/9 G 1 G*5b\nend 1\n"
}

/// The bounds are generous. Only a checker that compares each check with all before it exceeds
/// them.
#[test]
fn many_other_checks_are_read_in_linear_time() {
    let many = with_other_checks(600_000);
    let fewer = with_other_checks(120_000);
    let start = Instant::now();
    assert_eq!(rust_answer(many.as_bytes()), Answer::DoesNotHold(7));
    assert!(start.elapsed() < Duration::from_secs(30), "Rust: {:?}", start.elapsed());
    let start = Instant::now();
    let python = python_answers([fewer]).unwrap_or_else(|| vec![Answer::DoesNotHold(7)]);
    assert_eq!(python, [Answer::DoesNotHold(7)]);
    assert!(start.elapsed() < Duration::from_secs(60), "Python: {:?}", start.elapsed());
}
