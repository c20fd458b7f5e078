//! What becomes of moves, why they fail, and what the session of `explain` says.

use yomikiri_notation::diagram;
use yomikiri_pns::StopReason;
use yomikiri_service::{MoveError, ReachedPosition};
use yomikiri_tsume::{AttackEnd, ExplainedMove, Explanation, Mate, MoveVerdict, WhyMoveFails};

use super::{cause, futility, remarked, row};
use crate::language::Lang;

/// What becomes of a move at `place`, with at most `shown` plies of a mate. `attacks` says whether
/// the move is the attacker's.
pub fn move_verdict(
    explained: &ExplainedMove,
    attacks: bool,
    place: &ReachedPosition,
    shown: usize,
    lang: Lang,
) -> String {
    let fails = || if attacks { say!(lang, "no mate", "不詰") } else { say!(lang, "escapes", "逃れ") };
    match &explained.verdict {
        MoveVerdict::Mate(mate) => mate_with(explained, mate, attacks, place, shown, lang),
        MoveVerdict::NoMate(None) => fails(),
        MoveVerdict::NoMate(Some(failure)) => {
            let why = why_move_fails(explained, failure, attacks, place, lang);
            row(&fails(), &why, lang)
        }
        MoveVerdict::Open(None) => say!(lang, "open", "未確認"),
        MoveVerdict::Open(Some(reason)) => {
            let cause = cause(&(*reason).into(), lang);
            say!(lang, "open ({cause})", "未確認（{cause}）")
        }
    }
}

/// The mate with a move. `mate` is the one after it.
fn mate_with(
    explained: &ExplainedMove,
    mate: &Mate,
    attacks: bool,
    place: &ReachedPosition,
    shown: usize,
    lang: Lang,
) -> String {
    let (moves, leftover) = mate.line_by_rules();
    let names = place.after(explained.mv).names(&moves[..moves.len().min(shown)]);
    let more = if moves.len() > shown { " …" } else { "" };
    let line = match moves {
        [] => String::new(),
        _ => say!(lang, ": {names}{more}", "：{names}{more}"),
    };
    let hand = diagram::hand_text(leftover);
    let left = match leftover.is_empty() {
        true => String::new(),
        false => say!(lang, ", {hand} left over", "、{hand}余り"),
    };
    let raw = explained.length().unwrap_or(0);
    let plies = explained.rule_length.map_or(raw, |length| length as usize);
    let length = match (attacks, mate.minimal) {
        (true, true) => say!(lang, "mate in {plies}", "{plies}手詰"),
        (false, true) => say!(lang, "mate in {plies}", "{plies}手で詰み"),
        (_, false) => say!(lang, "mate in at most {plies}", "{plies}手以内の詰み"),
    };
    if let Some(why) = &explained.futile {
        let why = futility(why, lang);
        return say!(
            lang,
            "futile (無駄合), {why}; {length} if it counts{left}{line}",
            "無駄合（{why}）、数えれば{length}{left}{line}"
        );
    }
    let raw = match raw == plies {
        true => String::new(),
        false => say!(lang, " ({raw} with every interposition)", "（無駄合も数えれば{raw}手）"),
    };
    format!("{length}{raw}{left}{line}")
}

/// Why a move at `root` fails, in a few words: the first answer and how the attack ends after it.
fn why_move_fails(
    explained: &ExplainedMove,
    failure: &WhyMoveFails,
    attacks: bool,
    root: &ReachedPosition,
    lang: Lang,
) -> String {
    match failure {
        WhyMoveFails::Answered(refutation) => {
            let end = attack_end(&refutation.then, root, lang);
            if !attacks {
                return end;
            }
            remarked(&root.after(explained.mv).name(refutation.answer), &end, lang)
        }
        WhyMoveFails::Repetition { ply } => repetition(*ply, lang),
        WhyMoveFails::Open(reason) => answer_open(*reason, lang),
    }
}

/// How an attack ends, in a few words. `root` is the position that is explained.
pub fn attack_end(end: &AttackEnd, root: &ReachedPosition, lang: Lang) -> String {
    let checks = match end {
        AttackEnd::NoCheck => return say!(lang, "no check left", "王手なし"),
        AttackEnd::Repetition { ply } => return repetition(*ply, lang),
        AttackEnd::Shown { line } if line.is_empty() => {
            return say!(lang, "the first position again", "最初の局面と同じ");
        }
        AttackEnd::Shown { line } => {
            let line = root.names(line);
            return say!(lang, "the position after {line} again", "{line}の局面と同じ");
        }
        AttackEnd::Cut { checks } => *checks,
        AttackEnd::Tries { tries, others } => tries.len() + others,
    };
    match checks {
        1 => say!(lang, "one check, which does not mate", "王手は1通りで、詰まない"),
        _ => say!(lang, "{checks} checks, none of which mates", "王手は{checks}通り、どれも詰まない"),
    }
}

/// That a line comes back to the position after a ply. 0 is the position that is explained.
pub fn repetition(ply: usize, lang: Lang) -> String {
    match ply {
        0 => say!(lang, "back to the first position", "最初の局面に戻る"),
        _ => say!(lang, "back to the position after ply {ply}", "{ply}手目の局面に戻る"),
    }
}

/// That none of the checks that are not shown mates.
pub fn other_checks(count: usize, lang: Lang) -> String {
    match (count, lang) {
        (1, Lang::En) => "and one other check, which does not mate".to_owned(),
        _ => {
            say!(lang, "and {count} other checks, none of which mates", "ほかの王手{count}通りも詰まない")
        }
    }
}

/// That the answer to a check was not found.
pub fn answer_open(reason: StopReason, lang: Lang) -> String {
    let cause = cause(&reason.into(), lang);
    say!(lang, "the answer was not found ({cause})", "受けは未確認（{cause}）")
}

/// Why a position has no best move.
pub fn no_best_move(explanation: &Explanation, lang: Lang) -> String {
    match (explanation.attacks, explanation.moves.is_empty()) {
        (true, true) => say!(lang, "there is no check", "王手がありません"),
        (true, false) => say!(lang, "no move is known to mate", "詰む手は見つかっていません"),
        (false, _) => say!(lang, "the king is mated", "玉は詰んでいます"),
    }
}

/// Why a text that a person typed is no move.
pub fn move_error(error: &MoveError, lang: Lang) -> String {
    match error {
        MoveError::NotAMove(text) => say!(
            lang,
            "`{text}`: no command and no move; try `help`",
            "「{text}」は命令でも指し手でもありません（help で説明）"
        ),
        MoveError::Illegal(text) => {
            say!(lang, "`{text}`: not a legal move here", "「{text}」はこの局面では指せません")
        }
        MoveError::NotACheck(text) => {
            say!(lang, "`{text}`: not a check", "「{text}」は王手ではありません")
        }
        MoveError::Ambiguous { text, candidates } => say!(
            lang,
            "`{text}`: several moves have this name: {candidates}",
            "「{text}」に当てはまる手が複数あります：{candidates}"
        ),
    }
}

/// That a move is missing after a command of the session.
pub fn move_missing(command: &str, lang: Lang) -> String {
    say!(lang, "{command}: which move?", "{command}：指し手を続けて入力してください（例：{command} ５二金）")
}

/// That there is no move to take back.
pub fn at_the_start(lang: Lang) -> String {
    say!(lang, "this is the first position", "最初の局面です")
}

/// What can be typed in the session.
pub fn session_help(lang: Lang) -> &'static str {
    match lang {
        Lang::En => {
            "\
MOVE        makes a move, in USI (G*5b) or by its Japanese name (５二金)
back        takes the last move back
why MOVE    why the move does not mate, or how it does
best        the shortest mate, or the longest resistance
go          makes that move
list        the moves again
board       the diagram
help        this text
quit        ends"
        }
        Lang::Ja => {
            "\
指し手      その手を指す（USIの G*5b でも、５二金 でも）
back 戻る   一手戻る
why 手 なぜ 手  不詰の理由、または詰み手順
best 最善   最短の詰み、または最長の受け
go 指す     最善の手を指す
list 一覧   指し手の一覧
board 盤面  局面図
help 説明   この説明
quit 終了   終わる"
        }
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_shogi::Position;

    use super::*;

    fn both(text: impl Fn(Lang) -> String) -> [String; 2] {
        [Lang::En, Lang::Ja].map(text)
    }

    #[test]
    fn moves_without_mate() {
        let place = ReachedPosition::new(Position::startpos());
        let says = |verdict, attacks| {
            let mv = "7g7f".parse().unwrap();
            let explained = ExplainedMove { mv, verdict, visits: 0, rule_length: None, futile: None };
            both(|lang| move_verdict(&explained, attacks, &place, 1, lang))
        };
        assert_eq!(says(MoveVerdict::NoMate(None), true), ["no mate", "不詰"]);
        assert_eq!(says(MoveVerdict::NoMate(None), false), ["escapes", "逃れ"]);
        let failure = WhyMoveFails::Repetition { ply: 0 };
        assert_eq!(
            says(MoveVerdict::NoMate(Some(failure)), false),
            ["escapes: back to the first position", "逃れ：最初の局面に戻る"]
        );
        let limit = Some(StopReason::TimeLimit);
        assert_eq!(says(MoveVerdict::Open(limit), true), ["open (time limit)", "未確認（時間切れ）"]);
        assert_eq!(says(MoveVerdict::Open(None), true), ["open", "未確認"]);
    }

    #[test]
    fn ends_of_attacks() {
        let root = ReachedPosition::new(Position::startpos());
        let says = |end: AttackEnd| both(|lang| attack_end(&end, &root, lang));
        assert_eq!(says(AttackEnd::NoCheck), ["no check left", "王手なし"]);
        assert_eq!(
            says(AttackEnd::Repetition { ply: 2 }),
            ["back to the position after ply 2", "2手目の局面に戻る"]
        );
        assert_eq!(
            says(AttackEnd::Shown { line: Vec::new() }),
            ["the first position again", "最初の局面と同じ"]
        );
        assert_eq!(
            both(|lang| other_checks(4, lang)),
            ["and 4 other checks, none of which mates", "ほかの王手4通りも詰まない"]
        );
    }

    #[test]
    fn a_command_without_its_move() {
        let japanese = move_missing("なぜ", Lang::Ja);
        assert_eq!(japanese, "なぜ：指し手を続けて入力してください（例：なぜ ５二金）");
    }
}
