//! The moves that the search considers for the attacker: threats, and the best of the others.
//!
//! The attacker's choice may be narrowed freely, because a proof needs only one winning move at each of his turns. So each
//! [`AttackMoves`] defines a smaller graph, and every win found in it is a win of the game.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::cells::{Cell, CellSet};
use crate::color::Color;
use crate::moves::Move;

/// The moves that the search considers for the attacker, which define the graph that is searched.
///
/// A proof in any of these graphs is a proof of the game. A disproof is one of the game only with
/// [`AttackMoves::All`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttackMoves {
    /// Moves whose threats need all stones of an answer: victory by continuous double threats.
    DoubleThreats,
    /// Moves with any threat: victory by continuous threats.
    Threats,
    /// This many of the most promising moves, with or without threats.
    Best(u16),
    /// Every move.
    All,
}

impl AttackMoves {
    /// The setting of Song, Iida and van den Herik: the ten best moves.
    pub const PAPER: AttackMoves = AttackMoves::Best(10);
}

impl fmt::Display for AttackMoves {
    /// The name of the graph, for sentences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttackMoves::DoubleThreats => f.write_str("double-threat graph"),
            AttackMoves::Threats => f.write_str("threat graph"),
            AttackMoves::Best(moves) => write!(f, "{moves}-move attack graph"),
            AttackMoves::All => f.write_str("game"),
        }
    }
}

/// The error for a text that does not name an attack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not an attack: expected double-threats, threats, paper, best:N with N from 1 to 65535, or all"
)]
pub struct ParseAttackMovesError(String);

impl FromStr for AttackMoves {
    type Err = ParseAttackMovesError;

    fn from_str(name: &str) -> Result<AttackMoves, ParseAttackMovesError> {
        match name {
            "double-threats" => Ok(AttackMoves::DoubleThreats),
            "threats" => Ok(AttackMoves::Threats),
            "paper" => Ok(AttackMoves::PAPER),
            "all" => Ok(AttackMoves::All),
            other => other
                .strip_prefix("best:")
                .and_then(|moves| moves.parse().ok())
                .filter(|&moves| moves > 0)
                .map(AttackMoves::Best)
                .ok_or_else(|| ParseAttackMovesError(other.to_owned())),
        }
    }
}

/// The value of a window to its owner, by its number of stones.
const VALUES: [i32; 7] = [1, 4, 14, 40, 60, 60, 60];
/// The number of cells from which quiet moves are formed.
const QUIET_CELLS: usize = 18;
/// The number of cells for the second stone of a move whose first stone alone threatens.
const JOINING_CELLS: usize = 12;

/// A move with its number of threats and its value.
#[derive(Clone, Copy)]
struct Rated {
    mv: Move,
    threats: usize,
    value: i32,
}

impl AttackMoves {
    /// Appends the moves of the side to move, the best first. The side must have no move that wins at once.
    pub(crate) fn moves(self, board: &mut Board, moves: &mut Vec<Move>) {
        let stones = board.rules().stones();
        match self {
            AttackMoves::All => board.all_moves(moves),
            _ if board.stones_to_place() < stones => board.all_moves(moves),
            AttackMoves::DoubleThreats => {
                let rated = rate(board, forcing_pairs(board, false), stones);
                moves.extend(rated.into_iter().map(|rated| rated.mv));
            }
            AttackMoves::Threats => {
                let rated = rate(board, forcing_pairs(board, true), 1);
                moves.extend(rated.into_iter().map(|rated| rated.mv));
            }
            AttackMoves::Best(most) => {
                let mut candidates = forcing_pairs(board, true);
                candidates.extend(quiet_pairs(board));
                let rated = rate(board, candidates, 0);
                moves.extend(rated.into_iter().take(usize::from(most)).map(|rated| rated.mv));
            }
        }
    }
}

/// Rates moves and sorts them, the best first. Moves with fewer threats than `least`, and moves that let the other side win at
/// once, are dropped. A move with more threats than can be stopped is returned alone.
fn rate(board: &mut Board, mut candidates: Vec<Move>, least: usize) -> Vec<Rated> {
    let side = board.side_to_move();
    let against = board.threats(!side);
    if against.number() > board.rules().stones() {
        return Vec::new();
    }
    candidates.sort_unstable();
    candidates.dedup();
    let mut rated = Vec::new();
    let mut first = None;
    for mv in candidates {
        if !against.stopped_by(mv) {
            continue;
        }
        // Moves are sorted, so the first stone stays on the board for all moves that share it.
        let mut cells = mv.cells();
        let (Some(cell), second) = (cells.next(), cells.next()) else { continue };
        if first != Some(cell) {
            if let Some(old) = first.replace(cell) {
                board.remove(old, side);
            }
            board.place(cell, side);
        }
        if let Some(second) = second {
            board.place(second, side);
        }
        let threats = board.threats(side).number();
        let value = if threats >= least { value(board, side) } else { 0 };
        if let Some(second) = second {
            board.remove(second, side);
        }
        if threats > board.rules().stones() {
            rated = vec![Rated { mv, threats, value }];
            break;
        }
        if threats >= least {
            rated.push(Rated { mv, threats, value });
        }
    }
    if let Some(old) = first {
        board.remove(old, side);
    }
    rated.sort_by_key(|rated| (std::cmp::Reverse((rated.threats, rated.value)), rated.mv));
    rated
}

/// The value of a side's open windows minus that of the other's.
fn value(board: &Board, side: Color) -> i32 {
    let sum =
        |color| (1..board.rules().row()).map(|n| VALUES[n] * board.open(color, n).len() as i32).sum::<i32>();
    sum(side) - sum(!side)
}

/// Pairs of stones that may threaten; with `single`, also pairs of which only one stone threatens.
fn forcing_pairs(board: &Board, single: bool) -> Vec<Move> {
    let (side, rules) = (board.side_to_move(), board.rules());
    let missing = |stones: usize| {
        let windows = board.open(side, stones).iter();
        windows.map(|window| board.cells_of(window) & !board.stones(side))
    };
    // Cells of windows that one more stone makes a threat.
    let near = missing(rules.threat() - 1).fold(CellSet::EMPTY, |all, cells| all | cells);
    if rules.stones() == 1 {
        return near.iter().map(Move::one).collect();
    }
    let near: Vec<Cell> = near.iter().collect();
    let mut pairs = Vec::new();
    let mut all_pairs = |cells: &[Cell]| {
        for (at, &a) in cells.iter().enumerate() {
            pairs.extend(cells[at + 1..].iter().map(|&b| Move::two(a, b)));
        }
    };
    all_pairs(&near);
    // Windows that two more stones make a threat.
    for cells in missing(rules.threat() - 2) {
        all_pairs(&cells.iter().collect::<Vec<_>>());
    }
    if single {
        let against = board.threats(!side).blocks();
        let joining = promising(board, JOINING_CELLS).into_iter().chain(against.iter());
        for b in joining {
            pairs.extend(near.iter().filter(|&&a| a != b).map(|&a| Move::two(a, b)));
        }
    }
    pairs
}

/// Moves on promising cells, which need not threaten.
fn quiet_pairs(board: &Board) -> Vec<Move> {
    let against = board.threats(!board.side_to_move());
    let mut cells = promising(board, QUIET_CELLS);
    cells.extend(against.blocks().iter());
    if board.rules().stones() == 1 {
        return cells.into_iter().map(Move::one).collect();
    }
    let mut pairs = against.blocking_pairs();
    for (at, &a) in cells.iter().enumerate() {
        pairs.extend(cells[at + 1..].iter().filter(|&&b| a != b).map(|&b| Move::two(a, b)));
    }
    pairs
}

/// The free cells with the most valuable open windows of both sides, the best first, at most `most`.
fn promising(board: &Board, most: usize) -> Vec<Cell> {
    let side = board.side_to_move();
    let mut values = vec![0; board.rules().cells()];
    for (color, weight) in [(side, 3), (!side, 1)] {
        for (stones, value) in VALUES.into_iter().enumerate().take(board.rules().row()) {
            for window in board.open(color, stones).iter() {
                for cell in (board.cells_of(window) & !board.stones(color)).iter() {
                    values[cell.index()] += weight * value;
                }
            }
        }
    }
    let mut cells: Vec<Cell> = board.free().iter().collect();
    cells.sort_by_key(|&cell| (std::cmp::Reverse(values[cell.index()]), cell));
    cells.truncate(most);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, attack) in [
            ("double-threats", AttackMoves::DoubleThreats),
            ("threats", AttackMoves::Threats),
            ("paper", AttackMoves::Best(10)),
            ("best:25", AttackMoves::Best(25)),
            ("all", AttackMoves::All),
        ] {
            assert_eq!(name.parse(), Ok(attack));
        }
        for bad in ["", "best:0", "best:x", "best:70000", "none"] {
            assert!(bad.parse::<AttackMoves>().is_err(), "{bad}");
        }
        assert_eq!(AttackMoves::PAPER.to_string(), "10-move attack graph");
    }
}
