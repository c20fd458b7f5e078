//! What another mate means: nothing, a flaw, or a cook.

use std::sync::Arc;

use yomikiri_pns::{Game, NodeKind};
use yomikiri_shogi::{Move, Square};

use super::examine::Examiner;
use super::findings::AlternativeMate;
use super::tries::{checks, mirror_image};
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::Aborted;
use crate::rules::{ForbiddenPositions, InterpositionRules, ModifiedGame, RuleChange};

/// What a check is that mates beside the one of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherKind {
    /// The mirror image of the solution.
    Mirror,
    /// The same play, up to the square of a drop or a promotion (非限定).
    FreeChoice,
    /// It mates only by coming back to the main line (迂回).
    Detour,
    /// A second solution (余詰).
    Cook,
}

/// How far another play goes like that of a line.
#[derive(PartialEq, Eq)]
enum Alike {
    ToTheEnd,
    /// Once this many moves of the line are played, it shows that they differ.
    Before(usize),
}

impl Examiner<'_, '_> {
    /// What `check` is, which mates at `problem`, whose main line goes on with `rest`. `forbidden`
    /// has the positions of the whole main line. `None` if the visits of this round do not suffice
    /// to find out.
    pub(super) fn kind_of(
        &mut self,
        problem: &mut MateGame,
        rest: &[Move],
        check: Move,
        forbidden: &Arc<ForbiddenPositions>,
    ) -> Option<OtherKind> {
        let main = *rest.first()?;
        if mirror_image(problem.position(), main) == Some(check) {
            return Some(OtherKind::Mirror);
        }
        if let Some(pair) = Pair::new(main, check) {
            let alike = self.play_alike(problem, rest, check, pair);
            if self.note_limit(alike)?? == Alike::ToTheEnd {
                return Some(OtherKind::FreeChoice);
            }
        }
        Some(if self.mates_elsewhere(problem, check, forbidden)? {
            OtherKind::Cook
        } else {
            OtherKind::Detour
        })
    }

    /// How many moves from the start of `line` make `cook` a cook: it is one beside every line of the same value that begins with them,
    /// however that goes on. Then it is no free choice, and it mates without coming to any position of best play after these moves.
    /// `None` if they do not, or if that takes too long to find out.
    pub(super) fn rests_on(
        &mut self,
        problem: &MateGame,
        line: &[Move],
        cook: &AlternativeMate,
    ) -> Option<usize> {
        let played = cook.ply as usize - 1;
        let mut node = problem.clone();
        for &mv in &line[..played] {
            let _ = node.make(mv);
        }
        let rest = &line[played..];
        let mut moves = played + 1;
        if let Some(pair) = Pair::new(rest[0], cook.check) {
            let alike = self.play_alike(&node, rest, cook.check, pair);
            let Alike::Before(parting) = self.note_limit(alike)?? else { return None };
            moves = played + parting;
        }
        let forbidden = Arc::new(self.best_play(problem, line, moves)?);
        self.mates_elsewhere(&node, cook.check, &forbidden)?.then_some(moves)
    }

    /// Whether `check` mates without ever coming to a position of `forbidden`. `None` if that takes
    /// too long.
    pub(super) fn mates_elsewhere(
        &mut self,
        problem: &MateGame,
        check: Move,
        forbidden: &Arc<ForbiddenPositions>,
    ) -> Option<bool> {
        let mut after = problem.clone().within(Plies::UNLIMITED);
        let _ = after.make(check);
        // The mate that is known may do. It is replayed in any case, because it is reported.
        let known = self.run.extend_replay(&mut self.tries.replay, &after);
        self.note_limit(known)?;
        if self.tries.keep_clear_of(&after, forbidden) {
            return Some(true);
        }
        let game = ModifiedGame::new(after, RuleChange::Forbidding(forbidden.clone()));
        let answer = self.run.decide_modified_within(game, self.visits);
        self.note_limit(answer)?
    }

    /// How far the play after `check` is that of the main line: walks along both in step. At each node of the defender the answers
    /// that count must be the same, at each node of the attacker no other check may mate than in the main line. `None` if that takes too
    /// long to find out.
    fn play_alike(
        &mut self,
        problem: &MateGame,
        rest: &[Move],
        check: Move,
        mut pair: Pair,
    ) -> Result<Option<Alike>, Aborted> {
        let (mut main, mut other) = (problem.clone(), problem.clone());
        let _ = main.make(rest[0]);
        let _ = other.make(check);
        for (played, &mv) in rest.iter().enumerate().skip(1) {
            if is_same_position(&main, &other) {
                return Ok(Some(Alike::ToTheEnd));
            }
            let left = (rest.len() - played) as u32;
            let image = match main.kind() {
                NodeKind::And => {
                    if !self.has_same_answers(&main, &other, left, pair)? {
                        return Ok(Some(Alike::Before(played)));
                    }
                    Some(pair.image(mv))
                }
                NodeKind::Or => match self.same_check(&mut main, &mut other, mv, left, pair)? {
                    Some(image) => image,
                    None => return Ok(None),
                },
            };
            let Some(image) = image.filter(|&image| other.position().is_legal(image)) else {
                return Ok(Some(Alike::Before(played + 1)));
            };
            pair = pair.after(mv);
            let _ = main.make(mv);
            let _ = other.make(image);
        }
        // The ends: the same answers, which are none that count.
        let ends_alike = is_same_position(&main, &other) || self.has_same_answers(&main, &other, 0, pair)?;
        Ok(Some(if ends_alike { Alike::ToTheEnd } else { Alike::Before(rest.len()) }))
    }

    /// At two nodes of the defender, the first of which is mated in `left` plies: whether both are, and the answers that count are
    /// each other's images.
    fn has_same_answers(
        &mut self,
        main: &MateGame,
        other: &MateGame,
        left: u32,
        pair: Pair,
    ) -> Result<bool, Aborted> {
        if !self.run.length_is_within(other, left)?
            || left >= 2 && self.run.length_is_within(other, left - 2)?
        {
            return Ok(false);
        }
        let mut counted = |problem: &MateGame| -> Result<Option<Vec<Move>>, Aborted> {
            if self.run.rules == InterpositionRules::Raw {
                return Ok(Some(problem.position().evasions()));
            }
            let answers = self.run.rule_answers(problem, left)?;
            Ok(answers.map(|all| all.iter().filter(|one| one.plies.is_ok()).map(|one| one.mv).collect()))
        };
        let (Some(in_main), Some(mut in_other)) = (counted(main)?, counted(other)?) else { return Ok(false) };
        let mut images: Vec<Move> = in_main.into_iter().map(|mv| pair.image(mv)).collect();
        images.sort_unstable();
        in_other.sort_unstable();
        Ok(images == in_other)
    }

    /// At two nodes of the attacker: the image of the main check `mv` at the other node, `Some(None)` if the two differ. `None` if that
    /// takes too long to find out.
    fn same_check(
        &mut self,
        main: &mut MateGame,
        other: &mut MateGame,
        mv: Move,
        left: u32,
        pair: Pair,
    ) -> Result<Option<Option<Move>>, Aborted> {
        let mut in_main = Vec::new();
        for check in checks(main) {
            match self.try_mates(main, check) {
                Some(true) => in_main.push(check),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        for check in checks(other) {
            match self.try_mates(other, check) {
                Some(true) if !in_main.iter().any(|&main| pair.are_images(main, check)) => {
                    return Ok(Some(None));
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
        let images = checks(other).into_iter().filter(|&check| pair.are_images(mv, check));
        // The same choice of promotion goes first.
        let (same, different): (Vec<Move>, Vec<Move>) =
            images.partition(|check| check.promotes() == mv.promotes());
        for image in same.into_iter().chain(different) {
            let undo = other.make(image);
            let in_time = self.run.length_is_within(other, left - 1);
            let sooner = if left >= 3 { self.run.length_is_within(other, left - 3) } else { Ok(false) };
            other.unmake(image, undo);
            if in_time? && !sooner? {
                return Ok(Some(Some(image)));
            }
        }
        Ok(Some(None))
    }
}

/// Whether a second mate by `check` may be no fault because of what it has in common with `main`.
pub(super) fn may_be_flaw(problem: &MateGame, main: Move, check: Move) -> bool {
    Pair::new(main, check).is_some() || mirror_image(problem.position(), main) == Some(check)
}

fn is_same_position(one: &MateGame, other: &MateGame) -> bool {
    one.board_and_hand() == other.board_and_hand()
}

/// Two moves of a piece that differ only in the square of a drop or only in promotion, and where the piece is after each.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// The piece in the main line and in the other one, as long as it is where it was put.
    squares: Option<(Square, Square)>,
    /// Whether the two differ in promotion.
    promotion: bool,
}

impl Pair {
    fn new(main: Move, other: Move) -> Option<Pair> {
        let squares = Some((main.to(), other.to()));
        match (main.dropped(), other.dropped()) {
            (Some(kind), Some(same)) if kind == same => Some(Pair { squares, promotion: false }),
            (None, None) if main.from() == other.from() && main.to() == other.to() => {
                Some(Pair { squares, promotion: true })
            }
            _ => None,
        }
    }

    /// The image of a square.
    fn square(self, square: Square) -> Square {
        match self.squares {
            Some((main, other)) if square == main => other,
            Some((main, other)) if square == other => main,
            _ => square,
        }
    }

    /// The move of the other line that corresponds to one of the main line.
    fn image(self, mv: Move) -> Move {
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => Move::new(self.square(from), self.square(mv.to()), mv.promotes()),
            (None, Some(kind)) => Move::drop(kind, self.square(mv.to())),
            (None, None) => mv,
        }
    }

    /// Whether two moves correspond. If the piece differs in promotion, its next move is free to promote or not.
    fn are_images(self, main: Move, other: Move) -> bool {
        let image = self.image(main);
        let is_free = self.promotion && self.squares.is_some_and(|(square, _)| main.from() == Some(square));
        image == other || is_free && image.from() == other.from() && image.to() == other.to()
    }

    /// The pair after `mv` of the main line.
    fn after(self, mv: Move) -> Pair {
        let squares = match self.squares {
            // The piece moves on: a dropped one is then at the same place in both lines.
            Some((main, _)) if mv.from() == Some(main) => self.promotion.then_some((mv.to(), mv.to())),
            Some((main, _)) if mv.to() == main => None,
            squares => squares,
        };
        Pair { squares, ..self }
    }
}
