//! The section `brinkmate`: the strategy that a verification of threats went through, walked again with positions.

use yomikiri_pns::{Game as _, Order};
use yomikiri_shogi::Position;

use super::boards::PackedBoard;
use super::nodes::{Material, Nodes};
use super::progress::Progress;
use crate::brinkmate::{AttackStep, BrinkmateReplay};
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::Aborted;
use crate::solver_run::SolverRun;

/// Nodes in which the attacker wins by threats, and the mates that they rest on.
#[derive(Debug)]
pub(super) struct Brinkmates<'r> {
    pub nodes: Nodes,
    /// Positions in which the attacker must mate.
    pub mates: Vec<Position>,
    replay: &'r BrinkmateReplay,
    material: &'r Material,
}

impl<'r> Brinkmates<'r> {
    pub fn new(replay: &'r BrinkmateReplay, material: &'r Material) -> Brinkmates<'r> {
        Brinkmates { nodes: Nodes::default(), mates: Vec::new(), replay, material }
    }

    /// Adds the brinkmate of a problem with all that it rests on, except the mates.
    pub fn add(
        &mut self,
        root: &MateGame,
        run: &mut SolverRun<'_>,
        progress: &mut Progress,
    ) -> Result<(), Aborted> {
        self.require(root, Plies::UNLIMITED)?;
        let mut done = 0;
        while (done as usize) < self.nodes.len() {
            progress.step(run, self.nodes.len())?;
            let mut problem = self.nodes.problem(done, self.material)?;
            let node = *self.nodes.get(done);
            let mv = node.mv.filter(|&mv| problem.position().is_legal(mv)).ok_or(Aborted::Refuted)?;
            let _ = problem.make(mv);
            if problem.may_pass() {
                let plies = problem.make_pass();
                self.mates.push(problem.position().clone());
                problem.unmake_pass(plies);
            }
            let left = node.plies.less_one().less_one();
            for defence in problem.position().legal_moves() {
                let undo = problem.make(defence);
                let required = self.require(&problem, left);
                problem.unmake(defence, undo);
                required?;
            }
            done += 1;
        }
        Ok(())
    }

    /// Requires a win within a number of plies up to the last quiet move.
    fn require(&mut self, problem: &MateGame, within: Plies) -> Result<(), Aborted> {
        let position = problem.position();
        let (board, hand) = (PackedBoard::new(position), problem.hand());
        let known = self.nodes.on_board(&board).find(|&node| self.nodes.get(node).hand == hand);
        if let Some(node) = known {
            // The verification has one strategy for a node, whose rank fits wherever it is needed.
            return if self.nodes.get(node).plies <= within { Ok(()) } else { Err(Aborted::Refuted) };
        }
        match self.replay.strategy(problem, Order::TWO).ok_or(Aborted::Refuted)? {
            (AttackStep::LowerOrder(_), _) => self.mates.push(position.clone()),
            (AttackStep::Move(mv), rank) if Plies::new(rank) <= within => {
                self.nodes.add(&board, hand, Plies::new(rank), Some(mv))?;
            }
            (AttackStep::Move(_), _) => return Err(Aborted::Refuted),
        }
        Ok(())
    }
}
