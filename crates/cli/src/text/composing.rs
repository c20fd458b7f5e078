//! Sessions of composing.

use super::numbers::{grouped, problems};
use crate::language::Lang;

/// How many problems a gallery has, and where.
pub fn gallery(count: usize, page: &str, lang: Lang) -> String {
    let problems = problems(count as u64);
    say!(lang, "{problems} in {page}", "{page} に{count}題")
}

/// That a session ended before it had all problems.
pub fn unfinished(attempt: u64, found: usize, wanted: usize, lang: Lang) -> String {
    say!(
        lang,
        "stopped in attempt {attempt} with {found} of {wanted} found; the same command with --resume \
         continues",
        "{attempt}回目の試行で中断（{wanted}題中{found}題）。同じコマンドに --resume を付けると再開します"
    )
}

/// Progress of a session. `best` is the number of the best problem and its length.
pub fn attempt(
    attempt: u64,
    found: usize,
    wanted: usize,
    best: Option<(usize, usize)>,
    lang: Lang,
) -> String {
    let attempt = grouped(attempt);
    let best = best.map(|(number, plies)| {
        say!(lang, ", best {number:02} in {plies}", "、最良 {number:02}（{plies}手詰）")
    });
    let best = best.unwrap_or_default();
    say!(
        lang,
        "attempt {attempt}, {found} of {wanted} found{best}, ",
        "試行{attempt}回目、{wanted}題中{found}題{best}、"
    )
}

/// What a session tried.
pub fn tried(judged: u64, per_second: u64, board: &str, lang: Lang) -> String {
    let (judged, per_second) = (grouped(judged), grouped(per_second));
    say!(lang, "{judged} judged ({per_second}/s), {board}", "検討{judged}図（毎秒{per_second}）、{board}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions() {
        let both = |text: &dyn Fn(Lang) -> String| [Lang::En, Lang::Ja].map(text);
        assert_eq!(
            both(&|lang| unfinished(7, 1, 10, lang)),
            [
                "stopped in attempt 7 with 1 of 10 found; the same command with --resume continues",
                "7回目の試行で中断（10題中1題）。同じコマンドに --resume を付けると再開します"
            ]
        );
        assert_eq!(
            both(&|lang| attempt(2000, 1, 10, Some((1, 5)), lang)),
            ["attempt 2,000, 1 of 10 found, best 01 in 5, ", "試行2,000回目、10題中1題、最良 01（5手詰）、"]
        );
    }
}
