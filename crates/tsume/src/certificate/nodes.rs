//! Sets of attacker's nodes, in as little memory as possible: millions of them must fit.

use yomikiri_pns::StopReason;
use yomikiri_shogi::{Color, Hand, Move, PieceKind, Position, Strictness};

use super::boards::{Boards, PackedBoard};
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::Aborted;
use crate::solver::TableScope;

/// What all positions of a certificate have in common: the attacker, and how many pieces of each kind there are.
#[derive(Clone, Debug)]
pub(super) struct Material {
    pub attacker: Color,
    pieces: TableScope,
    /// The problem of the root, for the settings of its search.
    root: MateGame,
}

impl Material {
    pub fn new(root: &MateGame) -> Material {
        let attacker = root.attacker();
        Material { attacker, pieces: TableScope::new(root.position(), attacker), root: root.clone() }
    }

    /// The pieces that are not on the board of a position: the largest hand that either side can have.
    pub fn in_hands(position: &Position) -> Hand {
        let [black, white] = Color::ALL.map(|color| position.hand(color));
        white.iter().fold(black, |all, (kind, count)| all.with(kind, count).unwrap_or(all))
    }

    /// The problem of a board with a hand of the attacker, who is to move. `None` if there is no such position.
    fn problem(&self, boards: &Boards, board: u32, hand: Hand, plies: Plies) -> Option<MateGame> {
        let mut setup = boards.setup(board);
        let mut on_board = [0; PieceKind::ALL.len() + 2];
        for piece in setup.board.iter().flatten() {
            on_board[piece.kind().unpromoted().index()] += 1;
        }
        let mut defender = Hand::EMPTY;
        for (kind, all) in self.pieces.in_play() {
            let placed = on_board[kind.index()] + hand.count(kind);
            defender = defender.with(kind, all.checked_sub(placed)?)?;
        }
        setup.hands[self.attacker.index()] = hand;
        setup.hands[(!self.attacker).index()] = defender;
        setup.side_to_move = self.attacker;
        let position = setup.build(Strictness::Lax).ok()?;
        let mut problem = self.root.clone().within(plies);
        problem.position = position;
        Some(problem)
    }
}

/// A node: a board with the attacker to move, and his hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    board: u32,
    /// The next node with the same board, or [`LAST`].
    next: u32,
    pub hand: Hand,
    /// Within how many plies he mates, or does not.
    pub plies: Plies,
    /// His move, if he has one.
    pub mv: Option<Move>,
}

const _: () = assert!(size_of::<Node>() == 16);

const LAST: u32 = u32::MAX;

/// Nodes of one section.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    boards: Boards,
    /// The first node of each board.
    first: Vec<u32>,
    nodes: Vec<Node>,
}

impl Nodes {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn get(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// The nodes with this board.
    pub fn on_board(&self, board: &PackedBoard) -> impl Iterator<Item = u32> {
        let first = self.boards.find(board).map_or(LAST, |board| self.first[board as usize]);
        self.with_board(first)
    }

    /// A node and those that follow it on its board.
    fn with_board(&self, first: u32) -> impl Iterator<Item = u32> {
        let node = |number: u32| (number != LAST).then_some(number);
        std::iter::successors(node(first), move |&number| node(self.get(number).next))
    }

    /// Adds a node, which must differ from all others in its board or hand. Returns its number.
    pub fn add(
        &mut self,
        board: &PackedBoard,
        hand: Hand,
        plies: Plies,
        mv: Option<Move>,
    ) -> Result<u32, Aborted> {
        let full = Aborted::Limit(StopReason::Memory);
        let number = u32::try_from(self.nodes.len()).ok().filter(|&number| number < LAST).ok_or(full)?;
        let board = self.boards.insert(board).ok_or(full)?;
        if self.first.len() < self.boards.len() {
            self.first.push(LAST);
        }
        let next = std::mem::replace(&mut self.first[board as usize], number);
        self.nodes.push(Node { board, next, hand, plies, mv });
        Ok(number)
    }

    /// Changes the plies of a node.
    pub fn set_plies(&mut self, node: u32, plies: Plies) {
        self.nodes[node as usize].plies = plies;
    }

    /// The problem of a node.
    pub fn problem(&self, node: u32, material: &Material) -> Result<MateGame, Aborted> {
        let &Node { board, hand, plies, .. } = self.get(node);
        material.problem(&self.boards, board, hand, plies).ok_or(Aborted::Refuted)
    }

    /// All nodes that are needed, sorted by board and hand. A node is not needed if another one with its board holds for all that it
    /// holds for, which `covers` says: whatever leads to the one leads to the other.
    pub fn needed(&self, covers: impl Fn(&Node, &Node) -> bool) -> Vec<u32> {
        let is_needed = |&number: &u32| {
            let node = self.get(number);
            let others = self.with_board(self.first[node.board as usize]);
            !others.into_iter().any(|other| other != number && covers(self.get(other), node))
        };
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).filter(is_needed).collect();
        self.sort(&mut order);
        order
    }

    /// Sorts nodes by board and hand.
    fn sort(&self, nodes: &mut [u32]) {
        let key = |&node: &u32| {
            let node = self.get(node);
            (self.boards.get(node.board), node.hand)
        };
        nodes.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
    }

    /// The board of a node, as in an SFEN.
    pub fn board_text(&self, node: u32, text: &mut String) {
        self.boards.text(self.get(node).board, text);
    }
}
