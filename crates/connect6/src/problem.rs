//! "The attacker wins", as an AND/OR game.
//!
//! OR nodes are the attacker's: which moves he has is told by [`Attack`]. AND nodes are the defender's: he has those moves that
//! no null or semi-null move has refuted already. What is refuted is found out by leaf searches on what the defender's
//! passing leaves, and by the zones of the wins found there.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use yomikiri_pns::{FastHash, Game, Limits, NodeKind, Numbers, Solution, StopReason};

use crate::attack::Attack;
use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;
use crate::oracle::{Depth, Effort, Oracle};
use crate::proof::{Answers, Refutation, Win, assume, forget, zone};

/// The question whether the attacker wins.
///
/// Stones are never taken away, so there are no cycles.
#[derive(Clone)]
pub struct Problem {
    board: Board,
    attacker: Color,
    attack: Attack,
    /// How far leaf searches go.
    depth: Depth,
    /// Stones that the defender may have elsewhere, for zones within zones.
    spare: usize,
    oracle: Rc<Oracle>,
    defences: Rc<RefCell<Defences>>,
}

type Defences = HashMap<u128, Rc<Defence>, FastHash>;

/// Beyond this many, all are forgotten: they can be had again.
const MOST_DEFENCES: usize = 1 << 17;

/// What the defender is left with at one of his turns.
#[derive(Debug)]
struct Defence {
    /// What meets most of his moves.
    refutations: Vec<Refutation>,
    /// The moves that are left; none if he has lost.
    moves: Vec<Move>,
    /// A null move was not refuted, and the graph has no attacks like that.
    given_up: bool,
}

/// What passing was found to lose to.
struct NullMoves {
    refutations: Vec<Refutation>,
    /// Nothing was tried in vain.
    complete: bool,
}

impl Problem {
    /// Does the attacker win from here?
    pub fn new(board: Board, attacker: Color, attack: Attack) -> Problem {
        let depth = match attack {
            Attack::DoubleThreats => Depth::Row,
            Attack::Threats => Depth::DoubleThreats,
            Attack::Best(_) | Attack::All => Depth::Threats,
        };
        Problem {
            board,
            attacker,
            attack,
            depth,
            spare: 0,
            oracle: Rc::new(Oracle::new(Effort::default())),
            defences: Rc::default(),
        }
    }

    /// Chooses how far leaf searches go, and for how long. Their node limits are part of the graph.
    #[must_use]
    pub fn with_leaf_search(mut self, depth: Depth, effort: Effort) -> Problem {
        self.depth = depth;
        self.oracle = Rc::new(Oracle::new(effort));
        self.defences = Rc::default();
        self
    }

    /// A leaf search for the side to move.
    pub(crate) fn leaf(
        board: &Board,
        attack: Attack,
        depth: Depth,
        spare: usize,
        oracle: &Rc<Oracle>,
    ) -> Problem {
        Problem {
            board: board.clone(),
            attacker: board.side_to_move(),
            attack,
            depth,
            spare,
            oracle: Rc::clone(oracle),
            defences: Rc::default(),
        }
    }

    /// The position of the current node.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to win.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The graph that is searched.
    pub fn attack(&self) -> Attack {
        self.attack
    }

    /// Nodes that leaf searches have visited so far.
    pub fn leaf_visits(&self) -> u64 {
        self.oracle.visits()
    }

    /// Keeps the time limit and the stop flag of a search, also within a node.
    pub(crate) fn watch(&self, limits: &Limits) {
        self.oracle.watch(limits);
    }

    /// Why the graph was not searched as it is, if so: then only a proof counts.
    pub(crate) fn cut(&self) -> Option<StopReason> {
        self.oracle.cut()
    }

    /// What the defender is left with here.
    fn defence(&self) -> Rc<Defence> {
        let key = self.board.key();
        if let Some(known) = self.defences.borrow().get(&key) {
            return Rc::clone(known);
        }
        let defence = Rc::new(self.find_defence());
        let mut defences = self.defences.borrow_mut();
        if defences.len() >= MOST_DEFENCES {
            defences.clear();
        }
        defences.insert(key, Rc::clone(&defence));
        defence
    }

    fn find_defence(&self) -> Defence {
        let rules = self.board.rules();
        let threats = self.board.threats(self.attacker);
        let rows = (rules.threat()..rules.row())
            .flat_map(|stones| self.board.open(self.attacker, stones).iter())
            .map(|window| Refutation::row(&self.board, window, self.attacker));
        let mut refutations: Vec<Refutation> = rows.collect();
        let number = threats.number();
        if number == rules.stones() && self.board.stones_to_place() == rules.stones() {
            // Every stone is bound.
            let blocks = threats.blocks();
            let moves = if rules.stones() == 1 {
                blocks.iter().map(Move::one).collect()
            } else {
                threats.blocking_pairs()
            };
            return Defence { refutations, moves, given_up: false };
        }
        if number > rules.stones() {
            return Defence { refutations, moves: Vec::new(), given_up: false };
        }
        // On the last cell a move has one stone: nothing but that is left to look at.
        if number < rules.stones() && self.board.stones_to_place() == rules.stones() {
            let null_moves = self.null_moves(number, threats.blocks());
            if !null_moves.complete && self.attack != Attack::All {
                return Defence { refutations, moves: Vec::new(), given_up: true };
            }
            refutations.extend(null_moves.refutations);
        }
        let moves = unmet(&self.board, &refutations);
        Defence { refutations, moves, given_up: false }
    }

    /// Null and semi-null moves, for a turn at which threats bind fewer stones than a move has.
    fn null_moves(&self, threats: usize, blocks: CellSet) -> NullMoves {
        let stones = self.board.rules().stones();
        let mut board = self.board.clone();
        let mut found = NullMoves { refutations: Vec::new(), complete: true };
        // What he passes with after it is for stones that do not stop the threats: those lose to rows.
        let mut firsts = CellSet::EMPTY;
        if threats == 0 {
            match self.refute(&mut board, CellSet::EMPTY, stones) {
                Some(null) if stones > 1 => {
                    firsts = null.zone.cells & self.board.free();
                    found.refutations.push(null);
                }
                null => {
                    found.complete = null.is_some();
                    found.refutations.extend(null);
                }
            }
        } else {
            // One stone stops all threats: let him have every cell on which it does, and a stone to spare.
            match self.refute(&mut board, blocks, 1) {
                Some(semi) => found.refutations.push(semi),
                None if blocks.len() > 1 => firsts = blocks,
                None => found.complete = false,
            }
        }
        for first in firsts.iter() {
            let semi = self.refute(&mut board, CellSet::of(first), 1);
            found.complete &= semi.is_some();
            found.refutations.extend(semi);
            if !found.complete && self.attack != Attack::All {
                break;
            }
        }
        found
    }

    /// Assumes stones and looks for a win that `own` more stones outside its zone do not disturb.
    fn refute(&self, board: &mut Board, stones: CellSet, own: usize) -> Option<Refutation> {
        assume(board, &stones, self.attacker);
        let win = self.oracle.ask(board, self.depth, self.spare + own);
        let refutation =
            win.map(|win| Refutation { stones, spare: own, zone: zone(board, &win, self.spare, own), win });
        forget(board, &stones, self.attacker);
        refutation
    }
}

/// The moves of the side to move that no refutation meets.
fn unmet(board: &Board, refutations: &[Refutation]) -> Vec<Move> {
    let free = board.free();
    let mut moves = Vec::new();
    if board.stones_to_place() < 2 {
        for cell in free.iter() {
            let meets = |refutation: &Refutation| {
                refutation.stones.contains(cell)
                    || refutation.spare > 0 && !refutation.zone.cells.contains(cell)
            };
            if !refutations.iter().any(meets) {
                moves.push(Move::one(cell));
            }
        }
        return moves;
    }
    let mut later = free;
    for first in free.iter() {
        later.remove(first);
        let mut open = later;
        for refutation in refutations {
            open &= !refutation.partners(board, first);
        }
        moves.extend(open.iter().map(|second: Cell| Move::two(first, second)));
    }
    moves
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Problem({:?} wins in the {} from {})", self.attacker, self.attack, self.board)
    }
}

impl Game for Problem {
    type Move = Move;
    type Key = u128;
    type Undo = ();

    const ACYCLIC: bool = true;
    const SETTLING_IS_WORK: bool = true;

    #[inline]
    fn key(&self) -> u128 {
        self.board.key()
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        if self.board.side_to_move() == self.attacker { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<bool> {
        match self.kind() {
            NodeKind::Or => {
                if self.board.completion(self.attacker).is_some() {
                    return Some(true);
                }
                let lost = self.board.threats(!self.attacker).number() > self.board.rules().stones();
                if lost || self.board.free().is_empty() {
                    return Some(false);
                }
                self.oracle.ask(&self.board, self.depth, self.spare).map(|_| true)
            }
            NodeKind::And => {
                if self.board.completion(!self.attacker).is_some() || self.board.free().is_empty() {
                    return Some(false);
                }
                let defence = self.defence();
                if defence.given_up {
                    return Some(false);
                }
                defence.moves.is_empty().then_some(true)
            }
        }
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        match self.kind() {
            NodeKind::Or => self.attack.moves(&mut self.board.clone(), moves),
            NodeKind::And => moves.extend_from_slice(&self.defence().moves),
        }
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        self.board.make(mv);
    }

    #[inline]
    fn unmake(&mut self, mv: Move, (): ()) {
        self.board.unmake(mv);
    }

    #[inline]
    fn key_after(&mut self, mv: Move) -> u128 {
        self.board.key_after(mv)
    }

    /// A defender's turn is the harder to prove the fewer of his stones are bound.
    fn estimate(&self) -> Numbers {
        match self.kind() {
            NodeKind::Or => Numbers::UNIT,
            NodeKind::And => match self.board.threats(self.attacker).number() {
                0 => Numbers::new(16, 1),
                1 => Numbers::new(8, 1),
                _ => Numbers::new(2, 1),
            },
        }
    }
}

/// Builds proofs with zones from the solutions of a search.
pub(crate) struct Builder<'a> {
    problem: Problem,
    solution: &'a Solution<Problem>,
    wins: HashMap<u128, Rc<Win>, FastHash>,
    answers: HashMap<u128, Rc<Answers>, FastHash>,
}

impl<'a> Builder<'a> {
    pub fn new(problem: Problem, solution: &'a Solution<Problem>) -> Builder<'a> {
        Builder { problem, solution, wins: HashMap::default(), answers: HashMap::default() }
    }

    /// How the attacker, who is to move, wins from where the problem stands.
    pub fn win(&mut self) -> Option<Rc<Win>> {
        let key = self.problem.key();
        if let Some(known) = self.wins.get(&key) {
            return Some(Rc::clone(known));
        }
        let win = match self.solution.choice(&key) {
            Some(mv) => {
                self.problem.make(mv);
                let answers = self.answers();
                self.problem.unmake(mv, ());
                Rc::new(Win::Play(mv, answers?))
            }
            None => {
                let Problem { oracle, board, depth, spare, .. } = &self.problem;
                oracle.ask(board, *depth, *spare)?
            }
        };
        self.wins.insert(key, Rc::clone(&win));
        Some(win)
    }

    /// Why the defender, who is to move, loses.
    pub fn answers(&mut self) -> Option<Rc<Answers>> {
        let key = self.problem.key();
        if let Some(known) = self.answers.get(&key) {
            return Some(Rc::clone(known));
        }
        let defence = self.problem.defence();
        let mut refutations = defence.refutations.clone();
        for &mv in &defence.moves {
            self.problem.make(mv);
            let win = self.win();
            self.problem.unmake(mv, ());
            refutations.push(Refutation::of(mv, win?));
        }
        let answers = Rc::new(Answers { refutations });
        self.answers.insert(key, Rc::clone(&answers));
        Some(answers)
    }
}
