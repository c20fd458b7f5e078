//! Games in SGF, the format of Go records.
//!
//! SGF has no moves of two stones. The writer gives each stone its own node, `;W[ii];W[kk]`, because every SGF program reads
//! that. The reader takes points as in SGF (`jj`, from the upper left, in either case) and as Little Golem writes them
//! (`j10`), one or more in a value. Of variations it reads the first.

use crate::board::Board;
use crate::cells::Cell;
use crate::color::Color;
use crate::rules::{GameRules, RulesError};
use crate::text::{GameRecord, TextErrorKind, not_over, side_name};

/// The reason why a text is not a Connect6 game in SGF, and the place of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct SgfError {
    /// The line of the error, counted from 1.
    pub line: usize,
    /// The column of the error, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: SgfErrorKind,
}

/// What an [`SgfError`] says is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it all")]
pub enum SgfErrorKind {
    #[error("expected `{0}`")]
    Expected(&'static str),
    #[error("the text ends inside a value")]
    Unfinished,
    #[error("`{0}` is not a size")]
    NotASize(String),
    #[error("{0}")]
    Size(RulesError),
    #[error("the size or stones of the start come after the first move")]
    LateSetup,
    #[error("`{0}` is not a point")]
    NotAPoint(String),
    #[error("it is not the turn of {0}")]
    NotTheTurn(&'static str),
    #[error("`{0}` is not a side")]
    NotASide(String),
    #[error("{0}")]
    Text(TextErrorKind),
}

/// Whether a text looks like SGF.
pub fn is_sgf(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads a game. `size` is the number of lines if the record does not give it. Fails at the first
/// error.
pub fn read(text: &str, size: usize) -> Result<GameRecord, SgfError> {
    Reader::new(text, size).read().map_err(|(at, kind)| {
        let before = &text[..at.min(text.len())];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        SgfError { line: 1 + before.matches('\n').count(), column: 1 + before[start..].chars().count(), kind }
    })
}

/// Writes a game as SGF.
pub fn write(game: &GameRecord) -> String {
    let rules = game.start().rules();
    let point = |cell: Cell| {
        let (column, row) = rules.coordinates(cell);
        let letter = |at: usize| char::from(b'a' + at as u8);
        format!("[{}{}]", letter(column), letter(rules.size() - 1 - row))
    };
    let mut text = format!("(;FF[4]CA[UTF-8]SZ[{}]", rules.size());
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = game.start().stones(color);
        if !stones.is_empty() {
            text.push_str(name);
            text.extend(stones.iter().map(point));
        }
    }
    if game.start().side_to_move() == Color::White {
        text.push_str("PL[W]");
    }
    let mut side = game.start().side_to_move();
    for mv in game.moves() {
        for cell in mv.cells() {
            text.push_str(&format!("\n;{side}{}", point(cell)));
        }
        side = !side;
    }
    text.push_str(")\n");
    text
}

type ErrorAt = (usize, SgfErrorKind);

struct Reader<'a> {
    text: &'a str,
    at: usize,
    size: usize,
    /// Created at the first move, because the size may come late.
    game: Option<(GameRecord, Board)>,
    /// Stones of the start, in the order of the text.
    setup: Vec<(Color, Cell)>,
    side: Option<Color>,
    /// The move that is being read: its place in the text, its side, and its stones so far.
    pending: Option<(usize, Color, Vec<Cell>)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, size: usize) -> Reader<'a> {
        Reader { text, at: 0, size, game: None, setup: Vec::new(), side: None, pending: None }
    }

    fn read(mut self) -> Result<GameRecord, ErrorAt> {
        self.skip_blanks();
        if !self.eat('(') {
            return Err((self.at, SgfErrorKind::Expected("(")));
        }
        loop {
            self.skip_blanks();
            match self.peek() {
                // The first variation is the game: enter it, and stop where it ends.
                Some('(' | ';') => self.at += 1,
                Some(')') => break,
                Some(c) if c.is_ascii_alphabetic() => self.property()?,
                _ => return Err((self.at, SgfErrorKind::Expected("; or ) or a property"))),
            }
        }
        self.finish_move()?;
        self.game().map(|(game, _)| game.clone())
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        self.at += if found { expected.len_utf8() } else { 0 };
        found
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek().filter(|c| c.is_whitespace() || *c == '\u{feff}') {
            self.at += c.len_utf8();
        }
    }

    /// Reads the name and the values of a property.
    fn property(&mut self) -> Result<(), ErrorAt> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            self.at += 1;
        }
        // In old records names may contain lower-case letters, which have no meaning.
        let name: String = self.text[start..self.at].chars().filter(char::is_ascii_uppercase).collect();
        self.skip_blanks();
        if self.peek() != Some('[') {
            return Err((self.at, SgfErrorKind::Expected("[")));
        }
        while self.eat('[') {
            let start = self.at;
            let value = self.value()?;
            self.take(&name, value, start)?;
            self.skip_blanks();
        }
        Ok(())
    }

    /// Reads a value up to the closing bracket, which may be escaped within the value.
    fn value(&mut self) -> Result<&'a str, ErrorAt> {
        let start = self.at;
        let mut escaped = false;
        for (offset, c) in self.text[start..].char_indices() {
            match c {
                ']' if !escaped => {
                    self.at = start + offset + 1;
                    return Ok(&self.text[start..start + offset]);
                }
                '\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        Err((self.text.len(), SgfErrorKind::Unfinished))
    }

    fn take(&mut self, name: &str, value: &str, at: usize) -> Result<(), ErrorAt> {
        match name {
            "SZ" => {
                if self.game.is_some() || !self.setup.is_empty() {
                    return Err((at, SgfErrorKind::LateSetup));
                }
                let short = value.trim().chars().take(12).collect();
                self.size = value.trim().parse().map_err(|_| (at, SgfErrorKind::NotASize(short)))?;
                GameRules::connect6(self.size).map_err(|error| (at, SgfErrorKind::Size(error)))?;
            }
            "AB" | "AW" => {
                if self.game.is_some() {
                    return Err((at, SgfErrorKind::LateSetup));
                }
                let color = if name == "AB" { Color::Black } else { Color::White };
                for (at, cell) in self.points(value, at)? {
                    if self.setup.iter().any(|&(_, other)| other == cell) {
                        let name = self.rules(at)?.name(cell);
                        return Err((at, SgfErrorKind::Text(TextErrorKind::Occupied(name))));
                    }
                    self.setup.push((color, cell));
                }
            }
            "PL" => {
                if self.game.is_some() {
                    return Err((at, SgfErrorKind::LateSetup));
                }
                self.side = Some(match value.trim() {
                    "B" | "b" | "black" => Color::Black,
                    "W" | "w" | "white" => Color::White,
                    other => return Err((at, SgfErrorKind::NotASide(other.chars().take(12).collect()))),
                });
            }
            "B" | "W" => {
                let color = if name == "B" { Color::Black } else { Color::White };
                self.stones(color, value, at)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn rules(&self, at: usize) -> Result<GameRules, ErrorAt> {
        GameRules::connect6(self.size).map_err(|error| (at, SgfErrorKind::Size(error)))
    }

    fn game(&mut self) -> Result<&mut (GameRecord, Board), ErrorAt> {
        if self.game.is_none() {
            let mut board = Board::new(self.rules(self.at)?);
            self.setup.iter().for_each(|&(color, cell)| board.place(cell, color));
            board.set_side(self.side.unwrap_or(Color::Black));
            self.game = Some((GameRecord::new(board.clone()), board));
        }
        self.game.as_mut().ok_or((self.at, SgfErrorKind::LateSetup))
    }

    /// Reads stones of a move. One move may have stones in several nodes.
    fn stones(&mut self, color: Color, value: &str, at: usize) -> Result<(), ErrorAt> {
        if self.pending.as_ref().is_some_and(|(_, pending, _)| *pending != color) {
            self.finish_move()?;
        }
        let points = self.points(value, at)?;
        if points.is_empty() {
            return Err((at, SgfErrorKind::NotAPoint(value.chars().take(12).collect())));
        }
        let free = self.game()?.1.free();
        for (at, cell) in points {
            let pending = &mut self.pending.get_or_insert((at, color, Vec::new())).2;
            if !free.contains(cell) || pending.contains(&cell) {
                let name = self.rules(at)?.name(cell);
                return Err((at, SgfErrorKind::Text(TextErrorKind::Occupied(name))));
            }
            pending.push(cell);
            if pending.len() == self.game()?.1.stones_to_place() {
                self.finish_move()?;
            }
        }
        Ok(())
    }

    fn finish_move(&mut self) -> Result<(), ErrorAt> {
        let Some((at, color, cells)) = self.pending.take() else { return Ok(()) };
        let (game, board) = self.game()?;
        not_over(board).map_err(|kind| (at, SgfErrorKind::Text(kind)))?;
        if board.side_to_move() != color {
            return Err((at, SgfErrorKind::NotTheTurn(side_name(color))));
        }
        game.push(board, &cells).map_err(|kind| (at, SgfErrorKind::Text(kind)))
    }

    /// All points of a value, with their places in the text.
    fn points(&self, value: &str, start: usize) -> Result<Vec<(usize, Cell)>, ErrorAt> {
        let rules = self.rules(start)?;
        let mut points = Vec::new();
        let mut chars = value.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if c.is_whitespace() || c == ',' || c == '.' {
                continue;
            }
            let error = || (start + at, SgfErrorKind::NotAPoint(value[at..].chars().take(12).collect()));
            let column = letter(c).ok_or_else(error)?;
            let row = match chars.peek() {
                Some((_, c)) if c.is_ascii_digit() => {
                    let mut number = 0;
                    while let Some((_, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                        number = (10 * number + (digit as usize - '0' as usize)).min(1000);
                    }
                    number.checked_sub(1).ok_or_else(error)?
                }
                Some(&(_, c)) => {
                    chars.next();
                    rules.size().checked_sub(1 + letter(c).ok_or_else(error)?).ok_or_else(error)?
                }
                None => return Err(error()),
            };
            points.push((start + at, rules.cell(column, row).ok_or_else(error)?));
        }
        Ok(points)
    }
}

/// A letter as a number from 0.
fn letter(c: char) -> Option<usize> {
    c.is_ascii_alphabetic().then(|| c.to_ascii_lowercase() as usize - 'a' as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> GameRecord {
        read(text, 19).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn the_same_game_in_several_styles() {
        let expected = GameRecord::parse("j10 i9k9 j8h9", GameRules::connect6(19).unwrap()).unwrap();
        for text in [
            "(;FF[4]SZ[19];B[jj];W[ik];W[kk];B[jl];B[hk])",
            "(;B[j10];W[i9k9];B[j8h9])",
            "(;B[JJ];W[IK][KK];B[JL]C[a \\] b]\n;B[HK](;W[aabb])(;W[bb]))",
        ] {
            let read = game(text);
            assert_eq!(read.moves()[..3], *expected.moves(), "{text}");
        }
        let written = write(&expected);
        assert_eq!(game(&written), expected, "{written}");
        assert!(is_sgf(&written) && !is_sgf("j10 i9k9"));
    }

    #[test]
    fn stones_to_begin_with() {
        let problem = game("(;SZ[9]AB[aa][bb]AW[cc]PL[W])");
        assert_eq!(problem.end().to_string(), "B:a9,b8 W:c7 W");
        assert_eq!(game(&write(&problem)), problem);
    }

    #[test]
    fn faults_name_their_place() {
        let fault = |text: &str| read(text, 19).expect_err(text).to_string();
        assert_eq!(fault(""), "line 1, column 1: expected `(`");
        assert_eq!(fault("(;B[jj]\n;B[kk];W[aa])"), "line 2, column 4: it is not the turn of Black");
        assert_eq!(fault("(;B[jj];W[jj])"), "line 1, column 11: there is already a stone on j10");
        assert_eq!(fault("(;B[j])"), "line 1, column 5: `j` is not a point");
        assert_eq!(fault("(;B[])"), "line 1, column 5: `` is not a point");
        assert_eq!(fault("(;SZ[6])"), "line 1, column 6: a Connect6 board has 7 to 19 lines, not 6");
        assert_eq!(fault("(;B[jj"), "line 1, column 7: the text ends inside a value");
        assert_eq!(fault("(;B[jj];W[aa])"), "line 1, column 11: 1 stone in a move, expected 2");
    }
}
