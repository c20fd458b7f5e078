//! The nodes of a section, by exact position.
//!
//! A board is stored once, as a bitmap of its occupied squares and five bits for each piece; the nodes of one board form a chain. So a
//! node takes 24 bytes, its board 12 bytes and 4 for every six pieces, and a slot of the hash table 4 bytes, about 60 bytes in all.

use super::board::{Board, EMPTY, Hand, Move, square};

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

/// A packed board: three words with a bit for each square, then six pieces a word.
pub(crate) struct PackedBoard {
    words: [u32; 3 + 14],
    length: usize,
}

impl PackedBoard {
    pub fn new(board: &Board) -> PackedBoard {
        let mut words = [0; 17];
        let mut length = 3;
        let mut pieces = 0;
        let mut at = 0;
        for row in 0..9 {
            for &piece in &board.squares[square(row, 0)..=square(row, 8)] {
                if piece != EMPTY {
                    words[at / 32] |= 1 << (at % 32);
                    length = 3 + pieces / 6;
                    words[length] |= u32::from(piece) << (5 * (pieces % 6));
                    length += 1;
                    pieces += 1;
                }
                at += 1;
            }
        }
        PackedBoard { words, length }
    }

    fn words(&self) -> &[u32] {
        &self.words[..self.length]
    }
}

fn hash(words: &[u32]) -> u64 {
    let mix =
        |hash: u64, &word: &u32| (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    let hash = words.iter().fold(0, mix);
    hash ^ hash >> 32
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
    /// The first node of a board and one added to it, 0 for an empty slot. The length is a power of two.
    slots: Vec<u32>,
    boards_stored: usize,
    nodes: Vec<Node>,
}

impl Store {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory in bytes.
    pub fn bytes(&self) -> u64 {
        (4 * self.boards.capacity() + 4 * self.slots.len() + size_of::<Node>() * self.nodes.capacity()) as u64
    }

    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    fn board_words(&self, start: u32) -> &[u32] {
        let words = &self.boards[start as usize..];
        let pieces: u32 = words[..3].iter().map(|word| word.count_ones()).sum();
        &words[..3 + pieces.div_ceil(6) as usize]
    }

    /// The board of a node.
    pub fn board(&self, node: &Node) -> Board {
        let words = self.board_words(node.board);
        let mut board = Board::empty();
        let mut pieces = 0;
        for at in 0..81 {
            if words[at / 32] >> (at % 32) & 1 != 0 {
                board.put(square(at / 9, at % 9), (words[3 + pieces / 6] >> (5 * (pieces % 6)) & 31) as u8);
                pieces += 1;
            }
        }
        board
    }

    /// The slot of a board: the one that leads to its nodes, or the empty one where it belongs.
    fn slot(&self, packed: &[u32]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(packed) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return slot,
                first => {
                    let board = self.nodes[first as usize - 1].board as usize;
                    if self.boards[board..].starts_with(packed) {
                        return slot;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Adds a node.
    pub fn add(
        &mut self,
        board: &PackedBoard,
        hand: Hand,
        rank: u32,
        mv: Option<Move>,
    ) -> Result<(), NotAdded> {
        self.grow_slots();
        let packed = board.words();
        let slot = self.slot(packed);
        let first = self.slots[slot];
        if self.chain(first).any(|node| node.hand == hand) {
            return Err(NotAdded::Twice);
        }
        let start = match first {
            0 => {
                let start = self.boards.len();
                reserve(&mut self.boards, packed.len());
                self.boards.extend_from_slice(packed);
                self.boards_stored += 1;
                u32::try_from(start).map_err(|_| NotAdded::TooMany)?
            }
            first => self.nodes[first as usize - 1].board,
        };
        reserve(&mut self.nodes, 1);
        self.nodes.push(Node { hand, board: start, rank, next: first, mv: mv.map_or(0, Move::packed) });
        self.slots[slot] = u32::try_from(self.nodes.len()).map_err(|_| NotAdded::TooMany)?;
        Ok(())
    }

    /// Keeps the table at most three quarters full.
    fn grow_slots(&mut self) {
        if 4 * (self.boards_stored + 1) <= 3 * self.slots.len() {
            return;
        }
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; (2 * old.len()).max(1024)];
        let mask = self.slots.len() - 1;
        for first in old.into_iter().filter(|&first| first != 0) {
            let board = self.nodes[first as usize - 1].board;
            let mut slot = hash(self.board_words(board)) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = first;
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
        let first =
            if self.slots.is_empty() { 0 } else { self.slots[self.slot(PackedBoard::new(board).words())] };
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
            store.add(&PackedBoard::new(&board), Hand(5), number as u32, Some(mv)).unwrap();
            let node = store.node(number);
            assert_eq!(store.board(&node), board, "{text}");
            assert_eq!(node.mv(), mv);
            let again = store.add(&PackedBoard::new(&board), Hand(5), 7, None);
            assert!(matches!(again, Err(NotAdded::Twice)));
        }
        let board = Board::parse(boards[2]).unwrap();
        store.add(&PackedBoard::new(&board), Hand(6), 9, None).unwrap();
        assert_eq!(store.with_board(&board).map(|node| node.rank).collect::<Vec<_>>(), [9, 2]);
        assert_eq!(store.with_board(&Board::empty()).count(), 1);
    }
}
