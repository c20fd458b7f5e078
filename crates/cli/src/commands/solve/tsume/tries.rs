//! Variations of a record: mates, and tries with their refutations.

use yomikiri_notation::{EndKind, Line, Ply};
use yomikiri_service::Place;
use yomikiri_shogi::Move;
use yomikiri_tsume::{AttackEnd, ExplainedMove, MoveVerdict, Refutation, Try, WhyMoveFails};

use crate::language::{Lang, Message, OtherKind, RecordText, TreeEnd};

/// A move with the mate after it.
pub fn mate_line(moves: &[Move], text: RecordText) -> Line {
    let mut line = line(moves, text);
    line.push(Ply::end(EndKind::Mate));
    line
}

/// Moves with a comment at the first one.
pub fn line(moves: &[Move], text: RecordText) -> Line {
    let mut line: Line = moves.iter().copied().map(Ply::new).collect();
    add_comment(line.first_mut(), Lang::Ja.text(&Message::Record(text)));
    line
}

/// Writes the moves of one position that do not mate.
pub struct Tries<'a> {
    /// The position.
    pub root: &'a Place,
    /// Plies of the record before that position.
    pub made: usize,
}

impl Tries<'_> {
    /// A move and what becomes of it.
    pub fn fate_line(&self, explained: &ExplainedMove, attacks: bool) -> Line {
        match &explained.verdict {
            MoveVerdict::Mate(_) => {
                let length = self.made + length(explained);
                mate_line(&explained.line_by_rules(), RecordText::Other { kind: OtherKind::Cook, length })
            }
            MoveVerdict::NoMate(Some(WhyMoveFails::Answered(refutation))) if !attacks => {
                let mut line = self.answer_line(refutation);
                add_comment(line.first_mut(), Lang::Ja.text(&Message::Record(RecordText::Escapes)));
                line
            }
            MoveVerdict::NoMate(Some(failure)) => self.try_line(explained.mv, failure),
            MoveVerdict::NoMate(None) => self.single(explained.mv, &Message::Record(RecordText::NoMate)),
            MoveVerdict::Open(_) => self.single(explained.mv, &Message::Record(RecordText::Open)),
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
            WhyMoveFails::Repetition { ply } => self.single(check, &Message::TreeEnd(self.circle(*ply))),
            WhyMoveFails::Open(reason) => {
                self.single(check, &Message::TreeEnd(TreeEnd::Open(&(*reason).into())))
            }
        }
    }

    /// An answer of the defender, and how the attack ends after it.
    fn answer_line(&self, Refutation { answer, then }: &Refutation) -> Line {
        let mut line = vec![Ply::new(*answer)];
        let names;
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
                add_comment(line.first_mut(), Lang::Ja.text(&Message::Record(RecordText::NoMate)));
                return line;
            }
            AttackEnd::NoCheck => TreeEnd::NoCheck,
            AttackEnd::Repetition { ply } => self.circle(*ply),
            AttackEnd::Shown { line } => {
                names = self.root.names(line);
                TreeEnd::Shown { line: &names }
            }
        };
        let (name, text) = [Message::Record(RecordText::NoMate), Message::TreeEnd(end)]
            .map(|message| Lang::Ja.text(&message))
            .into();
        add_comment(line.first_mut(), Lang::Ja.text(&Message::Row { name: &name, text: &text }));
        line
    }

    /// A circle, with the number that its ply has in the record.
    fn circle(&self, ply: usize) -> TreeEnd<'static> {
        TreeEnd::Repetition { ply: self.made + ply }
    }

    fn single(&self, mv: Move, text: &Message<'_>) -> Line {
        let mut ply = Ply::new(mv);
        add_comment(Some(&mut ply), Lang::Ja.text(text));
        vec![ply]
    }
}

/// Plies of the mate with a move, by the rules as far as they are known to apply.
pub fn length(explained: &ExplainedMove) -> usize {
    explained.rule_length.map(|length| length as usize).or(explained.length()).unwrap_or(0)
}

/// Adds a comment to a move.
pub fn add_comment(ply: Option<&mut Ply>, text: String) {
    if let Some(ply) = ply {
        ply.comments.push(text);
    }
}
