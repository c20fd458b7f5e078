//! Positions along a line, and the Japanese names of moves in them.

use yomikiri_notation::japanese;
use yomikiri_shogi::{Move, Position};

/// A position with the move that led to it, which names of moves refer to.
#[derive(Clone, Debug)]
pub struct Place {
    /// The position.
    pub position: Position,
    /// The move before it, if it is known.
    pub last: Option<Move>,
}

impl Place {
    /// A position whose last move is not known.
    pub fn new(position: Position) -> Place {
        Place { position, last: None }
    }

    /// The place after some moves of a line.
    pub fn along(position: &Position, line: &[Move], plies: usize) -> Place {
        let start = Place::new(position.clone());
        line.iter().take(plies).fold(start, |place, &mv| place.after(mv))
    }

    /// The name of a move. A line that the limits cut short may lead elsewhere; then the move has no name but USI's.
    pub fn name(&self, mv: Move) -> String {
        if self.position.is_legal(mv) {
            japanese::move_name(&self.position, mv, self.last.map(Move::to))
        } else {
            mv.to_string()
        }
    }

    /// The names of the moves of a line, in one text.
    pub fn names(&self, line: &[Move]) -> String {
        self.line_names(line).join(" ")
    }

    /// The names of the moves of a line. From a move on that is not legal, they are USI's.
    pub fn line_names(&self, line: &[Move]) -> Vec<String> {
        let mut place = self.clone();
        let mut names = Vec::new();
        for (ply, &mv) in line.iter().enumerate() {
            if !place.position.is_legal(mv) {
                names.extend(usi(&line[ply..]));
                break;
            }
            names.push(place.name(mv));
            place = place.after(mv);
        }
        names
    }

    /// The place after a move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Place {
        let mut position = self.position.clone();
        let _ = position.make(mv);
        Place { position, last: Some(mv) }
    }
}

/// A line in USI.
pub fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}
