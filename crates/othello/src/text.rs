//! The one-line text form of a position: the squares rank by rank from the lowest, then the side to move.
//!
//! `X` is Black, `O` White, `-` a vacant square. The start position of 6×6 is `--------------OX----XO-------------- X`.
//! Every error names its column, counted in characters from 1.

use std::fmt;
use std::str::FromStr;

use crate::{BoardSize, Color, Position};

/// The reason why a text is not a position, and the column of the error.
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
    #[error("`{0}` is not `X`, `O` or `-`")]
    NotACell(char),
    #[error("the board ends after {found} squares, expected {expected}")]
    TooShort { found: u32, expected: u32 },
    #[error("the board has more than {expected} squares")]
    TooLong { expected: u32 },
    #[error("the side to move is missing")]
    MissingSide,
    #[error("side to move is `{0}`, expected `X` or `O`")]
    NotASide(char),
    #[error("unexpected text after the side to move")]
    TrailingText,
}

impl<S: BoardSize> FromStr for Position<S> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position<S>, TextError> {
        let fail = |column, kind| Err(TextError { column, kind });
        let blank = |c: char| c == ' ' || c == '\t';
        let mut chars = (1..).zip(text.trim_end().chars()).skip_while(|&(_, c)| blank(c)).peekable();
        let end = text.trim_end().chars().count() + 1;

        let (mut black, mut white) = (0, 0);
        for cell in 0..S::CELLS {
            let square = square::<S>(cell);
            let (column, c) = chars.next().unwrap_or((end, ' '));
            match c {
                'X' => black |= 1 << square,
                'O' => white |= 1 << square,
                '-' => {}
                c if blank(c) => {
                    return fail(column, TextErrorKind::TooShort { found: cell, expected: S::CELLS });
                }
                c => return fail(column, TextErrorKind::NotACell(c)),
            }
        }
        match chars.peek() {
            None => return fail(end, TextErrorKind::MissingSide),
            Some(&(column, c)) if !blank(c) => {
                return fail(column, TextErrorKind::TooLong { expected: S::CELLS });
            }
            Some(_) => {}
        }
        let mut rest = chars.skip_while(|&(_, c)| blank(c));
        let side = match rest.next() {
            Some((_, 'X')) => Color::Black,
            Some((_, 'O')) => Color::White,
            Some((column, c)) => return fail(column, TextErrorKind::NotASide(c)),
            None => return fail(end, TextErrorKind::MissingSide),
        };
        if let Some((column, _)) = rest.next() {
            return fail(column, TextErrorKind::TrailingText);
        }
        let (mine, theirs) = if side == Color::Black { (black, white) } else { (white, black) };
        Ok(Position::raw(mine, theirs, side))
    }
}

impl<S: BoardSize> fmt::Display for Position<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.discs(Color::Black), self.discs(Color::White));
        for cell in 0..S::CELLS {
            let bit = 1 << square::<S>(cell);
            f.write_str(if black & bit != 0 {
                "X"
            } else if white & bit != 0 {
                "O"
            } else {
                "-"
            })?;
        }
        write!(f, " {}", self.side_to_move())
    }
}

/// The square of the given cell of the text. The text is ordered by ranks, the bits by files.
fn square<S: BoardSize>(cell: u32) -> u32 {
    let (rank, file) = (cell as usize / S::N, cell as usize % S::N);
    (8 * (file + S::RIM) + rank + S::RIM) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Eight, Four, Six};

    #[test]
    fn start_positions() {
        assert_eq!(Position::<Four>::start().to_string(), "-----OX--XO----- X");
        assert_eq!(Position::<Six>::start().to_string(), "--------------OX----XO-------------- X");
        let eight = Position::<Eight>::start().to_string();
        assert_eq!(eight, "---------------------------OX------XO--------------------------- X");
    }

    #[test]
    fn faults_name_their_column() {
        let fault = |text: &str| text.parse::<Position<Four>>().map_err(|error| error.to_string());
        let error = |message: &str| Err(message.to_owned());
        assert_eq!(fault(""), error("column 1: the board ends after 0 squares, expected 16"));
        assert_eq!(fault("--- X"), error("column 4: the board ends after 3 squares, expected 16"));
        assert_eq!(fault("-----OXé-XO----- X"), error("column 8: `é` is not `X`, `O` or `-`"));
        assert_eq!(fault("-----OX--XO------ X"), error("column 17: the board has more than 16 squares"));
        assert_eq!(fault("-----OX--XO-----"), error("column 17: the side to move is missing"));
        assert_eq!(fault("-----OX--XO-----   "), error("column 17: the side to move is missing"));
        assert_eq!(fault("-----OX--XO----- B"), error("column 18: side to move is `B`, expected `X` or `O`"));
        assert_eq!(fault("-----OX--XO----- X 1"), error("column 19: unexpected text after the side to move"));
        assert_eq!(fault(" -----OX--XO-----\tX\n"), Ok(Position::start()));
    }
}
