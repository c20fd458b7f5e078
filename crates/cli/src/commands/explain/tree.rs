//! Refutations as indented text for people.

use std::fmt::Write as _;

use yomikiri_service::{ReachedPosition, usi};
use yomikiri_shogi::Move;
use yomikiri_tsume::{AttackEnd, Refutation, Try, WhyMoveFails, WhyNoMate};

use crate::style::Style;
use crate::text;

/// Writes refutations of moves at one place.
pub struct TreeText<'a> {
    /// The position that is explained.
    root: &'a ReachedPosition,
    style: Style,
    text: String,
}

impl<'a> TreeText<'a> {
    /// Nothing yet.
    pub fn new(root: &'a ReachedPosition, style: Style) -> TreeText<'a> {
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

    fn add_failure(&mut self, place: &ReachedPosition, check: Move, failure: &WhyMoveFails, depth: usize) {
        match failure {
            WhyMoveFails::Answered(refutation) => self.add_refutation(place, Some(check), refutation, depth),
            WhyMoveFails::Repetition { ply } => {
                self.add_line(place, &[check], &text::repetition(*ply, self.style.lang), depth);
            }
            WhyMoveFails::Open(reason) => {
                self.add_line(place, &[check], &text::answer_open(*reason, self.style.lang), depth);
            }
        }
    }

    fn add_refutation(
        &mut self,
        place: &ReachedPosition,
        check: Option<Move>,
        Refutation { answer, then }: &Refutation,
        depth: usize,
    ) {
        let moves: Vec<Move> = check.into_iter().chain([*answer]).collect();
        let reached = moves.iter().fold(place.clone(), |place, &mv| place.after(mv));
        self.add_line(place, &moves, &text::attack_end(then, self.root, self.style.lang), depth);
        if let AttackEnd::Tries { .. } = then {
            self.add_no_mate(&reached, then, depth + 1);
        }
    }

    fn add_no_mate(&mut self, place: &ReachedPosition, no_mate: &AttackEnd, depth: usize) {
        let AttackEnd::Tries { tries, others } = no_mate else {
            let end = text::attack_end(no_mate, self.root, self.style.lang);
            let _ = writeln!(self.text, "{}{end}", bullet(depth));
            return;
        };
        for Try { check, failure } in tries {
            self.add_failure(place, *check, failure, depth);
        }
        if *others > 0 {
            let others = text::other_checks(*others, self.style.lang);
            let _ = writeln!(self.text, "{}{others}", bullet(depth));
        }
    }

    fn add_line(&mut self, place: &ReachedPosition, moves: &[Move], end: &str, depth: usize) {
        let mut names = place.names(moves);
        if self.style.shows_usi() {
            names += &format!(" ({})", usi(moves).join(" "));
        }
        let _ = writeln!(self.text, "{}{}", bullet(depth), text::row(&names, end, self.style.lang));
    }
}

/// What a line begins with. The mark also keeps readers from taking the line for a move of a record.
fn bullet(depth: usize) -> String {
    format!("{}- ", "  ".repeat(depth))
}
