//! What the judge found, for people and for programs.

use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_notation::japanese;
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{Fault, Flaw, Judgement, OpenQuestion, OtherMate, PlyTries, ProblemPiece, Remark};

use crate::commands::solve::{hand_letters, line_text, usi};
use crate::language::{FindingText, Lang, Message, OtherKind};

/// Plies of a line that are shown to people; it may run to hundreds.
const SHOWN: usize = 15;

/// Everything the judge found in a problem. The keys are those of the command's contract.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
    /// What makes it unsound.
    pub reasons: Vec<Finding>,
    /// What is not as it should be, but leaves it sound.
    pub flaws: Vec<Finding>,
    /// What is not decided.
    pub open: Vec<Finding>,
    /// What is worth a word.
    pub remarks: Vec<Finding>,
    /// How many checks beside the solution are settled at each ply.
    pub tries: Vec<TriesEntry>,
    /// The first ply from which on nothing is wrong and nothing open.
    pub sound_from: Option<u32>,
}

/// How many checks beside the solution are settled at a ply.
#[derive(Debug, Serialize)]
pub struct TriesEntry {
    pub ply: u32,
    pub tries: u32,
    pub settled: u32,
}

impl Findings {
    /// What a judgement of the problem at `position` says.
    pub fn of(judgement: &Judgement, position: &Position, lang: Lang) -> Findings {
        let writer = Writer { position, solution: &judgement.line, lang };
        let tries = judgement.tries.iter().map(|&PlyTries { ply, tries, settled }| TriesEntry {
            ply,
            tries,
            settled,
        });
        Findings {
            reasons: judgement.faults.iter().map(|fault| writer.fault(fault)).collect(),
            flaws: judgement.flaws.iter().map(|flaw| writer.flaw(flaw)).collect(),
            open: judgement.open.iter().map(|open| writer.open(open)).collect(),
            remarks: judgement.remarks.iter().map(|remark| writer.remark(remark)).collect(),
            tries: tries.collect(),
            sound_from: judgement.sound_from(),
        }
    }

    /// The words for what is wrong, each with how often it is: faults, or else flaws; empty if nothing is known to be.
    pub fn short(&self) -> String {
        let found = if self.reasons.is_empty() { &self.flaws } else { &self.reasons };
        let mut words: Vec<(&str, usize)> = Vec::new();
        for word in found.iter().map(|finding| finding.word.as_str()) {
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

    /// The sentences about the whole problem, and not about one of its moves.
    pub fn about_the_whole(self) -> impl Iterator<Item = String> {
        let all = self.reasons.into_iter().chain(self.flaws).chain(self.open);
        all.filter(|finding| finding.object["ply"].is_null()).map(|finding| finding.sentence)
    }

    /// The words for everything that is wrong, each once.
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> =
            self.reasons.iter().chain(&self.flaws).map(|finding| finding.word.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// Something that was found. Programs get `kind`, `kind_ja`, `ply`, `move`, the `position` before the move, and what the kind has
/// besides.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Finding {
    /// The word for it.
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
    fn fault(&self, fault: &Fault) -> Finding {
        let (name, word) = (fault.name(), fault.word());
        match fault {
            Fault::NoMate => self.finding(
                FindingText::NoMate,
                json!({ "kind": name, "kind_ja": word, "ply": null, "move": null, "proof": "search" }),
            ),
            Fault::Cook(other) => self.other(OtherKind::Cook, name, word, other),
            &Fault::Leftover { ply, last, hand } => {
                let mut object = self.object(name, word, ply, last);
                object["hand"] = hand_letters(hand).into();
                self.finding(FindingText::Leftover { ply, last: &self.place(ply).name(last), hand }, object)
            }
            &Fault::Shorter { intended, length } => {
                let object = self.length_object(name, word, intended, length);
                self.finding(FindingText::Shorter { intended, length }, object)
            }
            &Fault::LongerVariation { intended, length } => {
                let object = self.length_object(name, word, intended, length);
                self.finding(FindingText::LongerVariation { intended, length, tolerated: false }, object)
            }
        }
    }

    fn flaw(&self, flaw: &Flaw) -> Finding {
        let (name, word) = (flaw.name(), flaw.word());
        match flaw {
            Flaw::FreeChoice(other) => self.other(OtherKind::FreeChoice, name, word, other),
            Flaw::Detour(other) => self.other(OtherKind::Detour, name, word, other),
            Flaw::EqualVariation { ply, line } => {
                let Some(&answer) = line.first() else {
                    return self.finding(FindingText::Length, Value::Null);
                };
                let place = self.place(*ply);
                let mut object = self.object(name, word, *ply, answer);
                let distance = line.len() as u32;
                object["distance"] = distance.into();
                object["line"] = usi(line).into();
                let text = FindingText::EqualVariation {
                    ply: *ply,
                    name: &place.name(answer),
                    distance,
                    line: &place.line(line),
                };
                self.finding(text, object)
            }
            &Flaw::LastMove { ply, check } => {
                let text = FindingText::LastMove { ply, name: &self.place(ply).name(check) };
                self.finding(text, self.object(name, word, ply, check))
            }
            &Flaw::LongerVariation { intended, length } => {
                let object = self.length_object(name, word, intended, length);
                self.finding(FindingText::LongerVariation { intended, length, tolerated: true }, object)
            }
            Flaw::Unneeded(piece) => {
                let (text, object) = unneeded(*piece, name);
                let (piece, in_hand) = (text.0.as_str(), text.1);
                self.finding(FindingText::Unneeded { piece, in_hand }, object)
            }
        }
    }

    fn remark(&self, remark: &Remark) -> Finding {
        let &Remark::Mirror { ply, check } = remark;
        let text = FindingText::Mirror { ply, name: &self.place(ply).name(check) };
        self.finding(text, self.object(remark.name(), remark.word(), ply, check))
    }

    fn open(&self, open: &OpenQuestion) -> Finding {
        let name = open.name();
        let nothing = || json!({ "kind": name, "ply": null, "move": null });
        let said = |text: FindingText<'_>, object| Finding {
            word: self.lang.text(&Message::FindingWord(text)),
            sentence: self.lang.text(&Message::OpenFinding(text)),
            object,
        };
        match *open {
            OpenQuestion::Mate => said(FindingText::NoMate, nothing()),
            OpenQuestion::Length => said(FindingText::Length, nothing()),
            OpenQuestion::EqualVariations => {
                said(FindingText::EqualVariation { ply: 0, name: "", distance: 0, line: "" }, nothing())
            }
            OpenQuestion::Try { ply, check } => {
                let object = json!({ "kind": name, "ply": ply, "move": check.to_string() });
                let check = &self.place(ply).name(check);
                said(FindingText::Other { kind: OtherKind::Cook, ply, check, mate: None }, object)
            }
            OpenQuestion::Unneeded(piece) => {
                let ((piece, in_hand), object) = unneeded(piece, name);
                said(FindingText::Unneeded { piece: &piece, in_hand }, object)
            }
        }
    }

    /// Another check that mates.
    fn other(&self, kind: OtherKind, name: &str, word: &str, other: &OtherMate) -> Finding {
        let OtherMate { ply, check, ref mate } = *other;
        let place = self.place(ply);
        let line = [&[check], &mate.line[..]].concat();
        let mut object = self.object(name, word, ply, check);
        // The check is the first ply of its mate.
        object["length"] = (mate.length() + 1).into();
        object["line"] = usi(&line).into();
        object["proof"] = json!({ "replayed_positions": mate.proof_size });
        let shown = (mate.length() as u64 + 1, place.line(&line));
        let mate = Some((shown.0, shown.1.as_str()));
        self.finding(FindingText::Other { kind, ply, check: &place.name(check), mate }, object)
    }

    fn finding(&self, text: FindingText<'_>, object: Value) -> Finding {
        Finding {
            word: self.lang.text(&Message::FindingWord(text)),
            sentence: self.lang.text(&Message::Finding(text)),
            object,
        }
    }

    fn object(&self, name: &str, word: &str, ply: u32, mv: Move) -> Value {
        let position = self.place(ply).position.to_sfen();
        json!({ "kind": name, "kind_ja": word, "ply": ply, "move": mv.to_string(), "position": position })
    }

    fn length_object(&self, name: &str, word: &str, intended: u32, length: u32) -> Value {
        json!({
            "kind": name, "kind_ja": word, "ply": null, "move": null,
            "intended": intended, "length": length, "line": usi(self.solution),
        })
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

/// A piece by its name and whether it is in hand, and for programs.
fn unneeded(piece: ProblemPiece, name: &str) -> ((String, bool), Value) {
    let mut object = json!({ "kind": name, "kind_ja": "不要駒", "ply": null, "move": null });
    match piece {
        ProblemPiece::OnBoard(piece, square) => {
            object["piece"] = piece.to_string().into();
            object["square"] = square.to_string().into();
            let mark = if piece.color() == Color::Black { '▲' } else { '△' };
            let (square, kind) = (japanese::square_name(square), japanese::piece_name(piece.kind()));
            ((format!("{mark}{square}{kind}"), false), object)
        }
        ProblemPiece::InHand(kind) => {
            object["piece"] = kind.letter().to_string().into();
            object["square"] = Value::Null;
            ((japanese::piece_name(kind).to_owned(), true), object)
        }
    }
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

    /// A line, as far as it is shown.
    fn line(&self, line: &[Move]) -> String {
        if !line.first().is_some_and(|&first| self.position.is_legal(first)) {
            return usi(line).join(" ");
        }
        let shown = line_text(&self.position, &line[..line.len().min(SHOWN)]);
        let more = if line.len() > SHOWN { " …" } else { "" };
        format!("{shown}{more}")
    }
}
