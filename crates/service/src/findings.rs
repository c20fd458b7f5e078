//! What the judge found, as objects.

use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, OpenQuestion, ProblemPiece, Remark, TryCount};

use crate::answer::hand_letters;
use crate::place::{Place, usi};

/// Everything the judge found in a problem. The keys are those of the command's contract: each finding has `kind`, `kind_ja`, `ply`,
/// `move`, the `position` before the move, and what the kind has besides.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// What makes it unsound.
    pub reasons: Vec<Value>,
    /// What is not as it should be, but leaves it sound.
    pub flaws: Vec<Value>,
    /// What is not decided.
    pub open: Vec<Value>,
    /// What is worth a word.
    pub remarks: Vec<Value>,
    /// How many checks beside the solution are settled at each ply.
    pub tries: Vec<TriesEntry>,
    /// The first ply from which on nothing is wrong and nothing open.
    pub sound_from: Option<u32>,
}

/// How many checks beside the solution are settled at a ply.
#[derive(Debug, Serialize)]
pub struct TriesEntry {
    /// The ply, from 1.
    pub ply: u32,
    /// The checks beside the solution.
    pub tries: u32,
    /// Those of them that are settled.
    pub settled: u32,
}

impl Findings {
    /// What a judgement of the problem at `position` says.
    pub fn of(judgement: &Judgement, position: &Position) -> Findings {
        let writer = Writer { position, solution: &judgement.line };
        let tries = judgement.tries.iter().map(|&TryCount { ply, tries, settled }| TriesEntry {
            ply,
            tries,
            settled,
        });
        Findings {
            reasons: judgement.faults.iter().map(|fault| writer.fault(fault)).collect(),
            flaws: judgement.flaws.iter().map(|flaw| writer.flaw(flaw)).collect(),
            open: judgement.open.iter().map(open_object).collect(),
            remarks: judgement.remarks.iter().map(|remark| writer.remark(remark)).collect(),
            tries: tries.collect(),
            sound_from: judgement.sound_from(),
        }
    }
}

/// Writes down what was found in the problem at `position` with this solution.
struct Writer<'a> {
    position: &'a Position,
    solution: &'a [Move],
}

impl Writer<'_> {
    fn fault(&self, fault: &Fault) -> Value {
        let (name, word) = (fault.name(), fault.japanese_term());
        match fault {
            Fault::NoMate => {
                json!({ "kind": name, "kind_ja": word, "ply": null, "move": null, "proof": "search" })
            }
            Fault::Cook(other) => self.other(name, word, other),
            &Fault::Leftover { ply, last, hand } => {
                let mut object = self.object(name, word, ply, last);
                object["hand"] = hand_letters(hand).into();
                object
            }
            &Fault::Shorter { intended, length } | &Fault::LongerVariation { intended, length } => {
                self.length_object(name, word, intended, length)
            }
        }
    }

    fn flaw(&self, flaw: &Flaw) -> Value {
        let (name, word) = (flaw.name(), flaw.japanese_term());
        match flaw {
            Flaw::FreeChoice(other) | Flaw::Detour(other) => self.other(name, word, other),
            Flaw::EqualVariation { ply, line } => {
                let Some(&answer) = line.first() else { return Value::Null };
                let mut object = self.object(name, word, *ply, answer);
                object["distance"] = (line.len() as u32).into();
                object["line"] = usi(line).into();
                object
            }
            &Flaw::LastMove { ply, check } => self.object(name, word, ply, check),
            &Flaw::LongerVariation { intended, length } => self.length_object(name, word, intended, length),
            Flaw::Unneeded(piece) => unneeded(*piece, name),
        }
    }

    fn remark(&self, remark: &Remark) -> Value {
        let &Remark::Mirror { ply, check } = remark;
        self.object(remark.name(), remark.japanese_term(), ply, check)
    }

    /// Another check that mates.
    fn other(&self, name: &str, word: &str, other: &AlternativeMate) -> Value {
        let AlternativeMate { ply, check, ref mate } = *other;
        let line = [&[check], &mate.line[..]].concat();
        let mut object = self.object(name, word, ply, check);
        // The check is the first ply of its mate.
        object["length"] = (mate.length() + 1).into();
        object["line"] = usi(&line).into();
        object["proof"] = json!({ "replayed_positions": mate.proof_size });
        object
    }

    fn object(&self, name: &str, word: &str, ply: u32, mv: Move) -> Value {
        let before = (ply as usize).saturating_sub(1);
        let position = Place::along(self.position, self.solution, before).position.to_sfen();
        json!({ "kind": name, "kind_ja": word, "ply": ply, "move": mv.to_string(), "position": position })
    }

    fn length_object(&self, name: &str, word: &str, intended: u32, length: u32) -> Value {
        json!({
            "kind": name, "kind_ja": word, "ply": null, "move": null,
            "intended": intended, "length": length, "line": usi(self.solution),
        })
    }
}

fn open_object(open: &OpenQuestion) -> Value {
    let name = open.name();
    match *open {
        OpenQuestion::Mate | OpenQuestion::Length | OpenQuestion::EqualVariations => {
            json!({ "kind": name, "ply": null, "move": null })
        }
        OpenQuestion::Try { ply, check } => json!({ "kind": name, "ply": ply, "move": check.to_string() }),
        OpenQuestion::Unneeded(piece) => unneeded(piece, name),
    }
}

fn unneeded(piece: ProblemPiece, name: &str) -> Value {
    let mut object = json!({ "kind": name, "kind_ja": "不要駒", "ply": null, "move": null });
    match piece {
        ProblemPiece::OnBoard(piece, square) => {
            object["piece"] = piece.to_string().into();
            object["square"] = square.to_string().into();
        }
        ProblemPiece::InHand(kind) => {
            object["piece"] = kind.letter().to_string().into();
            object["square"] = Value::Null;
        }
    }
    object
}
