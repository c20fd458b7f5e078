//! The question whether the attacker wins, as an AND/OR game.
//!
//! At OR nodes the attacker is to move, and [`AttackMoves`] defines his moves. At AND nodes the
//! defender has tens of thousands of moves, so most are refuted at once: a leaf search shows that
//! the defender loses if he passes (*null move*) or places one stone and passes (*semi-null move*),
//! and the zone of that win covers all moves outside it. Only the other moves are children of the
//! node.
//!
//! A null move that no leaf search refutes is a child of the graph: the attacker may need another quiet move to refute it. The
//! zone of that win is not known before the null move is proven, and with it the defender's other moves. So they are children
//! of a second child, [`Step::Rest`], which is the same turn with one more null move refuted. There the win is found again by a
//! search of its own, always the same one, so that the graph does not depend on the main search. A search that obeys the
//! [plan](Knowledge::plan) does not look at the second child before the first is proven.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use yomikiri_pns::{Game, Knowledge, KnownValue, Limits, NodeKind, Numbers, Plan};

use crate::attack::AttackMoves;
use crate::board::Board;
use crate::cache::Cache;
use crate::cells::Cell;
use crate::color::Color;
use crate::defence::DefenderMoves;
use crate::leaf::{LeafDepth, LeafLimits, LeafSearch, LeafTally};
use crate::moves::Move;
use crate::proof::{Win, assume, retract};

/// The question whether the attacker wins from a position.
///
/// Stones are never removed, so the graph has no cycles.
#[derive(Clone)]
pub struct AttackProblem {
    pub(crate) board: Board,
    pub(crate) attacker: Color,
    pub(crate) attack: AttackMoves,
    /// The depth of leaf searches.
    pub(crate) depth: LeafDepth,
    /// The number of stones that the defender may have outside the zone, for zones within zones.
    pub(crate) spare: usize,
    /// At a turn of the defender, the number of null moves that the graph has refuted.
    pub(crate) refuted: u16,
    /// Whether this is a leaf search. Its graph has no null moves.
    pub(crate) is_leaf: bool,
    pub(crate) leaf_search: Rc<LeafSearch>,
    pub(crate) defences: Rc<RefCell<Cache<u128, Rc<DefenderMoves>>>>,
}

/// An edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The side to move places stones.
    Place(Move),
    /// The defender places one stone, or none, and passes.
    Null(Option<Cell>),
    /// The same turn of the defender, after his null move is refuted.
    Rest,
}

impl AttackProblem {
    /// Asks whether `attacker` wins from `board` by the moves of `attack`.
    pub fn new(board: Board, attacker: Color, attack: AttackMoves) -> AttackProblem {
        let depth = match attack {
            AttackMoves::DoubleThreats => LeafDepth::Row,
            AttackMoves::Threats => LeafDepth::DoubleThreats,
            AttackMoves::Best(_) | AttackMoves::All => LeafDepth::Threats,
        };
        AttackProblem {
            board,
            attacker,
            attack,
            depth,
            spare: 0,
            refuted: 0,
            is_leaf: false,
            leaf_search: Rc::new(LeafSearch::new(LeafLimits::default())),
            defences: Rc::default(),
        }
    }

    /// Sets the depth and the node limits of leaf searches. They are part of the definition of the graph.
    #[must_use]
    pub fn with_leaf_search(self, depth: LeafDepth, limits: LeafLimits) -> AttackProblem {
        AttackProblem { depth, ..self }.with_leaf_limits(limits)
    }

    /// Sets the node limits of leaf searches, which are part of the definition of the graph.
    #[must_use]
    pub fn with_leaf_limits(mut self, limits: LeafLimits) -> AttackProblem {
        self.leaf_search = Rc::new(LeafSearch::new(limits));
        self.defences = Rc::default();
        self
    }

    /// A leaf search for the side to move.
    pub(crate) fn leaf(
        board: &Board,
        attack: AttackMoves,
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
            refuted: 0,
            is_leaf: true,
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
    pub fn attack(&self) -> AttackMoves {
        self.attack
    }

    /// Makes leaf searches obey the time limit and the stop flag of the search, which starts now, and count their work. Half of the
    /// memory is for the results of leaf searches, half for the defender's moves.
    pub(crate) fn watch(&self, limits: &Limits, tally: &Arc<LeafTally>) {
        let limits = Limits { memory: limits.memory / 2, ..limits.clone() };
        self.leaf_search.watch(&limits, tally);
        self.defences.borrow_mut().limit(limits.memory);
    }

    /// A function that makes this problem again, in any thread, with caches of its own that are [watched](Self::watch) in the same way.
    pub(crate) fn maker(&self, limits: Limits, tally: Arc<LeafTally>) -> impl Fn() -> AttackProblem + Sync {
        let AttackProblem { board, attacker, attack, depth, .. } = self.clone();
        let leaf_limits = self.leaf_search.limits();
        move || {
            let problem = AttackProblem::new(board.clone(), attacker, attack);
            let problem = problem.with_leaf_search(depth, leaf_limits);
            problem.watch(&limits, &tally);
            problem
        }
    }

    /// The win of a leaf search at the current node, where the attacker is to move.
    pub(crate) fn leaf_win(&self) -> Option<Rc<Win>> {
        self.leaf_search.win(&self.board, self.depth, self.spare)
    }

    /// The part of the key that tells nodes of the same position apart.
    fn node_mark(&self, refuted: u16) -> u128 {
        // The product with an odd number differs for different nodes, and is 0 for ordinary ones.
        const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        ((self.spare as u128) << 16 | u128::from(refuted)).wrapping_mul(SPREAD)
    }
}

impl fmt::Debug for AttackProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AttackProblem({:?} wins in the {} from {})", self.attacker, self.attack, self.board)
    }
}

impl Game for AttackProblem {
    type Move = Step;
    type Key = u128;
    /// The number of null moves that the graph had refuted.
    type Undo = u16;

    const ACYCLIC: bool = true;

    #[inline]
    fn key(&self) -> u128 {
        self.board.key() ^ self.node_mark(self.refuted)
    }

    #[inline]
    fn kind(&self) -> NodeKind {
        if self.board.side_to_move() == self.attacker { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<KnownValue<u128>> {
        let value = match self.kind() {
            NodeKind::Or => {
                if self.board.completion(self.attacker).is_some() {
                    return Some(true.into());
                }
                let lost = self.board.threats(!self.attacker).number() > self.board.rules().stones();
                if lost || self.board.free().is_empty() {
                    return Some(false.into());
                }
                self.leaf_win().map(|_| true)
            }
            NodeKind::And => {
                if self.board.completion(!self.attacker).is_some() || self.board.free().is_empty() {
                    return Some(false.into());
                }
                let defence = self.defence();
                if defence.given_up {
                    return Some(false.into());
                }
                defence.steps.is_empty().then_some(true)
            }
        };
        value.map(KnownValue::from)
    }

    fn moves(&self, moves: &mut Vec<Step>) {
        match self.kind() {
            NodeKind::Or => {
                let mut list = Vec::new();
                self.attack.moves(&mut self.board.clone(), &mut list);
                moves.extend(list.into_iter().map(Step::Place));
            }
            NodeKind::And => moves.extend_from_slice(&self.defence().steps),
        }
    }

    fn make(&mut self, step: Step) -> u16 {
        let undo = std::mem::take(&mut self.refuted);
        match step {
            Step::Place(mv) => self.board.make(mv),
            Step::Null(first) => {
                let (stones, own) = self.null_move(first);
                assume(&mut self.board, &stones, self.attacker);
                self.spare += own;
            }
            Step::Rest => self.refuted = undo + 1,
        }
        undo
    }

    fn unmake(&mut self, step: Step, undo: u16) {
        self.refuted = undo;
        match step {
            Step::Place(mv) => self.board.unmake(mv),
            Step::Null(first) => {
                let (stones, own) = self.null_move(first);
                retract(&mut self.board, &stones, self.attacker);
                self.spare -= own;
            }
            Step::Rest => {}
        }
    }
}

/// The proof number of a turn at which the defender has no threat to stop.
const QUIET: u64 = 16;
/// The proof number of a turn at which the defender has a stone to spare.
const SINGLE_THREAT: u64 = 8;

impl Knowledge for AttackProblem {
    const VALUE_IS_EXPENSIVE: bool = true;

    #[inline]
    fn key_after(&mut self, step: Step) -> u128 {
        match step {
            Step::Place(mv) => self.board.key_after(mv) ^ self.node_mark(0),
            Step::Rest => self.board.key() ^ self.node_mark(self.refuted + 1),
            Step::Null(_) => {
                let undo = self.make(step);
                let key = self.key();
                self.unmake(step, undo);
                key
            }
        }
    }

    /// A defender's turn is harder to prove if threats leave him more free stones.
    fn estimate(&self) -> Numbers {
        match self.kind() {
            NodeKind::Or => Numbers::UNIT,
            NodeKind::And => match self.board.threats(self.attacker).number() {
                0 => Numbers::new(QUIET, 1),
                1 => Numbers::new(SINGLE_THREAT, 1),
                _ => Numbers::new(2, 1),
            },
        }
    }

    /// A null move is as hard to refute as the turn at which it is played.
    fn estimate_after(&mut self, step: Step) -> Numbers {
        match step {
            Step::Null(None) => Numbers::new(QUIET, 1),
            Step::Null(Some(_)) => Numbers::new(SINGLE_THREAT, 1),
            step => {
                let undo = self.make(step);
                let numbers = self.estimate();
                self.unmake(step, undo);
                numbers
            }
        }
    }

    /// The rest of a turn waits for its null move.
    fn plan(&self, steps: &[Step], plan: &mut Plan) {
        if let [Step::Null(_), Step::Rest] = steps {
            plan.wait(1, 0);
        }
    }
}
