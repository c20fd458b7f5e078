//! Lists: what they came to, and what was not reached.

use yomikiri_notation::sfen_list::Expected;
use yomikiri_service::Sought;

use super::enumeration;
use super::figures::time;
use super::numbers::{plies, problems, s};
use crate::commands::batch::Tally;
use crate::language::Lang;
use crate::remaining::Remaining;

/// What a list came to: a line for the verdicts, and if something is wrong with problems, one for
/// the kinds of faults and flaws. `skipped` is the number of problems that were done before.
pub fn tally(tally: &Tally, sought: Sought, skipped: u64, lang: Lang) -> String {
    let skipped = match skipped {
        0 => String::new(),
        _ => say!(lang, ", {skipped} done before", "、処理済み{skipped}"),
    };
    match sought {
        Sought::Soundness => judged(tally, &skipped, lang),
        _ => mates(tally, matches!(sought, Sought::Brinkmate { .. }), &skipped, lang),
    }
}

fn mates(tally: &Tally, brinkmates: bool, skipped: &str, lang: Lang) -> String {
    let Tally { rows, mates, minimal, none, unknown, bad, .. } = *tally;
    let (problems, found) = (problems(rows), tally.brinkmates);
    let (found, none) = match brinkmates {
        true => (
            say!(lang, ", {found} brinkmate", "、必至{found}"),
            say!(lang, "{none} neither", "詰みも必至もなし{none}"),
        ),
        false => (String::new(), say!(lang, "{none} no mate", "詰みなし{none}")),
    };
    say!(
        lang,
        "{problems}: {mates} mate{found} ({minimal} proved shortest), {none}, {unknown} unknown, {bad} \
         unreadable{skipped}",
        "{rows}題：詰み{mates}{found}（うち最短を確認{minimal}）、{none}、不明{unknown}、\
         読み取り不可{bad}{skipped}"
    )
}

fn judged(tally: &Tally, skipped: &str, lang: Lang) -> String {
    let Tally { rows, sound, flawed, unsound, unknown, bad, .. } = *tally;
    let problems = problems(rows);
    let kinds: Vec<String> = tally.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let kinds = match &kinds[..] {
        [] => String::new(),
        kinds => format!("\n{}", enumeration(kinds, lang)),
    };
    say!(
        lang,
        "{problems}: {sound} sound, {flawed} sound with flaws, {unsound} unsound, {unknown} unknown, {bad} \
         unreadable{skipped}{kinds}",
        "{rows}題：完全作{sound}、キズあり{flawed}、不完全作{unsound}、不明{unknown}、\
         読み取り不可{bad}{skipped}{kinds}"
    )
}

/// What a list took: nodes, and seconds by the clock and of the processor.
pub fn total(nodes: u64, wall: f64, cpu: f64, lang: Lang) -> String {
    let (s, time) = (s(nodes), time(wall, cpu, lang));
    say!(lang, "{nodes} node{s}, {time}", "{nodes}ノード、{time}")
}

/// That an interrupted run did not reach the end of its list.
pub fn remaining(remaining: Remaining, lang: Lang) -> String {
    match remaining {
        Remaining::Exactly(count) => {
            let problems = problems(count);
            say!(lang, "interrupted: {problems} not reached", "中断：未着手{count}題")
        }
        Remaining::AtLeast(count) => {
            let problems = problems(count);
            say!(lang, "interrupted: at least {problems} not reached", "中断：未着手{count}題以上")
        }
        Remaining::RestOfInput => {
            say!(lang, "interrupted: the rest of the input was not reached", "中断：入力の残りは未着手")
        }
    }
}

/// What the source of a problem expects instead. Empty if it expects no length.
pub fn other_expected(expected: Expected, lang: Lang) -> String {
    match expected {
        Expected::NoLength => String::new(),
        Expected::Mate(number) => {
            let plies = plies(number as u64);
            say!(lang, "expected a mate in {plies}", "出典では{number}手詰")
        }
        Expected::Brinkmate(number) => {
            let plies = plies(number as u64);
            say!(lang, "expected a brinkmate in {plies}", "出典では{number}手必至")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(text: impl Fn(Lang) -> String) -> [String; 2] {
        [Lang::En, Lang::Ja].map(text)
    }

    #[test]
    fn what_was_expected() {
        let other = |expected| both(|lang| other_expected(expected, lang));
        assert_eq!(other(Expected::Mate(9)), ["expected a mate in 9 plies", "出典では9手詰"]);
        assert_eq!(other(Expected::Brinkmate(1)), ["expected a brinkmate in 1 ply", "出典では1手必至"]);
    }

    #[test]
    fn what_was_not_reached() {
        let remaining = |count| both(|lang| remaining(count, lang));
        assert_eq!(
            remaining(Remaining::Exactly(1)),
            ["interrupted: 1 problem not reached", "中断：未着手1題"]
        );
        assert_eq!(
            remaining(Remaining::AtLeast(7)),
            ["interrupted: at least 7 problems not reached", "中断：未着手7題以上"]
        );
        assert_eq!(
            remaining(Remaining::RestOfInput),
            ["interrupted: the rest of the input was not reached", "中断：入力の残りは未着手"]
        );
        assert_eq!(total(1, 0.0, 0.0, Lang::En), "1 node, 0.000 s (CPU 0.000 s)");
    }
}
