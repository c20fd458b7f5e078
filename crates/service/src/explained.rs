//! The moves of a position with their fates, as an object.

use serde_json::{Value, json};
use yomikiri_tsume::{ExplainedMove, Explanation, MoveVerdict};

use crate::answer::{FutilityEntry, hand_letters};
use crate::case::Case;
use crate::place::{Place, usi};
use crate::refutation::failure_json;
use crate::verdict::{AnswerVerdict, Length, LengthStatus};

/// An explanation with the place that it is about.
#[derive(Clone, Copy, Debug)]
pub struct ExplainedPosition<'a> {
    /// The place.
    pub place: &'a Place,
    /// What is known of its moves.
    pub explanation: &'a Explanation,
}

impl ExplainedPosition<'_> {
    /// The verdict on the position.
    pub fn verdict(&self) -> AnswerVerdict {
        match self.explanation.mates() {
            Some(true) => AnswerVerdict::Mate,
            Some(false) => AnswerVerdict::NoMate,
            None => AnswerVerdict::Unknown,
        }
    }

    /// The length of the mate with every interposition. It is certain if everything is decided.
    pub fn length(&self) -> Option<Length> {
        let Explanation { moves, .. } = self.explanation;
        let certain = |explained: &ExplainedMove| match &explained.verdict {
            MoveVerdict::Mate(mate) => mate.minimal,
            MoveVerdict::NoMate(_) => true,
            MoveVerdict::Open(_) => false,
        };
        let plies = self.explanation.length()? as u64;
        Some(Length { plies, status: LengthStatus::of(moves.iter().all(certain)) })
    }

    /// The object of `explain`: what is known of the position to which `path` leads in a problem.
    pub fn json_from(&self, case: &Case, path: &[String]) -> Value {
        let mut object = self.json();
        object["start"] = case.position.to_sfen().into();
        object["path"] = path.into();
        object["hands"] = case.hands.name().into();
        object
    }

    fn json(&self) -> Value {
        let Explanation { attacks, rules, moves, stopped, counters, elapsed } = self.explanation;
        let (length, best) = (self.length(), self.explanation.best());
        json!({
            "position": self.place.position.to_sfen(),
            "side": if *attacks { "attacker" } else { "defender" },
            "verdict": self.verdict(),
            "length": length.map(|length| length.plies),
            "length_status": length.map(|length| length.status),
            "rules": rules.name(),
            "rule_length": self.explanation.rule_length(),
            "best": best.map(|best| best.mv.to_string()),
            "moves": moves.iter().map(|explained| self.move_json(explained)).collect::<Vec<_>>(),
            "stop_reason": stopped.map(|reason| reason.to_string()),
            "nodes": counters.visits,
            "wall_seconds": elapsed.as_secs_f64(),
        })
    }

    /// A move for programs.
    fn move_json(&self, explained: &ExplainedMove) -> Value {
        let mate = explained.mate();
        let open = match explained.verdict {
            MoveVerdict::Open(reason) => reason,
            _ => None,
        };
        json!({
            "move": explained.mv.to_string(),
            "japanese": self.place.name(explained.mv),
            "fate": fate_word(explained),
            "length": explained.length(),
            "length_status": mate.map(|mate| LengthStatus::of(mate.minimal)),
            "rule_length": explained.rule_length,
            "futile": explained.futile.is_some(),
            "why_futile": explained.futile.map(FutilityEntry::from),
            "moves": usi(&explained.line()),
            "leftover": mate.map(|mate| hand_letters(mate.leftover)),
            "rule_moves": usi(&explained.line_by_rules()),
            "rule_leftover": explained.leftover_by_rules().map(hand_letters),
            "refutation": explained.failure().map(failure_json),
            "stop_reason": open.map(|reason| reason.to_string()),
        })
    }
}

/// The word for a fate in JSON.
pub fn fate_word(explained: &ExplainedMove) -> &'static str {
    match explained.verdict {
        MoveVerdict::Mate(_) => "mate",
        MoveVerdict::NoMate(_) => "nomate",
        MoveVerdict::Open(_) => "open",
    }
}
