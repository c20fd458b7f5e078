//! The first line about a problem: the verdict and what goes with it.

use yomikiri_pns::StopReason;
use yomikiri_service::{Answer, ExplainedPosition, IssueCounts, Side, Sought};

use super::numbers::{plies, s, seconds};
use super::{cause, side};
use crate::language::Lang;
use crate::verdict::{AnswerVerdict, Length, LengthStatus, UndecidedReason};

/// Why a search ended early, and when.
#[derive(Clone, Copy)]
struct Stopped<'a> {
    cause: &'a UndecidedReason,
    seconds: f64,
    nodes: u64,
}

/// A solution that was found.
#[derive(Clone, Copy)]
struct Found<'a> {
    /// The length with every interposition.
    length: Length,
    /// The length by the rules, at least and at most, if it is not that with every interposition.
    ruled: Option<(u64, u64)>,
    /// Why the search ended early, if it did.
    stopped: Option<Stopped<'a>>,
}

/// The headline of an answer, with the issues that the judge found.
pub fn headline(answer: &Answer, issues: IssueCounts, lang: Lang) -> String {
    let stopped = answer.stop_reason.as_ref().map(|cause| Stopped {
        cause,
        seconds: answer.wall_seconds,
        nodes: answer.nodes,
    });
    let found = answer.length.zip(answer.length_status).map(|(plies, status)| Found {
        length: Length { plies, status },
        ruled: answer.ruled.as_ref().and_then(|ruled| ruled.other_length(answer.length)),
        stopped,
    });
    let solution = || found.map_or_else(|| no_mate(lang), |found| found.mate(lang));
    let sought = answer.sought;
    match answer.verdict.unwrap_or(AnswerVerdict::Unknown) {
        AnswerVerdict::Mate => found.map_or_else(|| no_mate(lang), |found| found.mate_verdict(lang)),
        AnswerVerdict::Brinkmate => match found {
            Some(found) if found.length.plies > 0 => found.brinkmate(lang),
            _ => say!(lang, "brinkmate: every defence loses", "すでに必至：どう受けても詰み"),
        },
        AnswerVerdict::NoMate => match sought {
            Sought::Brinkmate { order: ..=2 } => say!(lang, "no mate and no brinkmate", "詰みも必至もなし"),
            Sought::Brinkmate { order } => say!(
                lang,
                "no mate, and no win by threats up to order {order}",
                "詰みも必至もなし（{order}次の脅威まで）"
            ),
            _ => no_mate(lang),
        },
        AnswerVerdict::Proven => {
            let claim = claim(sought, true, answer.length, lang);
            say!(lang, "proven: {claim}", "証明：{claim}")
        }
        AnswerVerdict::Disproven => {
            let claim = claim(sought, false, None, lang);
            say!(lang, "disproven: {claim}", "反証：{claim}")
        }
        AnswerVerdict::Sound => {
            let solution = solution();
            say!(lang, "sound: {solution}, no fault", "完全作：{solution}")
        }
        AnswerVerdict::Flawed => {
            let (solution, flaws, s) = (solution(), issues.flaws, s(issues.flaws as u64));
            say!(
                lang,
                "sound with flaws: {solution}, no fault, {flaws} flaw{s}",
                "完全作（キズあり）：{solution}、キズ{flaws}件"
            )
        }
        // Only a strict judge calls a problem without a fault unsound.
        AnswerVerdict::Unsound if issues.faults == 0 => {
            let (solution, flaws, s) = (solution(), issues.flaws, s(issues.flaws as u64));
            say!(
                lang,
                "unsound (strict): {solution}, no fault, {flaws} flaw{s}",
                "不完全作（キズも不可）：{solution}、キズ{flaws}件"
            )
        }
        AnswerVerdict::Unsound => {
            let (solution, faults, s) = (solution(), issues.faults, s(issues.faults as u64));
            say!(lang, "unsound: {solution}, {faults} fault{s}", "不完全作：{solution}、欠陥{faults}件")
        }
        AnswerVerdict::Unknown => unknown(stopped, &so_far(sought, found, lang), lang),
    }
}

/// The headline of a position whose moves are explained.
pub fn explained_headline(explained: &ExplainedPosition<'_>, lang: Lang) -> String {
    let explanation = explained.explanation;
    let cause = explanation.stopped.map(UndecidedReason::from);
    let stopped = cause.as_ref().map(|cause| Stopped {
        cause,
        seconds: explanation.elapsed.as_secs_f64(),
        nodes: explanation.counters.visits,
    });
    match (explained.verdict(), explained.length()) {
        (AnswerVerdict::Mate, Some(length)) => {
            let ruled = explanation.rule_length().map(u64::from).filter(|&ruled| ruled != length.plies);
            Found { length, ruled: ruled.map(|ruled| (ruled, ruled)), stopped }.mate_verdict(lang)
        }
        (AnswerVerdict::Unknown, _) => unknown(stopped, &so_far(Sought::Mate, None, lang), lang),
        _ => no_mate(lang),
    }
}

/// The judge's verdict in one word.
pub fn soundness(verdict: AnswerVerdict, lang: Lang) -> &'static str {
    match (lang, verdict) {
        (Lang::En, verdict) => verdict.as_str(),
        (Lang::Ja, AnswerVerdict::Sound) => "完全作",
        (Lang::Ja, AnswerVerdict::Flawed) => "完全作（キズあり）",
        (Lang::Ja, AnswerVerdict::Unsound) => "不完全作",
        (Lang::Ja, _) => "不明",
    }
}

/// The judge's verdict within a longer report, with the terms for what it found.
pub fn soundness_with_terms(
    verdict: AnswerVerdict,
    terms: &str,
    undecided: Option<&UndecidedReason>,
    lang: Lang,
) -> String {
    let word = soundness(verdict, lang);
    match (verdict, undecided) {
        (AnswerVerdict::Flawed, _) => say!(lang, "sound with flaws: {terms}", "{word}：{terms}"),
        (AnswerVerdict::Unsound, _) => say!(lang, "unsound: {terms}", "{word}：{terms}"),
        (_, Some(reason)) => {
            let cause = cause(reason, lang);
            say!(lang, "unknown ({cause})", "{word}（{cause}）")
        }
        (_, None) => word.to_owned(),
    }
}

fn no_mate(lang: Lang) -> String {
    say!(lang, "no mate", "詰みなし")
}

fn unknown(stopped: Option<Stopped<'_>>, so_far: &str, lang: Lang) -> String {
    let why = stopped
        .map_or_else(|| say!(lang, "not decided", "決まっていません"), |stopped| stopped.sentence(lang));
    say!(lang, "unknown: {why}; {so_far}", "不明：{why}。{so_far}")
}

/// What is known of a problem that was not decided.
fn so_far(sought: Sought, found: Option<Found<'_>>, lang: Lang) -> String {
    match (sought, found) {
        (Sought::Soundness, Some(found)) if found.length.status == LengthStatus::Minimal => {
            let mate = found.mate(lang);
            say!(lang, "{mate}, no fault so far", "{mate}、欠陥は見つかっていません")
        }
        (Sought::Soundness, Some(found)) => {
            let (number, plies) = (found.length.plies, plies(found.length.plies));
            say!(
                lang,
                "mate in at most {plies} found, no fault so far",
                "{number}手以内の詰みがあり、欠陥は見つかっていません"
            )
        }
        (Sought::Mate | Sought::Soundness, _) => {
            say!(lang, "no mate found so far", "詰みは見つかっていません")
        }
        (Sought::Brinkmate { .. }, _) => {
            say!(lang, "no mate and no brinkmate found so far", "詰みも必至も見つかっていません")
        }
        (Sought::Discs { .. } | Sought::Row { .. }, _) => {
            let claim = claim(sought, true, None, lang);
            say!(lang, "whether {claim} is open", "{claim}かどうかは決まっていません")
        }
    }
}

impl Found<'_> {
    /// The headline of a mate.
    fn mate_verdict(&self, lang: Lang) -> String {
        let (number, plies) = (self.length.plies, plies(self.length.plies));
        match (number, self.ruled) {
            (0, _) => say!(lang, "mate: the king is mated already", "すでに詰んでいます"),
            (_, Some((0, 0))) => say!(
                lang,
                "mate: only futile interpositions are left ({plies} with every interposition)",
                "すでに詰んでいます（無駄合も数えれば{number}手）"
            ),
            _ => self.mate(lang),
        }
    }

    /// `mate in 21 plies (proved shortest)`, 21手詰（最短を確認）
    fn mate(&self, lang: Lang) -> String {
        let Length { plies: number, status } = self.length;
        let (plies_text, in_plies) = (plies(number), in_plies(number));
        match (status, self.ruled, self.stopped) {
            (LengthStatus::Minimal, Some(ruled), _) => self.mate_by_rules(ruled, lang),
            (LengthStatus::Minimal, None, _) => {
                say!(lang, "mate in {plies_text} (proved shortest)", "{in_plies}（最短を確認）")
            }
            (LengthStatus::AtMost, _, None) => say!(
                lang,
                "mate in at most {plies_text} (the first one found; a shorter one may exist)",
                "{number}手以内の詰み（最初に見つけた手順、最短は未確認）"
            ),
            (LengthStatus::AtMost, _, Some(stopped)) => {
                let stopped = stopped.in_brackets(lang);
                say!(
                    lang,
                    "mate in at most {plies_text} ({stopped}; a shorter one may exist)",
                    "{number}手以内の詰み（{stopped}、最短は未確認）"
                )
            }
        }
    }

    /// A mate whose length by the rules is another than that with every interposition.
    fn mate_by_rules(&self, (least, most): (u64, u64), lang: Lang) -> String {
        let (all, most_plies, in_most) = (self.length.plies, plies(most), in_plies(most));
        let every = say!(
            lang,
            "{all} with every interposition, proved shortest",
            "無駄合も数えれば{all}手、最短を確認"
        );
        if least == most {
            return say!(lang, "mate in {most_plies} ({every})", "{in_most}（{every}）");
        }
        let least = match least {
            ..=1 => String::new(),
            _ => say!(lang, "at least {least}, ", "{least}手以上、"),
        };
        say!(
            lang,
            "mate in at most {most_plies} ({least}not proved shortest; {every})",
            "{most}手以内の詰み（{least}最短は未確認。{every}）"
        )
    }

    /// `brinkmate in 3 plies (proved shortest)`, 3手必至（最短を確認）
    fn brinkmate(&self, lang: Lang) -> String {
        let Length { plies: number, status } = self.length;
        let plies = plies(number);
        match (status, self.stopped) {
            (LengthStatus::Minimal, _) => {
                say!(lang, "brinkmate in {plies} (proved shortest)", "{number}手必至（最短を確認）")
            }
            (LengthStatus::AtMost, None) => say!(
                lang,
                "brinkmate in at most {plies} (the first one found; a shorter one may exist)",
                "{number}手以内の必至（最初に見つけた手順、最短は未確認）"
            ),
            (LengthStatus::AtMost, Some(stopped)) => {
                let stopped = stopped.in_brackets(lang);
                say!(
                    lang,
                    "brinkmate in at most {plies} ({stopped}; a shorter one may exist)",
                    "{number}手以内の必至（{stopped}、最短は未確認）"
                )
            }
        }
    }
}

impl Stopped<'_> {
    /// `stopped after 20 s`, 時間切れ（20秒）
    fn sentence(&self, lang: Lang) -> String {
        let Stopped { cause, nodes, .. } = *self;
        let (taken, s) = (seconds(self.seconds), s(nodes));
        let what = super::cause(cause, lang);
        match cause {
            UndecidedReason::Search(StopReason::TimeLimit) => {
                say!(lang, "stopped after {taken} s", "{what}（{taken}秒）")
            }
            UndecidedReason::Search(StopReason::VisitLimit) => {
                say!(lang, "stopped after {nodes} node{s}", "{what}（{nodes}ノード）")
            }
            UndecidedReason::Search(StopReason::MemoryLimit) => {
                say!(lang, "out of memory after {taken} s", "{what}（{taken}秒）")
            }
            UndecidedReason::Search(StopReason::Stopped) => {
                say!(lang, "interrupted after {taken} s", "{what}（{taken}秒）")
            }
            UndecidedReason::Search(StopReason::DepthLimit) => {
                say!(lang, "a line grew too long for this search", "{what}")
            }
            UndecidedReason::Search(StopReason::Inconclusive) => {
                say!(lang, "this algorithm cannot decide it", "{what}")
            }
            UndecidedReason::NotInGraph(graph) => say!(lang, "there is no win in the {graph}", "{what}"),
            UndecidedReason::ProofNotRebuilt | UndecidedReason::ProofRejected(_) => what,
        }
    }

    /// Like [`sentence`](Stopped::sentence), for brackets: 20秒で時間切れ
    fn in_brackets(&self, lang: Lang) -> String {
        let Stopped { cause, seconds: taken, nodes } = *self;
        match (lang, cause) {
            (
                Lang::Ja,
                UndecidedReason::Search(
                    StopReason::TimeLimit | StopReason::MemoryLimit | StopReason::Stopped,
                ),
            ) => format!("{}秒で{}", seconds(taken), super::cause(cause, lang)),
            (Lang::Ja, UndecidedReason::Search(StopReason::VisitLimit)) => {
                format!("{nodes}ノードで打ち切り")
            }
            _ => self.sentence(lang),
        }
    }
}

/// 21手詰, or 6手で詰み: the length is even if the defender is to move, which is not called a 手詰.
fn in_plies(plies: u64) -> String {
    if plies.is_multiple_of(2) { format!("{plies}手で詰み") } else { format!("{plies}手詰") }
}

/// What is claimed in a game other than shogi, or that it is not so. The length in plies of a win
/// may be known.
fn claim(sought: Sought, holds: bool, length: Option<u64>, lang: Lang) -> String {
    match sought {
        Sought::Discs { side, margin } => claim_of_discs(side, margin, holds, lang),
        Sought::Row { side } => {
            let side = self::side(side, lang);
            match (holds, length) {
                (true, Some(plies)) => {
                    let moves = plies.div_ceil(2);
                    let s = s(moves);
                    say!(lang, "{side} wins in at most {moves} move{s}", "{side}が{moves}手以内に勝つ")
                }
                (true, None) => say!(lang, "{side} wins", "{side}が勝つ"),
                (false, _) => say!(lang, "{side} does not win", "{side}は勝てない"),
            }
        }
        Sought::Mate | Sought::Soundness | Sought::Brinkmate { .. } => String::new(),
    }
}

fn claim_of_discs(side: Side, margin: i32, holds: bool, lang: Lang) -> String {
    let (side, least) = (self::side(side, lang), margin.unsigned_abs());
    match (margin, holds) {
        (1, true) => say!(lang, "{side} wins", "{side}が勝つ"),
        (1, false) => say!(lang, "{side} does not win", "{side}は勝てない"),
        (0, true) => say!(lang, "{side} does not lose", "{side}は負けない"),
        (0, false) => say!(lang, "{side} loses", "{side}は負ける"),
        (..0, true) => say!(lang, "{side} loses by at most {least}", "{side}は負けても{least}石差以内"),
        (..0, false) => {
            say!(lang, "{side} loses by more than {least}", "{side}は{least}石差を超えて負ける")
        }
        (_, true) => say!(lang, "{side} wins by at least {least}", "{side}が{least}石以上の差で勝つ"),
        (_, false) => {
            say!(lang, "{side} does not win by {least} or more", "{side}は{least}石以上の差では勝てない")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use AnswerVerdict::{Brinkmate, Disproven, Flawed, Mate, NoMate, Proven, Sound, Unknown, Unsound};

    const LIMIT: UndecidedReason = UndecidedReason::Search(StopReason::TimeLimit);

    /// A verdict, nothing else known.
    fn answer(verdict: AnswerVerdict, sought: Sought) -> Answer {
        let answer = Answer::new(None, String::new(), "tsume", String::new(), sought);
        Answer { verdict: Some(verdict), ..answer }
    }

    fn with_length(answer: Answer, plies: u64, status: LengthStatus) -> Answer {
        Answer { length: Some(plies), length_status: Some(status), ..answer }
    }

    fn minimal(answer: Answer, plies: u64) -> Answer {
        with_length(answer, plies, LengthStatus::Minimal)
    }

    fn at_most(answer: Answer, plies: u64) -> Answer {
        with_length(answer, plies, LengthStatus::AtMost)
    }

    fn stopped_by(answer: Answer, reason: UndecidedReason) -> Answer {
        Answer { stop_reason: Some(reason), wall_seconds: 20.003, nodes: 100, ..answer }
    }

    #[track_caller]
    fn says(answer: &Answer, english: &str, japanese: &str) {
        judged(answer, IssueCounts::default(), english, japanese);
    }

    #[track_caller]
    fn judged(answer: &Answer, issues: IssueCounts, english: &str, japanese: &str) {
        let both = [Lang::En, Lang::Ja].map(|lang| headline(answer, issues, lang));
        assert_eq!(both, [english, japanese]);
    }

    #[test]
    fn mates() {
        let mate = || answer(Mate, Sought::Mate);
        says(&minimal(mate(), 21), "mate in 21 plies (proved shortest)", "21手詰（最短を確認）");
        says(&minimal(mate(), 6), "mate in 6 plies (proved shortest)", "6手で詰み（最短を確認）");
        says(&minimal(mate(), 1), "mate in 1 ply (proved shortest)", "1手詰（最短を確認）");
        says(&minimal(mate(), 0), "mate: the king is mated already", "すでに詰んでいます");
        says(
            &at_most(mate(), 23),
            "mate in at most 23 plies (the first one found; a shorter one may exist)",
            "23手以内の詰み（最初に見つけた手順、最短は未確認）",
        );
        says(
            &stopped_by(at_most(mate(), 23), LIMIT),
            "mate in at most 23 plies (stopped after 20 s; a shorter one may exist)",
            "23手以内の詰み（20秒で時間切れ、最短は未確認）",
        );
        says(&answer(NoMate, Sought::Mate), "no mate", "詰みなし");
    }

    #[test]
    fn mates_by_rules() {
        for (plies, ruled, english, japanese) in [
            (
                8,
                (6, 6),
                "mate in 6 plies (8 with every interposition, proved shortest)",
                "6手で詰み（無駄合も数えれば8手、最短を確認）",
            ),
            (
                25,
                (23, 23),
                "mate in 23 plies (25 with every interposition, proved shortest)",
                "23手詰（無駄合も数えれば25手、最短を確認）",
            ),
            (
                14,
                (0, 0),
                "mate: only futile interpositions are left (14 plies with every interposition)",
                "すでに詰んでいます（無駄合も数えれば14手）",
            ),
            (
                25,
                (19, 23),
                "mate in at most 23 plies (at least 19, not proved shortest; 25 with every interposition, \
                 proved shortest)",
                "23手以内の詰み（19手以上、最短は未確認。無駄合も数えれば25手、最短を確認）",
            ),
            (
                45,
                (1, 45),
                "mate in at most 45 plies (not proved shortest; 45 with every interposition, proved shortest)",
                "45手以内の詰み（最短は未確認。無駄合も数えれば45手、最短を確認）",
            ),
        ] {
            let length = Length { plies, status: LengthStatus::Minimal };
            let found = Found { length, ruled: Some(ruled), stopped: None };
            assert_eq!([Lang::En, Lang::Ja].map(|lang| found.mate_verdict(lang)), [english, japanese]);
        }
    }

    #[test]
    fn why_it_is_not_known() {
        for (reason, english, japanese) in [
            (StopReason::TimeLimit, "stopped after 20 s", "時間切れ（20秒）"),
            (StopReason::VisitLimit, "stopped after 100 nodes", "ノード数の上限（100ノード）"),
            (StopReason::MemoryLimit, "out of memory after 20 s", "メモリ不足（20秒）"),
            (StopReason::Stopped, "interrupted after 20 s", "中断（20秒）"),
            (StopReason::DepthLimit, "a line grew too long for this search", "手順が長すぎて追えません"),
            (StopReason::Inconclusive, "this algorithm cannot decide it", "この探索法では決められません"),
        ] {
            says(
                &stopped_by(answer(Unknown, Sought::Mate), reason.into()),
                &format!("unknown: {english}; no mate found so far"),
                &format!("不明：{japanese}。詰みは見つかっていません"),
            );
        }
    }

    #[test]
    fn brinkmates() {
        let sought = Sought::Brinkmate { order: 2 };
        let brinkmate = || answer(Brinkmate, sought);
        says(&minimal(brinkmate(), 3), "brinkmate in 3 plies (proved shortest)", "3手必至（最短を確認）");
        says(&minimal(brinkmate(), 0), "brinkmate: every defence loses", "すでに必至：どう受けても詰み");
        says(
            &stopped_by(at_most(brinkmate(), 3), UndecidedReason::Search(StopReason::VisitLimit)),
            "brinkmate in at most 3 plies (stopped after 100 nodes; a shorter one may exist)",
            "3手以内の必至（100ノードで打ち切り、最短は未確認）",
        );
        says(&answer(NoMate, sought), "no mate and no brinkmate", "詰みも必至もなし");
        says(
            &answer(NoMate, Sought::Brinkmate { order: 3 }),
            "no mate, and no win by threats up to order 3",
            "詰みも必至もなし（3次の脅威まで）",
        );
        says(
            &stopped_by(answer(Unknown, sought), LIMIT),
            "unknown: stopped after 20 s; no mate and no brinkmate found so far",
            "不明：時間切れ（20秒）。詰みも必至も見つかっていません",
        );
    }

    #[test]
    fn judgements() {
        let of = |verdict| answer(verdict, Sought::Soundness);
        let issues = |faults, flaws| IssueCounts { faults, flaws };
        says(
            &minimal(of(Sound), 3),
            "sound: mate in 3 plies (proved shortest), no fault",
            "完全作：3手詰（最短を確認）",
        );
        judged(
            &minimal(of(Unsound), 3),
            issues(2, 1),
            "unsound: mate in 3 plies (proved shortest), 2 faults",
            "不完全作：3手詰（最短を確認）、欠陥2件",
        );
        judged(
            &minimal(of(Flawed), 3),
            issues(0, 1),
            "sound with flaws: mate in 3 plies (proved shortest), no fault, 1 flaw",
            "完全作（キズあり）：3手詰（最短を確認）、キズ1件",
        );
        judged(&of(Unsound), issues(1, 0), "unsound: no mate, 1 fault", "不完全作：詰みなし、欠陥1件");
        judged(
            &minimal(of(Unsound), 3),
            issues(0, 1),
            "unsound (strict): mate in 3 plies (proved shortest), no fault, 1 flaw",
            "不完全作（キズも不可）：3手詰（最短を確認）、キズ1件",
        );
        says(
            &stopped_by(of(Unknown), LIMIT),
            "unknown: stopped after 20 s; no mate found so far",
            "不明：時間切れ（20秒）。詰みは見つかっていません",
        );
        says(
            &stopped_by(minimal(of(Unknown), 3), LIMIT),
            "unknown: stopped after 20 s; mate in 3 plies (proved shortest), no fault so far",
            "不明：時間切れ（20秒）。3手詰（最短を確認）、欠陥は見つかっていません",
        );
    }

    #[test]
    fn claims_of_othello() {
        let of = |margin, verdict| answer(verdict, Sought::Discs { side: Side::White, margin });
        says(&of(1, Proven), "proven: White (O) wins", "証明：白（O）が勝つ");
        says(&of(1, Disproven), "disproven: White (O) does not win", "反証：白（O）は勝てない");
        says(&of(0, Proven), "proven: White (O) does not lose", "証明：白（O）は負けない");
        says(&of(0, Disproven), "disproven: White (O) loses", "反証：白（O）は負ける");
        says(&of(4, Proven), "proven: White (O) wins by at least 4", "証明：白（O）が4石以上の差で勝つ");
        says(
            &of(4, Disproven),
            "disproven: White (O) does not win by 4 or more",
            "反証：白（O）は4石以上の差では勝てない",
        );
        says(&of(-4, Proven), "proven: White (O) loses by at most 4", "証明：白（O）は負けても4石差以内");
        says(
            &of(-4, Disproven),
            "disproven: White (O) loses by more than 4",
            "反証：白（O）は4石差を超えて負ける",
        );
    }

    #[test]
    fn claims_of_connect6() {
        let sought = Sought::Row { side: Side::Black };
        says(
            &at_most(answer(Proven, sought), 11),
            "proven: Black (X) wins in at most 6 moves",
            "証明：黒（X）が6手以内に勝つ",
        );
        says(
            &stopped_by(answer(Unknown, sought), UndecidedReason::NotInGraph("threat graph".to_owned())),
            "unknown: there is no win in the threat graph; whether Black (X) wins is open",
            "不明：調べた範囲（threat graph）に勝ちはありません。黒（X）が勝つかどうかは決まっていません",
        );
    }
}
