//! The one-line text form of positions and games, as in `data/connect6_*.tsv`.
//!
//! A position is `B:j10,k9 W:i9 B`: Black's stones, White's stones, the side to move. A game is its moves: `j10 i9k9 j8h9`.
//! Every error names its column, counted in characters from 1.

use std::fmt;

use crate::board::Board;
use crate::cells::Cell;
use crate::color::Color;
use crate::moves::Move;
use crate::rules::{GameRules, s};

/// The reason why a text is not a position or a game, and the column of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct TextError {
    /// The column of the error, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: TextErrorKind,
}

/// What a [`TextError`] says is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum TextErrorKind {
    #[error("expected a cell such as j10, found `{0}`")]
    NotACell(String),
    #[error("`{cell}` is not on a board of {size} lines")]
    OffBoard { cell: String, size: usize },
    #[error("there is already a stone on {0}")]
    Occupied(String),
    #[error("the side to move is missing: expected `B` or `W` at the end")]
    MissingSide,
    #[error("side to move is `{0}`, expected `B` or `W`")]
    NotASide(String),
    #[error("expected `{0}:` and stones")]
    MissingStones(Color),
    #[error("unexpected text after the side to move")]
    TrailingText,
    #[error("{found} stone{} in a move, expected {expected}", s(*found))]
    WrongStones { found: usize, expected: usize },
    #[error("the game is over: {0} has won")]
    Over(&'static str),
    #[error("the board is full")]
    Full,
}

/// The name of a side in sentences.
pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Fails if a side has won or the board is full.
pub(crate) fn not_over(board: &Board) -> Result<(), TextErrorKind> {
    match Color::ALL.into_iter().find(|&color| board.has_row(color)) {
        Some(winner) => Err(TextErrorKind::Over(side_name(winner))),
        None if board.free().is_empty() => Err(TextErrorKind::Full),
        None => Ok(()),
    }
}

/// A word with its column.
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Word<'a> {
    fn fail<T>(&self, at: usize, kind: TextErrorKind) -> Result<T, TextError> {
        Err(TextError { column: self.column + self.text[..at].chars().count(), kind })
    }

    /// The cell that starts at byte `at` of the word, and the byte after it.
    fn cell(&self, at: usize, rules: GameRules) -> Result<(Cell, usize), TextError> {
        let rest = &self.text[at..];
        let letters = rest.chars().take_while(char::is_ascii_lowercase).count();
        let digits = rest[letters..].chars().take_while(char::is_ascii_digit).count();
        let end = letters + digits;
        let (Some(column), Ok(row)) = (rest.bytes().next(), rest[letters..end].parse::<usize>()) else {
            return self.fail(at, TextErrorKind::NotACell(rest.chars().take(12).collect()));
        };
        if letters != 1 {
            return self.fail(at, TextErrorKind::NotACell(rest.chars().take(12).collect()));
        }
        let cell = row.checked_sub(1).and_then(|row| rules.cell(usize::from(column - b'a'), row));
        match cell {
            Some(cell) => Ok((cell, at + end)),
            None => {
                let cell = rest[..end].chars().take(12).collect();
                self.fail(at, TextErrorKind::OffBoard { cell, size: rules.size() })
            }
        }
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    text.split([' ', '\t', '\n', '\r']).filter_map(move |text| {
        let word = Word { text, column };
        column += text.chars().count() + 1;
        (!text.is_empty()).then_some(word)
    })
}

impl Board {
    /// Reads a position, or the moves of a game and returns the position after them. Fails if the text is malformed or the
    /// game is over.
    ///
    /// ```
    /// use yomikiri_connect6::{Board, GameRules};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let board = Board::parse("j10 i9k9", GameRules::connect6(19)?)?;
    /// assert_eq!(board.to_string(), "B:j10 W:i9,k9 B");
    /// assert_eq!(Board::parse("B:j10 W:i9,k9 B", GameRules::connect6(19)?)?, board);
    /// # Ok(())
    /// # }
    /// ```
    pub fn parse(text: &str, rules: GameRules) -> Result<Board, TextError> {
        let end = text.trim_end().chars().count() + 1;
        let board = if words(text).next().is_some_and(|word| word.text.starts_with("B:")) {
            Board::parse_stones(text, rules, end)?
        } else {
            GameRecord::parse(text, rules)?.end()
        };
        not_over(&board).map_err(|kind| TextError { column: end, kind })?;
        Ok(board)
    }

    fn parse_stones(text: &str, rules: GameRules, end: usize) -> Result<Board, TextError> {
        let mut board = Board::new(rules);
        let mut words = words(text);
        for color in Color::ALL {
            let missing = || TextError { column: end, kind: TextErrorKind::MissingStones(color) };
            let word = words.next().ok_or_else(missing)?;
            if !word.text.starts_with(&format!("{color}:")) {
                return word.fail(0, TextErrorKind::MissingStones(color));
            }
            let mut at = 2;
            while at < word.text.len() {
                let (cell, next) = word.cell(at, rules)?;
                if !board.free().contains(cell) {
                    return word.fail(at, TextErrorKind::Occupied(rules.name(cell)));
                }
                board.place(cell, color);
                at = next;
                if at < word.text.len() {
                    let Some(rest) = word.text[at..].strip_prefix(',').filter(|rest| !rest.is_empty()) else {
                        return word
                            .fail(at, TextErrorKind::NotACell(word.text[at..].chars().take(12).collect()));
                    };
                    at = word.text.len() - rest.len();
                }
            }
        }
        let Some(side) = words.next() else {
            return Err(TextError { column: end, kind: TextErrorKind::MissingSide });
        };
        match side.text {
            "B" => board.set_side(Color::Black),
            "W" => board.set_side(Color::White),
            other => return side.fail(0, TextErrorKind::NotASide(other.chars().take(12).collect())),
        }
        match words.next() {
            Some(word) => word.fail(0, TextErrorKind::TrailingText),
            None => Ok(board),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            let mut names: Vec<String> =
                self.stones(color).iter().map(|cell| self.rules().name(cell)).collect();
            names.sort_unstable();
            write!(f, "{color}:{} ", names.join(","))?;
        }
        write!(f, "{}", self.side_to_move())
    }
}

/// A game: its start and its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    start: Board,
    moves: Vec<Move>,
}

impl GameRecord {
    /// A game without moves.
    pub fn new(start: Board) -> GameRecord {
        GameRecord { start, moves: Vec::new() }
    }

    /// Reads a game from the empty board, such as `j10 i9k9 j8h9`. Fails at the first move that is malformed or illegal.
    pub fn parse(text: &str, rules: GameRules) -> Result<GameRecord, TextError> {
        let mut game = GameRecord::new(Board::new(rules));
        let mut board = game.start.clone();
        for word in words(text) {
            let (mut cells, mut at) = (Vec::new(), 0);
            while at < word.text.len() {
                let (cell, next) = word.cell(at, rules)?;
                if !board.free().contains(cell) || cells.contains(&cell) {
                    return word.fail(at, TextErrorKind::Occupied(rules.name(cell)));
                }
                cells.push(cell);
                at = next;
            }
            if let Err(kind) = game.push(&mut board, &cells) {
                return word.fail(0, kind);
            }
        }
        Ok(game)
    }

    /// Adds a move to the game. `board` is the position at its end, and `cells` are free on it.
    pub(crate) fn push(&mut self, board: &mut Board, cells: &[Cell]) -> Result<(), TextErrorKind> {
        not_over(board)?;
        let mv = match *cells {
            [cell] => Move::one(cell),
            [first, second] => Move::two(first, second),
            _ => {
                return Err(TextErrorKind::WrongStones {
                    found: cells.len(),
                    expected: board.stones_to_place(),
                });
            }
        };
        if mv.len() != board.stones_to_place() {
            return Err(TextErrorKind::WrongStones { found: mv.len(), expected: board.stones_to_place() });
        }
        board.make(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// The start of the game.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves of the game.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position after the first `moves` moves.
    pub fn after(&self, moves: usize) -> Board {
        let mut board = self.start.clone();
        self.moves.iter().take(moves).for_each(|&mv| board.make(mv));
        board
    }

    /// The position at the end of the game.
    pub fn end(&self) -> Board {
        self.after(self.moves.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let rules = GameRules::connect6(19).unwrap();
        Board::parse(text, rules).expect_err(text).to_string()
    }

    #[test]
    fn faults_name_their_column() {
        assert_eq!(
            fault("B:j10 W:i9,k9"),
            "column 14: the side to move is missing: expected `B` or `W` at the end"
        );
        assert_eq!(fault("B:j10 W:i9,k9 X"), "column 15: side to move is `X`, expected `B` or `W`");
        assert_eq!(fault("B:j10 W:i9,j10 B"), "column 12: there is already a stone on j10");
        assert_eq!(fault("B:j20 W: B"), "column 3: `j20` is not on a board of 19 lines");
        assert_eq!(fault("B:j0 W: B"), "column 3: `j0` is not on a board of 19 lines");
        assert_eq!(fault("B:j10, W: B"), "column 6: expected a cell such as j10, found `,`");
        assert_eq!(fault("B:j10 B"), "column 7: expected `W:` and stones");
        assert_eq!(fault("B:j10"), "column 6: expected `W:` and stones");
        assert_eq!(fault("B:j10 W: B x"), "column 12: unexpected text after the side to move");
        assert_eq!(fault("j10 i9"), "column 5: 1 stone in a move, expected 2");
        assert_eq!(fault("j10 i9j10"), "column 7: there is already a stone on j10");
        assert_eq!(fault("j10 i9é9"), "column 7: expected a cell such as j10, found `é9`");
        assert_eq!(
            fault("j10 i99999999999999999999"),
            "column 5: expected a cell such as j10, found `i99999999999`"
        );
        assert_eq!(fault("B:a1,b1,c1,d1,e1,f1 W: W"), "column 25: the game is over: Black has won");
    }

    #[test]
    fn an_empty_text_is_the_start() {
        let rules = GameRules::connect6(19).unwrap();
        assert_eq!(Board::parse("", rules).unwrap().to_string(), "B: W: B");
        assert_eq!(Board::parse("B: W: B", rules).unwrap().stones_to_place(), 1);
    }
}
