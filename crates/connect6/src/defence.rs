//! The defender's moves at one of his turns: null moves are refuted, and the moves that no refutation covers are listed.

use std::rc::Rc;

use yomikiri_pns::Game as _;

use crate::attack::AttackMoves;
use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::moves::Move;
use crate::problem::{AttackProblem, Step};
use crate::proof::{Refutation, Win, assume, retract, zone};

/// The defender's moves at one of his turns, and the refutations of all others.
#[derive(Debug)]
pub(crate) struct DefenderMoves {
    /// The refutations that cover most of his moves.
    pub refutations: Vec<Refutation>,
    /// The moves that no refutation covers; empty if he has lost. Or a null move and [`Step::Rest`].
    pub steps: Vec<Step>,
    /// Whether a null move was not refuted. Then the graph has no attack here, and the node counts as disproven.
    pub given_up: bool,
}

impl DefenderMoves {
    fn new(refutations: Vec<Refutation>, moves: Vec<Move>) -> DefenderMoves {
        let steps = moves.into_iter().map(Step::Place).collect();
        DefenderMoves { refutations, steps, given_up: false }
    }

    /// The bytes outside this value, roughly.
    fn bytes(&self) -> usize {
        let refutations: usize = self.refutations.iter().map(Refutation::bytes).sum();
        size_of::<DefenderMoves>() + refutations + self.steps.capacity() * size_of::<Step>()
    }
}

/// The refutations of null and semi-null moves.
#[derive(Default)]
struct NullMoves {
    refutations: Vec<Refutation>,
    /// The number of refutations that were found in the graph and not by a leaf search.
    from_graph: u16,
    /// The first null move that is neither refuted nor given up: a child of the graph.
    open: Option<Step>,
    /// Whether a null move is not refuted and will not be.
    given_up: bool,
}

impl AttackProblem {
    /// The defender's moves at the current node, computed once per node.
    pub(crate) fn defence(&self) -> Rc<DefenderMoves> {
        let key = self.key();
        if let Some(known) = self.defences.borrow().get(&key) {
            return known;
        }
        let defence = Rc::new(self.find_defence());
        self.defences.borrow_mut().insert(key, Rc::clone(&defence), defence.bytes());
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
            return DefenderMoves::new(refutations, moves);
        }
        if number > rules.stones() {
            return DefenderMoves::new(refutations, Vec::new());
        }
        // With a single free cell left, null moves do not apply.
        if number < rules.stones() && self.board.stones_to_place() == rules.stones() {
            let null_moves = self.null_moves(number, threats.blocks());
            if let Some(step) = null_moves.open {
                return DefenderMoves { refutations, steps: vec![step, Step::Rest], given_up: false };
            }
            if null_moves.given_up && self.attack != AttackMoves::All {
                return DefenderMoves { refutations, steps: Vec::new(), given_up: true };
            }
            refutations.extend(null_moves.refutations);
        }
        let moves = unrefuted(&self.board, &refutations);
        DefenderMoves::new(refutations, moves)
    }

    /// Refutes null and semi-null moves, for a turn at which threats need fewer stones than a move has.
    fn null_moves(&self, threats: usize, blocks: CellSet) -> NullMoves {
        let mut board = self.board.clone();
        let mut tried = NullMoves::default();
        // The first stones of semi-null moves. A stone that does not stop the threats loses to a row at once.
        let mut firsts = CellSet::EMPTY;
        if threats == 0 {
            if let Some(null) = self.try_null_move(&mut board, None, &mut tried) {
                if self.board.rules().stones() > 1 {
                    firsts = null.zone.cells & self.board.free();
                }
                tried.refutations.push(null);
            }
        } else {
            // One stone stops all threats. Assume stones on all cells where it does, and one more stone elsewhere.
            match self.refute(&mut board, blocks, 1) {
                Some(semi) => tried.refutations.push(semi),
                None => firsts = blocks,
            }
        }
        for first in firsts.iter() {
            if tried.open.is_some() || tried.given_up && self.attack != AttackMoves::All {
                break;
            }
            let semi = self.try_null_move(&mut board, Some(first), &mut tried);
            tried.refutations.extend(semi);
        }
        tried
    }

    /// Refutes a null move, or a semi-null move with a stone on `first`: by a leaf search, or by the win that the graph has
    /// against it if it is one of those that the graph has refuted.
    fn try_null_move(
        &self,
        board: &mut Board,
        first: Option<Cell>,
        tried: &mut NullMoves,
    ) -> Option<Refutation> {
        let (stones, own) = self.null_move(first);
        let by_leaf = self.refute(board, stones, own);
        if by_leaf.is_some() {
            return by_leaf;
        }
        if !self.has_null_moves(own) {
            tried.given_up = true;
            return None;
        }
        if tried.from_graph == self.refuted {
            tried.open = Some(Step::Null(first));
            return None;
        }
        tried.from_graph += 1;
        assume(board, &stones, self.attacker);
        let spare = self.spare + own;
        let below = AttackProblem { board: board.clone(), spare, refuted: 0, ..self.clone() };
        let win = self.leaf_search.win_in_graph(below, spare);
        let refutation = win.map(|win| self.refutation(board, stones, own, win));
        retract(board, &stones, self.attacker);
        tried.given_up |= refutation.is_none();
        refutation
    }

    /// The stones that a null move or a semi-null move places, and the number of stones that it leaves out.
    pub(crate) fn null_move(&self, first: Option<Cell>) -> (CellSet, usize) {
        match first {
            Some(first) => (CellSet::from(first), 1),
            None => (CellSet::EMPTY, self.board.rules().stones()),
        }
    }

    /// Whether a null move that leaves out `own` stones may be a child of the graph.
    ///
    /// With more spare stones than a threat has, the zone of a win is nearly the whole board, because every empty window of the
    /// board might be a threat of the defender's.
    fn has_null_moves(&self, own: usize) -> bool {
        !self.is_leaf
            && matches!(self.attack, AttackMoves::Threats | AttackMoves::Best(_))
            && self.leaf_search.limits().null_moves > 0
            && self.spare + own <= self.board.rules().threat()
    }

    /// Looks for a win after the defender has placed `stones`, with a zone outside which `own` more stones do not matter.
    fn refute(&self, board: &mut Board, stones: CellSet, own: usize) -> Option<Refutation> {
        assume(board, &stones, self.attacker);
        let win = self.leaf_search.win(board, self.depth, self.spare + own);
        let refutation = win.map(|win| self.refutation(board, stones, own, win));
        retract(board, &stones, self.attacker);
        refutation
    }

    /// The refutation by a win from `board`, on which the defender has placed `stones`.
    fn refutation(&self, board: &mut Board, stones: CellSet, own: usize, win: Rc<Win>) -> Refutation {
        Refutation { stones, spare: own, zone: zone(board, &win, self.spare, own), win }
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
