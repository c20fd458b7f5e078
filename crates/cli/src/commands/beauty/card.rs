//! What is shown of a problem.

use std::fmt::Write as _;

use serde_json::{Value, json};
use yomikiri_compose::Features;
use yomikiri_compose::measure::{Bound, MeasureSettings, Measurement, NodeStore, OrderSurvey, Statistics};
use yomikiri_notation::japanese;
use yomikiri_pns::LeafRule;
use yomikiri_service::{Answer, Case, IssueCounts, JudgeFindings};
use yomikiri_shogi::{Hand, PieceKind};
use yomikiri_tsume::{Mate, Soundness};

use crate::commands::solve::{AnswerText as _, CaseText as _};
use crate::complaint::Complaint;
use crate::exit::one_line;
use crate::language::Lang;
use crate::page::Page;
use crate::style::Style;
use crate::text::{self, Column, Label, pad, pad_left};
use crate::verdict::{AnswerVerdict, LengthStatus, UndecidedReason};

/// A problem with all that was found out about it.
pub struct Card {
    pub answer: Answer,
    /// Nothing if it could not be read.
    pub case: Option<Case>,
    /// With what follows, nothing if there is no mate or none was found.
    pub mate: Option<Mate>,
    pub features: Option<Features>,
    pub survey: Option<OrderSurvey>,
    pub judged: Option<CardJudgement>,
}

/// What the judge says.
pub struct CardJudgement {
    pub verdict: Soundness,
    pub findings: JudgeFindings,
    /// The words for what is wrong.
    pub faults: String,
}

impl Card {
    /// The card before anything is known.
    pub fn new(answer: Answer) -> Card {
        Card { answer, case: None, mate: None, features: None, survey: None, judged: None }
    }

    /// The object of `solve`, what the judge says, and what was measured.
    pub fn json(&self) -> Value {
        let mut object = json!(self.answer);
        object["soundness"] = self.judged.as_ref().map_or(Value::Null, soundness_json);
        object["features"] = self.features.as_ref().map_or(Value::Null, features_json);
        object["measures"] = self.survey.as_ref().map_or(Value::Null, survey_json);
        object
    }

    /// All there is to show, for people.
    pub fn text(&self, style: Style) -> String {
        let Some(case) = &self.case else { return self.answer.line(style) };
        let body = |page: &mut Page| {
            if let Some(mate) = &self.mate {
                case.show_mate(page, mate, style);
                self.show_measures(
                    page,
                    &japanese::line_names(&case.position, mate.line_by_rules().0),
                    style.lang,
                );
            }
            case.show(page);
        };
        self.answer.page(style, IssueCounts::default(), body, |_| {})
    }

    /// Adds what was found out about a mate whose moves have these names.
    fn show_measures(&self, page: &mut Page, names: &[String], lang: Lang) {
        if let Some(CardJudgement { verdict, faults, .. }) = &self.judged {
            let cause = stop_cause(*verdict);
            let soundness = text::soundness_with_terms((*verdict).into(), faults, cause.as_ref(), lang);
            page.detail(Label::Soundness, &soundness);
        }
        if let Some(features) = &self.features {
            let mut listed = |label, plies: Vec<usize>| {
                let moves: Vec<&str> =
                    plies.iter().filter_map(|ply| names.get(ply - 1)).map(String::as_str).collect();
                page.detail(label, &text::beauty::moves(&moves, lang));
            };
            listed(Label::Sacrifices, features.sacrifices.iter().map(|given| given.ply).collect());
            listed(Label::Unpromoted, features.non_promotions.iter().map(|kept| kept.ply).collect());
            page.detail(Label::Interposed, &text::beauty::interposed(features, lang));
            page.detail(Label::Captures, &features.captures.to_string());
            page.detail(Label::Pieces, &text::beauty::pieces(features, lang));
        }
        if let Some(survey) = &self.survey {
            page.detail(Label::Measures, &text::beauty::method(survey.generated.settings, lang));
            page.raw(&survey_text(survey, lang));
        }
    }
}

/// Why a verdict is not known.
fn stop_cause(verdict: Soundness) -> Option<UndecidedReason> {
    match verdict {
        Soundness::Unknown(reason) => Some(reason.into()),
        Soundness::Sound | Soundness::Flawed | Soundness::Unsound => None,
    }
}

/// In the keys of `judge`. There are no remarks: whoever stops at the first fault makes none.
fn soundness_json(CardJudgement { verdict, findings, .. }: &CardJudgement) -> Value {
    let stop_reason = stop_cause(*verdict);
    let JudgeFindings { reasons, flaws, open, .. } = findings;
    json!({
        "verdict": AnswerVerdict::from(*verdict), "grade": verdict.name(), "reasons": reasons, "flaws": flaws,
        "open": open, "stop_reason": stop_reason,
    })
}

/// A row of numbers under a label.
fn row(label: &str, numbers: [String; 3]) -> String {
    let [pn, dn, iterations] = numbers;
    let numbers = [pn, dn, iterations].map(|number| pad_left(&number, 14)).concat();
    format!("  {}{numbers}\n", pad(label, 22))
}

fn survey_text(survey: &OrderSurvey, lang: Lang) -> String {
    let [max_pn, max_dn, _] = Measurement::NAMES.map(str::to_owned);
    let mut table = row("", [max_pn, max_dn, Column::Iterations.text(lang).to_owned()]);
    let numbers = survey.generated.numbers().map(|number| number.to_string());
    table += &row(&text::beauty::generated_order(lang), numbers);
    let statistics = survey.statistics();
    if let [Some(_), ..] = statistics {
        let of = |show: fn(&Statistics) -> String| {
            statistics.map(|statistics| statistics.as_ref().map(show).unwrap_or_default())
        };
        let orders = survey.shuffled.len();
        table += &row(
            &text::beauty::shuffled_mean(orders, lang),
            of(|statistics| format!("{:.1}", statistics.mean)),
        );
        if orders > 1 {
            let deviation = |statistics: &Statistics| {
                statistics.deviation.map_or("–".to_owned(), |number| format!("{number:.1}"))
            };
            let labels = text::beauty::distribution(lang).map(|label| format!("  {label}"));
            table += &row(&labels[0], of(deviation));
            table += &row(&labels[1], of(|statistics| statistics.least.to_string()));
            table += &row(&labels[2], of(|statistics| statistics.most.to_string()));
        }
    }
    table
}

fn bound<T: Copy + serde::Serialize>(number: Bound<T>) -> Value {
    json!({ "value": number.least(), "at_least": number.exact().is_none() })
}

const KEYS: [&str; 3] = ["max_pn", "max_dn", "iterations"];

fn survey_json(survey: &OrderSurvey) -> Value {
    let MeasureSettings { leaf, store, .. } = survey.generated.settings;
    let generated = KEYS.into_iter().zip(survey.generated.numbers().map(bound));
    let statistics = |statistics: Statistics| {
        json!({
            "mean": bound(statistics.mean),
            "deviation": statistics.deviation,
            "least": bound(statistics.least),
            "most": bound(statistics.most),
        })
    };
    let shuffled = KEYS.into_iter().zip(survey.statistics().map(|numbers| numbers.map(statistics)));
    json!({
        "search": match store { NodeStore::Tree => "pn", NodeStore::Table => "dfpn" },
        "store": match store { NodeStore::Tree => "tree", NodeStore::Table => "table" },
        "leaf": if leaf == LeafRule::Mobility { "mobility" } else { "unit" },
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

/// The width of each column of a comparison. Names come last, since they may be of any width.
const WIDTHS: [usize; 9] = [6, 11, 8, 12, 10, 12, 12, 16, 16];

/// One line for each problem, so that they can be compared.
pub fn comparison(cards: &[Card], style: Style) -> String {
    let lang = style.lang;
    let [max_pn, max_dn, _] = Measurement::NAMES;
    let headings = [
        Column::Plies.text(lang).to_owned(),
        Column::Soundness.text(lang).to_owned(),
        Column::Pieces.text(lang).to_owned(),
        Column::Sacrifices.text(lang).to_owned(),
        max_pn.to_owned(),
        max_dn.to_owned(),
        Column::Iterations.text(lang).to_owned(),
        text::beauty::mean(max_pn, lang),
        text::beauty::mean(max_dn, lang),
    ];
    let mut table = format!("\n{}  {}\n", in_columns(&headings), Column::Name.text(lang));
    for card in cards {
        let name = one_line(card.answer.name.as_ref().unwrap_or(&card.answer.position));
        let (Some(features), Some(survey)) = (&card.features, &card.survey) else {
            let why = match &card.answer.error {
                Some(error) => one_line(&Complaint::from(error).text(lang)),
                None => card.answer.headline(style, IssueCounts::default()),
            };
            let row = text::row(&name, &why, lang);
            let _ = writeln!(table, "{}  {row}", pad_left("–", WIDTHS[0]));
            continue;
        };
        let length = card.answer.length.unwrap_or_default();
        let length = match card.answer.length_status {
            Some(LengthStatus::Minimal) => length.to_string(),
            _ => format!("≤ {length}"),
        };
        let soundness =
            card.judged.as_ref().map_or("–", |judged| text::soundness(judged.verdict.into(), lang));
        let [pn, dn, iterations] = survey.generated.numbers().map(|number| number.to_string());
        let [mean_pn, mean_dn, _] = survey.statistics().map(|statistics| {
            statistics.map_or("–".to_owned(), |statistics| format!("{:.1}", statistics.mean))
        });
        let (pieces, sacrifices) = (features.pieces().to_string(), features.sacrifices.len().to_string());
        let row = [length, soundness.to_owned(), pieces, sacrifices, pn, dn, iterations, mean_pn, mean_dn];
        let _ = writeln!(table, "{}  {name}", in_columns(&row));
    }
    table
}

fn in_columns(row: &[String; 9]) -> String {
    row.iter().zip(WIDTHS).map(|(text, width)| pad_left(text, width)).collect()
}
