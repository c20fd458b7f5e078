//! The nodes of a section, by exact position.
//!
//! A board is stored once, as a bitmap of its occupied squares and five bits for each piece; the
//! nodes of one board form a chain. So a node takes 24 bytes, its board 16 bytes and 4 for every
//! six pieces, and an entry of the index 8 bytes, about 70 bytes in all. The index finds a board by
//! its key, and then compares the pieces.

use super::board::{Board, Hand, Move, Squares};

/// A limit that is larger than every number: no mate at all.
pub(crate) const NEVER: u32 = u32::MAX;

/// A node. Its line is that of the section's first node and its index together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub hand: Hand,
    /// Where its board is stored.
    board: u32,
    /// The rank or the limit.
    pub rank: u32,
    /// The index of the next node with the same board and one added to it, or 0.
    next: u32,
    /// The move, in sections that have moves.
    mv: u16,
}

const _: () = assert!(size_of::<Node>() == 24);

impl Node {
    pub fn mv(&self) -> Move {
        Move::unpacked(self.mv)
    }
}

/// Words of a board before its pieces: the set of its occupied squares.
const SET_WORDS: usize = 4;
/// Pieces in a word.
const PIECES_IN_A_WORD: usize = 6;

/// An entry of the index: the upper half of a board's key, and the number of its first node with
/// one added to it, or 0 if the entry is empty.
#[derive(Clone, Copy, Debug, Default)]
struct IndexEntry {
    key: u32,
    first: u32,
}

/// A node could not be added.
#[derive(Debug)]
pub(crate) enum NotAdded {
    /// There is one with the same board and hand.
    Twice,
    /// There are more nodes than numbers for them.
    TooMany,
}

/// All nodes of a section.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// The boards, one after the other.
    boards: Vec<u32>,
    /// A hash table of the boards. Its length is a power of two.
    index: Vec<IndexEntry>,
    boards_stored: usize,
    nodes: Vec<Node>,
}

impl Store {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory in bytes.
    pub fn bytes(&self) -> u64 {
        let index = size_of::<IndexEntry>() * self.index.len();
        (4 * self.boards.capacity() + index + size_of::<Node>() * self.nodes.capacity()) as u64
    }

    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    /// The pieces of a stored board with their squares.
    fn pieces(&self, start: u32) -> impl Iterator<Item = (usize, u8)> {
        let (set, words) = self.boards[start as usize..].split_at(SET_WORDS);
        let set = set.iter().rev().fold(0, |set, &word| set << 32 | u128::from(word));
        let pieces = words
            .iter()
            .flat_map(|word| (0..PIECES_IN_A_WORD).map(move |place| (word >> (5 * place) & 31) as u8));
        Squares(set).iter().zip(pieces)
    }

    /// Whether a stored board is this one.
    fn is_board(&self, start: u32, board: &Board) -> bool {
        let occupied = board.occupied();
        let mut set = self.boards[start as usize..].iter();
        (0..SET_WORDS).all(|word| set.next() == Some(&((occupied.0 >> (32 * word)) as u32)))
            && self.pieces(start).all(|(at, piece)| board.squares[at] == piece)
    }

    fn store_board(&mut self, board: &Board) -> Result<u32, NotAdded> {
        let start = u32::try_from(self.boards.len()).map_err(|_| NotAdded::TooMany)?;
        let occupied = board.occupied();
        reserve(&mut self.boards, SET_WORDS + (occupied.len() as usize).div_ceil(PIECES_IN_A_WORD));
        self.boards.extend((0..SET_WORDS).map(|word| (occupied.0 >> (32 * word)) as u32));
        let (mut word, mut place) = (0, 0);
        for (_, piece) in board.pieces() {
            word |= u32::from(piece) << (5 * place);
            place += 1;
            if place == PIECES_IN_A_WORD {
                self.boards.push(word);
                (word, place) = (0, 0);
            }
        }
        if place > 0 {
            self.boards.push(word);
        }
        self.boards_stored += 1;
        Ok(start)
    }

    /// The board of a node.
    pub fn board(&self, node: &Node) -> Board {
        let mut board = Board::empty();
        for (at, piece) in self.pieces(node.board) {
            board.put(at, piece);
        }
        board
    }

    /// The place of a board in the index: the entry that leads to its nodes, or the empty one where
    /// it belongs.
    fn place(&self, board: &Board) -> usize {
        let mask = self.index.len() - 1;
        let key = (board.key() >> 32) as u32;
        let mut at = key as usize & mask;
        loop {
            let entry = self.index[at];
            let is_empty = entry.first == 0;
            if is_empty
                || entry.key == key && self.is_board(self.nodes[entry.first as usize - 1].board, board)
            {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a node.
    pub fn add(&mut self, board: &Board, hand: Hand, rank: u32, mv: Option<Move>) -> Result<(), NotAdded> {
        self.grow_index();
        let place = self.place(board);
        let first = self.index[place].first;
        if self.chain(first).any(|node| node.hand == hand) {
            return Err(NotAdded::Twice);
        }
        let start = match first {
            0 => self.store_board(board)?,
            first => self.nodes[first as usize - 1].board,
        };
        reserve(&mut self.nodes, 1);
        self.nodes.push(Node { hand, board: start, rank, next: first, mv: mv.map_or(0, Move::packed) });
        let first = u32::try_from(self.nodes.len()).map_err(|_| NotAdded::TooMany)?;
        self.index[place] = IndexEntry { key: (board.key() >> 32) as u32, first };
        Ok(())
    }

    /// Keeps the index at most three quarters full.
    fn grow_index(&mut self) {
        if 4 * (self.boards_stored + 1) <= 3 * self.index.len() {
            return;
        }
        let old = std::mem::take(&mut self.index);
        self.index = vec![IndexEntry::default(); (2 * old.len()).max(1024)];
        let mask = self.index.len() - 1;
        for entry in old.into_iter().filter(|entry| entry.first != 0) {
            let mut at = entry.key as usize & mask;
            while self.index[at].first != 0 {
                at = (at + 1) & mask;
            }
            self.index[at] = entry;
        }
    }

    fn chain(&self, first: u32) -> impl Iterator<Item = &Node> {
        let mut at = first;
        std::iter::from_fn(move || {
            let node = self.nodes.get((at as usize).checked_sub(1)?)?;
            at = node.next;
            Some(node)
        })
    }

    /// All nodes with a board.
    pub fn with_board(&self, board: &Board) -> impl Iterator<Item = &Node> {
        let first = if self.index.is_empty() { 0 } else { self.index[self.place(board)].first };
        self.chain(first)
    }
}

/// Makes room for some more, by a quarter at a time: doubling would take twice the memory that is needed.
fn reserve<T>(vec: &mut Vec<T>, more: usize) {
    if vec.capacity() - vec.len() < more {
        vec.reserve_exact((vec.len() / 4).max(1024).max(more));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_moves_survive_packing() {
        let boards = [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
            "9/9/9/9/9/9/9/9/9",
            "k8/9/9/9/4+R4/9/9/9/8K",
            "+P+L+N+S+B+R+p+l+n/+s+b+rGgGgGg/9/9/9/9/9/9/9",
        ];
        let mut store = Store::default();
        for (number, text) in boards.iter().enumerate() {
            let board = Board::parse(text).unwrap();
            let mv = Move::parse(["7g7f", "P*1a", "2h2b+", "R*9i"][number]).unwrap();
            store.add(&board, Hand(5), number as u32, Some(mv)).unwrap();
            let node = store.node(number);
            assert_eq!(store.board(&node), board, "{text}");
            assert_eq!(node.mv(), mv);
            let again = store.add(&board, Hand(5), 7, None);
            assert!(matches!(again, Err(NotAdded::Twice)));
        }
        let board = Board::parse(boards[2]).unwrap();
        store.add(&board, Hand(6), 9, None).unwrap();
        assert_eq!(store.with_board(&board).map(|node| node.rank).collect::<Vec<_>>(), [9, 2]);
        assert_eq!(store.with_board(&Board::empty()).count(), 1);
    }
}
