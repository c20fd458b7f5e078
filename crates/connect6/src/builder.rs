//! Builds proofs with zones from the solutions of searches.

use std::collections::HashMap;
use std::rc::Rc;

use yomikiri_pns::{FastHash, Game as _, Solution};

use crate::defence::DefenderMoves;
use crate::problem::{AttackProblem, Step};
use crate::proof::{Answers, Refutation, Win};

/// Builds a proof with zones from the solution of a search.
pub(crate) struct Builder<'a> {
    problem: AttackProblem,
    solution: &'a Solution<AttackProblem>,
    wins: HashMap<u128, Rc<Win>, FastHash>,
    answers: HashMap<u128, Rc<Answers>, FastHash>,
    bytes: usize,
}

impl<'a> Builder<'a> {
    pub fn new(problem: AttackProblem, solution: &'a Solution<AttackProblem>) -> Builder<'a> {
        Builder { problem, solution, wins: HashMap::default(), answers: HashMap::default(), bytes: 0 }
    }

    /// The bytes of what was built so far, roughly. Wins of leaf searches are not counted: they are kept elsewhere.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The attacker's win at the current node, where he is to move; `None` if the solution does not hold it.
    pub fn win(&mut self) -> Option<Rc<Win>> {
        let key = self.problem.key();
        if let Some(known) = self.wins.get(&key) {
            return Some(Rc::clone(known));
        }
        let win = match self.solution.move_at(&key) {
            Some(step @ Step::Place(mv)) => {
                let undo = self.problem.make(step);
                let answers = self.answers();
                self.problem.unmake(step, undo);
                self.bytes += size_of::<Win>();
                Rc::new(Win::Play(mv, answers?))
            }
            _ => self.problem.leaf_win()?,
        };
        self.wins.insert(key, Rc::clone(&win));
        Some(win)
    }

    /// The refutations of all moves of the defender at the current node; `None` if the solution does not hold them.
    pub fn answers(&mut self) -> Option<Rc<Answers>> {
        let key = self.problem.key();
        if let Some(known) = self.answers.get(&key) {
            return Some(Rc::clone(known));
        }
        // The turn at which every null move is refuted.
        let mut undo = Vec::new();
        let mut defence = self.problem.defence();
        while defence.steps.contains(&Step::Rest) {
            undo.push(self.problem.make(Step::Rest));
            defence = self.problem.defence();
        }
        let answers = self.refute_all(&defence);
        undo.into_iter().rev().for_each(|undo| self.problem.unmake(Step::Rest, undo));
        let answers = Rc::new(answers?);
        self.answers.insert(key, Rc::clone(&answers));
        Some(answers)
    }

    fn refute_all(&mut self, defence: &DefenderMoves) -> Option<Answers> {
        let mut refutations = defence.refutations.clone();
        for &step in &defence.steps {
            let Step::Place(mv) = step else { return None };
            let undo = self.problem.make(step);
            let win = self.win();
            self.problem.unmake(step, undo);
            refutations.push(Refutation::of(mv, win?));
        }
        self.bytes += refutations.iter().map(Refutation::bytes).sum::<usize>();
        Some(Answers { refutations })
    }
}
