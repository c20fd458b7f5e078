//! The words of the messages, in both languages.

use yomikiri_notation::sfen_list::Expected;
use yomikiri_tsume::NotAProblem;

use super::*;
use crate::complaint::Complaint;
use crate::remaining::Remaining;
use crate::text::columns;

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

fn both(message: &Message<'_>) -> [String; 2] {
    [Lang::En, Lang::Ja].map(|lang| lang.text(message))
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
