//! The words of the messages, in both languages.

use yomikiri_notation::sfen_list::Expected;
use yomikiri_pns::StopReason;
use yomikiri_tsume::NotAProblem;

use super::*;
use crate::complaint::Complaint;
use crate::remaining::Remaining;
use crate::verdict::{LengthStatus, UndecidedReason};

#[test]
fn the_environment_decides() {
    let lang = |variables: [Option<&str>; 3]| Lang::from_locale(variables.map(|v| v.map(str::to_owned)));
    assert_eq!(lang([None, None, None]), Lang::En);
    assert_eq!(lang([None, None, Some("ja_JP.UTF-8")]), Lang::Ja);
    assert_eq!(lang([None, Some("C"), Some("ja_JP.UTF-8")]), Lang::En);
    assert_eq!(lang([Some(""), Some("ja"), Some("C")]), Lang::Ja, "an empty variable is not set");
    assert_eq!(lang([Some("en_GB.UTF-8"), Some("ja"), None]), Lang::En);
}

#[test]
fn labels_line_up() {
    for lang in [Lang::Ja, Lang::En] {
        for label in Label::ALL {
            let text = lang.label(label);
            assert!(columns(&text) == LABEL_WIDTH && text.ends_with(' '), "{text:?}");
        }
    }
}

#[test]
fn seconds_are_readable() {
    for (value, text) in [
        (0.0, "0.000"),
        (0.0501, "0.05"),
        (0.999, "1.0"),
        (3.24, "3.2"),
        (9.97, "10"),
        (20.003, "20"),
        (86400.0, "86400"),
    ] {
        assert_eq!(seconds(value), text);
    }
}

fn both(message: &Message<'_>) -> [String; 2] {
    [Lang::En, Lang::Ja].map(|lang| lang.text(message))
}

const LIMIT: UndecidedReason = UndecidedReason::Search(StopReason::TimeLimit);
const STOPPED: Stopped<'_> = Stopped { cause: &LIMIT, seconds: 20.003, nodes: 100 };

/// A verdict on a mate problem, nothing else known.
fn headline(verdict: AnswerVerdict) -> Headline<'static> {
    Headline { verdict, sought: Sought::Mate, length: None, stopped: None, faults: 0, ruled: None }
}

fn minimal(plies: u64) -> Option<Length> {
    Some(Length { plies, status: LengthStatus::Minimal })
}

fn at_most(plies: u64) -> Option<Length> {
    Some(Length { plies, status: LengthStatus::AtMost })
}

#[track_caller]
fn says(headline: Headline<'_>, english: &str, japanese: &str) {
    assert_eq!(both(&Message::Headline(headline)), [english, japanese]);
}

#[test]
fn mates() {
    let mate = headline(AnswerVerdict::Mate);
    says(
        Headline { length: minimal(21), ..mate },
        "mate in 21 plies (proved shortest)",
        "21手詰（最短を確認）",
    );
    says(
        Headline { length: minimal(6), ..mate },
        "mate in 6 plies (proved shortest)",
        "6手で詰み（最短を確認）",
    );
    says(
        Headline { length: minimal(8), ruled: Some((6, 6)), ..mate },
        "mate in 6 plies (8 with every interposition, proved shortest)",
        "6手で詰み（無駄合も数えれば8手、最短を確認）",
    );
    says(Headline { length: minimal(1), ..mate }, "mate in 1 ply (proved shortest)", "1手詰（最短を確認）");
    says(Headline { length: minimal(0), ..mate }, "mate: the king is mated already", "すでに詰んでいます");
    says(
        Headline { length: at_most(23), ..mate },
        "mate in at most 23 plies (the first one found; a shorter one may exist)",
        "23手以内の詰み（最初に見つけた手順、最短は未確認）",
    );
    says(
        Headline { length: at_most(23), stopped: Some(STOPPED), ..mate },
        "mate in at most 23 plies (stopped after 20 s; a shorter one may exist)",
        "23手以内の詰み（20秒で時間切れ、最短は未確認）",
    );
    says(
        Headline { length: minimal(25), ruled: Some((23, 23)), ..mate },
        "mate in 23 plies (25 with every interposition, proved shortest)",
        "23手詰（無駄合も数えれば25手、最短を確認）",
    );
    says(
        Headline { length: minimal(14), ruled: Some((0, 0)), ..mate },
        "mate: only futile interpositions are left (14 plies with every interposition)",
        "すでに詰んでいます（無駄合も数えれば14手）",
    );
    says(
        Headline { length: minimal(25), ruled: Some((19, 23)), ..mate },
        "mate in at most 23 plies (at least 19, not proved shortest; 25 with every interposition, proved shortest)",
        "23手以内の詰み（19手以上、最短は未確認。無駄合も数えれば25手、最短を確認）",
    );
    says(
        Headline { length: minimal(45), ruled: Some((1, 45)), ..mate },
        "mate in at most 45 plies (not proved shortest; 45 with every interposition, proved shortest)",
        "45手以内の詰み（最短は未確認。無駄合も数えれば45手、最短を確認）",
    );
    says(headline(AnswerVerdict::NoMate), "no mate", "詰みなし");
}

#[test]
fn why_it_is_not_known() {
    let unknown = headline(AnswerVerdict::Unknown);
    for (reason, english, japanese) in [
        (StopReason::TimeLimit, "stopped after 20 s", "時間切れ（20秒）"),
        (StopReason::VisitLimit, "stopped after 100 nodes", "ノード数の上限（100ノード）"),
        (StopReason::MemoryLimit, "out of memory after 20 s", "メモリ不足（20秒）"),
        (StopReason::Stopped, "interrupted after 20 s", "中断（20秒）"),
        (StopReason::DepthLimit, "a line grew too long for this search", "手順が長すぎて追えません"),
        (StopReason::Inconclusive, "this algorithm cannot decide it", "この探索法では決められません"),
    ] {
        let cause = UndecidedReason::Search(reason);
        let stopped = Some(Stopped { cause: &cause, ..STOPPED });
        says(
            Headline { stopped, ..unknown },
            &format!("unknown: {english}; no mate found so far"),
            &format!("不明：{japanese}。詰みは見つかっていません"),
        );
    }
}

#[test]
fn brinkmates() {
    let sought = Sought::Brinkmate { order: 2 };
    let brinkmate = Headline { sought, ..headline(AnswerVerdict::Brinkmate) };
    says(
        Headline { length: minimal(3), ..brinkmate },
        "brinkmate in 3 plies (proved shortest)",
        "3手必至（最短を確認）",
    );
    says(
        Headline { length: minimal(0), ..brinkmate },
        "brinkmate: every defence loses",
        "すでに必至：どう受けても詰み",
    );
    let none = headline(AnswerVerdict::NoMate);
    says(Headline { sought, ..none }, "no mate and no brinkmate", "詰みも必至もなし");
    says(
        Headline { sought: Sought::Brinkmate { order: 3 }, ..none },
        "no mate, and no win by threats up to order 3",
        "詰みも必至もなし（3次の脅威まで）",
    );
    says(
        Headline { sought, stopped: Some(STOPPED), ..headline(AnswerVerdict::Unknown) },
        "unknown: stopped after 20 s; no mate and no brinkmate found so far",
        "不明：時間切れ（20秒）。詰みも必至も見つかっていません",
    );
}

#[test]
fn judgements() {
    let judged = |verdict| Headline { sought: Sought::Soundness, ..headline(verdict) };
    says(
        Headline { length: minimal(3), ..judged(AnswerVerdict::Sound) },
        "sound: mate in 3 plies (proved shortest), no fault",
        "完全作：3手詰（最短を確認）",
    );
    says(
        Headline { length: minimal(3), faults: 2, ..judged(AnswerVerdict::Unsound) },
        "unsound: mate in 3 plies (proved shortest), 2 faults",
        "不完全作：3手詰（最短を確認）、欠陥2件",
    );
    says(
        Headline { length: minimal(3), faults: 1, ..judged(AnswerVerdict::Flawed) },
        "sound with flaws: mate in 3 plies (proved shortest), no fault, 1 flaw",
        "完全作（キズあり）：3手詰（最短を確認）、キズ1件",
    );
    says(
        Headline { faults: 1, ..judged(AnswerVerdict::Unsound) },
        "unsound: no mate, 1 fault",
        "不完全作：詰みなし、欠陥1件",
    );
    let unknown = Headline { stopped: Some(STOPPED), ..judged(AnswerVerdict::Unknown) };
    says(
        unknown,
        "unknown: stopped after 20 s; no mate found so far",
        "不明：時間切れ（20秒）。詰みは見つかっていません",
    );
    says(
        Headline { length: minimal(3), ..unknown },
        "unknown: stopped after 20 s; mate in 3 plies (proved shortest), no fault so far",
        "不明：時間切れ（20秒）。3手詰（最短を確認）、欠陥は見つかっていません",
    );
}

#[test]
fn claims_of_other_games() {
    let discs = |margin, verdict| Headline {
        sought: Sought::Discs { side: Side::White, margin },
        ..headline(verdict)
    };
    let (proven, disproven) = (AnswerVerdict::Proven, AnswerVerdict::Disproven);
    says(discs(1, proven), "proven: White (O) wins", "証明：白（O）が勝つ");
    says(discs(1, disproven), "disproven: White (O) does not win", "反証：白（O）は勝てない");
    says(discs(0, proven), "proven: White (O) does not lose", "証明：白（O）は負けない");
    says(discs(0, disproven), "disproven: White (O) loses", "反証：白（O）は負ける");
    says(discs(4, proven), "proven: White (O) wins by at least 4", "証明：白（O）が4石以上の差で勝つ");
    says(
        discs(4, disproven),
        "disproven: White (O) does not win by 4 or more",
        "反証：白（O）は4石以上の差では勝てない",
    );
    says(discs(-4, proven), "proven: White (O) loses by at most 4", "証明：白（O）は負けても4石差以内");
    says(
        discs(-4, disproven),
        "disproven: White (O) loses by more than 4",
        "反証：白（O）は4石差を超えて負ける",
    );
    let row = |verdict| Headline { sought: Sought::Row { side: Side::Black }, ..headline(verdict) };
    says(
        Headline { length: at_most(11), ..row(proven) },
        "proven: Black (X) wins in at most 6 moves",
        "証明：黒（X）が6手以内に勝つ",
    );
    let graph = UndecidedReason::NotInGraph("threat graph".to_owned());
    let stopped = Some(Stopped { cause: &graph, ..STOPPED });
    says(
        Headline { stopped, ..row(AnswerVerdict::Unknown) },
        "unknown: there is no win in the threat graph; whether Black (X) wins is open",
        "不明：調べた範囲（threat graph）に勝ちはありません。黒（X）が勝つかどうかは決まっていません",
    );
}

#[test]
fn what_was_expected_and_what_was_not_reached() {
    let other = |expected| both(&Message::OtherExpected(expected));
    assert_eq!(other(Expected::Mate(9)), ["expected a mate in 9 plies", "出典では9手詰"]);
    assert_eq!(other(Expected::Brinkmate(1)), ["expected a brinkmate in 1 ply", "出典では1手必至"]);
    let remaining = |remaining| both(&Message::Remaining(remaining));
    assert_eq!(remaining(Remaining::Exactly(1)), ["interrupted: 1 problem not reached", "中断：未着手1題"]);
    assert_eq!(
        remaining(Remaining::AtLeast(7)),
        ["interrupted: at least 7 problems not reached", "中断：未着手7題以上"]
    );
    assert_eq!(
        remaining(Remaining::RestOfInput),
        ["interrupted: the rest of the input was not reached", "中断：入力の残りは未着手"]
    );
}

#[test]
fn complaints() {
    let says = |complaint: Complaint| both(&Message::Complaint(&complaint));
    for (fault, japanese) in [
        (NotAProblem::NoKing, "玉方の玉がありません"),
        (NotAProblem::NotInCheck, "玉方の手番ですが、王手がかかっていません"),
        (
            NotAProblem::LoneKing,
            "玉方の玉がありません：玉は手番側のものだけで、王手もかかっていません（図面では玉方の駒に v を付けます）",
        ),
        (NotAProblem::NotAttackersTurn, "玉方の手番です"),
    ] {
        assert_eq!(says(fault.into()), [fault.to_string().as_str(), japanese]);
    }
    assert_eq!(says(Complaint::NothingInIt), ["there is nothing in it", "中身がありません"]);
    assert_eq!(says(Complaint::new("no", "だめ")), ["no", "だめ"]);
}

#[test]
fn one_of_each() {
    let says = |message: Message<'_>| Lang::En.text(&message);
    assert_eq!(says(Message::Effort { nodes: 1, seconds: 0.0 }), ", 1 node, 0.000 s");
    assert_eq!(says(Message::Effort { nodes: 2, seconds: 0.0 }), ", 2 nodes, 0.000 s");
    assert_eq!(says(Message::Total { nodes: 1, wall: 0.0, cpu: 0.0 }), "1 node, 0.000 s (CPU 0.000 s)");
    assert_eq!(says(Message::Proof { positions: 1, depth: 1 }), "1 position, 1 ply deep");
    assert_eq!(says(Message::LeafSearches { visits: 1 }), "1 node visited by leaf searches");
    assert_eq!(says(Message::CertificateHolds { claim: "no-mate", nodes: 1 }), "holds: no-mate (1 node)");
    assert_eq!(says(Message::Checking { nodes: 1, of: Some(1) }), "1 of 1 node checked");
    assert_eq!(says(Message::MoveCount(1)), "1 move");
    let proof = Message::CheckedProof { turns: 1, null_moves: 1, zone: 1 };
    assert_eq!(says(proof), "checked: 1 turn of the defender, 1 null move, zone of 1 cell (+)");
    let search = Message::Search { algorithm: "dfpn", visits: 1, generated: 0, entries: 0 };
    assert_eq!(says(search), "dfpn: 1 node visited, 0 generated, 0 in the table");
}
