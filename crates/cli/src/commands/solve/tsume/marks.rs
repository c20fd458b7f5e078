//! What the judge found, as comments of a record: each at the move that it is about.

use yomikiri_shogi::Move;
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, Remark};

use crate::language::{Lang, OtherKind, RecordText};
use crate::verdict::AnswerVerdict;

/// What the judge found in a problem.
#[derive(Debug, Default)]
pub struct Marks {
    /// Comments about the whole problem.
    pub comments: Vec<String>,
    /// What is said at the end of the main line.
    pub at_end: Option<RecordText>,
    marks: Vec<Mark>,
}

/// What the judge found about a move beside the main line.
#[derive(Debug)]
pub struct Mark {
    /// The ply of the main line instead of which it is played, from 1.
    pub ply: usize,
    /// The move and what follows it.
    pub line: Vec<Move>,
    /// What it is.
    pub kind: MarkKind,
}

/// What a move beside the main line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A check that mates.
    Other(OtherKind),
    /// The mirror image of the main line's.
    Mirror,
    /// Another last move.
    LastMove,
    /// An answer that is as good as the main line's.
    Equal,
}

impl Marks {
    /// What a judgement says. `sentences` are those about the whole problem.
    pub fn of(judgement: &Judgement, sentences: impl IntoIterator<Item = String>) -> Marks {
        let verdict: AnswerVerdict = judgement.verdict.into();
        let mut marks = Marks::default();
        marks.comments.push(Lang::Ja.soundness(verdict).to_owned());
        marks.comments.extend(sentences);
        for fault in &judgement.faults {
            match fault {
                Fault::Cook(other) => marks.add_other(OtherKind::Cook, other),
                Fault::Leftover { .. } => marks.at_end = Some(RecordText::Leftover),
                Fault::NoMate | Fault::Shorter { .. } | Fault::LongerVariation { .. } => {}
            }
        }
        for flaw in &judgement.flaws {
            match flaw {
                Flaw::FreeChoice(other) => marks.add_other(OtherKind::FreeChoice, other),
                Flaw::Detour(other) => marks.add_other(OtherKind::Detour, other),
                Flaw::EqualVariation { ply, line } => marks.add(*ply, line.clone(), MarkKind::Equal),
                Flaw::LastMove { ply, check } => marks.add(*ply, vec![*check], MarkKind::LastMove),
                Flaw::LongerVariation { .. } | Flaw::Unneeded(_) => {}
            }
        }
        for &Remark::Mirror { ply, check } in &judgement.remarks {
            marks.add(ply, vec![check], MarkKind::Mirror);
        }
        marks
    }

    fn add_other(&mut self, kind: OtherKind, AlternativeMate { ply, check, mate }: &AlternativeMate) {
        self.add(*ply, [&[*check], &mate.line[..]].concat(), MarkKind::Other(kind));
    }

    fn add(&mut self, ply: u32, line: Vec<Move>, kind: MarkKind) {
        self.marks.push(Mark { ply: ply as usize, line, kind });
    }

    /// Those at a ply.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |mark| mark.ply == ply)
    }

    /// That of a move at a ply.
    pub fn of_move(&self, ply: usize, mv: Move) -> Option<&Mark> {
        self.at(ply).find(|mark| mark.line.first() == Some(&mv))
    }
}

impl MarkKind {
    /// The comment. `length` counts the plies of the whole line.
    pub fn text(self, length: usize) -> RecordText {
        match self {
            MarkKind::Other(kind) => RecordText::Other { kind, length },
            MarkKind::Mirror => RecordText::Mirror { length },
            MarkKind::LastMove => RecordText::LastMove,
            MarkKind::Equal => RecordText::Variation { length, leftover: false, equal: true },
        }
    }
}
