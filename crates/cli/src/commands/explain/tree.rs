//! Refutations as indented text for people and as JSON for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use yomikiri_notation::japanese;
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::{Failure, NoMate, Refutation, Try, WhyNoMate};

use crate::commands::solve::usi;
use crate::language::{Message, TreeEnd};
use crate::style::Style;

/// A position with the move that led to it, which names of moves refer to.
#[derive(Clone, Debug)]
pub struct Place {
    /// The position.
    pub position: Position,
    /// The move before it, if it is known.
    pub last: Option<Move>,
}

impl Place {
    /// A position whose last move is not known.
    pub fn new(position: Position) -> Place {
        Place { position, last: None }
    }

    /// The name of a move.
    pub fn name(&self, mv: Move) -> String {
        japanese::move_name(&self.position, mv, self.last.map(Move::to))
    }

    /// The names of the moves of a line.
    pub fn names(&self, line: &[Move]) -> String {
        let mut place = self.clone();
        let mut names = Vec::new();
        for &mv in line {
            names.push(place.name(mv));
            place = place.after(mv);
        }
        names.join(" ")
    }

    /// The place after a move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Place {
        let mut position = self.position.clone();
        let _ = position.make(mv);
        Place { position, last: Some(mv) }
    }
}

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
    pub fn add_move(&mut self, mv: Move, attacks: bool, failure: &Failure) {
        match failure {
            Failure::Answered(refutation) if !attacks => self.add_refutation(self.root, None, refutation, 0),
            failure => self.add_failure(self.root, mv, failure, 0),
        }
    }

    fn add_failure(&mut self, place: &Place, check: Move, failure: &Failure, depth: usize) {
        match failure {
            Failure::Answered(refutation) => self.add_refutation(place, Some(check), refutation, depth),
            Failure::Circle { ply } => self.add_line(place, &[check], &TreeEnd::Circle { ply: *ply }, depth),
            Failure::Open(reason) => {
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
        if let NoMate::Tries { .. } = then {
            self.add_no_mate(&reached, then, depth + 1);
        }
    }

    fn add_no_mate(&mut self, place: &Place, no_mate: &NoMate, depth: usize) {
        let NoMate::Tries { tries, others } = no_mate else {
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
fn end_text(root: &Place, no_mate: &NoMate, style: Style) -> String {
    let names;
    let end = match no_mate {
        NoMate::NoCheck => TreeEnd::NoCheck,
        NoMate::Circle { ply } => TreeEnd::Circle { ply: *ply },
        NoMate::Shown { line } => {
            names = root.names(line);
            TreeEnd::Shown { line: &names }
        }
        NoMate::Cut { checks } => TreeEnd::Checks { count: *checks },
        NoMate::Tries { tries, others } => TreeEnd::Checks { count: tries.len() + others },
    };
    style.lang.text(&Message::TreeEnd(end))
}

/// The first answer of a refutation with what follows it, in one line.
pub fn short_text(root: &Place, mv: Move, attacks: bool, failure: &Failure, style: Style) -> String {
    let lang = style.lang;
    match failure {
        Failure::Answered(refutation) => {
            let end = end_text(root, &refutation.then, style);
            if !attacks {
                return end;
            }
            let name = root.after(mv).name(refutation.answer);
            lang.text(&Message::Remarked { text: &name, remark: &end })
        }
        Failure::Circle { ply } => lang.text(&Message::TreeEnd(TreeEnd::Circle { ply: *ply })),
        Failure::Open(reason) => lang.text(&Message::TreeEnd(TreeEnd::Open(&(*reason).into()))),
    }
}

/// Why there is no mate from a position, for programs.
pub fn why_json(why: &WhyNoMate) -> Value {
    let mut object = Map::new();
    match why {
        WhyNoMate::Checks(no_mate) => put_no_mate(&mut object, no_mate),
        WhyNoMate::Answer(refutation) => put_refutation(&mut object, refutation),
    }
    object.into()
}

/// Why a move fails, for programs.
pub fn failure_json(failure: &Failure) -> Value {
    let mut object = Map::new();
    put_failure(&mut object, failure);
    object.into()
}

fn put_failure(object: &mut Map<String, Value>, failure: &Failure) {
    match failure {
        Failure::Answered(refutation) => put_refutation(object, refutation),
        Failure::Circle { ply } => put(object, [("end", "circle".into()), ("ply", json!(ply))]),
        Failure::Open(reason) => {
            put(object, [("end", "open".into()), ("stop_reason", reason.to_string().into())]);
        }
    }
}

fn put_refutation(object: &mut Map<String, Value>, Refutation { answer, then }: &Refutation) {
    put(object, [("answer", answer.to_string().into())]);
    put_no_mate(object, then);
}

fn put_no_mate(object: &mut Map<String, Value>, no_mate: &NoMate) {
    match no_mate {
        NoMate::NoCheck => put(object, [("end", "no-check".into())]),
        NoMate::Circle { ply } => put(object, [("end", "circle".into()), ("ply", json!(ply))]),
        NoMate::Shown { line } => put(object, [("end", "shown".into()), ("line", json!(usi(line)))]),
        NoMate::Cut { checks } => put(object, [("end", "cut".into()), ("checks", json!(checks))]),
        NoMate::Tries { tries, others } => {
            let tries = tries.iter().map(|Try { check, failure }| {
                let mut object = Map::new();
                put(&mut object, [("move", check.to_string().into())]);
                put_failure(&mut object, failure);
                Value::from(object)
            });
            let tries: Vec<Value> = tries.collect();
            put(object, [("end", "tries".into()), ("tries", tries.into()), ("others", json!(others))]);
        }
    }
}

fn put<const N: usize>(object: &mut Map<String, Value>, values: [(&str, Value); N]) {
    object.extend(values.map(|(key, value)| (key.to_owned(), value)));
}
