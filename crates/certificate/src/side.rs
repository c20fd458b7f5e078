//! The two sides of a game.

/// A side, by the names of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Black, or sente in shogi: upper-case letters in SFEN.
    Black,
    /// White, or gote in shogi: lower-case letters in SFEN.
    White,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }

    /// The side of a name.
    pub fn from_name(name: &str) -> Option<Side> {
        [Side::Black, Side::White].into_iter().find(|side| side.name() == name)
    }
}
