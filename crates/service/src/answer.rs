//! The answer to one problem, the same for every game: the object of `solve`.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;
use yomikiri_notation::sfen_list::Expected;
use yomikiri_pns::{Counters, Knowledge, Outcome, Solution, Verdict};
use yomikiri_shogi::{Hand, PieceKind};
use yomikiri_tsume::{
    AdjustedMate, FutileInterposition, FutilityReason, InterpositionRules, LengthBounds, Mate,
};

use crate::problem::{Origin, ProblemError};
use crate::sought::Sought;
use crate::verdict::{AnswerVerdict, LengthStatus, StopCause};

/// What is known of a problem after a search; the keys are those of the command's contract.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The problem's name in its collection.
    pub name: Option<String>,
    /// The position, in the game's own notation; as it was given if it could not be read.
    pub position: String,
    /// The game.
    pub game: &'static str,
    /// The algorithm, as it was asked for.
    pub algorithm: String,
    /// The verdict; nothing if the row could not be read.
    pub verdict: Option<AnswerVerdict>,
    /// Length of the mate, for games that have one.
    pub length: Option<u64>,
    /// Whether the length is minimal.
    pub length_status: Option<LengthStatus>,
    /// The main line of the solution.
    pub moves: Vec<String>,
    /// Pieces left over at the end, for games that have them.
    pub leftover: String,
    /// Visits of nodes, which is what `--nodes` limits.
    pub nodes: u64,
    /// Time of the processor.
    pub cpu_seconds: f64,
    /// Time of the clock.
    pub wall_seconds: f64,
    /// What the search did.
    pub counters: Figures,
    /// Why nothing was decided, or why a mate's length was not.
    pub stop_reason: Option<StopCause>,
    /// Why the row could not be read.
    pub error: Option<ProblemError>,
    /// In mate problems, whether the defender's hand is that which is `written`, or the `rest` of the set was added to it;
    /// nothing if the row could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hands: Option<Option<&'static str>>,
    /// In mate problems, the bytes that the table may use; nothing if the row could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<Option<u64>>,
    /// The part of the game that was searched, for games of which it may be less than all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
    /// The cells where the other side's stones could change the proof, for games that know them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Vec<String>>,
    /// With `--all`, every first move that mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Value>>,
    /// With `--all`, the first moves that were not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions_open: Option<Vec<String>>,
    /// Of a single mate problem without mate, why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Value>,
    /// If a certificate was asked for, what became of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Value>,
    /// The row that it answers, of lists and of mate problems.
    #[serde(flatten)]
    pub row: Option<AnsweredRow>,
    /// What the rules for futile interpositions make of a mate; for mate problems.
    #[serde(flatten)]
    pub ruled: Option<RuledAnswer>,
    /// What was asked.
    #[serde(skip)]
    pub sought: Sought,
}

/// A mate by the rules for futile interpositions.
#[derive(Debug, Default, Serialize)]
pub struct RuledAnswer {
    /// The rules; nothing if the row could not be read.
    rules: Option<&'static str>,
    /// The length; if it is not known exactly, at most.
    rule_length: Option<u64>,
    rule_length_status: Option<LengthStatus>,
    /// The length is at least this.
    rule_length_least: Option<u64>,
    /// The main line.
    rule_moves: Vec<String>,
    /// Pieces left over at its end.
    rule_leftover: String,
    /// The interpositions along it that do not count.
    futile: Vec<FutileEntry>,
    /// The lengths by the other rules, if they were asked for: at most, and at least.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_rules: Vec<OtherLength>,
    /// Whether the rules disagree about the length; nothing if that is not known.
    contested: Option<bool>,
}

/// The length by other rules.
#[derive(Debug, Serialize)]
pub struct OtherLength {
    rules: &'static str,
    length: u32,
    least: u32,
}

/// An interposition that does not count.
#[derive(Debug, Serialize)]
pub struct FutileEntry {
    ply: u32,
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    why: FutilityEntry,
}

/// Why an interposition does not count.
#[derive(Debug, Serialize)]
pub struct FutilityEntry {
    reason: &'static str,
    capture: String,
    /// Whether the checking piece takes, or another one.
    by: &'static str,
    /// The plies after it was taken, and those without it.
    plies: Option<u32>,
    otherwise: u32,
}

/// The row of a list, or the problem on the command line, that an answer belongs to.
#[derive(Debug, Serialize)]
pub struct AnsweredRow {
    /// Its line in the list, from 1.
    line: Option<usize>,
    /// Its position as it was written.
    input: Option<String>,
    /// The length that it expects.
    expected_length: Option<u64>,
    /// Whether the length is known to be another; nothing if none is expected, too.
    length_differs: Option<bool>,
    #[serde(skip)]
    expected: Option<Expected>,
}

impl AnsweredRow {
    /// What was expected, if something else was found.
    pub fn unmet_expectation(&self) -> Option<Expected> {
        self.expected.filter(|_| self.length_differs == Some(true))
    }
}

/// The counters of the search and the size of the solution.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    /// The counters.
    #[serde(flatten)]
    pub search: Counters,
    /// Different positions of the solution.
    pub proof_size: Option<u64>,
    /// Nodes of the solution as a tree.
    pub proof_tree_size: Option<u64>,
    /// Plies of its longest line.
    pub proof_depth: Option<u64>,
}

impl From<Counters> for Figures {
    fn from(search: Counters) -> Figures {
        Figures { search, ..Figures::default() }
    }
}

impl AsRef<Answer> for Answer {
    fn as_ref(&self) -> &Answer {
        self
    }
}

impl Answer {
    /// The answer before anything is known.
    pub fn new(
        name: Option<String>,
        position: String,
        game: &'static str,
        algorithm: String,
        sought: Sought,
    ) -> Answer {
        Answer {
            name,
            position,
            game,
            algorithm,
            verdict: None,
            length: None,
            length_status: None,
            moves: Vec::new(),
            leftover: String::new(),
            nodes: 0,
            cpu_seconds: 0.0,
            wall_seconds: 0.0,
            counters: Figures::default(),
            stop_reason: None,
            error: None,
            hands: None,
            memory: None,
            graph: None,
            zone: None,
            solutions: None,
            solutions_open: None,
            refutation: None,
            certificate: None,
            row: None,
            ruled: None,
            sought,
        }
    }

    /// The answer to a problem that comes from here.
    pub fn with_origin(self, Origin { line, text, expected }: &Origin) -> Answer {
        let expected_length = expected.and_then(plies).map(|plies| plies as u64);
        let (line, input, expected) = (*line, text.clone(), *expected);
        let row = AnsweredRow { line, input, expected_length, length_differs: None, expected };
        Answer { row: Some(row), ..self }
    }

    /// Compares the length that was found with the one that is expected.
    pub fn compare_length(&mut self) {
        let expected = self.row.as_ref().and_then(|row| row.expected);
        let differs = expected.and_then(|expected| self.differs_from(expected));
        if let Some(row) = &mut self.row {
            row.length_differs = differs;
        }
    }

    /// Whether the length is proved shortest: with every interposition and, for mates, by the
    /// rules.
    pub fn is_proved_shortest(&self) -> bool {
        let by_rules = self.ruled.as_ref().and_then(|ruled| ruled.rule_length_status);
        self.length_status == Some(LengthStatus::Minimal) && by_rules != Some(LengthStatus::AtMost)
    }

    /// Whether this is another result than the expected one, if both are known.
    fn differs_from(&self, expected: Expected) -> Option<bool> {
        let plies = plies(expected)? as u64;
        if self.ruled.as_ref().is_some_and(|ruled| ruled.exact_length() == Some(plies)) {
            return Some(false);
        }
        let is_brinkmate = self.verdict == Some(AnswerVerdict::Brinkmate);
        let expects_brinkmate = matches!(expected, Expected::Brinkmate(_));
        match (self.length, self.verdict) {
            (Some(length), _) if is_brinkmate == expects_brinkmate => match self.length_status {
                Some(LengthStatus::Minimal) => Some(length != plies),
                _ => (length < plies).then_some(true),
            },
            // A mate where a brinkmate is expected. That there is a brinkmate says nothing about mates.
            (Some(_), _) => expects_brinkmate.then_some(true),
            (None, Some(AnswerVerdict::NoMate | AnswerVerdict::Unsound)) => {
                let sought = !expects_brinkmate || matches!(self.sought, Sought::Brinkmate { .. });
                sought.then_some(true)
            }
            (None, _) => None,
        }
    }

    /// Takes over what a search found from the node where `game` stands.
    pub fn found<G: Knowledge<Move: Display> + Clone>(
        mut self,
        game: G,
        outcome: &Outcome,
        solution: Option<&Solution<G>>,
        cpu_seconds: f64,
        wall_seconds: f64,
    ) -> Answer {
        (self.verdict, self.stop_reason) = match outcome.verdict {
            Verdict::Proven => (Some(AnswerVerdict::Proven), None),
            Verdict::Disproven => (Some(AnswerVerdict::Disproven), None),
            Verdict::Unknown(reason) => (Some(AnswerVerdict::Unknown), Some(reason.into())),
        };
        self.nodes = outcome.counters.visits;
        self.cpu_seconds = cpu_seconds;
        self.wall_seconds = wall_seconds;
        self.counters = outcome.counters.into();
        if let Some(solution) = solution {
            self.moves = solution.main_line(game).iter().map(ToString::to_string).collect();
            self.counters.proof_size = Some(solution.size().nodes);
            self.counters.proof_tree_size = Some(solution.size().tree_nodes);
            self.counters.proof_depth = Some(solution.size().depth);
        }
        self
    }

    /// Takes over a mate that was found by these rules.
    pub fn take_mate(&mut self, mate: &Mate, rules: InterpositionRules) {
        self.verdict = Some(AnswerVerdict::Mate);
        self.length = Some(mate.length() as u64);
        self.length_status = Some(LengthStatus::of(mate.minimal));
        self.moves = mate.line.iter().map(ToString::to_string).collect();
        self.leftover = hand_letters(mate.leftover);
        self.counters.proof_size = Some(mate.proof_size);
        self.counters.proof_depth = Some(mate.length() as u64);
        self.ruled = Some(RuledAnswer::of(mate, rules));
    }

    /// The answer to a mate problem by these rules, before anything is known.
    #[must_use]
    pub fn by_rules(self, rules: InterpositionRules) -> Answer {
        Answer { ruled: Some(RuledAnswer { rules: Some(rules.name()), ..RuledAnswer::default() }), ..self }
    }
}

impl RuledAnswer {
    fn of(mate: &Mate, rules: InterpositionRules) -> RuledAnswer {
        let ruled = mate.adjusted.as_ref();
        let length = ruled.map_or(mate.length() as u64, |ruled| ruled.most.into());
        let is_exact = ruled.map_or(mate.minimal, |ruled| ruled.length().is_some());
        let (line, leftover) =
            ruled.map_or((&mate.line, mate.leftover), |ruled| (&ruled.line, ruled.leftover));
        RuledAnswer {
            rules: Some(rules.name()),
            rule_length: Some(length),
            rule_length_status: Some(LengthStatus::of(is_exact)),
            rule_length_least: Some(
                ruled.map_or(if is_exact { length } else { 1 }, |ruled| ruled.least.into()),
            ),
            rule_moves: line.iter().map(ToString::to_string).collect(),
            rule_leftover: hand_letters(leftover),
            futile: ruled.map_or(Vec::new(), |ruled| ruled.futile.iter().map(FutileEntry::of).collect()),
            other_rules: ruled.map_or(Vec::new(), |ruled| ruled.others.iter().map(OtherLength::of).collect()),
            contested: ruled.and_then(AdjustedMate::is_contested),
        }
    }

    /// The length, if it is known exactly.
    pub fn exact_length(&self) -> Option<u64> {
        self.rule_length.filter(|_| self.rule_length_status == Some(LengthStatus::Minimal))
    }

    /// The length, at least and at most, if it is not `length`.
    pub fn other_length(&self, length: Option<u64>) -> Option<(u64, u64)> {
        let (least, most) = (self.rule_length_least?, self.rule_length?);
        (Some(least) != length || Some(most) != length).then_some((least, most))
    }
}

impl OtherLength {
    fn of(other: &LengthBounds) -> OtherLength {
        OtherLength { rules: other.rules.name(), length: other.most, least: other.least }
    }
}

impl FutileEntry {
    fn of(futile: &FutileInterposition) -> FutileEntry {
        FutileEntry { ply: futile.ply, mv: futile.mv.to_string(), why: futile.why.into() }
    }
}

impl From<FutilityReason> for FutilityEntry {
    fn from(why: FutilityReason) -> FutilityEntry {
        let FutilityReason { capture, by_checker, plies, otherwise } = why;
        let reason = match plies {
            Some(0) => "mate at once",
            Some(_) => "no longer",
            None => "still mate",
        };
        FutilityEntry {
            reason,
            capture: capture.to_string(),
            by: if by_checker { "checker" } else { "other piece" },
            plies,
            otherwise,
        }
    }
}

/// The length that is expected, if any.
fn plies(expected: Expected) -> Option<usize> {
    match expected {
        Expected::NoLength => None,
        Expected::Mate(plies) | Expected::Brinkmate(plies) => Some(plies),
    }
}

/// A hand as SFEN writes it: `R2P`.
pub fn hand_letters(hand: Hand) -> String {
    let piece = |(kind, count): (PieceKind, u32)| match count {
        1 => kind.letter().to_string(),
        _ => format!("{count}{}", kind.letter()),
    };
    hand.iter().rev().map(piece).collect()
}
