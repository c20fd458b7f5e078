//! The findings of the judge as comments of a record, each at its move.

use yomikiri_shogi::Move;
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, Remark};

use crate::language::Lang;
use crate::text::{self, records};
use crate::verdict::AnswerVerdict;

/// The findings of the judge on one problem.
#[derive(Debug, Default)]
pub struct Annotations {
    /// Comments about the whole problem.
    pub comments: Vec<String>,
    /// The comment at the end of the main line.
    pub at_end: Option<&'static str>,
    annotations: Vec<Annotation>,
}

/// A finding about a move outside the main line.
#[derive(Debug)]
pub struct Annotation {
    /// The ply of the main line that the move replaces, from 1.
    pub ply: usize,
    /// The move and what follows it.
    pub line: Vec<Move>,
    /// The kind of the move.
    pub kind: AnnotationKind,
}

/// The kinds of moves outside the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind {
    /// A check that mates, with the term for it.
    Mate(&'static str),
    /// The mirror image of the move of the main line.
    Mirror,
    /// Another last move.
    LastMove,
    /// An answer as good as that of the main line.
    Equal,
}

impl Annotations {
    /// Collects the findings of a judgement. `sentences` are about the whole problem.
    pub fn new(judgement: &Judgement, sentences: impl IntoIterator<Item = String>) -> Annotations {
        let verdict: AnswerVerdict = judgement.verdict.into();
        let mut annotations = Annotations::default();
        annotations.comments.push(text::soundness(verdict, Lang::Ja).to_owned());
        annotations.comments.extend(sentences);
        for fault in &judgement.faults {
            match fault {
                Fault::Cook(other) => annotations.add_mate(fault.japanese_term(), other),
                Fault::Leftover { .. } => annotations.at_end = Some(records::LEFTOVER),
                Fault::NoMate | Fault::Shorter { .. } | Fault::LongerVariation { .. } => {}
            }
        }
        for flaw in &judgement.flaws {
            match flaw {
                Flaw::FreeChoice(other) | Flaw::Detour(other) => {
                    annotations.add_mate(flaw.japanese_term(), other);
                }
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

    fn add_mate(&mut self, term: &'static str, AlternativeMate { ply, check, mate }: &AlternativeMate) {
        self.add(*ply, [&[*check], &mate.line[..]].concat(), AnnotationKind::Mate(term));
    }

    fn add(&mut self, ply: u32, line: Vec<Move>, kind: AnnotationKind) {
        self.annotations.push(Annotation { ply: ply as usize, line, kind });
    }

    /// Returns the annotations at a ply.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = &Annotation> {
        self.annotations.iter().filter(move |annotation| annotation.ply == ply)
    }

    /// Returns the annotation of a move at a ply.
    pub fn for_move(&self, ply: usize, mv: Move) -> Option<&Annotation> {
        self.at(ply).find(|annotation| annotation.line.first() == Some(&mv))
    }
}

impl AnnotationKind {
    /// Returns the comment on a line of `length` plies.
    pub fn comment(self, length: usize) -> String {
        match self {
            AnnotationKind::Mate(term) => records::whole_line(term, length),
            AnnotationKind::Mirror => records::whole_line(records::MIRROR, length),
            AnnotationKind::LastMove => records::LAST_MOVE.to_owned(),
            AnnotationKind::Equal => records::variation(length, false, true),
        }
    }
}
