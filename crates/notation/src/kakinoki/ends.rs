//! How a line ends: as a word in place of a move (KIF), and as a closing sentence `まで7手で先手の勝ち` (KIF and KI2).
//!
//! The words of [`EndKind::Other`] are written in place of a standard word. If they would be read as something else there,
//! 終局 and a blank are written before them or a full stop after them: the ending survives, although its words change.

use yomikiri_shogi::Color;

use super::leading_number;
use crate::EndKind;

/// The standard words. The first of each kind is the one written.
const WORDS: &[(&str, EndKind)] = &[
    ("投了", EndKind::Resign),
    ("詰み", EndKind::Mate),
    ("詰", EndKind::Mate),
    ("詰め", EndKind::Mate),
    ("不詰", EndKind::NoMate),
    ("不詰み", EndKind::NoMate),
    ("中断", EndKind::Interrupt),
    ("千日手", EndKind::Repetition),
    ("持将棋", EndKind::Impasse),
    ("切れ負け", EndKind::TimeUp),
    ("切れ負", EndKind::TimeUp),
    ("時間切れ", EndKind::TimeUp),
    ("時間切れ負け", EndKind::TimeUp),
    ("反則負け", EndKind::IllegalMove),
    ("反則負", EndKind::IllegalMove),
    ("反則勝ち", EndKind::IllegalWin),
    ("反則勝", EndKind::IllegalWin),
    ("入玉勝ち", EndKind::Declaration),
    ("入玉宣言", EndKind::Declaration),
    ("入玉宣言勝ち", EndKind::Declaration),
    ("宣言勝ち", EndKind::Declaration),
    ("引き分け", EndKind::Draw),
    ("引分け", EndKind::Draw),
    ("引分", EndKind::Draw),
];

/// The kind of a standard word.
pub(crate) fn end_of_word(word: &str) -> Option<EndKind> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| kind.clone())
}

/// The standard word of a kind, or its own words on one line.
pub(crate) fn word_of_end(kind: &EndKind) -> String {
    match kind {
        EndKind::Other(words) => {
            words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
        }
        standard => WORDS
            .iter()
            .find(|(_, known)| known == standard)
            .map_or_else(String::new, |(word, _)| (*word).to_owned()),
    }
}

/// The words for a kind, changed so that `read` gives the same kind back.
pub(crate) fn write_end_word(kind: &EndKind, read: impl Fn(&str) -> Option<EndKind>) -> String {
    let word = word_of_end(kind);
    if !matches!(kind, EndKind::Other(_)) {
        return word;
    }
    let marked = format!("終局 {word}").trim_end().to_owned();
    let closed = [format!("{word}。"), format!("{marked}。")];
    let survives = |word: &String| read(word).as_ref() == Some(&EndKind::Other(word.clone()));
    [word, marked.clone()].into_iter().chain(closed).find(survives).unwrap_or(marked)
}

/// What a closing sentence depends on besides the ending.
#[derive(Clone, Copy)]
pub(crate) struct ClosingSentence {
    /// Number of the last move.
    pub moves: usize,
    /// Who would move next.
    pub next: Color,
    /// Whether the sides are called 下手 and 上手, as in handicap games.
    pub handicap: bool,
}

/// The closing sentence.
pub(crate) fn write_end_phrase(kind: &EndKind, phrase: ClosingSentence) -> String {
    let name = |color: Color| match (color, phrase.handicap) {
        (Color::Black, false) => "先手",
        (Color::White, false) => "後手",
        (Color::Black, true) => "下手",
        (Color::White, true) => "上手",
    };
    let (next, last) = (name(phrase.next), name(!phrase.next));
    let result = match kind {
        EndKind::Resign => format!("{last}の勝ち"),
        EndKind::TimeUp => format!("時間切れにより{last}の勝ち"),
        EndKind::IllegalMove => format!("{next}の反則負け"),
        EndKind::IllegalWin => format!("{next}の反則勝ち"),
        EndKind::Declaration => format!("{next}の入玉勝ち"),
        other => write_end_word(other, |word| end_of_result(word, phrase.next)),
    };
    format!("まで{}手で{result}", phrase.moves)
}

/// The ending in a line that begins with まで, if there is one. `next` is the side to move.
pub(crate) fn end_of_phrase(text: &str, next: Color) -> Option<EndKind> {
    let rest = text.strip_prefix("まで")?.trim_start();
    let rest = match leading_number(rest) {
        Some((_, after)) => after.trim_start().strip_prefix('手').unwrap_or(after),
        None => rest,
    };
    end_of_result(rest.trim_start().strip_prefix('で').unwrap_or(rest).trim(), next)
}

/// The ending that the words after まで…手で describe.
fn end_of_result(result: &str, next: Color) -> Option<EndKind> {
    if result.is_empty() {
        return None;
    }
    if let Some(kind) = end_of_word(result) {
        return Some(kind);
    }
    let other = || Some(EndKind::Other(result.to_owned()));
    let (late, rest) = match result.strip_prefix("時間切れにより") {
        Some(rest) => (true, rest.trim_start()),
        None => (false, result),
    };
    let Some((who, what)) = who(rest) else { return other() };
    match what {
        // The side that has just moved wins if the other side resigns or runs out of time. A win of the side to move has no
        // standard ending, so its words are kept.
        "勝ち" if who != next => Some(if late { EndKind::TimeUp } else { EndKind::Resign }),
        "投了" if who == next && !late => Some(EndKind::Resign),
        "切れ負け" | "時間切れ負け" if who == next && !late => Some(EndKind::TimeUp),
        "反則負け" if !late => Some(EndKind::IllegalMove),
        "反則勝ち" if !late => Some(EndKind::IllegalWin),
        "入玉勝ち" | "入玉宣言勝ち" | "宣言勝ち" if !late => Some(EndKind::Declaration),
        _ => other(),
    }
}

fn who(text: &str) -> Option<(Color, &str)> {
    let sides = [
        ("先手", Color::Black),
        ("下手", Color::Black),
        ("▲", Color::Black),
        ("後手", Color::White),
        ("上手", Color::White),
        ("△", Color::White),
    ];
    let (rest, color) =
        sides.into_iter().find_map(|(name, color)| Some((text.strip_prefix(name)?, color)))?;
    Some((color, rest.strip_prefix('の').unwrap_or(rest).trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let read = |text| end_of_phrase(text, Color::White);
        for (text, kind) in [
            ("まで77手で先手の勝ち", Some(EndKind::Resign)),
            ("まで７７手で下手の勝ち", Some(EndKind::Resign)),
            ("まで 77手 で先手勝ち", Some(EndKind::Resign)),
            ("まで77手で後手の投了", Some(EndKind::Resign)),
            ("まで77手で時間切れにより先手の勝ち", Some(EndKind::TimeUp)),
            ("まで77手で後手の反則負け", Some(EndKind::IllegalMove)),
            ("まで77手で後手の反則勝ち", Some(EndKind::IllegalWin)),
            ("まで7手詰", Some(EndKind::Mate)),
            ("まで7手で詰み", Some(EndKind::Mate)),
            ("まで7手詰め", Some(EndKind::Mate)),
            ("まで77手で千日手", Some(EndKind::Repetition)),
            ("まで77手で引き分け", Some(EndKind::Draw)),
            ("まで77手", None),
            ("まで77手で", None),
            ("まで", None),
            ("投了", None),
            // White is to move and has won: no standard ending says that.
            ("まで77手で後手の勝ち", Some(EndKind::Other("後手の勝ち".into()))),
            ("まで、以下略", Some(EndKind::Other("、以下略".into()))),
        ] {
            assert_eq!(read(text), kind, "{text}");
        }
    }

    #[test]
    fn every_ending_comes_back() {
        let kinds = WORDS.iter().map(|(_, kind)| kind.clone());
        let words = ["MAX_MOVES", "最大手数", "で", "手", "３分", "先手の負け", "終局 x"];
        for kind in kinds.chain(words.map(|words| EndKind::Other(words.into()))) {
            for next in Color::ALL {
                for handicap in [false, true] {
                    let text = write_end_phrase(&kind, ClosingSentence { moves: 12, next, handicap });
                    assert_eq!(end_of_phrase(&text, next).as_ref(), Some(&kind), "{text}");
                }
            }
            if !matches!(kind, EndKind::Other(_)) {
                assert_eq!(end_of_word(&word_of_end(&kind)), Some(kind));
            }
        }
        for (words, written) in [("投了", "終局 投了"), ("", "終局"), (" a\nb ", "a b")] {
            let phrase = ClosingSentence { moves: 3, next: Color::Black, handicap: false };
            let text = write_end_phrase(&EndKind::Other(words.into()), phrase);
            assert_eq!(text, format!("まで3手で{written}"));
        }
    }
}
