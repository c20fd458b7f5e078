//! The question whether the attacker wins, as an AND/OR game.
//!
//! At OR nodes the attacker is to move, and [`Attack`] defines his moves. At AND nodes the defender has tens of thousands of
//! moves, so most are refuted at once: a leaf search shows that the defender loses if he passes (*null move*) or places one
//! stone and passes (*semi-null move*), and the zone of that win covers all moves outside it. Only the other moves are
//! children of the node.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use yomikiri_pns::{FastHash, Game, Knowledge, Limits, NodeKind, Numbers, Settled, Solution, StopReason};

use crate::attack::Attack;
use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::leaf::{LeafDepth, LeafLimits, LeafSearch};
use crate::moves::Move;
use crate::proof::{Answers, Refutation, Win, assume, retract, zone};

/// The question whether the attacker wins from a position.
///
/// Stones are never removed, so the graph has no cycles.
#[derive(Clone)]
pub struct AttackProblem {
    board: Board,
    attacker: Color,
    attack: Attack,
    /// The depth of leaf searches.
    depth: LeafDepth,
    /// The number of stones that the defender may have outside the zone, for zones within zones.
    spare: usize,
    leaf_search: Rc<LeafSearch>,
    defences: Rc<RefCell<Defences>>,
}

type Defences = HashMap<u128, Rc<DefenderMoves>, FastHash>;

/// The largest number of nodes whose defences are kept. Beyond it all are dropped, since they can be computed again.
const MOST_DEFENCES: usize = 1 << 17;

/// The defender's moves at one of his turns, and the refutations of all others.
#[derive(Debug)]
struct DefenderMoves {
    /// The refutations that cover most of his moves.
    refutations: Vec<Refutation>,
    /// The moves that no refutation covers; empty if he has lost.
    moves: Vec<Move>,
    /// Whether a null move was not refuted. Then the graph has no attack here, and the node counts as disproven.
    given_up: bool,
}

/// The refutations of null and semi-null moves.
struct NullMoves {
    refutations: Vec<Refutation>,
    /// Whether every null and semi-null move that was tried is refuted.
    complete: bool,
}

impl AttackProblem {
    /// Asks whether `attacker` wins from `board` by the moves of `attack`.
    pub fn new(board: Board, attacker: Color, attack: Attack) -> AttackProblem {
        let depth = match attack {
            Attack::DoubleThreats => LeafDepth::Row,
            Attack::Threats => LeafDepth::DoubleThreats,
            Attack::Best(_) | Attack::All => LeafDepth::Threats,
        };
        AttackProblem {
            board,
            attacker,
            attack,
            depth,
            spare: 0,
            leaf_search: Rc::new(LeafSearch::new(LeafLimits::default())),
            defences: Rc::default(),
        }
    }

    /// Sets the depth and the node limits of leaf searches. They are part of the definition of the graph.
    #[must_use]
    pub fn with_leaf_search(mut self, depth: LeafDepth, limits: LeafLimits) -> AttackProblem {
        self.depth = depth;
        self.leaf_search = Rc::new(LeafSearch::new(limits));
        self.defences = Rc::default();
        self
    }

    /// A leaf search for the side to move.
    pub(crate) fn leaf(
        board: &Board,
        attack: Attack,
        depth: LeafDepth,
        spare: usize,
        leaf_search: &Rc<LeafSearch>,
    ) -> AttackProblem {
        AttackProblem {
            board: board.clone(),
            attacker: board.side_to_move(),
            attack,
            depth,
            spare,
            leaf_search: Rc::clone(leaf_search),
            defences: Rc::default(),
        }
    }

    /// The position of the current node.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side whose win is to be proven.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The moves considered for the attacker.
    pub fn attack(&self) -> Attack {
        self.attack
    }

    /// The number of nodes that leaf searches have visited so far.
    pub fn leaf_visits(&self) -> u64 {
        self.leaf_search.visits()
    }

    /// Makes leaf searches obey the time limit and the stop flag of the search, which starts now.
    pub(crate) fn watch(&self, limits: &Limits) {
        self.leaf_search.watch(limits);
    }

    /// The reason why a leaf search was stopped, if one was. Then a disproof is not valid, since part of the graph is missing.
    pub(crate) fn cut(&self) -> Option<StopReason> {
        self.leaf_search.cut()
    }

    /// The defender's moves at the current node, computed once per position.
    fn defence(&self) -> Rc<DefenderMoves> {
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

    fn find_defence(&self) -> DefenderMoves {
        let rules = self.board.rules();
        let threats = self.board.threats(self.attacker);
        let rows = (rules.threat()..rules.row())
            .flat_map(|stones| self.board.open(self.attacker, stones).iter())
            .map(|window| Refutation::row(&self.board, window, self.attacker));
        let mut refutations: Vec<Refutation> = rows.collect();
        let number = threats.number();
        if number == rules.stones() && self.board.stones_to_place() == rules.stones() {
            // Every stone of the move is needed to stop the threats.
            let blocks = threats.blocks();
            let moves = if rules.stones() == 1 {
                blocks.iter().map(Move::one).collect()
            } else {
                threats.blocking_pairs()
            };
            return DefenderMoves { refutations, moves, given_up: false };
        }
        if number > rules.stones() {
            return DefenderMoves { refutations, moves: Vec::new(), given_up: false };
        }
        // With a single free cell left, null moves do not apply.
        if number < rules.stones() && self.board.stones_to_place() == rules.stones() {
            let null_moves = self.null_moves(number, threats.blocks());
            if !null_moves.complete && self.attack != Attack::All {
                return DefenderMoves { refutations, moves: Vec::new(), given_up: true };
            }
            refutations.extend(null_moves.refutations);
        }
        let moves = unrefuted(&self.board, &refutations);
        DefenderMoves { refutations, moves, given_up: false }
    }

    /// Refutes null and semi-null moves, for a turn at which threats need fewer stones than a move has.
    fn null_moves(&self, threats: usize, blocks: CellSet) -> NullMoves {
        let stones = self.board.rules().stones();
        let mut board = self.board.clone();
        let mut found = NullMoves { refutations: Vec::new(), complete: true };
        // The first stones of semi-null moves. A stone that does not stop the threats loses to a row at once.
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
            // One stone stops all threats. Assume stones on all cells where it does, and one more stone elsewhere.
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

    /// Looks for a win after the defender has placed `stones`, with a zone outside which `own` more stones do not matter.
    fn refute(&self, board: &mut Board, stones: CellSet, own: usize) -> Option<Refutation> {
        assume(board, &stones, self.attacker);
        let win = self.leaf_search.win(board, self.depth, self.spare + own);
        let refutation =
            win.map(|win| Refutation { stones, spare: own, zone: zone(board, &win, self.spare, own), win });
        retract(board, &stones, self.attacker);
        refutation
    }
}

/// The moves of the side to move that no refutation covers.
fn unrefuted(board: &Board, refutations: &[Refutation]) -> Vec<Move> {
    let free = board.free();
    let mut moves = Vec::new();
    if board.stones_to_place() < 2 {
        for cell in free.iter() {
            let covers = |refutation: &Refutation| {
                refutation.stones.contains(cell)
                    || refutation.spare > 0 && !refutation.zone.cells.contains(cell)
            };
            if !refutations.iter().any(covers) {
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

impl fmt::Debug for AttackProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AttackProblem({:?} wins in the {} from {})", self.attacker, self.attack, self.board)
    }
}

impl Game for AttackProblem {
    type Move = Move;
    type Key = u128;
    type Undo = ();

    const ACYCLIC: bool = true;

    #[inline]
    fn key(&self) -> u128 {
        self.board.key()
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        if self.board.side_to_move() == self.attacker { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<Settled<u128>> {
        let value = match self.kind() {
            NodeKind::Or => {
                if self.board.completion(self.attacker).is_some() {
                    return Some(true.into());
                }
                let lost = self.board.threats(!self.attacker).number() > self.board.rules().stones();
                if lost || self.board.free().is_empty() {
                    return Some(false.into());
                }
                self.leaf_search.win(&self.board, self.depth, self.spare).map(|_| true)
            }
            NodeKind::And => {
                if self.board.completion(!self.attacker).is_some() || self.board.free().is_empty() {
                    return Some(false.into());
                }
                let defence = self.defence();
                if defence.given_up {
                    return Some(false.into());
                }
                defence.moves.is_empty().then_some(true)
            }
        };
        value.map(Settled::from)
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
}

impl Knowledge for AttackProblem {
    const VALUE_IS_EXPENSIVE: bool = true;

    #[inline]
    fn key_after(&mut self, mv: Move) -> u128 {
        self.board.key_after(mv)
    }

    /// A defender's turn is harder to prove if threats leave him more free stones.
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

/// Builds a proof with zones from the solution of a search.
pub(crate) struct Builder<'a> {
    problem: AttackProblem,
    solution: &'a Solution<AttackProblem>,
    wins: HashMap<u128, Rc<Win>, FastHash>,
    answers: HashMap<u128, Rc<Answers>, FastHash>,
}

impl<'a> Builder<'a> {
    pub fn new(problem: AttackProblem, solution: &'a Solution<AttackProblem>) -> Builder<'a> {
        Builder { problem, solution, wins: HashMap::default(), answers: HashMap::default() }
    }

    /// The attacker's win at the current node, where he is to move; `None` if the solution does not hold it.
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
                let AttackProblem { leaf_search, board, depth, spare, .. } = &self.problem;
                leaf_search.win(board, *depth, *spare)?
            }
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
