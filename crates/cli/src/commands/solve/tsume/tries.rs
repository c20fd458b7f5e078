//! Variations of a record: mates, and tries with their refutations.

use yomikiri_notation::{EndKind, Line, Ply};
use yomikiri_service::ReachedPosition;
use yomikiri_shogi::Move;
use yomikiri_tsume::{AttackEnd, ExplainedMove, MoveVerdict, Refutation, Try, WhyMoveFails};

use crate::language::Lang;
use crate::text::{self, records};

/// A move with the mate after it.
pub fn mate_line(moves: &[Move], comment: impl Into<String>) -> Line {
    let mut line = line(moves, comment);
    line.push(Ply::end(EndKind::Mate));
    line
}

/// Moves with a comment at the first one.
pub fn line(moves: &[Move], comment: impl Into<String>) -> Line {
    let mut line: Line = moves.iter().copied().map(Ply::new).collect();
    add_comment(line.first_mut(), comment);
    line
}

/// Writes the moves of one position that do not mate.
pub struct Tries<'a> {
    /// The position.
    pub root: &'a ReachedPosition,
    /// Plies of the record before that position.
    pub made: usize,
}

impl Tries<'_> {
    /// A move and what becomes of it.
    pub fn fate_line(&self, explained: &ExplainedMove, attacks: bool) -> Line {
        match &explained.verdict {
            MoveVerdict::Mate(_) => {
                let length = self.made + length(explained);
                mate_line(&explained.line_by_rules(), records::whole_line(records::COOK, length))
            }
            MoveVerdict::NoMate(Some(WhyMoveFails::Answered(refutation))) if !attacks => {
                let mut line = self.answer_line(refutation);
                add_comment(line.first_mut(), records::ESCAPES);
                line
            }
            MoveVerdict::NoMate(Some(failure)) => self.try_line(explained.mv, failure),
            MoveVerdict::NoMate(None) => single(explained.mv, records::NO_MATE),
            MoveVerdict::Open(_) => single(explained.mv, records::OPEN),
        }
    }

    /// A check that does not mate, with its refutation.
    fn try_line(&self, check: Move, failure: &WhyMoveFails) -> Line {
        match failure {
            WhyMoveFails::Answered(refutation) => {
                let mut line = vec![Ply::new(check)];
                line.extend(self.answer_line(refutation));
                line
            }
            WhyMoveFails::Repetition { ply } => single(check, self.repetition(*ply)),
            WhyMoveFails::Open(reason) => single(check, text::answer_open(*reason, Lang::Ja)),
        }
    }

    /// An answer of the defender, and how the attack ends after it.
    fn answer_line(&self, Refutation { answer, then }: &Refutation) -> Line {
        let mut line = vec![Ply::new(*answer)];
        let end = match then {
            AttackEnd::Tries { tries, .. } => {
                let mut lines = tries.iter().map(|Try { check, failure }| self.try_line(*check, failure));
                if let Some(mut main) = lines.next() {
                    if let Some(first) = main.first_mut() {
                        first.variations = lines.collect();
                    }
                    line.extend(main);
                }
                return line;
            }
            AttackEnd::Cut { .. } => {
                add_comment(line.first_mut(), records::NO_MATE);
                return line;
            }
            AttackEnd::Repetition { ply } => self.repetition(*ply),
            AttackEnd::NoCheck | AttackEnd::Shown { .. } => text::attack_end(then, self.root, Lang::Ja),
        };
        add_comment(line.first_mut(), text::row(records::NO_MATE, &end, Lang::Ja));
        line
    }

    /// That a line comes back to a position, with the number that its ply has in the record.
    fn repetition(&self, ply: usize) -> String {
        text::repetition(self.made + ply, Lang::Ja)
    }
}

/// A move alone, with a comment.
fn single(mv: Move, comment: impl Into<String>) -> Line {
    let mut ply = Ply::new(mv);
    add_comment(Some(&mut ply), comment);
    vec![ply]
}

/// Plies of the mate with a move, by the rules as far as they are known to apply.
pub fn length(explained: &ExplainedMove) -> usize {
    explained.rule_length.map(|length| length as usize).or(explained.length()).unwrap_or(0)
}

/// Adds a comment to a move.
pub fn add_comment(ply: Option<&mut Ply>, comment: impl Into<String>) {
    if let Some(ply) = ply {
        ply.comments.push(comment.into());
    }
}
