//! A work on show: the problem, what was measured, what is said of it.

use serde::{Deserialize, Serialize};
use yomikiri_notation::diagram::{Svg, hand_text};
use yomikiri_notation::{EndKind, Ply, Record, japanese};
use yomikiri_shogi::{Color, Move, PieceKind, Position};
use yomikiri_tsume::Remark;

use super::name;
use crate::features::Features;
use crate::measure::{Measurement, Spread, Survey};
use crate::session::{Commission, Work};

/// A figure with its label, as a table shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// What was measured.
    pub label: String,
    /// What came out.
    pub value: String,
}

/// A work on show.
#[derive(Clone, Debug)]
pub struct Exhibit {
    work: Work,
    position: Position,
    beauty: f64,
    scores: Vec<Score>,
    captions: Vec<String>,
    /// How the measures were taken.
    method: Option<String>,
}

impl Exhibit {
    /// A work of which nothing is said yet. The page shows long problems first, and of equally long ones those with fewer pieces.
    /// Nothing if the rules do not allow its position, which no work of a session's is.
    pub fn new(work: Work) -> Option<Exhibit> {
        let position = work.setup.position().ok()?;
        let length = work.judgement.mate.as_ref()?.line.len();
        let beauty = length as f64 - f64::from(work.setup.size()) / 100.0;
        Some(Exhibit { work, position, beauty, scores: Vec::new(), captions: Vec::new(), method: None })
    }

    /// With another measure of beauty: the page shows the largest first.
    #[must_use]
    pub fn with_beauty(mut self, beauty: f64) -> Exhibit {
        self.beauty = beauty;
        self
    }

    /// With one more figure in its table.
    #[must_use]
    pub fn with_score(mut self, label: impl Into<String>, value: impl ToString) -> Exhibit {
        self.scores.push(Score { label: label.into(), value: value.to_string() });
        self
    }

    /// With one more thing to say of it.
    #[must_use]
    pub fn with_caption(mut self, caption: impl Into<String>) -> Exhibit {
        self.captions.push(caption.into());
        self
    }

    /// With what composers look at: what is given away, not promoted, interposed, and how many pieces it takes.
    #[must_use]
    pub fn with_features(mut self, features: &Features) -> Exhibit {
        let named = |kinds: Vec<PieceKind>| {
            kinds.into_iter().map(japanese::piece_name).collect::<Vec<_>>().join("・")
        };
        let given = named(features.sacrifices.iter().map(|sacrifice| sacrifice.kind).collect());
        let kept = named(features.non_promotions.iter().map(|kept| kept.kind).collect());
        let interposed = features.interposed_drops + features.interposed_moves;
        let interposed = if interposed > 0 { interposed.to_string() } else { String::new() };
        for (word, what) in [("捨駒", given), ("不成", kept), ("合駒", interposed)] {
            if !what.is_empty() {
                self = self.with_caption(format!("{word} {what}"));
            }
        }
        self.with_score("使用駒 pieces", features.pieces())
    }

    /// With the measures of a proof-number search in several orders of moves. The page then shows the largest mean MAX PN first, which
    /// Ishitobi, Cincotti and Iida take for beauty.
    #[must_use]
    pub fn with_measures(mut self, survey: &Survey) -> Exhibit {
        let spreads = survey.spreads();
        if let Some(spread) = spreads[0] {
            let method = survey.generated.settings.method();
            self.method = Some(format!("{method}; mean and range over {} orders of moves", spread.count));
            self.beauty = spread.mean.least();
        }
        for (name, spread) in Measurement::NAMES.into_iter().zip(spreads) {
            if let Some(Spread { mean, least, most, .. }) = spread {
                self = self.with_score(name, format!("{mean:.1} ({}–{most})", least.least()));
            }
        }
        self
    }

    /// How its measures were taken, if they were.
    pub fn method(&self) -> Option<&str> {
        self.method.as_deref()
    }

    /// The work.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How beautiful it is.
    pub fn beauty(&self) -> f64 {
        self.beauty
    }

    /// What was measured.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// What is said of it.
    pub fn captions(&self) -> &[String] {
        &self.captions
    }

    /// The solution.
    pub fn line(&self) -> &[Move] {
        self.work.judgement.mate.as_ref().map_or(&[], |mate| &mate.line)
    }

    /// 7手詰.
    pub(super) fn length_name(&self) -> String {
        format!("{}手詰", self.line().len())
    }

    /// The attacker's hand in words.
    pub(super) fn hand(&self) -> String {
        hand_text(self.work.setup.hand())
    }

    /// What the judge remarked, each with its ply: 変同：△１二玉.
    pub(super) fn remarks(&self) -> Vec<(usize, String)> {
        let told = |remark: &Remark| {
            let ply = remark.ply() as usize;
            let mut position = self.position.clone();
            let before = &self.line()[..self.line().len().min(ply.saturating_sub(1))];
            for &mv in before {
                let _ = position.make(mv);
            }
            let previous = before.last().map(|mv| mv.to());
            let name = |mv: &Move| japanese::move_name(&position, *mv, previous);
            let names: Vec<String> = remark.moves().iter().map(name).collect();
            (ply, format!("{}：{}", remark.word(), names.join("、")))
        };
        self.work.judgement.remarks.iter().map(told).collect()
    }

    /// The picture, as books print problems: without the defender's hand, who holds all the rest.
    pub(super) fn picture() -> Svg {
        Svg::new().without_hand(Color::White).without_turn()
    }

    /// The picture as a file of its own.
    pub(super) fn drawing(&self, index: usize) -> String {
        let svg = Exhibit::picture().title(title(index)).caption(self.length_name());
        svg.render(&self.position)
    }

    /// The problem with its solution.
    pub(super) fn record(&self, index: usize, commission: &Commission) -> Record {
        let mut record = Record::new(self.position.clone());
        let source = format!(
            "yomikiri compose, {}, seed {}, attempt {}",
            commission.strategy, commission.seed, self.work.attempt
        );
        record.headers = [
            ("作品名", title(index)),
            ("作者", "Yomikiri".to_owned()),
            ("出典", source),
            ("手数", self.line().len().to_string()),
            ("完全性", "検討済".to_owned()),
        ]
        .map(|(header, value)| (header.to_owned(), value))
        .into();
        record.line = self.line().iter().copied().map(Ply::new).collect();
        record.line.push(Ply::end(EndKind::Mate));
        for (ply, remark) in self.remarks() {
            if let Some(ply) = record.line.get_mut(ply.saturating_sub(1)) {
                ply.comments.push(remark);
            }
        }
        record
    }

    /// The problem's row in a list.
    pub(super) fn row(&self, index: usize) -> Record {
        let mut record = Record::new(self.position.clone());
        record.headers.push(("手数".to_owned(), self.line().len().to_string()));
        record.headers.push(("作品名".to_owned(), name(index)));
        record
    }
}

/// 第1番.
pub(super) fn title(index: usize) -> String {
    format!("第{}番", index + 1)
}
