//! The question whether the attacker wins, as an AND/OR game.
//!
//! At OR nodes the attacker is to move, and [`Attack`] defines his moves. At AND nodes the defender has tens of thousands of
//! moves, so most are refuted at once: a leaf search shows that the defender loses if he passes (*null move*) or places one
//! stone and passes (*semi-null move*), and the zone of that win covers all moves outside it. Only the other moves are
//! children of the node.
//!
//! A null move that no leaf search refutes is a child of the graph: the attacker may need another quiet move to refute it. The
//! zone of that win is not known before the null move is proven, and with it the defender's other moves. So they are children
//! of a second child, [`Step::Rest`], which is the same turn with one more null move refuted. There the win is found again by a
//! search of its own, always the same one, so that the graph does not depend on the main search. A search that obeys the
//! [plan](Knowledge::plan) does not look at the second child before the first is proven.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use yomikiri_pns::{
    FastHash, Game, Knowledge, Limits, NodeKind, Numbers, Plan, Settled, Solution, StopReason,
};

use crate::attack::Attack;
use crate::board::Board;
use crate::cache::Cache;
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
    /// At a turn of the defender, the number of null moves that the graph has refuted.
    refuted: u16,
    /// Whether this is a leaf search. Its graph has no null moves.
    is_leaf: bool,
    leaf_search: Rc<LeafSearch>,
    defences: Rc<RefCell<Cache<u128, Rc<DefenderMoves>>>>,
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

/// The defender's moves at one of his turns, and the refutations of all others.
#[derive(Debug)]
struct DefenderMoves {
    /// The refutations that cover most of his moves.
    refutations: Vec<Refutation>,
    /// The moves that no refutation covers; empty if he has lost. Or a null move and [`Step::Rest`].
    steps: Vec<Step>,
    /// Whether a null move was not refuted. Then the graph has no attack here, and the node counts as disproven.
    given_up: bool,
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
    pub fn attack(&self) -> Attack {
        self.attack
    }

    /// The number of nodes that leaf searches have visited so far.
    pub fn leaf_visits(&self) -> u64 {
        self.leaf_search.visits()
    }

    /// Makes leaf searches obey the time limit and the stop flag of the search, which starts now. Half of the memory is for the
    /// results of leaf searches, half for the defender's moves.
    pub(crate) fn watch(&self, limits: &Limits) {
        let limits = Limits { memory: limits.memory / 2, ..limits.clone() };
        self.leaf_search.watch(&limits);
        self.defences.borrow_mut().limit(limits.memory);
    }

    /// The reason why a leaf search was stopped, if one was. Then a disproof is not valid, since part of the graph is missing.
    pub(crate) fn cut(&self) -> Option<StopReason> {
        self.leaf_search.cut()
    }

    /// The defender's moves at the current node, computed once per node.
    fn defence(&self) -> Rc<DefenderMoves> {
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
            if null_moves.given_up && self.attack != Attack::All {
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
            if tried.open.is_some() || tried.given_up && self.attack != Attack::All {
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
    fn null_move(&self, first: Option<Cell>) -> (CellSet, usize) {
        match first {
            Some(first) => (CellSet::of(first), 1),
            None => (CellSet::EMPTY, self.board.rules().stones()),
        }
    }

    /// Whether a null move that leaves out `own` stones may be a child of the graph.
    ///
    /// With more spare stones than a threat has, the zone of a win is nearly the whole board, because every empty window of the
    /// board might be a threat of the defender's.
    fn has_null_moves(&self, own: usize) -> bool {
        !self.is_leaf
            && matches!(self.attack, Attack::Threats | Attack::Best(_))
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

    /// The part of the key that tells nodes of the same position apart.
    fn node_mark(&self, refuted: u16) -> u128 {
        // The product with an odd number differs for different nodes, and is 0 for ordinary ones.
        const SPREAD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        ((self.spare as u128) << 16 | u128::from(refuted)).wrapping_mul(SPREAD)
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
                defence.steps.is_empty().then_some(true)
            }
        };
        value.map(Settled::from)
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
        let win = match self.solution.choice(&key) {
            Some(step @ Step::Place(mv)) => {
                let undo = self.problem.make(step);
                let answers = self.answers();
                self.problem.unmake(step, undo);
                self.bytes += size_of::<Win>();
                Rc::new(Win::Play(mv, answers?))
            }
            _ => {
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
        // The turn at which every null move is refuted.
        let turn = self.problem.refuted;
        let mut defence = self.problem.defence();
        while defence.steps.contains(&Step::Rest) {
            self.problem.refuted += 1;
            defence = self.problem.defence();
        }
        let answers = self.refute_all(&defence);
        self.problem.refuted = turn;
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
