//! 非限定: whether a try is the main check up to the square of a drop or a promotion.

use super::fate::{FIRST_DEPTH, Fate, Fates};
use super::values::Values;
use yomikiri_shogi::{Move, Position, Square};

/// A yes, a no, or not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    Open,
}

/// How moves of the main branch correspond to moves of the try's branch.
#[derive(Clone, Copy)]
enum Pairing {
    /// The piece stands on the first square in the main branch, on the second in the other.
    Squares(Square, Square),
    /// The piece stands on this square, promoted in one branch.
    Promotion(Square),
    /// The piece moved away or was captured: moves correspond to themselves.
    Same,
}

impl Pairing {
    /// The pairing of two different checks, if only the square of a drop or a promotion differs.
    fn new(main: Move, other: Move) -> Option<Pairing> {
        if main.is_drop() && main.dropped() == other.dropped() {
            return Some(Pairing::Squares(main.to(), other.to()));
        }
        let promotion = !main.is_drop() && (main.from(), main.to()) == (other.from(), other.to());
        promotion.then_some(Pairing::Promotion(main.to()))
    }

    fn corresponds(self, main: Move, other: Move) -> bool {
        match self {
            Pairing::Squares(s, t) => {
                let exchanged = |square: Square| match square {
                    _ if square == s => t,
                    _ if square == t => s,
                    _ => square,
                };
                let places = (main.from().map(exchanged), exchanged(main.to()));
                (other.from(), other.to(), other.dropped(), other.promotes())
                    == (places.0, places.1, main.dropped(), main.promotes())
            }
            Pairing::Promotion(square) => {
                let same_squares =
                    (main.from(), main.to(), main.dropped()) == (other.from(), other.to(), other.dropped());
                same_squares && (main.promotes() == other.promotes() || main.from() == Some(square))
            }
            Pairing::Same => main == other,
        }
    }

    /// The pairing after `main` was played in the main branch.
    fn after(self, main: Move) -> Pairing {
        match self {
            Pairing::Squares(square, _) if main.from() == Some(square) || main.to() == square => {
                Pairing::Same
            }
            Pairing::Promotion(square) if main.from() == Some(square) => Pairing::Promotion(main.to()),
            Pairing::Promotion(square) if main.to() == square => Pairing::Same,
            other => other,
        }
    }
}

/// Walks along the main line in both branches.
pub struct Walk<'a> {
    pub values: &'a mut Values,
    pub fates: &'a mut Fates,
    pub bound: u32,
}

impl Walk<'_> {
    /// Whether the check `other` at the first move of `line` is a choice of drop square or promotion only.
    pub fn is_choice(&mut self, position: &Position, line: &[Move], other: Move) -> Answer {
        let Some(pairing) = Pairing::new(line[0], other) else { return Answer::No };
        let (mut main, mut tried) = (position.clone(), position.clone());
        let _ = (main.make(line[0]), tried.make(other));
        self.defence(&mut main, &mut tried, pairing, &line[1..])
    }

    fn coincide(&self, main: &Position, tried: &Position) -> bool {
        let attacker = self.values.lengths.attacker;
        main.board_key() == tried.board_key() && main.hand(attacker) == tried.hand(attacker)
    }

    fn defence(
        &mut self,
        main: &mut Position,
        tried: &mut Position,
        pairing: Pairing,
        line: &[Move],
    ) -> Answer {
        if self.coincide(main, tried) {
            return Answer::Yes;
        }
        let length = line.len() as u32;
        if self.values.lengths.of(tried, length) != Some(length) {
            return Answer::No;
        }
        let [replies, tried_replies] =
            [&mut *main, &mut *tried].map(|position| self.values.counted(position, length));
        let paired = replies.iter().all(|&r| tried_replies.iter().any(|&t| pairing.corresponds(r, t)))
            && tried_replies.iter().all(|&t| replies.iter().any(|&r| pairing.corresponds(r, t)));
        let Some((&reply, rest)) = line.split_first() else {
            return if paired { Answer::Yes } else { Answer::No };
        };
        let tried_reply = tried_replies.into_iter().find(|&t| pairing.corresponds(reply, t));
        let Some(tried_reply) = tried_reply.filter(|_| paired) else { return Answer::No };
        let _ = (main.make(reply), tried.make(tried_reply));
        self.attack(main, tried, pairing.after(reply), rest)
    }

    fn attack(
        &mut self,
        main: &mut Position,
        tried: &mut Position,
        pairing: Pairing,
        line: &[Move],
    ) -> Answer {
        if self.coincide(main, tried) {
            return Answer::Yes;
        }
        let mut answer = self.mates_are_paired(main, tried, pairing);
        if answer == Answer::No {
            return Answer::No;
        }
        // A promotion may leave two checks that correspond to the main one: either will do.
        let mut best = Answer::No;
        for other in tried.checks() {
            if !pairing.corresponds(line[0], other) {
                continue;
            }
            let (mut main, mut tried) = (main.clone(), tried.clone());
            let _ = (main.make(line[0]), tried.make(other));
            match self.defence(&mut main, &mut tried, pairing.after(line[0]), &line[1..]) {
                Answer::Yes => best = Answer::Yes,
                Answer::Open if best == Answer::No => best = Answer::Open,
                _ => {}
            }
        }
        if best != Answer::Yes {
            answer = best;
        }
        answer
    }

    /// Whether every mating check of the try's branch corresponds to a mating check of the main branch.
    fn mates_are_paired(&mut self, main: &mut Position, tried: &mut Position, pairing: Pairing) -> Answer {
        let mut answer = Answer::Yes;
        for other in tried.checks() {
            let other_fate = self.fate_after(tried, other);
            if other_fate == Fate::NoMate {
                continue;
            }
            let partners = main.checks().into_iter().filter(|&check| pairing.corresponds(check, other));
            let fates: Vec<Fate> = partners.map(|check| self.fate_after(main, check)).collect();
            if fates.contains(&Fate::Mate) {
                continue;
            }
            if other_fate == Fate::Mate && !fates.contains(&Fate::Open) {
                return Answer::No;
            }
            answer = Answer::Open;
        }
        answer
    }

    fn fate_after(&mut self, position: &mut Position, check: Move) -> Fate {
        let undo = position.make(check);
        let fate = self.fate(position);
        position.unmake(check, undo);
        fate
    }

    /// The fate of a position. A mate under the profile is a mate, so the lengths, which are remembered anyway, find the long ones.
    pub fn fate(&mut self, position: &mut Position) -> Fate {
        match self.fates.of(position, FIRST_DEPTH) {
            Fate::Open if self.values.lengths.of(position, self.bound).is_some() => Fate::Mate,
            fate => fate,
        }
    }
}
