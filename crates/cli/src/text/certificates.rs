//! Certificates, and what their check says.

use yomikiri_certificate::{CheckError, CheckProgress, CheckReport};

use super::cause;
use super::numbers::{grouped, s};
use crate::language::Lang;
use crate::verdict::UndecidedReason;

/// That a certificate was written.
pub fn certificate(file: &str, claim: &str, nodes: u64, bytes: u64, lang: Lang) -> String {
    let (claim, s, nodes, bytes) = (self::claim(claim, lang), s(nodes), grouped(nodes), grouped(bytes));
    say!(
        lang,
        "{claim} ({nodes} node{s}, {bytes} bytes) → {file}",
        "{claim}（{nodes}局面、{bytes}バイト）→ {file}"
    )
}

/// That there is no certificate, because of a limit or because the answer is unknown.
pub fn no_certificate(undecided: Option<&UndecidedReason>, lang: Lang) -> String {
    match undecided {
        Some(reason) => {
            let cause = cause(reason, lang);
            say!(lang, "none: {cause}", "なし（{cause}）")
        }
        None => say!(lang, "none: the answer is unknown", "なし（答えが不明）"),
    }
}

/// What the check of a certificate found: a sentence, and one for each thing that is not shown.
/// None if the check could not be done.
pub fn checked(found: &Result<CheckReport, CheckError>, lang: Lang) -> Vec<String> {
    match found {
        Ok(report) => {
            let nodes = report.nodes.iter().map(|&(_, nodes)| nodes).sum();
            let not_shown = report
                .not_shown
                .iter()
                .map(|what| say!(lang, "not shown: {what}", "示していないこと：{what}"));
            std::iter::once(holds(&report.claim, nodes, lang)).chain(not_shown).collect()
        }
        Err(CheckError::DoesNotHold { line, why }) => {
            vec![say!(lang, "does not hold: line {line}: {why}", "不成立：{line}行目：{why}")]
        }
        Err(CheckError::NotACertificate { line, why }) => vec![say!(
            lang,
            "not a certificate: line {line}: {why}",
            "証明書ではありません：{line}行目：{why}"
        )],
        Err(_) => Vec::new(),
    }
}

fn holds(claim: &str, nodes: u64, lang: Lang) -> String {
    let (claim, s, nodes) = (self::claim(claim, lang), s(nodes), grouped(nodes));
    say!(lang, "holds: {claim} ({nodes} node{s})", "成立：{claim}（{nodes}局面）")
}

/// Progress of a check.
pub fn checking(progress: CheckProgress, lang: Lang) -> String {
    match progress {
        CheckProgress::Read(nodes) => {
            let (s, nodes) = (s(nodes), grouped(nodes));
            say!(lang, "{nodes} node{s} read", "{nodes}局面を読みました")
        }
        CheckProgress::Checked(nodes, all) => {
            let (nodes, s, all) = (grouped(nodes), s(all), grouped(all));
            say!(lang, "{nodes} of {all} node{s} checked", "{all}局面中{nodes}局面を検査")
        }
    }
}

/// `exactly 3`, ちょうど3手詰: the claim of a certificate, which the format has in English.
fn claim(claim: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return claim.to_owned();
    }
    if let Some((claim, rules)) = claim.split_once(" by ") {
        let rules = rules.strip_suffix(", line as given").unwrap_or(rules);
        return format!("記載の手順について、{rules}のルールで{}", self::claim(claim, lang));
    }
    let mut words = claim.split(' ');
    let parts = [words.next(), words.next(), words.next()].map(Option::unwrap_or_default);
    match parts {
        ["mate-within", plies, _] => format!("{plies}手以内で詰む"),
        ["no-mate", ..] => "不詰".to_owned(),
        ["no-mate-within", plies, _] => format!("{plies}手以内では詰まない"),
        ["exactly", plies, _] => format!("ちょうど{plies}手詰"),
        ["brinkmate", plies, _] => format!("{plies}手以内の必至"),
        ["sound", plies, _] => format!("完全作、{plies}手詰"),
        ["sound-with-flaws", plies, _] => format!("キズのある完全作、{plies}手詰"),
        ["unsound", "no-mate", _] => "不完全作（不詰）".to_owned(),
        ["unsound", "cook", _] => "不完全作（余詰）".to_owned(),
        ["unsound", "leftover", _] => "不完全作（駒余り）".to_owned(),
        ["unsound", "shorter-mate", plies] => format!("不完全作（{plies}手より早い詰みあり）"),
        ["unsound", "longer-variation", plies] => format!("不完全作（{plies}手以内では詰まない）"),
        _ => claim.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_each() {
        assert_eq!(holds("no-mate", 1, Lang::En), "holds: no-mate (1 node)");
        assert_eq!(holds("no-mate", 1, Lang::Ja), "成立：不詰（1局面）");
        assert_eq!(checking(CheckProgress::Checked(1, 1), Lang::En), "1 of 1 node checked");
    }

    #[test]
    fn japanese_claims() {
        for (english, japanese) in [
            ("exactly 3", "ちょうど3手詰"),
            ("unsound shorter-mate 5", "不完全作（5手より早い詰みあり）"),
            ("sound 1 by plus2, line as given", "記載の手順について、plus2のルールで完全作、1手詰"),
            ("win black", "win black"),
        ] {
            assert_eq!(claim(english, Lang::Ja), japanese);
            assert_eq!(claim(english, Lang::En), english);
        }
    }
}
