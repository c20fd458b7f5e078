//! What the judge found, as comments of a record: each at the move that it is about.

use yomikiri_shogi::Move;
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, Remark};

use crate::language::{Lang, OtherKind, RecordText};
use crate::verdict::AnswerVerdict;

/// What the judge found in a problem.
#[derive(Debug, Default)]
pub struct Annotations {
    /// Comments about the whole problem.
    pub comments: Vec<String>,
    /// What is said at the end of the main line.
    pub at_end: Option<RecordText>,
    annotations: Vec<Annotation>,
}

/// What the judge found about a move beside the main line.
#[derive(Debug)]
pub struct Annotation {
    /// The ply of the main line instead of which it is played, from 1.
    pub ply: usize,
    /// The move and what follows it.
    pub line: Vec<Move>,
    /// What it is.
    pub kind: AnnotationKind,
}

/// What a move beside the main line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    /// A check that mates.
    Other(OtherKind),
    /// The mirror image of the main line's.
    Mirror,
    /// Another last move.
    LastMove,
    /// An answer that is as good as the main line's.
    Equal,
}

impl Annotations {
    /// What a judgement says. `sentences` are those about the whole problem.
    pub fn new(judgement: &Judgement, sentences: impl IntoIterator<Item = String>) -> Annotations {
        let verdict: AnswerVerdict = judgement.verdict.into();
        let mut annotations = Annotations::default();
        annotations.comments.push(Lang::Ja.soundness(verdict).to_owned());
        annotations.comments.extend(sentences);
        for fault in &judgement.faults {
            match fault {
                Fault::Cook(other) => annotations.add_other(OtherKind::Cook, other),
                Fault::Leftover { .. } => annotations.at_end = Some(RecordText::Leftover),
                Fault::NoMate | Fault::Shorter { .. } | Fault::LongerVariation { .. } => {}
            }
        }
        for flaw in &judgement.flaws {
            match flaw {
                Flaw::FreeChoice(other) => annotations.add_other(OtherKind::FreeChoice, other),
                Flaw::Detour(other) => annotations.add_other(OtherKind::Detour, other),
                Flaw::EqualVariation { ply, line } => {
                    annotations.add(*ply, line.clone(), AnnotationKind::Equal)
                }
                Flaw::LastMove { ply, check } => {
                    annotations.add(*ply, vec![*check], AnnotationKind::LastMove)
                }
                Flaw::LongerVariation { .. } | Flaw::Unneeded(_) => {}
            }
        }
        for &Remark::Mirror { ply, check } in &judgement.remarks {
            annotations.add(ply, vec![check], AnnotationKind::Mirror);
        }
        annotations
    }

    fn add_other(&mut self, kind: OtherKind, AlternativeMate { ply, check, mate }: &AlternativeMate) {
        self.add(*ply, [&[*check], &mate.line[..]].concat(), AnnotationKind::Other(kind));
    }

    fn add(&mut self, ply: u32, line: Vec<Move>, kind: AnnotationKind) {
        self.annotations.push(Annotation { ply: ply as usize, line, kind });
    }

    /// Those at a ply.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = &Annotation> {
        self.annotations.iter().filter(move |annotation| annotation.ply == ply)
    }

    /// That of a move at a ply.
    pub fn for_move(&self, ply: usize, mv: Move) -> Option<&Annotation> {
        self.at(ply).find(|annotation| annotation.line.first() == Some(&mv))
    }
}

impl AnnotationKind {
    /// The comment. `length` counts the plies of the whole line.
    pub fn text(self, length: usize) -> RecordText {
        match self {
            AnnotationKind::Other(kind) => RecordText::Other { kind, length },
            AnnotationKind::Mirror => RecordText::Mirror { length },
            AnnotationKind::LastMove => RecordText::LastMove,
            AnnotationKind::Equal => RecordText::Variation { length, leftover: false, equal: true },
        }
    }
}
