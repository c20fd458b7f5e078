//! What the judge found, for people and for programs.

use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_notation::{diagram, japanese};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Fault, Judgement, Mate, ProblemPiece, Remark};

use crate::commands::solve::{hand_letters, line_text, plies};

/// Plies of a cook that are shown to people; it may run to hundreds.
const SHOWN: usize = 15;

/// Everything the judge found in a problem. The keys are those of the command's contract.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// What makes it unsound.
    pub reasons: Vec<Finding>,
    /// What might, and is not decided.
    pub open: Vec<Finding>,
    /// What is allowed.
    pub remarks: Vec<Finding>,
}

impl Findings {
    /// What a judgement of the problem at `position` says.
    pub fn of(judgement: &Judgement, position: &Position) -> Findings {
        let line: &[Move] = judgement.mate.as_ref().map_or(&[], |mate| &mate.line);
        let reasons = judgement.faults.iter().map(|fault| Finding::of_fault(fault, position, line));
        let open = judgement.open.iter().map(|fault| Finding::of_open(fault, position, line));
        let remarks = judgement.remarks.iter().flat_map(|remark| Finding::of_remark(remark, position, line));
        Findings { reasons: reasons.collect(), open: open.collect(), remarks: remarks.collect() }
    }

    /// The words for what is wrong, each with how often it is; empty if nothing is known to be.
    pub fn short(&self) -> String {
        let mut words: Vec<(&str, usize)> = Vec::new();
        for word in self.reasons.iter().map(|reason| reason.short) {
            match words.iter_mut().find(|(known, _)| *known == word) {
                Some((_, times)) => *times += 1,
                None => words.push((word, 1)),
            }
        }
        let told = |&(word, times): &(&str, usize)| match times {
            1 => word.to_owned(),
            _ => format!("{word} ×{times}"),
        };
        words.iter().map(told).collect::<Vec<_>>().join(", ")
    }
}

/// A fault, one that is not ruled out, or a remark. Programs get `kind`, `ply` and `move`, and what the kind has besides.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Finding {
    /// The field's word, and ours.
    #[serde(skip)]
    short: &'static str,
    #[serde(skip)]
    sentence: String,
    object: Value,
}

impl Finding {
    /// A fault of the problem at `position` with this solution.
    fn of_fault(fault: &Fault, position: &Position, solution: &[Move]) -> Finding {
        let word = word(fault);
        let meaning = match fault {
            Fault::NoMate => "there is none".to_owned(),
            Fault::Length => "there is a shorter mate".to_owned(),
            Fault::Cook { ply, check, mate } => {
                let place = Place::at(position, solution, *ply);
                let how = mate.as_ref().map(|mate| place.cook(*check, mate)).unwrap_or_default();
                format!("at ply {ply} {} mates as well{how}", place.name(*check))
            }
            Fault::Leftover { ply, last, hand } => {
                let name = Place::at(position, solution, *ply).name(*last);
                format!("{} left in hand after {name} at ply {ply}", diagram::hand_text(*hand))
            }
            Fault::Unneeded(spare) => format!("{} could be taken away", piece_name(*spare)),
        };
        Finding { short: word, sentence: format!("{word}: {meaning}"), object: fault_object(fault) }
    }

    /// A fault that is neither shown nor excluded.
    fn of_open(fault: &Fault, position: &Position, solution: &[Move]) -> Finding {
        let word = word(fault);
        let question = match fault {
            Fault::NoMate => "is there a mate?".to_owned(),
            Fault::Length => "is there a shorter mate?".to_owned(),
            Fault::Cook { ply, check, .. } => {
                let name = Place::at(position, solution, *ply).name(*check);
                format!("does {name} at ply {ply} mate as well?")
            }
            Fault::Leftover { ply, .. } => format!("is anything left in hand after ply {ply}?"),
            Fault::Unneeded(spare) => format!("could {} be taken away?", piece_name(*spare)),
        };
        Finding { short: word, sentence: format!("{word}: {question}"), object: fault_object(fault) }
    }

    /// What is allowed: a finding for each move that it is about.
    fn of_remark(remark: &Remark, position: &Position, solution: &[Move]) -> Vec<Finding> {
        let (english, meaning) = match remark {
            Remark::LastMove { .. } => ("last move", "mates as well, which is allowed"),
            Remark::EqualVariation { .. } => {
                ("equal variation", "holds out as long and leaves nothing in hand either")
            }
            Remark::Mirror { .. } => ("mirror image", "is the mirror image of the solution, and no cook"),
        };
        let (word, ply) = (remark.word(), remark.ply());
        let place = Place::at(position, solution, ply);
        let finding = |mv: &Move| Finding {
            short: word,
            sentence: format!("{word} {english}: at ply {ply} {} {meaning}", place.name(*mv)),
            object: json!({ "kind": remark.name(), "ply": ply, "move": mv.to_string() }),
        };
        remark.moves().iter().map(finding).collect()
    }

    /// A sentence.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }
}

/// The field's word for a fault, and ours.
fn word(fault: &Fault) -> &'static str {
    match fault {
        Fault::NoMate => "不詰 no mate",
        Fault::Length => "早詰 shorter mate",
        Fault::Cook { .. } => "余詰 cook",
        Fault::Leftover { .. } => "駒余り leftover",
        Fault::Unneeded(_) => "不要駒 unneeded piece",
    }
}

fn fault_object(fault: &Fault) -> Value {
    let mut object = json!({ "kind": fault.name(), "ply": null, "move": null });
    match fault {
        Fault::NoMate | Fault::Length => {}
        Fault::Cook { ply, check, mate } => {
            object["ply"] = (*ply).into();
            object["move"] = check.to_string().into();
            let line = |mate: &Mate| [&[*check], &mate.line[..]].concat();
            let usi = |line: Vec<Move>| line.iter().map(Move::to_string).collect::<Vec<_>>();
            // The check is the cook's first ply.
            object["length"] = mate.as_ref().map(|mate| mate.length() + 1).into();
            object["line"] = mate.as_ref().map(|mate| usi(line(mate))).into();
        }
        Fault::Leftover { ply, last, hand } => {
            object["ply"] = (*ply).into();
            object["move"] = last.to_string().into();
            object["hand"] = hand_letters(*hand).into();
        }
        Fault::Unneeded(ProblemPiece::OnBoard(piece, square)) => {
            object["piece"] = piece.to_string().into();
            object["square"] = square.to_string().into();
        }
        Fault::Unneeded(ProblemPiece::InHand(kind)) => {
            object["piece"] = kind.letter().to_string().into();
            object["square"] = Value::Null;
        }
    }
    object
}

/// A piece by its side and where it stands: △３三歩.
fn piece_name(piece: ProblemPiece) -> String {
    match piece {
        ProblemPiece::OnBoard(piece, square) => {
            let mark = if piece.color() == Color::Black { '▲' } else { '△' };
            format!("{mark}{}{}", japanese::square_name(square), japanese::piece_name(piece.kind()))
        }
        ProblemPiece::InHand(kind) => format!("{} in hand", japanese::piece_name(kind)),
    }
}

/// A place along the solution.
struct Place {
    position: Position,
    before: Option<Move>,
}

impl Place {
    /// Before ply `ply`, from 1.
    fn at(position: &Position, solution: &[Move], ply: u32) -> Place {
        let mut place = Place { position: position.clone(), before: None };
        for &mv in solution.iter().take((ply as usize).saturating_sub(1)) {
            let _ = place.position.make(mv);
            place.before = Some(mv);
        }
        place
    }

    /// The name of a move. A solution that the limits cut short may lead elsewhere; then the move has no name there but USI's.
    fn name(&self, mv: Move) -> String {
        if self.position.is_legal(mv) {
            japanese::move_name(&self.position, mv, self.before.map(Move::to))
        } else {
            mv.to_string()
        }
    }

    /// How a cook mates.
    fn cook(&self, check: Move, mate: &Mate) -> String {
        if !self.position.is_legal(check) {
            return String::new();
        }
        let line = [&[check], &mate.line[..]].concat();
        let shown = line_text(&self.position, &line[..line.len().min(SHOWN)]);
        let more = if line.len() > SHOWN { " …" } else { "" };
        match mate.length() {
            0 => ", at once".to_owned(),
            answers => format!(", within {}: {shown}{more}", plies(answers as u64 + 1)),
        }
    }
}
