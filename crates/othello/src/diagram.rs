//! Text diagrams of positions.

use std::fmt::Write as _;

use crate::{BoardSize, Color, Position};

impl<S: BoardSize> Position<S> {
    /// A diagram of the board with the names of files and ranks. The lowest rank is on top, as usual in Othello.
    ///
    /// ```
    /// use yomikiri_othello::{Four, Position};
    ///
    /// let expected = "  c d e f\n3 - - - -\n4 - O X -\n5 - X O -\n6 - - - -\n";
    /// assert_eq!(Position::<Four>::start().diagram(), expected);
    /// ```
    pub fn diagram(&self) -> String {
        let side = S::RIM..S::RIM + S::N;
        let mut text = String::from(" ");
        for file in side.clone() {
            let _ = write!(text, " {}", char::from(b'a' + file as u8));
        }
        for rank in side.clone() {
            let _ = write!(text, "\n{}", rank + 1);
            for file in side.clone() {
                let bit = 1 << (8 * file + rank);
                let disc = |color| self.discs(color) & bit != 0;
                text.push_str(match (disc(Color::Black), disc(Color::White)) {
                    (true, _) => " X",
                    (_, true) => " O",
                    _ => " -",
                });
            }
        }
        text.push('\n');
        text
    }
}
