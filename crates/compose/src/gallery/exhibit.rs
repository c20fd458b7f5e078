//! Exhibits: problems with their measures and captions, as the gallery shows them.

use serde::{Deserialize, Serialize};
use yomikiri_notation::diagram::{Picture, hand_text};
use yomikiri_notation::{EndKind, Ply, Record, japanese};
use yomikiri_shogi::{Color, Move, PieceKind, Position};
use yomikiri_tsume::IssueSummary;

use super::name;
use crate::features::Features;
use crate::measure::{Measurement, OrderSurvey, Statistics};
use crate::session::{ComposeRequest, Composition};

/// A value with its label, as a table shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The name of the measure.
    pub label: String,
    /// The value as text.
    pub value: String,
}

/// A problem with its measures and captions.
#[derive(Clone, Debug)]
pub struct Exhibit {
    work: Composition,
    position: Position,
    beauty: f64,
    scores: Vec<Score>,
    captions: Vec<String>,
    /// The method by which the measures were taken.
    method: Option<String>,
}

impl Exhibit {
    /// An exhibit without measures and captions. Without measures, long problems are the most beautiful, and of equal length those
    /// with fewer pieces. `None` if the position breaks the rules or has no mate, which does not happen for problems of a session.
    pub fn new(work: Composition) -> Option<Exhibit> {
        let position = work.setup.position().ok()?;
        let length = work.judgement.line.len();
        let beauty = length as f64 - f64::from(work.setup.size()) / 100.0;
        Some(Exhibit { work, position, beauty, scores: Vec::new(), captions: Vec::new(), method: None })
    }

    /// Adds a row to the table of measures.
    #[must_use]
    pub fn with_score(mut self, label: impl Into<String>, value: impl ToString) -> Exhibit {
        self.scores.push(Score { label: label.into(), value: value.to_string() });
        self
    }

    /// Adds a caption.
    #[must_use]
    pub fn with_caption(mut self, caption: impl Into<String>) -> Exhibit {
        self.captions.push(caption.into());
        self
    }

    /// Adds captions with sacrifices, non-promotions and interpositions, and the number of pieces.
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

    /// Adds the measures of a survey. The mean MAX PN becomes the measure of beauty, after Ishitobi, Cincotti and Iida.
    #[must_use]
    pub fn with_measures(mut self, survey: &OrderSurvey) -> Exhibit {
        let statistics = survey.statistics();
        if let Some(statistics) = statistics[0] {
            let method = survey.generated.settings.method();
            self.method = Some(format!("{method}; mean and range over {} orders of moves", statistics.count));
            self.beauty = statistics.mean.least();
        }
        for (name, statistics) in Measurement::NAMES.into_iter().zip(statistics) {
            if let Some(Statistics { mean, least, most, .. }) = statistics {
                self = self.with_score(name, format!("{mean:.1} ({}–{most})", least.least()));
            }
        }
        self
    }

    /// The method by which the measures were taken, or `None` without measures.
    pub fn method(&self) -> Option<&str> {
        self.method.as_deref()
    }

    /// The composed problem.
    pub fn work(&self) -> &Composition {
        &self.work
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The measure of beauty.
    pub fn beauty(&self) -> f64 {
        self.beauty
    }

    /// The table of measures.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// The captions.
    pub fn captions(&self) -> &[String] {
        &self.captions
    }

    /// The solution.
    pub fn line(&self) -> &[Move] {
        &self.work.judgement.line
    }

    /// The length in Japanese, such as 7手詰.
    pub(super) fn length_name(&self) -> String {
        format!("{}手詰", self.line().len())
    }

    /// The attacker's hand in Japanese.
    pub(super) fn hand(&self) -> String {
        hand_text(self.work.setup.hand())
    }

    /// The flaws and remarks of the judge, each with its ply, such as 変同：△１二玉.
    pub(super) fn remarks(&self) -> Vec<(usize, String)> {
        let written = |notice: IssueSummary| {
            let ply = notice.ply? as usize;
            let mut position = self.position.clone();
            let before = &self.line()[..self.line().len().min(ply.saturating_sub(1))];
            for &mv in before {
                let _ = position.make(mv);
            }
            let previous = before.last().map(|mv| mv.to());
            let name = japanese::move_name(&position, notice.mv?, previous);
            Some((ply, format!("{}：{name}", notice.word)))
        };
        self.work.judgement.notices().into_iter().filter_map(written).collect()
    }

    /// The style of diagrams: as in books, without the defender's hand.
    pub(super) fn picture() -> Picture {
        Picture::new().without_hand(Color::White).without_turn()
    }

    /// The diagram as an SVG file.
    pub(super) fn drawing(&self, index: usize) -> String {
        let picture = Exhibit::picture().title(title(index)).caption(self.length_name());
        picture.svg(&self.position)
    }

    /// The problem with its solution, as a game record.
    pub(super) fn record(&self, index: usize, request: &ComposeRequest) -> Record {
        let mut record = Record::new(self.position.clone());
        let source = format!(
            "yomikiri compose, {}, seed {}, attempt {}",
            request.strategy, request.seed, self.work.attempt
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

    /// The problem as a row of a list.
    pub(super) fn row(&self, index: usize) -> Record {
        let mut record = Record::new(self.position.clone());
        record.headers.push(("手数".to_owned(), self.line().len().to_string()));
        record.headers.push(("作品名".to_owned(), name(index)));
        record
    }
}

/// The title of a problem, such as 第1番.
pub(super) fn title(index: usize) -> String {
    format!("第{}番", index + 1)
}
