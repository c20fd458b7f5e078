//! The section `no-mate`: a set of nodes that is closed under attack.
//!
//! For every check of every node there is an answer that leads back into the set. The table only proposes answers, and a search decides
//! where it is silent. A proposal that turns out false is noticed: then some check of its node has no answer, and everything starts
//! again without that proposal. So the set that comes out is closed, whatever the table says.
//!
//! A disproof that rests on a repetition holds for a path and not for a node, and the table has none of these as values. Where only such a
//! disproof was found, the answers are searched one by one, each from a path of its own.
//!
//! Nodes are closed in the order in which they are found, so limits fall from one to the next: a board is mostly met with its largest
//! limit first, which covers the others.

use std::collections::{HashMap, VecDeque};

use yomikiri_pns::{FastHash, Game as _, NodeKind, Table as _};
use yomikiri_shogi::{Hand, MateInOne, Move};

use super::boards::PackedBoard;
use super::nodes::{Material, Nodes};
use super::progress::Progress;
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::proof_hands;
use crate::replay::{Aborted, Prover as _};
use crate::solver_run::SolverRun;

/// Visits of the first round in which answers are searched one by one, and by how much more the next round has.
const FIRST_ROUND: u64 = 256;
const NEXT_ROUND: u64 = 8;

/// Nodes in which the attacker does not mate.
pub(super) struct NoMates<'w, 'r> {
    pub nodes: Nodes,
    material: &'w Material,
    run: &'w mut SolverRun<'r>,
    progress: &'w mut Progress,
    /// Nodes whose checks are not all answered.
    open: VecDeque<u32>,
    /// By the key of the board: hands with which the attacker mates within these plies after all.
    mates: HashMap<u64, Vec<(Hand, Plies)>, FastHash>,
}

/// An answer to a check, as a node that would do.
struct Proposal {
    board: PackedBoard,
    hand: Hand,
    plies: Plies,
    /// How much work went into the proposal: small ones first, because they need few further nodes.
    amount: u32,
}

impl<'w, 'r> NoMates<'w, 'r> {
    pub fn new(
        material: &'w Material,
        run: &'w mut SolverRun<'r>,
        progress: &'w mut Progress,
    ) -> NoMates<'w, 'r> {
        let (nodes, open, mates) = (Nodes::default(), VecDeque::new(), HashMap::default());
        NoMates { nodes, material, run, progress, open, mates }
    }

    /// The closed set that shows that none of these problems is a mate within its limit.
    ///
    /// # Errors
    ///
    /// If a limit is reached, or if one of them is a mate.
    pub fn close(mut self, roots: &[MateGame]) -> Result<Nodes, Aborted> {
        while !self.try_to_close(roots)? {
            self.nodes = Nodes::default();
            self.open.clear();
        }
        Ok(self.nodes)
    }

    /// `false` if a proposal was false.
    fn try_to_close(&mut self, roots: &[MateGame]) -> Result<bool, Aborted> {
        for root in roots {
            let is_required = match root.kind() {
                NodeKind::Or => self.require(root)?,
                NodeKind::And => self.answer(&mut root.clone())?,
            };
            if !is_required {
                return Err(Aborted::Refuted);
            }
            if !self.close_open_nodes()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `false` if a proposal was false.
    fn close_open_nodes(&mut self) -> Result<bool, Aborted> {
        while let Some(node) = self.open.pop_front() {
            self.progress.step(self.run, self.nodes.len())?;
            let mut problem = self.nodes.problem(node, self.material)?;
            let mut checks = Vec::new();
            problem.moves(&mut checks);
            for check in checks {
                let undo = problem.make(check);
                let is_answered = self.answer(&mut problem);
                problem.unmake(check, undo);
                if !is_answered? {
                    let mates = self.mates.entry(problem.position().board_key()).or_default();
                    mates.push((problem.hand(), problem.plies()));
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether it is known that the attacker mates from a board with a hand.
    fn is_mate(&self, board_key: u64, hand: Hand, plies: Plies) -> bool {
        let known = self.mates.get(&board_key).into_iter().flatten();
        known.into_iter().any(|&(least, within)| hand.contains(least) && within <= plies)
    }

    fn is_covered(&self, board: &PackedBoard, hand: Hand, plies: Plies) -> bool {
        let covers = |node: u32| {
            let node = self.nodes.get(node);
            node.hand.contains(hand) && node.plies >= plies
        };
        self.nodes.on_board(board).any(covers)
    }

    /// Requires that a problem of the attacker is no mate. `false` if it is known to be one.
    fn require(&mut self, problem: &MateGame) -> Result<bool, Aborted> {
        let (board, hand, plies) = (PackedBoard::new(problem.position()), problem.hand(), problem.plies());
        if self.is_mate(problem.position().board_key(), hand, plies) {
            return Ok(false);
        }
        if !self.is_covered(&board, hand, plies) {
            self.add(&Proposal { board, hand, plies, amount: 0 })?;
        }
        Ok(true)
    }

    fn add(&mut self, proposal: &Proposal) -> Result<(), Aborted> {
        let &Proposal { ref board, hand, plies, .. } = proposal;
        let same = self.nodes.on_board(board).find(|&node| self.nodes.get(node).hand == hand);
        let node = match same {
            Some(node) => {
                self.nodes.set_plies(node, plies);
                node
            }
            None => self.nodes.add(board, hand, plies, None)?,
        };
        self.open.push_back(node);
        Ok(())
    }

    /// Finds an answer to the check that was just given, and adds its node. `false` if there is none.
    fn answer(&mut self, problem: &mut MateGame) -> Result<bool, Aborted> {
        let mut answers = Vec::new();
        problem.moves(&mut answers);
        if answers.is_empty() || problem.plies() <= Plies::new(1) {
            return Ok(!answers.is_empty());
        }
        for &answer in &answers {
            let undo = problem.make(answer);
            let board = PackedBoard::new(problem.position());
            let is_covered = self.is_covered(&board, problem.hand(), problem.plies());
            problem.unmake(answer, undo);
            if is_covered {
                return Ok(true);
            }
        }
        // Answers after which the attacker has no check, or no time for more than one, need no further nodes.
        let mut rest = Vec::new();
        for &answer in &answers {
            let undo = problem.make(answer);
            let look = problem.position().look_for_mate();
            let leaf = match look {
                MateInOne::NoCheck => Some(self.without_check(problem)),
                MateInOne::None(_) if problem.plies() <= Plies::new(2) => Some(self.as_it_is(problem)),
                MateInOne::Mate(_) | MateInOne::None(_) => None,
            };
            problem.unmake(answer, undo);
            if let Some(leaf) = leaf {
                self.add(&leaf)?;
                return Ok(true);
            }
            if matches!(look, MateInOne::None(_)) {
                rest.push(answer);
            }
        }
        if self.take_proposal(problem, &rest)? {
            return Ok(true);
        }
        if self.run.is_mate(problem)? {
            return Ok(false);
        }
        if self.take_proposal(problem, &rest)? {
            return Ok(true);
        }
        self.search_answers(problem, rest)
    }

    /// The node at which a problem stands.
    fn as_it_is(&self, problem: &MateGame) -> Proposal {
        let board = PackedBoard::new(problem.position());
        Proposal { board, hand: problem.hand(), plies: problem.plies(), amount: 0 }
    }

    /// The same if the attacker has no check: then he has none with more of what gives no check, and never will.
    fn without_check(&self, problem: &MateGame) -> Proposal {
        let most = proof_hands::without_new_checks(problem.position(), problem.hand());
        let hand = self.within_material(problem, most);
        Proposal { hand, plies: Plies::UNLIMITED, ..self.as_it_is(problem) }
    }

    /// The part of a hand, at least the one that the attacker has, that the pieces suffice for.
    fn within_material(&self, problem: &MateGame, most: Hand) -> Hand {
        let hand = most.intersection(Material::in_hands(problem.position()));
        if hand.contains(problem.hand()) { hand } else { problem.hand() }
    }

    /// Adds the best node that the table proposes after these answers. `false` if there is none.
    fn take_proposal(&mut self, problem: &mut MateGame, answers: &[Move]) -> Result<bool, Aborted> {
        let mut best: Option<Proposal> = None;
        for &answer in answers {
            let undo = problem.make(answer);
            let proposal = self.proposal(problem);
            problem.unmake(answer, undo);
            if let Some(proposal) = proposal
                && best.as_ref().is_none_or(|best| proposal.amount < best.amount)
            {
                best = Some(proposal);
            }
        }
        best.map_or(Ok(false), |best| self.add(&best).map(|()| true))
    }

    /// What the table proposes for the node at which a problem stands.
    fn proposal(&self, problem: &MateGame) -> Option<Proposal> {
        let found = self.run.table.get(&problem.key())?;
        if found.entry.numbers.value() != Some(false) {
            return None;
        }
        let (key, plies) = (problem.position().board_key(), problem.plies());
        let most = self.within_material(problem, found.key.hand);
        let hand = [most, problem.hand()].into_iter().find(|&hand| !self.is_mate(key, hand, plies))?;
        Some(Proposal { hand, amount: found.entry.amount, ..self.as_it_is(problem) })
    }

    /// Searches answers one by one, in rounds, until one is found after which there is no mate.
    fn search_answers(&mut self, problem: &mut MateGame, mut answers: Vec<Move>) -> Result<bool, Aborted> {
        let mut visits = FIRST_ROUND;
        while !answers.is_empty() {
            let mut left = Vec::new();
            for answer in answers {
                let undo = problem.make(answer);
                let (key, hand, plies) = (problem.position().board_key(), problem.hand(), problem.plies());
                let is_mate = match self.is_mate(key, hand, plies) {
                    true => Ok(Some(true)),
                    false => self.run.decide_within(problem, visits),
                };
                let proposal = match is_mate {
                    Ok(Some(false)) => Some(self.proposal(problem).unwrap_or_else(|| self.as_it_is(problem))),
                    _ => None,
                };
                problem.unmake(answer, undo);
                if let Some(proposal) = proposal {
                    self.add(&proposal)?;
                    return Ok(true);
                }
                if is_mate?.is_none() {
                    left.push(answer);
                }
            }
            answers = left;
            visits = visits.saturating_mul(NEXT_ROUND);
        }
        Ok(false)
    }
}
