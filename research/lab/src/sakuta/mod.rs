//! Sakuta and Iida: *The performance of PN\*, PDS, and PN search on 6×6 Othello and tsume-shogi*.
//!
//! Tables 1 to 5 and figures 2 and 3 use positions of the principal variation of 6×6 Othello with White to move; tables 6 and
//! 7 use mate problems.

mod claims;
mod claims_tsume;
mod figures;
mod measure;
mod paper;
mod plain_search;
mod table_1;
mod table_4;
mod tables;
mod terminal_statistics;
mod tsume;

pub use figures::SakutaFigures;
pub use measure::{BEST, SearchVariant, WHOLE_GAME};
pub use plain_search::{PlainResult, plain_search};
pub use table_1::SakutaTable1;
pub use table_4::SakutaTable4;
pub use tables::SakutaTable;
pub use terminal_statistics::{TerminalStatistics, terminal_statistics};
pub use tsume::SakutaMates;

use yomikiri_othello::{Position, Six};

/// Positions of the principal variation with White to move and 3, 5, … 31 vacant squares. The last one stands for the whole
/// game, because all first moves are equal by symmetry.
const POSITIONS: [&str; 15] = [
    "OXXX--OOXXXOXXOXXOXXXOXOOOXXXXXXXXX- O",
    "-XXX--OXXXXOXXXXXOXXXOOOOOXOO-XXXXX- O",
    "-XXX--OOXXXO-OOXXOXOXOOOOOOX--XXXXX- O",
    "-XXX--OOXXXO-OOXXOXXXOOO-XOO--XXXX-- O",
    "-XXX---OXXXO-XOXXOXXXOOO--OO--XXXX-- O",
    "-XXX---OXXXO-XOXXOXXXOXO--OX---O-X-- O",
    "-XXX---OXXXO-OOXXO-OXOXO--XX-----X-- O",
    "-XXX---OXX---OOXXX-OXOXO--XX-----X-- O",
    "-XXX----XX---XXXO--OXOOO--XX-----X-- O",
    "-XXX----XX----OXO--OXXX---XX-----X-- O",
    "-XXX----XO----OXO--OXXX---X--------- O",
    "---X----XX----OXO--OXXX---X--------- O",
    "--------XO----OX---OXXX---X--------- O",
    "--------X-----XX---OXO----X--------- O",
    "--------X-----XX----XO-------------- O",
];

/// Positions of the principal variation with White to move and at most `most_vacant` vacant squares, each with their number.
pub fn positions(most_vacant: u32) -> impl Iterator<Item = (u32, Position<Six>)> {
    let position = |text: &str| text.parse::<Position<Six>>().ok();
    let positions = POSITIONS.iter().filter_map(move |text| position(text));
    positions.map(|position| (position.empties(), position)).filter(move |(vacant, _)| *vacant <= most_vacant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert!(positions(36).map(|(vacant, _)| vacant).eq((3..=31).step_by(2)));
    }
}
