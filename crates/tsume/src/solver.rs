//! The solver: finds a mate fast, replays it, then looks for shorter mates until it is proved that there is none.
//!
//! A problem with a limit on its plies is a problem like any other, so the proof that a mate is shortest is a search for a mate within
//! two plies less that fails. All searches use one table, in which results for different limits support each other.

use yomikiri_memory::OutOfMemory;
use yomikiri_pns::{Game, NodeKind, StopReason};
use yomikiri_shogi::{Color, Move, PieceKind, Position, Square};

use crate::answer::{Mate, MateAnswer, MateVerdict, SearchCost, SolverEvent};
use crate::checkpoint::CheckpointError;
use crate::mate_game::MateGame;
use crate::options::{Goal, SolveOptions};
use crate::plies::Plies;
use crate::problem::NotAProblem;
use crate::replay::{Aborted, Prover as _, Replay, bring_first};
use crate::rules::InterpositionRules;
use crate::solver_run::SolverRun;
use crate::table::MateTable;

/// Solves mate problems and brinkmates, and judges mate problems. One table serves all queries, one after the other.
#[derive(Debug)]
pub struct Solver {
    table: MateTable,
    memory: usize,
    /// Whether the table has what a checkpoint saved for the next query.
    is_resumed: bool,
    /// The problems for which the table holds, if it is not empty.
    scope: Option<TableScope>,
}

/// The attacker, and how many pieces of each kind there are, promoted or not, wherever they are. Keys leave out the defender's hand, so a
/// table holds for one set of pieces only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableScope {
    attacker: Color,
    /// In the order of [`PieceKind::HAND`].
    pieces: [u32; 7],
    kings: u32,
}

impl TableScope {
    pub fn new(position: &Position, attacker: Color) -> TableScope {
        let count = |kind: PieceKind| {
            let on_board = Square::all().filter_map(|square| position.piece_at(square));
            let on_board = on_board.filter(|piece| piece.kind().unpromoted() == kind).count() as u32;
            on_board + Color::ALL.into_iter().map(|color| position.hand(color).count(kind)).sum::<u32>()
        };
        TableScope { attacker, pieces: PieceKind::HAND.map(count), kings: count(PieceKind::King) }
    }

    /// The pieces of the kinds that can be in hand.
    pub fn in_play(&self) -> impl Iterator<Item = (PieceKind, u32)> {
        PieceKind::HAND.into_iter().zip(self.pieces)
    }
}

impl Solver {
    /// A solver with a table of at most `memory` bytes, as far as there is a table of that size; see
    /// [`MateTable::with_memory`].
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn new(memory: usize) -> Result<Solver, OutOfMemory> {
        Ok(Solver { table: MateTable::with_memory(memory)?, memory, is_resumed: false, scope: None })
    }

    /// The most bytes that its table uses.
    pub fn memory(&self) -> u64 {
        self.table.memory()
    }

    /// The largest number of entries that the table can hold. [`Counters::table_entries`](yomikiri_pns::Counters::table_entries)
    /// counts those that it holds.
    pub fn capacity(&self) -> u64 {
        self.table.capacity()
    }

    /// Solves a position for `attacker`. Either side may be to move.
    ///
    /// # Errors
    ///
    /// If the defender has no king, or is to move and not in check.
    pub fn solve(
        &mut self,
        position: &Position,
        attacker: Color,
        options: &SolveOptions,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<MateAnswer, NotAProblem> {
        NotAProblem::check(position, attacker)?;
        let mut run = self.run_about(position, attacker, options, on_event);
        let problem = MateGame::new(position.clone(), attacker).with_techniques(options.techniques);
        run.start_saving(&problem);
        let (verdict, stopped) = run.solve_to_goal(&problem);
        let (counters, first_mate, elapsed) = (run.counters, run.first_mate, run.start.elapsed());
        Ok(MateAnswer { verdict, counters, first_mate, stopped, elapsed })
    }

    /// The table, for searches that are parts of a larger one about this position. It is emptied unless it holds for the position already;
    /// the next [`solve`](Self::solve) goes on from what the parts leave in it.
    pub fn table_for(
        &mut self,
        position: &Position,
        attacker: Color,
        options: &SolveOptions,
    ) -> &mut MateTable {
        let scope = Some(TableScope::new(position, attacker));
        if self.scope != scope {
            self.table.clear();
            self.scope = scope;
        }
        self.is_resumed = true;
        self.table.set_techniques(options.techniques);
        &mut self.table
    }

    /// Reads the checkpoint of a query, if there is one already: the next [`solve`](Self::solve) of this position goes on from it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not a whole checkpoint of this position.
    pub fn resume(
        &mut self,
        position: &Position,
        attacker: Color,
        options: &SolveOptions,
    ) -> Result<(), CheckpointError> {
        let Some(checkpoint) = &options.checkpoint else { return Ok(()) };
        let problem = MateGame::new(position.clone(), attacker).with_techniques(options.techniques);
        self.table.clear();
        self.is_resumed = true;
        checkpoint.load(&mut self.table, &problem)
    }

    /// Starts a query. The table is cleared, because its keys leave out the defender's hand: that is all pieces that are neither on
    /// the board nor in the attacker's hand, which differs from problem to problem.
    pub(crate) fn run<'a>(
        &'a mut self,
        options: &'a SolveOptions,
        on_event: &'a mut dyn FnMut(SolverEvent<'_>),
    ) -> SolverRun<'a> {
        self.run_with_scope(options, on_event).0
    }

    /// The same, with the place for the problems that the query will be about.
    pub(crate) fn run_with_scope<'a>(
        &'a mut self,
        options: &'a SolveOptions,
        on_event: &'a mut dyn FnMut(SolverEvent<'_>),
    ) -> (SolverRun<'a>, &'a mut Option<TableScope>) {
        if !std::mem::take(&mut self.is_resumed) {
            self.table.clear();
        }
        self.scope = None;
        self.table.set_techniques(options.techniques);
        self.table.set_max_bytes(options.algorithm.table_memory(self.memory));
        (SolverRun::new(&mut self.table, self.memory, options, on_event), &mut self.scope)
    }

    /// Starts a query about a position.
    pub(crate) fn run_about<'a>(
        &'a mut self,
        position: &Position,
        attacker: Color,
        options: &'a SolveOptions,
        on_event: &'a mut dyn FnMut(SolverEvent<'_>),
    ) -> SolverRun<'a> {
        let (run, scope) = self.run_with_scope(options, on_event);
        *scope = Some(TableScope::new(position, attacker));
        run
    }

    /// Keeps what the table knows for the next query, if it holds for this position.
    pub(crate) fn keep_table_for(&mut self, position: &Position, attacker: Color) {
        self.is_resumed |= self.scope == Some(TableScope::new(position, attacker));
    }
}

impl SolverRun<'_> {
    /// Solves a problem up to the goal of the query. Also returns the limit that stopped the
    /// search, if any; the table is then saved.
    pub fn solve_to_goal(&mut self, problem: &MateGame) -> (MateVerdict, Option<StopReason>) {
        let before = self.counters.visits;
        let (mut verdict, stopped) = self.solve(problem);
        if let (Goal::MainLine, MateVerdict::Mate(mate)) = (self.options.goal, &mut verdict) {
            let searched = self.counters.visits - before;
            self.set_main_line(problem, mate, searched);
            if self.options.rules != InterpositionRules::Raw {
                mate.adjusted = Some(self.adjusted_mate(problem, mate, searched));
            }
        }
        if stopped.is_some() || self.keep_going().is_err() {
            self.save();
        }
        (verdict, stopped)
    }

    /// The same without the choice of the main line.
    pub fn solve(&mut self, problem: &MateGame) -> (MateVerdict, Option<StopReason>) {
        let mut best = None;
        match self.find_shortest(problem, &mut best) {
            Ok(false) => (MateVerdict::NoMate, None),
            Ok(true) => (best.map_or(MateVerdict::Unknown(StopReason::Stuck), MateVerdict::Mate), None),
            Err(stopped) => {
                let reason = stopped.into();
                (best.map_or(MateVerdict::Unknown(reason), MateVerdict::Mate), Some(reason))
            }
        }
    }

    /// Whether there is a mate. `best` is the shortest mate found so far, also if a limit ends the work; a later call goes on from it.
    pub fn find_shortest(&mut self, problem: &MateGame, best: &mut Option<Mate>) -> Result<bool, Aborted> {
        let mut problem = problem.clone();
        // A mate that was found before a limit was reached is not searched for again.
        let mut is_found = best.is_some();
        if !is_found {
            if !self.decide(&problem, self.options.algorithm)? {
                return Ok(false);
            }
            self.first_mate =
                Some(SearchCost { visits: self.counters.visits, elapsed: self.start.elapsed() });
        }
        loop {
            if !is_found {
                let mate = self.replay(&problem)?;
                (self.on_event)(SolverEvent::Found(&mate));
                *best = Some(mate);
            }
            is_found = false;
            let Some(mate) = best.as_mut() else { return Err(Aborted::Refuted) };
            let length = mate.length;
            if self.options.goal == Goal::AnyMate {
                return Ok(true);
            }
            problem = problem.within(Plies::new(length.saturating_sub(2)));
            let shortest_possible = if problem.kind() == NodeKind::Or { 1 } else { 0 };
            let has_shorter =
                length >= shortest_possible + 2 && self.decide(&problem, self.options.algorithm)?;
            if !has_shorter {
                mate.minimal = true;
                let whole = problem.within(Plies::new(length));
                if let Ok(line) = self.longest_defence(&whole) {
                    mate.set_line(&whole, line);
                }
                return Ok(true);
            }
        }
    }

    /// A line of a mate whose length, the problem's limit, is minimal. Every answer of the defender is one after which no mate is
    /// shorter. The strategy that was replayed does not show which answers these are, because it need not be the fastest against
    /// every answer, so the search is asked again.
    fn longest_defence(&mut self, problem: &MateGame) -> Result<Vec<Move>, Aborted> {
        let mut problem = problem.clone();
        let mut line = Vec::new();
        let mut replay = Replay::default();
        loop {
            replay.verify(&problem, self)?;
            let mv = match problem.kind() {
                NodeKind::Or => replay.next_move(&mut problem),
                NodeKind::And => self.longest_answer(&mut problem, &replay)?,
            };
            let Some(mv) = mv else { return Ok(line) };
            let _ = problem.make(mv);
            line.push(mv);
        }
    }

    /// An answer after which the shortest mate takes all of the problem's limit. `None` at a mate.
    fn longest_answer(&mut self, problem: &mut MateGame, replay: &Replay) -> Result<Option<Move>, Aborted> {
        let mut answers = Vec::new();
        problem.moves(&mut answers);
        if answers.is_empty() {
            return Ok(None);
        }
        // The answer of the replay goes first. Among equals it leaves nothing in the attacker's hand.
        if let Some(first) = replay.next_move(problem) {
            bring_first(&mut answers, first);
        }
        for mv in answers {
            let undo = problem.make(mv);
            let left = problem.plies().limit().ok_or(Aborted::Refuted)?;
            let is_longest = replay.depth(problem).is_none_or(|depth| depth >= left)
                && (left < 3 || !self.is_mate(&problem.clone().within(Plies::new(left - 2)))?);
            problem.unmake(mv, undo);
            if is_longest {
                return Ok(Some(mv));
            }
        }
        Err(Aborted::Refuted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_leaves_room_for_shared_descendants() {
        let position = Position::from_sfen("4k4/9/4G4/9/9/9/9/9/9 b G 1").unwrap();
        let mut solver = Solver::new(64 << 20).unwrap();
        for (algorithm, expected) in
            [("default", 64 << 20), ("default+snda", 48 << 20), ("default", 64 << 20)]
        {
            let options = SolveOptions { algorithm: algorithm.parse().unwrap(), ..SolveOptions::default() };
            let answer = solver.solve(&position, Color::Black, &options, &mut |_| {}).unwrap();
            assert!(matches!(answer.verdict, MateVerdict::Mate(_)));
            let memory = solver.memory();
            assert!(memory <= expected && memory > expected / 4 * 3, "{algorithm}: {memory}");
        }
    }
}
