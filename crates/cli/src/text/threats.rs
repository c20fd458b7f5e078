//! Threats and brinkmates.

use yomikiri_notation::japanese;
use yomikiri_pns::StopReason;
use yomikiri_shogi::Position;
use yomikiri_tsume::{Mate, WinBy};

use super::cause;
use crate::language::Lang;

/// How the attacker wins, from the position in which he does.
pub fn win(win: &WinBy, position: &Position, lang: Lang) -> String {
    match win {
        WinBy::Mate(mate) => mate_with_line(mate, position, lang),
        WinBy::Threats(order, None) => {
            let order = order.get();
            say!(lang, "threats of order {order}", "{order}次の脅威")
        }
        WinBy::Threats(order, Some(first)) => {
            let (order, first) = (order.get(), japanese::move_name(position, *first, None));
            say!(lang, "{first}, then threats of order {order}", "{first}以下、{order}次の脅威")
        }
    }
}

/// A mate from a position, with its line.
pub fn mate_with_line(mate: &Mate, position: &Position, lang: Lang) -> String {
    let (plies, line) = (mate.length(), japanese::line_names(position, &mate.line).join(" "));
    say!(lang, "mate in {plies}: {line}", "{plies}手詰：{line}")
}

/// Whether it is proved that there is no mate.
pub fn mate_excluded(proved: bool, lang: Lang) -> String {
    match proved {
        true => say!(lang, "none (proved)", "なし（確認済み）"),
        false => say!(lang, "not excluded", "未確認"),
    }
}

/// How many defences there are, all of which lose.
pub fn defences(count: usize, lang: Lang) -> String {
    match (count, lang) {
        (1, Lang::En) => "1, and it loses".to_owned(),
        _ => say!(lang, "{count}, and all of them lose", "{count}通り、どれも受からない"),
    }
}

/// How many of the quiet moves are threatmates.
pub fn threatmates(count: usize, quiet: usize, lang: Lang) -> String {
    match (count, lang) {
        (1, Lang::En) => format!("1 of {quiet} quiet moves is a threatmate"),
        _ => say!(
            lang,
            "{count} of {quiet} quiet moves are threatmates",
            "王手でない手{quiet}手のうち、詰めろは{count}手"
        ),
    }
}

/// That it was not decided what a move threatens.
pub fn undecided_threat(reason: StopReason, lang: Lang) -> String {
    let cause = cause(&reason.into(), lang);
    say!(lang, "unknown ({cause})", "不明（{cause}）")
}

/// The hint that a brinkmate may be meant to be solved with the hands as written.
pub fn try_written_hands(lang: Lang) -> String {
    say!(
        lang,
        "brinkmates are usually meant with the hands as written: try --hands written",
        "必至問題はふつう、書いてある持駒のまま解きます：--hands written を試してください"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        assert_eq!(threatmates(1, 71, Lang::En), "1 of 71 quiet moves is a threatmate");
        assert_eq!(threatmates(2, 71, Lang::En), "2 of 71 quiet moves are threatmates");
        assert_eq!(defences(1, Lang::En), "1, and it loses");
        assert_eq!(mate_excluded(false, Lang::En), "not excluded");
    }
}
