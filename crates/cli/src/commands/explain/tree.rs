//! Refutations as indented text for people.

use std::fmt::Write as _;

use yomikiri_service::{Place, usi};
use yomikiri_shogi::Move;
use yomikiri_tsume::{AttackEnd, Refutation, Try, WhyMoveFails, WhyNoMate};

use crate::language::{Message, TreeEnd};
use crate::style::Style;

/// Writes refutations of moves at one place.
pub struct TreeText<'a> {
    /// The position that is explained.
    root: &'a Place,
    style: Style,
    text: String,
}

impl<'a> TreeText<'a> {
    /// Nothing yet.
    pub fn new(root: &'a Place, style: Style) -> TreeText<'a> {
        TreeText { root, style, text: String::new() }
    }

    /// The lines so far.
    pub fn finish(self) -> String {
        self.text
    }

    /// Adds why there is no mate from the position.
    pub fn add_position(&mut self, why: &WhyNoMate) {
        match why {
            WhyNoMate::Checks(no_mate) => self.add_no_mate(self.root, no_mate, 0),
            WhyNoMate::Answer(refutation) => self.add_refutation(self.root, None, refutation, 0),
        }
    }

    /// Adds why a move of the position fails, or escapes if it is the defender's.
    pub fn add_move(&mut self, mv: Move, attacks: bool, failure: &WhyMoveFails) {
        match failure {
            WhyMoveFails::Answered(refutation) if !attacks => {
                self.add_refutation(self.root, None, refutation, 0)
            }
            failure => self.add_failure(self.root, mv, failure, 0),
        }
    }

    fn add_failure(&mut self, place: &Place, check: Move, failure: &WhyMoveFails, depth: usize) {
        match failure {
            WhyMoveFails::Answered(refutation) => self.add_refutation(place, Some(check), refutation, depth),
            WhyMoveFails::Repetition { ply } => {
                self.add_line(place, &[check], &TreeEnd::Repetition { ply: *ply }, depth)
            }
            WhyMoveFails::Open(reason) => {
                self.add_line(place, &[check], &TreeEnd::Open(&(*reason).into()), depth);
            }
        }
    }

    fn add_refutation(
        &mut self,
        place: &Place,
        check: Option<Move>,
        Refutation { answer, then }: &Refutation,
        depth: usize,
    ) {
        let moves: Vec<Move> = check.into_iter().chain([*answer]).collect();
        let reached = moves.iter().fold(place.clone(), |place, &mv| place.after(mv));
        self.text += &self.line(place, &moves, &end_text(self.root, then, self.style), depth);
        if let AttackEnd::Tries { .. } = then {
            self.add_no_mate(&reached, then, depth + 1);
        }
    }

    fn add_no_mate(&mut self, place: &Place, no_mate: &AttackEnd, depth: usize) {
        let AttackEnd::Tries { tries, others } = no_mate else {
            let end = end_text(self.root, no_mate, self.style);
            let _ = writeln!(self.text, "{}{end}", bullet(depth));
            return;
        };
        for Try { check, failure } in tries {
            self.add_failure(place, *check, failure, depth);
        }
        if *others > 0 {
            let others = Message::TreeEnd(TreeEnd::Others { count: *others });
            let _ = writeln!(self.text, "{}{}", bullet(depth), self.style.lang.text(&others));
        }
    }

    fn add_line(&mut self, place: &Place, moves: &[Move], end: &TreeEnd<'_>, depth: usize) {
        let end = self.style.lang.text(&Message::TreeEnd(*end));
        self.text += &self.line(place, moves, &end, depth);
    }

    fn line(&self, place: &Place, moves: &[Move], end: &str, depth: usize) -> String {
        let mut names = place.names(moves);
        if self.style.shows_usi() {
            names += &format!(" ({})", usi(moves).join(" "));
        }
        let row = self.style.lang.text(&Message::Row { name: &names, text: end });
        format!("{}{row}\n", bullet(depth))
    }
}

/// What a line begins with. The mark also keeps readers from taking the line for a move of a record.
fn bullet(depth: usize) -> String {
    format!("{}- ", "  ".repeat(depth))
}

/// How an attack ends, in a few words.
fn end_text(root: &Place, no_mate: &AttackEnd, style: Style) -> String {
    let names;
    let end = match no_mate {
        AttackEnd::NoCheck => TreeEnd::NoCheck,
        AttackEnd::Repetition { ply } => TreeEnd::Repetition { ply: *ply },
        AttackEnd::Shown { line } => {
            names = root.names(line);
            TreeEnd::Shown { line: &names }
        }
        AttackEnd::Cut { checks } => TreeEnd::Checks { count: *checks },
        AttackEnd::Tries { tries, others } => TreeEnd::Checks { count: tries.len() + others },
    };
    style.lang.text(&Message::TreeEnd(end))
}

/// The first answer of a refutation with what follows it, in one line.
pub fn short_text(root: &Place, mv: Move, attacks: bool, failure: &WhyMoveFails, style: Style) -> String {
    let lang = style.lang;
    match failure {
        WhyMoveFails::Answered(refutation) => {
            let end = end_text(root, &refutation.then, style);
            if !attacks {
                return end;
            }
            let name = root.after(mv).name(refutation.answer);
            lang.text(&Message::Remarked { text: &name, remark: &end })
        }
        WhyMoveFails::Repetition { ply } => lang.text(&Message::TreeEnd(TreeEnd::Repetition { ply: *ply })),
        WhyMoveFails::Open(reason) => lang.text(&Message::TreeEnd(TreeEnd::Open(&(*reason).into()))),
    }
}
