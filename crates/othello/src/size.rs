//! The three board sizes, as types, so that the compiler specializes the code for each.

use std::fmt::Debug;
use std::hash::Hash;
use std::io::Write;

use yomikiri_certificate::Compression;
use yomikiri_memory::Zeroed;
use yomikiri_pns::{NoSolution, Outcome, Search, Solution};

use crate::{CertificateError, CertificateQuery, Goal, Solver, key};

mod sealed {
    pub trait Sealed {}
}

/// A board size. Implemented by [`Four`], [`Six`] and [`Eight`] only.
///
/// Bit `8 · file + rank` of a set is that square of the 8×8 board, so the order of bits is file by file. Smaller boards are
/// in the middle of it.
pub trait Size: sealed::Sealed + Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of squares on a side.
    const N: usize;
    /// The number of files left of the board and of ranks below it.
    const RIM: usize = (8 - Self::N) / 2;
    /// The number of squares.
    const CELLS: u32 = (Self::N * Self::N) as u32;
    /// The squares of the board.
    const SQUARES: u64 = squares(Self::N);
    /// The four corners.
    const CORNERS: u64 = corners(Self::N);

    /// The smallest integer type that has a value for each position with its side to move.
    type Key: Copy + Ord + Hash + Debug + Zeroed + Sync;

    /// The key of two disjoint sets and a flag. Different arguments have different keys.
    fn pack(first: u64, second: u64, flag: bool) -> Self::Key;

    /// [`Search::run_with_solution_on_threads`], compiled in this crate: callers that do not know the size need not compile the
    /// searches for every size. The smallest board, solved in milliseconds, has one thread at most.
    fn run_with_solution(
        search: Search<'_, Goal<Self>>,
        threads: usize,
        make: &(dyn Fn() -> Goal<Self> + Sync),
    ) -> (Outcome, Result<Solution<Goal<Self>>, NoSolution>);

    /// [`CertificateQuery::write`], compiled in this crate for the same reason.
    ///
    /// # Errors
    ///
    /// If the claim is false, the search was stopped, or writing failed.
    fn write_certificate(
        query: &CertificateQuery<Self>,
        solver: &mut Solver<Self>,
        out: &mut dyn Write,
        compression: Compression,
        on_progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, CertificateError>;

    /// [`Search::run`], compiled in this crate.
    fn run(search: Search<'_, Goal<Self>>) -> Outcome;

    /// [`Search::run_with_solution`] in one thread, compiled in this crate.
    fn solve(search: Search<'_, Goal<Self>>) -> (Outcome, Result<Solution<Goal<Self>>, NoSolution>);
}

/// The 4×4 board, c3–f6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Four;
/// The 6×6 board, b2–g7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Six;
/// The 8×8 board, a1–h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Eight;

impl sealed::Sealed for Four {}
impl sealed::Sealed for Six {}
impl sealed::Sealed for Eight {}

/// The methods that are the same for every size. They are written for each size, because a generic one would be compiled by its callers.
macro_rules! compiled_here {
    ($size:ty) => {
        fn write_certificate(
            query: &CertificateQuery<$size>,
            solver: &mut Solver<$size>,
            out: &mut dyn Write,
            compression: Compression,
            on_progress: &mut dyn FnMut(u64) -> bool,
        ) -> Result<u64, CertificateError> {
            query.write_to(solver, out, compression, on_progress)
        }

        fn run(search: Search<'_, Goal<$size>>) -> Outcome {
            search.run()
        }

        fn solve(search: Search<'_, Goal<$size>>) -> (Outcome, Result<Solution<Goal<$size>>, NoSolution>) {
            search.run_with_solution()
        }
    };
}

impl Size for Four {
    const N: usize = 4;
    type Key = u32;

    fn pack(first: u64, second: u64, flag: bool) -> u32 {
        (key::ternary::<Four>(first, second, 0..4) << 1) as u32 | u32::from(flag)
    }

    fn run_with_solution(
        search: Search<'_, Goal<Four>>,
        _: usize,
        _: &(dyn Fn() -> Goal<Four> + Sync),
    ) -> (Outcome, Result<Solution<Goal<Four>>, NoSolution>) {
        Self::solve(search)
    }

    compiled_here!(Four);
}

impl Size for Six {
    const N: usize = 6;
    type Key = u64;

    fn pack(first: u64, second: u64, flag: bool) -> u64 {
        (key::ternary::<Six>(first, second, 0..6) << 1) | u64::from(flag)
    }

    fn run_with_solution(
        search: Search<'_, Goal<Six>>,
        threads: usize,
        make: &(dyn Fn() -> Goal<Six> + Sync),
    ) -> (Outcome, Result<Solution<Goal<Six>>, NoSolution>) {
        search.run_with_solution_on_threads(threads, make)
    }

    compiled_here!(Six);
}

impl Size for Eight {
    const N: usize = 8;
    type Key = u128;

    fn pack(first: u64, second: u64, flag: bool) -> u128 {
        let low = (key::ternary::<Eight>(first, second, 0..4) << 1) | u64::from(flag);
        let high = key::ternary::<Eight>(first, second, 4..8);
        (u128::from(high) << 64) | u128::from(low)
    }

    fn run_with_solution(
        search: Search<'_, Goal<Eight>>,
        threads: usize,
        make: &(dyn Fn() -> Goal<Eight> + Sync),
    ) -> (Outcome, Result<Solution<Goal<Eight>>, NoSolution>) {
        search.run_with_solution_on_threads(threads, make)
    }

    compiled_here!(Eight);
}

const fn squares(n: usize) -> u64 {
    let rim = (8 - n) / 2;
    let mut set = 0;
    let mut file = rim;
    while file < rim + n {
        let mut rank = rim;
        while rank < rim + n {
            set |= 1 << (8 * file + rank);
            rank += 1;
        }
        file += 1;
    }
    set
}

const fn corners(n: usize) -> u64 {
    let (first, last) = ((8 - n) / 2, (8 - n) / 2 + n - 1);
    1 << (9 * first) | 1 << (8 * first + last) | 1 << (8 * last + first) | 1 << (9 * last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_sit_in_the_middle() {
        assert_eq!(Eight::SQUARES, u64::MAX);
        assert_eq!(Six::SQUARES, 0x007e_7e7e_7e7e_7e00);
        assert_eq!(Four::SQUARES, 0x0000_3c3c_3c3c_0000);
        assert_eq!(Eight::CORNERS, 0x8100_0000_0000_0081);
        for (corners, squares) in [(Six::CORNERS, Six::SQUARES), (Four::CORNERS, Four::SQUARES)] {
            assert_eq!(corners & squares, corners);
            assert_eq!(corners.count_ones(), 4);
        }
    }
}
