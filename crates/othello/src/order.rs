//! The order in which moves are searched.
//!
//! Node counts depend on the order, so each order is total and documented: published counts can be reproduced.

use crate::bits::{mobility, squares};
use crate::quicksort;
use crate::{BoardSize, Move, Position};

/// An order of the moves of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// File by file, upwards: b2, b3, …, b7, c2, …, g7, as in Sakuta & Iida.
    #[default]
    FileFirst,
    /// The same backwards: g7, …, b2.
    ReverseFile,
    /// Fewest replies first; ties file by file. A forced pass and the end of the game count as no replies.
    Mobility,
    /// Fewest replies first; ties in reverse file order.
    MobilityReverse,
    /// Fewest replies first, sorted from file order by the unstable sort of Sakuta & Iida's program. It reproduces the node
    /// counts of their alpha-beta.
    MobilityQuicksort,
}

impl MoveOrder {
    /// All orders with their names.
    pub const ALL: [(&'static str, MoveOrder); 5] = [
        ("file", MoveOrder::FileFirst),
        ("reverse-file", MoveOrder::ReverseFile),
        ("mobility", MoveOrder::Mobility),
        ("mobility-reverse", MoveOrder::MobilityReverse),
        ("mobility-quicksort", MoveOrder::MobilityQuicksort),
    ];

    /// Appends the moves to the squares of `targets` in this order.
    pub(crate) fn append<S: BoardSize>(self, position: &Position<S>, targets: u64, moves: &mut Vec<Move>) {
        let first = moves.len();
        let replies = |mv: Move| {
            let after = position.after(mv);
            mobility::<S>(after.mine(), after.theirs()).count_ones()
        };
        match self {
            MoveOrder::FileFirst | MoveOrder::Mobility => moves.extend(squares(targets).map(Move::to)),
            MoveOrder::ReverseFile | MoveOrder::MobilityReverse => {
                moves.extend(squares(targets).rev().map(Move::to));
            }
            MoveOrder::MobilityQuicksort => {
                let mut keyed = [(0, Move::PASS); 64];
                let mut len = 0;
                for (element, mv) in keyed.iter_mut().zip(squares(targets).map(Move::to)) {
                    *element = (replies(mv), mv);
                    len += 1;
                }
                quicksort::sort(&mut keyed[..len]);
                moves.extend(keyed[..len].iter().map(|element| element.1));
            }
        }
        if matches!(self, MoveOrder::Mobility | MoveOrder::MobilityReverse) {
            moves[first..].sort_by_cached_key(|&mv| replies(mv));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Six;

    #[test]
    fn all_orders() {
        let position: Position<Six> = "-XXX----XX----OXO--OXXX---XX-----X-- O".parse().unwrap();
        let ordered = |order: MoveOrder| {
            let mut moves = vec![Move::PASS];
            order.append(&position, position.mobility(), &mut moves);
            assert_eq!(moves[0], Move::PASS, "only appended moves are sorted");
            moves[1..].to_vec()
        };
        let by_file = ordered(MoveOrder::FileFirst);
        assert_eq!(by_file, position.moves());
        let mut backwards = by_file.clone();
        backwards.reverse();
        assert_eq!(ordered(MoveOrder::ReverseFile), backwards);
        let replies = |mv: &Move| position.play(*mv).unwrap().mobility().count_ones();
        let mut expected = by_file;
        expected.sort_by_key(replies);
        assert_eq!(ordered(MoveOrder::Mobility), expected);
        backwards.sort_by_key(replies);
        assert_eq!(ordered(MoveOrder::MobilityReverse), backwards);
        let mut quick = ordered(MoveOrder::MobilityQuicksort);
        assert!(quick.is_sorted_by_key(replies));
        quick.sort();
        assert_eq!(quick, position.moves());
    }
}
