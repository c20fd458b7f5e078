//! The section `mate`: the strategy that a replay verified, walked again with positions.
//!
//! A replay knows nodes by their hashes. Here they are boards, so a collision cannot hide: every move is looked up among the legal ones.

use yomikiri_pns::{Game as _, NodeKind};
use yomikiri_shogi::Position;

use super::boards::PackedBoard;
use super::nodes::{Material, Nodes};
use super::progress::Progress;
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::{Aborted, Replay};
use crate::solver_run::SolverRun;

/// Nodes in which the attacker mates, with the strategy that was verified. Everything must be verified before the first node is
/// taken: a later verification may find a faster strategy for a node.
#[derive(Debug)]
pub(super) struct Mates<'r> {
    pub nodes: Nodes,
    replay: &'r Replay,
    material: &'r Material,
    /// Nodes whose answers are all covered.
    done: u32,
}

impl<'r> Mates<'r> {
    pub fn new(replay: &'r Replay, material: &'r Material) -> Mates<'r> {
        Mates { nodes: Nodes::default(), replay, material, done: 0 }
    }

    /// Adds the mate of a problem within its limit, with all that it rests on.
    pub fn add(
        &mut self,
        problem: &MateGame,
        run: &mut SolverRun<'_>,
        progress: &mut Progress,
    ) -> Result<(), Aborted> {
        match problem.kind() {
            NodeKind::Or => self.require(problem.position(), problem.plies())?,
            NodeKind::And => self.require_answers(&mut problem.clone(), problem.plies())?,
        }
        while (self.done as usize) < self.nodes.len() {
            progress.step(run, self.nodes.len())?;
            let mut problem = self.nodes.problem(self.done, self.material)?;
            let node = *self.nodes.get(self.done);
            let mv = node.mv.filter(|mv| problem.position().checks().contains(mv)).ok_or(Aborted::Refuted)?;
            let _ = problem.make(mv);
            self.require_answers(&mut problem, node.plies.less_one())?;
            self.done += 1;
        }
        Ok(())
    }

    /// Requires that every answer of the defender leads to a mate in time.
    fn require_answers(&mut self, problem: &mut MateGame, within: Plies) -> Result<(), Aborted> {
        for answer in problem.position().evasions() {
            let undo = problem.make(answer);
            let required = self.require(problem.position(), within.less_one());
            problem.unmake(answer, undo);
            required?;
        }
        Ok(())
    }

    /// Requires a mate within a number of plies.
    fn require(&mut self, position: &Position, within: Plies) -> Result<(), Aborted> {
        let (board, hand) = (PackedBoard::new(position), position.hand(self.material.attacker));
        let covers = |node: u32| {
            let node = self.nodes.get(node);
            hand.contains(node.hand) && node.plies <= within
        };
        if self.nodes.on_board(&board).any(covers) {
            return Ok(());
        }
        let (hand, depth, mv) = self.replay.strategy(position.board_key(), hand).ok_or(Aborted::Refuted)?;
        if Plies::new(depth) > within {
            return Err(Aborted::Refuted);
        }
        self.nodes.add(&board, hand, Plies::new(depth), mv).map(|_| ())
    }
}
