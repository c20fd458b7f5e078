//! What the judge found, for people and for programs.

use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_notation::japanese;
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Fault, Judgement, Mate, ProblemPiece, Remark};

use crate::commands::solve::{hand_letters, line_text, usi};
use crate::language::{FaultText, Lang, Message, RemarkKind};

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
    pub fn of(judgement: &Judgement, position: &Position, lang: Lang) -> Findings {
        let solution: &[Move] = judgement.mate.as_ref().map_or(&[], |mate| &mate.line);
        let writer = Writer { position, solution, lang };
        let reasons = judgement.faults.iter().map(|fault| writer.fault(fault, false));
        let open = judgement.open.iter().map(|fault| writer.fault(fault, true));
        let remarks = judgement.remarks.iter().flat_map(|remark| writer.remark(remark));
        Findings { reasons: reasons.collect(), open: open.collect(), remarks: remarks.collect() }
    }

    /// The words for what is wrong, each with how often it is; empty if nothing is known to be.
    pub fn short(&self) -> String {
        let mut words: Vec<(&str, usize)> = Vec::new();
        for word in self.reasons.iter().map(|reason| reason.word.as_str()) {
            match words.iter_mut().find(|(known, _)| *known == word) {
                Some((_, times)) => *times += 1,
                None => words.push((word, 1)),
            }
        }
        let counted = |&(word, times): &(&str, usize)| match times {
            1 => word.to_owned(),
            _ => format!("{word} ×{times}"),
        };
        words.iter().map(counted).collect::<Vec<_>>().join(", ")
    }
}

/// A fault, one that is not ruled out, or a remark. Programs get `kind`, `ply` and `move`, and what the kind has besides.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Finding {
    /// The word for it; empty for a remark.
    #[serde(skip)]
    word: String,
    /// A sentence for people.
    #[serde(skip)]
    pub sentence: String,
    object: Value,
}

/// Writes down what was found in the problem at `position` with this solution.
struct Writer<'a> {
    position: &'a Position,
    solution: &'a [Move],
    lang: Lang,
}

impl Writer<'_> {
    /// A fault, or one that is neither shown nor excluded.
    fn fault(&self, fault: &Fault, is_open: bool) -> Finding {
        let object = fault_object(fault);
        let finding = |text: FaultText<'_>| Finding {
            word: self.lang.text(&Message::FaultWord(text)),
            sentence: self.lang.text(&if is_open { Message::OpenFault(text) } else { Message::Fault(text) }),
            object,
        };
        match *fault {
            Fault::NoMate => finding(FaultText::NoMate),
            Fault::Length => finding(FaultText::Shorter),
            Fault::Cook { ply, check, ref mate } => {
                let place = self.place(ply);
                let line = mate.as_ref().and_then(|mate| place.cook(check, mate));
                let mate = line.as_ref().map(|(length, line)| (*length, line.as_str()));
                finding(FaultText::Cook { ply, check: &place.name(check), mate })
            }
            Fault::Leftover { ply, last, hand } => {
                finding(FaultText::Leftover { ply, last: &self.place(ply).name(last), hand })
            }
            Fault::Unneeded(ProblemPiece::OnBoard(piece, square)) => {
                let mark = if piece.color() == Color::Black { '▲' } else { '△' };
                let (square, kind) = (japanese::square_name(square), japanese::piece_name(piece.kind()));
                finding(FaultText::Unneeded { piece: &format!("{mark}{square}{kind}"), in_hand: false })
            }
            Fault::Unneeded(ProblemPiece::InHand(kind)) => {
                finding(FaultText::Unneeded { piece: japanese::piece_name(kind), in_hand: true })
            }
        }
    }

    /// What is allowed: a finding for each move that it is about.
    fn remark(&self, remark: &Remark) -> Vec<Finding> {
        let kind = match remark {
            Remark::LastMove { .. } => RemarkKind::LastMove,
            Remark::EqualVariation { .. } => RemarkKind::EqualVariation,
            Remark::Mirror { .. } => RemarkKind::Mirror,
        };
        let ply = remark.ply();
        let place = self.place(ply);
        let finding = |mv: &Move| Finding {
            word: String::new(),
            sentence: self.lang.text(&Message::Remark { kind, ply, name: &place.name(*mv) }),
            object: json!({ "kind": remark.name(), "ply": ply, "move": mv.to_string() }),
        };
        remark.moves().iter().map(finding).collect()
    }

    /// Before ply `ply` of the solution, from 1.
    fn place(&self, ply: u32) -> Place {
        let mut place = Place { position: self.position.clone(), before: None };
        for &mv in self.solution.iter().take((ply as usize).saturating_sub(1)) {
            let _ = place.position.make(mv);
            place.before = Some(mv);
        }
        place
    }
}

fn fault_object(fault: &Fault) -> Value {
    let mut object = json!({ "kind": fault.name(), "ply": null, "move": null });
    match fault {
        Fault::NoMate | Fault::Length => {}
        Fault::Cook { ply, check, mate } => {
            object["ply"] = (*ply).into();
            object["move"] = check.to_string().into();
            let line = |mate: &Mate| usi(&[&[*check], &mate.line[..]].concat());
            // The check is the cook's first ply.
            object["length"] = mate.as_ref().map(|mate| mate.length() + 1).into();
            object["line"] = mate.as_ref().map(line).into();
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

/// A place along the solution.
struct Place {
    position: Position,
    before: Option<Move>,
}

impl Place {
    /// The name of a move. A solution that the limits cut short may lead elsewhere; then the move has no name there but USI's.
    fn name(&self, mv: Move) -> String {
        if self.position.is_legal(mv) {
            japanese::move_name(&self.position, mv, self.before.map(Move::to))
        } else {
            mv.to_string()
        }
    }

    /// The length of a cook with its check, and its line as far as it is shown.
    fn cook(&self, check: Move, mate: &Mate) -> Option<(u64, String)> {
        if !self.position.is_legal(check) {
            return None;
        }
        let line = [&[check], &mate.line[..]].concat();
        let shown = line_text(&self.position, &line[..line.len().min(SHOWN)]);
        let more = if line.len() > SHOWN { " …" } else { "" };
        Some((mate.length() as u64 + 1, format!("{shown}{more}")))
    }
}
