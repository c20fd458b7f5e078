//! What the judge found, as comments of a record: each at the move that it is about.

use yomikiri_shogi::Move;
use yomikiri_tsume::{AlternativeMate, Fault, Flaw, Judgement, Remark};

use crate::language::Lang;
use crate::text::{self, records};
use crate::verdict::AnswerVerdict;

/// What the judge found in a problem.
#[derive(Debug, Default)]
pub struct Annotations {
    /// Comments about the whole problem.
    pub comments: Vec<String>,
    /// What is said at the end of the main line.
    pub at_end: Option<&'static str>,
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
    /// A check that mates, with the term for it.
    Mate(&'static str),
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
    pub fn comment(self, length: usize) -> String {
        match self {
            AnnotationKind::Mate(term) => records::whole_line(term, length),
            AnnotationKind::Mirror => records::whole_line(records::MIRROR, length),
            AnnotationKind::LastMove => records::LAST_MOVE.to_owned(),
            AnnotationKind::Equal => records::variation(length, false, true),
        }
    }
}
