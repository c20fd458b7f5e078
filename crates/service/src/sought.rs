//! What is asked about a problem.

/// What was asked about a problem: it decides how a verdict is put into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A mate.
    Mate,
    /// A mate, or a win by threats up to this order.
    Brinkmate {
        /// 2 for brinkmates proper.
        order: u8,
    },
    /// Whether a mate problem is sound.
    Soundness,
    /// Othello: does this side win by at least `margin` discs?
    Discs {
        /// Who is to win.
        side: Side,
        /// At least by how many; below 1, how little may be lost.
        margin: i32,
    },
    /// Connect6: does this side win?
    Row {
        /// Who is to win.
        side: Side,
    },
}

/// A side of Othello or Connect6
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Black, X
    Black,
    /// White, O
    White,
}
