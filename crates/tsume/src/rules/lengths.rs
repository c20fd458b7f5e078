//! Lengths under a rule profile, straight from its definition.
//!
//! A length is found by walking the tree of checks and answers. That is only possible because two
//! searches bound it at every node: the game without counting ([`RuleChange`]) from below, and the
//! plain problem from above, since a reply that is removed never lengthens a mate. Where both agree
//! the length is known. The walk only goes where they do not.
//!
//! Results are kept by position alone. Dominance does not hold for these lengths: one more piece in the attacker's hand can
//! shorten the answers with which an interposition is compared, so that it counts after all.

use std::collections::HashMap;

use yomikiri_pns::{FastHash, Game, NodeKind, StopReason};
use yomikiri_shogi::{Hand, Move, Square};

use super::InterpositionRules;
use super::interposition::{CheckLine, RemovedPieces, TakeBackBy};
use super::modified_game::{ModifiedGame, ModifiedMove, RuleChange};
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::Aborted;
use crate::solver_run::SolverRun;

/// Visits for the question whether a node mates as fast when every interposition counts. Without an answer the walk goes on, so
/// this only saves time.
const VISITS_FROM_ABOVE: u64 = 2_000;

/// Plies of the longest mate that is walked. Each takes up to a kilobyte of the machine's stack.
const MAX_PLIES: u32 = 400;

/// Results that are kept. When there are more, all are forgotten: they take 50 MB.
const MAX_KNOWN: usize = 1 << 20;

/// What is known of lengths under the rule profile of a query.
#[derive(Debug, Default)]
pub(crate) struct KnownLengths {
    known: HashMap<NodeKey, Bounds, FastHash>,
}

/// A position: the board with the side to move, the attacker's hand, and the pieces that are out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct NodeKey {
    board: u64,
    hand: Hand,
}

impl NodeKey {
    fn new(node: &ModifiedGame) -> NodeKey {
        let board = node.problem().position().board_key() ^ node.removed().key();
        NodeKey { board, hand: node.problem().hand() }
    }
}

/// What is known of a length.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    least: u32,
    /// Whether the length is the least.
    exact: bool,
}

/// An answer to a check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleAnswer {
    pub mv: Move,
    /// How many plies the mate takes, the answer included; or why the answer does not count.
    pub plies: Result<u32, FutilityReason>,
}

/// Why an interposition is futile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FutilityReason {
    /// The move that takes the piece.
    pub capture: Move,
    /// Whether the checker takes it.
    pub by_checker: bool,
    /// How many plies the mate takes after the piece was taken, if it is not used. `None` under `basic`, where any mate will do.
    pub plies: Option<u32>,
    /// How many plies the defender can hold out without interposing there or farther out.
    pub otherwise: u32,
}

impl SolverRun<'_> {
    /// Whether the mate of `problem` takes at most `plies` plies. Its own limit has no effect.
    pub fn length_is_within(&mut self, problem: &MateGame, plies: u32) -> Result<bool, Aborted> {
        if self.rules == InterpositionRules::Raw {
            return self.is_mate_in_table(&problem.clone().within(Plies::new(plies)));
        }
        let mut node = ModifiedGame::new(problem.clone(), RuleChange::Uncounted);
        if let Some(bounds) = self.lengths.known.get(&NodeKey::new(&node))
            && (bounds.exact || bounds.least > plies)
        {
            return Ok(bounds.least <= plies);
        }
        // Both bounds are cheaper than the length.
        let fitting = match plies.checked_sub(parity_gap(&node, plies)) {
            Some(fitting) if self.may_mate_within(&node, fitting)? => fitting,
            _ => return Ok(false),
        };
        if self.mates_with_every_answer(&node, fitting)? == Some(true) {
            return Ok(true);
        }
        Ok(self.length_of(&mut node, plies)?.is_some())
    }

    /// Whether the mate of `problem` may take at most `plies` plies: if not, it takes more under the present rules.
    pub fn may_be_within(&mut self, problem: &MateGame, plies: u32) -> Result<bool, Aborted> {
        if self.rules == InterpositionRules::Raw {
            return self.is_mate_in_table(&problem.clone().within(Plies::new(plies)));
        }
        self.may_mate_within(&ModifiedGame::new(problem.clone(), RuleChange::Uncounted), plies)
    }

    /// Whether an answer counts, at a defender's node whose mate takes `length` plies. It must not be one after which the mate is shorter.
    pub fn answer_counts(&mut self, problem: &MateGame, answer: Move, length: u32) -> Result<bool, Aborted> {
        let interposes =
            CheckLine::new(problem.position()).is_some_and(|line| line.interposition(answer).is_some());
        if self.rules == InterpositionRules::Raw || !interposes {
            return Ok(true);
        }
        let answers = self.rule_answers(problem, length)?.ok_or(Aborted::Refuted)?;
        Ok(answers.iter().any(|one| one.mv == answer && one.plies == Ok(length)))
    }

    /// The length of a problem, if it is at most `most`.
    pub fn rule_length(&mut self, problem: &MateGame, most: u32) -> Result<Option<u32>, Aborted> {
        let mut node = ModifiedGame::new(problem.clone(), RuleChange::Uncounted);
        self.length_of(&mut node, most)
    }

    /// A lower bound of the length of a problem whose mate takes `length` plies if every interposition counts.
    pub fn least_length(&mut self, problem: &MateGame, length: u32) -> Result<u32, Aborted> {
        let node = ModifiedGame::new(problem.clone(), RuleChange::Uncounted);
        let mut least = length;
        while least >= 2 && self.may_mate_within(&node, least - 2)? {
            least -= 2;
        }
        Ok(least)
    }

    /// The answers of a defender's node whose mate takes at most `most` plies. `None` if it takes longer.
    pub fn rule_answers(
        &mut self,
        problem: &MateGame,
        most: u32,
    ) -> Result<Option<Vec<RuleAnswer>>, Aborted> {
        let mut node = ModifiedGame::new(problem.clone(), RuleChange::Uncounted);
        let mut answers = Vec::new();
        let length = self.walk_answers(&mut node, most, &mut |answer| answers.push(answer))?;
        Ok(length.map(|_| answers))
    }

    fn length_of(&mut self, node: &mut ModifiedGame, most: u32) -> Result<Option<u32>, Aborted> {
        if most == 0 && node.kind() == NodeKind::Or {
            return Ok(None);
        }
        if self.rules == InterpositionRules::Raw {
            return self.raw_length(node.problem(), most);
        }
        if most > MAX_PLIES {
            // The searches may know it without a walk.
            return match self.bounds_agree(node, most)? {
                Some(length) => Ok(length),
                None => Err(Aborted::Limit(StopReason::DepthLimit)),
            };
        }
        let key = NodeKey::new(node);
        let known = self.lengths.known.get(&key).copied();
        match known {
            Some(Bounds { least, .. }) if least > most => return Ok(None),
            Some(Bounds { least, exact: true }) => return Ok(Some(least)),
            _ => {}
        }
        let least = known.map_or(0, |bounds| bounds.least);
        let length = match node.kind() {
            NodeKind::Or => self.walk_checks(node, least.max(1), most)?,
            NodeKind::And => match self.quick_length(node, least, most)? {
                Quick::Longer => None,
                Quick::Exactly(length) => Some(length),
                Quick::AtLeast(_) => self.walk_answers(node, most, &mut |_| {})?,
            },
        };
        if self.lengths.known.len() >= MAX_KNOWN {
            self.lengths.known.clear();
        }
        // Lengths of a node are all odd or all even.
        let bounds =
            length.map_or(Bounds { least: most + 2 - parity_gap(node, most), exact: false }, |least| {
                Bounds { least, exact: true }
            });
        self.lengths.known.insert(key, bounds);
        Ok(length)
    }

    /// The length with every interposition counted, if it is at most `most`.
    fn raw_length(&mut self, problem: &MateGame, most: u32) -> Result<Option<u32>, Aborted> {
        let mut length = None;
        let odd = u32::from(problem.kind() == NodeKind::Or);
        let mut plies = most - u32::from(most % 2 != odd);
        while self.is_mate_in_table(&problem.clone().within(Plies::new(plies)))? {
            length = Some(plies);
            if plies < 2 {
                break;
            }
            plies -= 2;
        }
        Ok(length)
    }

    /// The length as far as the bounding searches know it.
    fn quick_length(&mut self, node: &mut ModifiedGame, least: u32, most: u32) -> Result<Quick, Aborted> {
        // The largest limit of the right parity.
        let most = most - parity_gap(node, most);
        if least > most || !self.may_mate_within(node, most)? {
            return Ok(Quick::Longer);
        }
        let mut least_possible = most;
        while least_possible >= least + 2 && self.may_mate_within(node, least_possible - 2)? {
            least_possible -= 2;
        }
        if self.mates_with_every_answer(node, least_possible)? == Some(true) {
            return Ok(Quick::Exactly(least_possible));
        }
        Ok(Quick::AtLeast(least_possible))
    }

    /// The length where the two searches agree or none is within the limit; no answer where they do not.
    fn bounds_agree(&mut self, node: &mut ModifiedGame, most: u32) -> Result<Option<Option<u32>>, Aborted> {
        let least = if node.kind() == NodeKind::Or { 1 } else { 0 };
        Ok(match self.quick_length(node, least, most)? {
            Quick::Longer => Some(None),
            Quick::Exactly(length) => Some(Some(length)),
            Quick::AtLeast(_) => None,
        })
    }

    /// The lower bound: whether the mate can take `plies` plies or fewer.
    fn may_mate_within(&mut self, node: &ModifiedGame, plies: u32) -> Result<bool, Aborted> {
        let change =
            if self.rules == InterpositionRules::Basic { RuleChange::Waived } else { RuleChange::Uncounted };
        let mut node = node.with_change(change).within(plies).expecting_no_mate();
        node.forget_interposition();
        self.decide_modified(node)
    }

    /// The upper bound: whether there is a mate within `plies` plies if every interposition counts. `None` if that takes too long to
    /// find out.
    fn mates_with_every_answer(&mut self, node: &ModifiedGame, plies: u32) -> Result<Option<bool>, Aborted> {
        if node.removed() == RemovedPieces::NONE {
            let problem = node.problem().clone().within(Plies::new(plies));
            return self.decide_within(&problem, VISITS_FROM_ABOVE);
        }
        self.decide_modified_within(node.with_change(RuleChange::None).within(plies), VISITS_FROM_ABOVE)
    }

    /// The length of an attacker's node: one more than that of the best check.
    fn walk_checks(
        &mut self,
        node: &mut ModifiedGame,
        least: u32,
        most: u32,
    ) -> Result<Option<u32>, Aborted> {
        let first = match self.quick_length(node, least, most)? {
            Quick::Longer => return Ok(None),
            Quick::Exactly(length) => return Ok(Some(length)),
            Quick::AtLeast(length) => length,
        };
        let checks = node.problem().position().checks();
        for length in (first..=most).step_by(2) {
            if length > first && self.mates_with_every_answer(node, length)? == Some(true) {
                return Ok(Some(length));
            }
            for &check in &checks {
                let mv = ModifiedMove::from(check);
                let undo = node.make(mv);
                let found = self.length_of(node, length - 1);
                node.unmake(mv, undo);
                if found?.is_some() {
                    return Ok(Some(length));
                }
            }
        }
        Ok(None)
    }

    /// The length of a defender's node: that of the best answer that counts. Tells `each` of every answer, until one is too long.
    fn walk_answers(
        &mut self,
        node: &mut ModifiedGame,
        most: u32,
        each: &mut dyn FnMut(RuleAnswer),
    ) -> Result<Option<u32>, Aborted> {
        let mut answers = node.problem().position().evasions();
        let line = node.line().filter(|_| self.rules != InterpositionRules::Raw);
        let distance = |mv: Move| line.and_then(|line| Some((line, line.interposition(mv)?)));
        let distance = |mv: Move| distance(mv).map_or(0, |(line, found)| line.distance(found.square));
        // From the king outwards; what is no interposition comes first.
        answers.sort_by_key(|&answer| distance(answer));
        let mut longest = 0;
        for same_square in answers.chunk_by(|&one, &other| distance(one) == distance(other)) {
            let otherwise = longest;
            let mut drops = None;
            for &answer in same_square {
                let futile = match line {
                    Some(line) if distance(answer) > 0 => {
                        self.futility(node, line, answer, otherwise, &mut drops)?
                    }
                    _ => None,
                };
                if let Some(futility) = futile {
                    each(RuleAnswer { mv: answer, plies: Err(futility) });
                    continue;
                }
                let mv = ModifiedMove::from(answer);
                let undo = node.make(mv);
                node.forget_interposition();
                let length = if most == 0 { Ok(None) } else { self.length_of(node, most - 1) };
                node.unmake(mv, undo);
                let Some(length) = length? else { return Ok(None) };
                longest = longest.max(length + 1);
                each(RuleAnswer { mv: answer, plies: Ok(length + 1) });
            }
        }
        Ok(Some(longest))
    }

    /// Why the interposition by `answer` is futile, if it is: for some capture, the mate after it is taken back takes no longer than
    /// `otherwise` plies. All drops on a square stand or fall together, because they go back where they came from: `drops` is what
    /// is known about them.
    fn futility(
        &mut self,
        node: &mut ModifiedGame,
        line: CheckLine,
        answer: Move,
        otherwise: u32,
        drops: &mut Option<Option<FutilityReason>>,
    ) -> Result<Option<FutilityReason>, Aborted> {
        if answer.is_drop()
            && let Some(known) = *drops
        {
            return Ok(known);
        }
        let by =
            if self.rules == InterpositionRules::Miwa { TakeBackBy::Checker } else { TakeBackBy::Direct };
        let before = (self.rules == InterpositionRules::Miwa).then(|| Options::new(node, line.checker));
        let mv = ModifiedMove::from(answer);
        let undo = node.make(mv);
        let mut found = Ok(None);
        for capture in node.take_backs(by) {
            let take_back = ModifiedMove { mv: capture, takes_back: true };
            let undo = node.make(take_back);
            let futile = self.is_mated_without(node, before.as_ref(), answer.to(), otherwise);
            node.unmake(take_back, undo);
            match futile {
                Ok(None) => {}
                Ok(Some(plies)) => {
                    let by_checker = capture.from() == Some(line.checker);
                    found = Ok(Some(FutilityReason { capture, by_checker, plies, otherwise }));
                    break;
                }
                Err(stopped) => {
                    found = Err(stopped);
                    break;
                }
            }
        }
        node.unmake(mv, undo);
        if answer.is_drop() {
            *drops = Some(found?);
        }
        found
    }

    /// After an interposition on `square` was taken back: whether the defender is mated within `otherwise` plies, as the profile wants
    /// it, and in how many.
    fn is_mated_without(
        &mut self,
        node: &mut ModifiedGame,
        before: Option<&Options>,
        square: Square,
        otherwise: u32,
    ) -> Result<Option<Option<u32>>, Aborted> {
        if self.rules == InterpositionRules::Basic {
            // Asked without a history: what was taken back may have been on the board before.
            let is_mate = self.decide_modified(node.with_change(RuleChange::None))?;
            return Ok(is_mate.then_some(None));
        }
        if before.is_some_and(|before| Options::new(node, square).has_more_than(before)) {
            return Ok(None);
        }
        Ok(self.length_of(node, otherwise)?.map(Some))
    }
}

/// How much of a length the bounding searches know.
enum Quick {
    /// It is longer than the limit.
    Longer,
    Exactly(u32),
    AtLeast(u32),
}

/// Lengths are odd at the attacker's nodes and even at the defender's: 1 if `plies` is neither, else 0.
fn parity_gap(node: &ModifiedGame, plies: u32) -> u32 {
    u32::from((plies % 2 == 1) != (node.kind() == NodeKind::Or))
}

/// What Miwa's rule compares: the squares to which the king can move, and the pieces that can take the checker.
struct Options {
    king_moves: Vec<Square>,
    takers: Vec<Square>,
}

impl Options {
    fn new(node: &ModifiedGame, checker: Square) -> Options {
        let position = node.problem().position();
        let king = position.king(position.side_to_move());
        let answers = position.evasions();
        let king_moves = answers.iter().filter(|mv| mv.from().is_some() && mv.from() == king);
        let takers = answers.iter().filter(|mv| mv.to() == checker).filter_map(|mv| mv.from());
        Options { king_moves: king_moves.map(|mv| mv.to()).collect(), takers: takers.collect() }
    }

    fn has_more_than(&self, before: &Options) -> bool {
        self.king_moves.iter().any(|square| !before.king_moves.contains(square))
            || self.takers.iter().any(|square| !before.takers.contains(square))
    }
}
