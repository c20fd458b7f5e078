//! Every first move that mates.

use serde_json::{Value, json};
use yomikiri_shogi::Move;
use yomikiri_tsume::{ExplainedMove, Explanation, MoveVerdict};

use crate::answer::{Answer, hand_letters};
use crate::place::usi;
use crate::verdict::LengthStatus;

/// The first moves that mate, and those that are not decided.
#[derive(Debug)]
pub struct Solutions {
    explanation: Explanation,
    /// How many are shown at most.
    most: usize,
}

impl Solutions {
    /// At most `most` mating moves of an explanation.
    pub fn of(explanation: Explanation, most: usize) -> Solutions {
        Solutions { explanation, most }
    }

    /// The moves that mate.
    pub fn mating(&self) -> impl Iterator<Item = &ExplainedMove> {
        self.explanation.moves.iter().filter(|explained| explained.mate().is_some()).take(self.most)
    }

    /// The moves that are not decided.
    pub fn open(&self) -> impl Iterator<Item = Move> {
        let open = |explained: &&ExplainedMove| matches!(explained.verdict, MoveVerdict::Open(_));
        self.explanation.moves.iter().filter(open).map(|explained| explained.mv)
    }

    /// The explanation of all first moves.
    pub fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// Adds them to an answer.
    pub fn put(&self, answer: &mut Answer) {
        let solution = |explained: &ExplainedMove| -> Value {
            let mate = explained.mate();
            json!({
                "move": explained.mv.to_string(),
                "length": explained.length(),
                "length_status": mate.map(|mate| LengthStatus::of(mate.minimal)),
                "moves": usi(&explained.line()),
                "leftover": mate.map(|mate| hand_letters(mate.leftover)),
                "rule_length": explained.rule_length,
                "rule_moves": usi(&explained.line_by_rules()),
                "rule_leftover": explained.leftover_by_rules().map(hand_letters),
            })
        };
        answer.solutions = Some(self.mating().map(solution).collect());
        answer.solutions_open = Some(self.open().map(|mv| mv.to_string()).collect());
    }
}
