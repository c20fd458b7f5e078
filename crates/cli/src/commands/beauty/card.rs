//! What is shown of a problem.

use std::fmt::Write as _;

use serde_json::{Value, json};
use yomikiri_compose::Features;
use yomikiri_compose::measure::{Bound, MeasureSettings, Measurement, Spread, Store, Survey};
use yomikiri_notation::diagram;
use yomikiri_pns::Leaf;
use yomikiri_shogi::{Color, Hand, PieceKind};
use yomikiri_tsume::{Mate, Soundness};

use crate::commands::judge::Findings;
use crate::commands::solve::{Answer, Case, line_text};
use crate::exit::one_line;

/// A problem with all that was found out about it.
pub struct Card {
    pub answer: Answer,
    /// Nothing if it could not be read.
    pub case: Option<Case>,
    /// With what follows, nothing if there is no mate or none was found.
    pub mate: Option<Mate>,
    pub features: Option<Features>,
    pub survey: Option<Survey>,
    pub soundness: Option<(Soundness, Findings)>,
}

impl Card {
    /// The card before anything is known.
    pub fn new(answer: Answer) -> Card {
        Card { answer, case: None, mate: None, features: None, survey: None, soundness: None }
    }

    /// The card of a problem that could not be read, or is none.
    pub fn faulty(name: Option<String>, text: String, fault: String) -> Card {
        Card::new(Answer {
            error: Some(fault),
            hands: Some(None),
            ..Answer::new(name, text, super::GAME, super::ALGORITHM.into())
        })
    }

    /// The object of `solve`, what the judge says, and what was measured.
    pub fn json(&self) -> Value {
        let mut object = json!(self.answer);
        object["soundness"] = self.soundness.as_ref().map_or(Value::Null, soundness_json);
        object["features"] = self.features.as_ref().map_or(Value::Null, features_json);
        object["measures"] = self.survey.as_ref().map_or(Value::Null, survey_json);
        object
    }

    /// All there is to show, for people.
    pub fn text(&self) -> String {
        let Some(Case { position, hands, attacker, .. }) = &self.case else { return self.answer.line() };
        let mut text = String::new();
        if let Some(name) = &self.answer.name {
            let _ = writeln!(text, "{}", one_line(name));
        }
        let _ = writeln!(text, "{}", diagram::text(position));
        let side = if *attacker == Color::Black { "Black" } else { "White" };
        let reason =
            self.answer.stop_reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        let Some(mate) = &self.mate else {
            let _ = match self.answer.verdict {
                Some("nomate") => writeln!(text, "nomate: {side} cannot mate{reason}"),
                _ => writeln!(text, "unknown: nobody knows whether {side} can mate{reason}"),
            };
            if let Some(remark) = hands.remark() {
                let _ = writeln!(text, "hands       {remark}");
            }
            return text;
        };
        let line = line_text(position, &mate.line);
        let length = self.answer.length_text().unwrap_or_default();
        let _ = writeln!(text, "mate: {side} mates {length}{reason}");
        let mut detail = |label: &str, detail: &str| {
            let _ = writeln!(text, "{label:<11} {detail}");
        };
        detail("line", &line);
        detail("USI", &self.answer.moves.join(" "));
        detail("left over", &diagram::hand_text(mate.leftover));
        if let Some(remark) = hands.remark() {
            detail("hands", &remark);
        }
        if let Some((verdict, findings)) = &self.soundness {
            detail("soundness", &soundness_text(*verdict, findings));
        }
        if let Some(features) = &self.features {
            let names: Vec<&str> = line.split(' ').collect();
            let listed = |plies: Vec<usize>| {
                let named = plies.iter().filter_map(|ply| names.get(ply - 1).copied());
                let named: Vec<&str> = named.collect();
                if named.is_empty() {
                    "none".to_owned()
                } else {
                    format!("{}: {}", named.len(), named.join(" "))
                }
            };
            detail("sacrifices", &listed(features.sacrifices.iter().map(|given| given.ply).collect()));
            detail("unpromoted", &listed(features.non_promotions.iter().map(|kept| kept.ply).collect()));
            let Features { interposed_drops: drops, interposed_moves: moves, .. } = features;
            detail("interposed", &format!("{drops} dropped, {moves} moved"));
            detail("captures", &features.captures.to_string());
            let Features { attackers, defenders, hand, .. } = features;
            let hand = format!("{} in hand ({})", hand.total(), diagram::hand_text(*hand));
            let pieces = features.pieces();
            detail("pieces", &format!("{pieces}: {attackers} attacking, {defenders} defending, {hand}"));
        }
        if let Some(survey) = &self.survey {
            detail("measures", &survey.generated.settings.method());
            text += &survey_text(survey);
        }
        let Answer { wall_seconds, cpu_seconds, .. } = self.answer;
        let _ = writeln!(text, "time        {wall_seconds:.3} s (CPU {cpu_seconds:.3} s)");
        text
    }
}

/// The verdict, with what is wrong or why it is not known.
fn soundness_text(verdict: Soundness, findings: &Findings) -> String {
    let name = verdict.name();
    match verdict {
        Soundness::Sound => name.to_owned(),
        Soundness::Unsound => format!("{name}: {}", findings.short()),
        Soundness::Unknown(reason) => format!("{name} ({reason})"),
    }
}

/// In the keys of `judge`. There are no remarks: whoever stops at the first fault makes none.
fn soundness_json((verdict, findings): &(Soundness, Findings)) -> Value {
    let stop_reason = match verdict {
        Soundness::Unknown(reason) => Some(reason.to_string()),
        Soundness::Sound | Soundness::Unsound => None,
    };
    let Findings { reasons, open, .. } = findings;
    json!({ "verdict": verdict.name(), "reasons": reasons, "open": open, "stop_reason": stop_reason })
}

/// A row of numbers under a label.
fn row(label: &str, numbers: [String; 3]) -> String {
    let [pn, dn, iterations] = numbers;
    format!("  {label:<22}{pn:>14}{dn:>14}{iterations:>14}\n")
}

fn survey_text(survey: &Survey) -> String {
    let mut text = row("", Measurement::NAMES.map(str::to_owned));
    text += &row(
        &survey.generated.settings.order.to_string(),
        survey.generated.numbers().map(|number| number.to_string()),
    );
    let spreads = survey.spreads();
    if let [Some(_), ..] = spreads {
        let of =
            |show: fn(&Spread) -> String| spreads.map(|spread| spread.as_ref().map(show).unwrap_or_default());
        let orders = survey.shuffled.len();
        let label =
            if orders == 1 { "1 shuffled order".to_owned() } else { format!("{orders} shuffled, mean") };
        text += &row(&label, of(|spread| format!("{:.1}", spread.mean)));
        if orders > 1 {
            let deviation =
                |spread: &Spread| spread.deviation.map_or("–".to_owned(), |number| format!("{number:.1}"));
            text += &row("  standard deviation", of(deviation));
            text += &row("  least", of(|spread| spread.least.to_string()));
            text += &row("  most", of(|spread| spread.most.to_string()));
        }
    }
    text
}

fn bound<T: Copy + serde::Serialize>(number: Bound<T>) -> Value {
    json!({ "value": number.least(), "at_least": number.exact().is_none() })
}

const KEYS: [&str; 3] = ["max_pn", "max_dn", "iterations"];

fn survey_json(survey: &Survey) -> Value {
    let MeasureSettings { leaf, store, .. } = survey.generated.settings;
    let generated = KEYS.into_iter().zip(survey.generated.numbers().map(bound));
    let spread = |spread: Spread| {
        json!({
            "mean": bound(spread.mean),
            "deviation": spread.deviation,
            "least": bound(spread.least),
            "most": bound(spread.most),
        })
    };
    let shuffled = KEYS.into_iter().zip(survey.spreads().map(|numbers| numbers.map(spread)));
    json!({
        "search": match store { Store::Tree => "pn", Store::Table => "dfpn" },
        "store": match store { Store::Tree => "tree", Store::Table => "table" },
        "leaf": if leaf == Leaf::Mobility { "mobility" } else { "unit" },
        "techniques": "none",
        "generated": generated.collect::<Value>(),
        "orders": survey.shuffled.len(),
        "shuffled": shuffled.map(|(key, numbers)| (key, json!(numbers))).collect::<Value>(),
    })
}

/// A piece as SFEN has it, in capitals: `+R`.
fn piece(kind: PieceKind) -> String {
    format!("{}{}", if kind.is_promoted() { "+" } else { "" }, kind.letter())
}

fn hand(hand: Hand) -> Value {
    hand.iter().rev().map(|(kind, count)| (piece(kind), count)).collect()
}

fn features_json(features: &Features) -> Value {
    let sacrifices = features
        .sacrifices
        .iter()
        .map(|given| json!({ "ply": given.ply, "piece": piece(given.kind), "dropped": given.dropped }));
    let unpromoted =
        features.non_promotions.iter().map(|kept| json!({ "ply": kept.ply, "piece": piece(kept.kind) }));
    json!({
        "length": features.length,
        "sacrifices": sacrifices.collect::<Vec<_>>(),
        "non_promotions": unpromoted.collect::<Vec<_>>(),
        "interpositions": { "dropped": features.interposed_drops, "moved": features.interposed_moves },
        "captures": features.captures,
        "pieces": features.pieces(),
        "attackers": features.attackers,
        "defenders": features.defenders,
        "hand": hand(features.hand),
        "leftover": hand(features.leftover),
        "uses_everything": features.uses_everything(),
    })
}

/// One line for each problem, so that they can be compared. Names come last: nobody knows how wide they are.
pub fn comparison(cards: &[Card]) -> String {
    let mut text = format!(
        "\n{:>6}{:>11}{:>8}{:>12}{:>10}{:>12}{:>12}{:>16}{:>16}  name\n",
        "plies",
        "soundness",
        "pieces",
        "sacrifices",
        "MAX PN",
        "MAX DN",
        "iterations",
        "mean MAX PN",
        "mean MAX DN"
    );
    for card in cards {
        let name = one_line(card.answer.name.as_ref().unwrap_or(&card.answer.position));
        let (Some(features), Some(survey)) = (&card.features, &card.survey) else {
            let why = card.answer.error.as_deref().or(card.answer.verdict).unwrap_or("unknown");
            let _ = writeln!(text, "     –  {name}: {}", one_line(why));
            continue;
        };
        let length = card.answer.length.unwrap_or_default();
        let length = if card.answer.length_status == Some("minimal") {
            length.to_string()
        } else {
            format!("≤ {length}")
        };
        let soundness = card.soundness.as_ref().map_or("–", |(verdict, _)| verdict.name());
        let [pn, dn, iterations] = survey.generated.numbers().map(|number| number.to_string());
        let [mean_pn, mean_dn, _] = survey
            .spreads()
            .map(|spread| spread.map_or("–".to_owned(), |spread| format!("{:.1}", spread.mean)));
        let (pieces, sacrifices) = (features.pieces(), features.sacrifices.len());
        let _ = writeln!(
            text,
            "{length:>6}{soundness:>11}{pieces:>8}{sacrifices:>12}{pn:>10}{dn:>12}{iterations:>12}{mean_pn:>16}{mean_dn:>16}  {name}"
        );
    }
    text
}
