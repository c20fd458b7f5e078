//! Positions along a line, and the Japanese names of moves in them.

use yomikiri_notation::{Record, japanese};
use yomikiri_shogi::{Move, Position};

/// A position, and the move that led to it if one is known. Names of moves refer to that move.
#[derive(Clone, Debug)]
pub struct ReachedPosition {
    /// The position.
    pub position: Position,
    /// The move before it.
    pub last_move: Option<Move>,
}

impl ReachedPosition {
    /// A position whose last move is not known.
    pub fn new(position: Position) -> ReachedPosition {
        ReachedPosition { position, last_move: None }
    }

    /// The position before the first move of a record.
    pub fn at_start(record: &Record) -> ReachedPosition {
        ReachedPosition::new(record.initial.clone())
    }

    /// The position after the last move of a record's main line.
    pub fn at_end(record: &Record) -> ReachedPosition {
        ReachedPosition::after_plies(record, record.main_moves().count())
    }

    /// The position after this many moves of a record's main line, or after all of them if there
    /// are fewer.
    pub fn after_plies(record: &Record, plies: usize) -> ReachedPosition {
        record.main_moves().take(plies).fold(ReachedPosition::at_start(record), |place, mv| place.after(mv))
    }

    /// The position after some moves of a line.
    pub fn along(position: &Position, line: &[Move], plies: usize) -> ReachedPosition {
        let start = ReachedPosition::new(position.clone());
        line.iter().take(plies).fold(start, |place, &mv| place.after(mv))
    }

    /// The name of a move. A line that the limits cut short may lead elsewhere; then the move has
    /// no name but USI's.
    pub fn name(&self, mv: Move) -> String {
        if self.position.is_legal(mv) {
            japanese::move_name(&self.position, mv, self.last_move.map(Move::to))
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

    /// The position after a move.
    #[must_use]
    pub fn after(&self, mv: Move) -> ReachedPosition {
        let mut position = self.position.clone();
        let _ = position.make(mv);
        ReachedPosition { position, last_move: Some(mv) }
    }
}

/// A line in USI.
pub fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

#[cfg(test)]
mod tests {
    use yomikiri_notation::sfen_list::parse_position_text;
    use yomikiri_shogi::Strictness;

    use super::*;

    #[test]
    fn moves_lead_to_the_position() {
        let record = parse_position_text("startpos moves 7g7f 3c3d", Strictness::Strict).unwrap();
        assert_eq!(ReachedPosition::at_start(&record).position, Position::startpos());
        let end = ReachedPosition::at_end(&record);
        assert_eq!(end.last_move, "3c3d".parse().ok());
        assert_eq!(end.position.move_number(), 3);
    }
}
