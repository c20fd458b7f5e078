//! Small endings of Othello by exhaustive search.

use super::board::{Size, difference, squares};

/// With at most this many vacant squares, moves are searched in almost any order: to look for a good one takes longer than it saves.
const FEW: u32 = 6;

/// Whether the side to move can end the game at least `goal` discs ahead. Every move is tried until one does; their order changes only the
/// time.
pub(super) fn reaches<const N: usize>(mine: u64, theirs: u64, goal: i32) -> bool {
    let size = Size::<N>;
    let vacant = Size::<N>::ALL & !(mine | theirs);
    match vacant.count_ones() {
        1 => return reaches_in_last(size, mine, theirs, vacant, goal),
        2..=FEW => return reaches_in_few(size, mine, theirs, vacant, goal),
        _ => {}
    }
    let moves = size.moves(mine, theirs);
    if moves == 0 && size.moves(theirs, mine) == 0 {
        return difference(mine, theirs) >= goal;
    }
    if moves == 0 {
        return !reaches::<N>(theirs, mine, 1 - goal);
    }
    // Moves that leave the other side few answers go first; corners count twice.
    let mut next = [(0, 0, 0); 64];
    let count = moves.count_ones() as usize;
    for (square, next) in squares(moves).zip(&mut next) {
        let turned = size.turned(mine, theirs, square);
        let (after, others) = (mine | turned | 1 << square, theirs & !turned);
        let answers = size.moves(others, after);
        *next = (answers.count_ones() + (answers & Size::<N>::CORNERS).count_ones(), after, others);
    }
    next[..count].sort_unstable_by_key(|&(answers, ..)| answers);
    next[..count].iter().any(|&(_, after, others)| !reaches::<N>(others, after, 1 - goal))
}

/// The same with a few vacant squares, at least two. Those in quarters of the board with an odd number of them go first: who begins there
/// may well have the last move, too.
fn reaches_in_few<const N: usize>(size: Size<N>, mine: u64, theirs: u64, vacant: u64, goal: i32) -> bool {
    let count = vacant.count_ones();
    let mut can_move = false;
    let first = if count > 2 { vacant & size.odd_quarters(vacant) } else { vacant };
    for set in [first, vacant & !first] {
        for square in squares(set) {
            let (disc, turned) = (1 << square, size.turned(mine, theirs, square));
            if turned != 0 {
                can_move = true;
                let (after, others) = (mine | turned | disc, theirs & !turned);
                let search = if count > 2 { reaches_in_few } else { reaches_in_last };
                if !search(size, others, after, vacant ^ disc, 1 - goal) {
                    return true;
                }
            }
        }
    }
    if can_move {
        false
    } else if size.moves(theirs, mine) != 0 {
        !reaches_in_few(size, theirs, mine, vacant, 1 - goal)
    } else {
        difference(mine, theirs) >= goal
    }
}

/// The same with one vacant square: the side to move takes it if it can, otherwise the other if it can.
fn reaches_in_last<const N: usize>(size: Size<N>, mine: u64, theirs: u64, vacant: u64, goal: i32) -> bool {
    let square = vacant.trailing_zeros() as usize;
    let gain = |mine: u64, theirs: u64| match size.turned(mine, theirs, square).count_ones() as i32 {
        0 => 0,
        turned => 2 * turned + 1,
    };
    let ahead = difference(mine, theirs);
    match gain(mine, theirs) {
        0 => ahead - gain(theirs, mine) >= goal,
        gained => ahead + gained >= goal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score of the side to move by the definition.
    fn score<const N: usize>(mine: u64, theirs: u64) -> i32 {
        let size = Size::<N>;
        let moves = size.moves(mine, theirs);
        if moves == 0 && size.moves(theirs, mine) == 0 {
            return difference(mine, theirs);
        }
        if moves == 0 {
            return -score::<N>(theirs, mine);
        }
        let after = |square| {
            let turned = size.turned(mine, theirs, square);
            -score::<N>(theirs & !turned, mine | turned | 1 << square)
        };
        squares(moves).map(after).max().unwrap()
    }

    /// Random boards with up to nine vacant squares: the search reaches the score and no more.
    fn compare<const N: usize>(boards: usize) {
        let mut random = 7u64;
        let mut below = |bound: u64| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) % bound
        };
        for _ in 0..boards {
            let (mut mine, mut theirs) = (0, 0);
            (0..N * N).for_each(|square| *[&mut mine, &mut theirs][below(2) as usize] |= 1 << square);
            for _ in 0..below(10) {
                let kept = !(1 << below((N * N) as u64));
                (mine, theirs) = (mine & kept, theirs & kept);
            }
            let score = score::<N>(mine, theirs);
            for goal in [score - 1, score] {
                assert!(reaches::<N>(mine, theirs, goal), "{mine:x} {theirs:x} {goal}");
            }
            assert!(!reaches::<N>(mine, theirs, score + 1), "{mine:x} {theirs:x} {score}");
        }
    }

    #[test]
    fn scores_by_the_definition() {
        compare::<4>(300);
        compare::<6>(100);
        compare::<8>(50);
    }

    /// The 4×4 game: White wins by 8.
    #[test]
    fn four_by_four() {
        assert!(!reaches::<4>(1 << 6 | 1 << 9, 1 << 5 | 1 << 10, -7));
        assert!(reaches::<4>(1 << 6 | 1 << 9, 1 << 5 | 1 << 10, -8));
    }
}
