//! Certificates of scores: strategies that the checker of `yomikiri-certificate` can follow.
//!
//! The strategy of a side has one move at each of its turns, up to the symmetries of the board, and all moves of the other side. The
//! alpha-beta solver finds the moves; its table makes the many questions about neighbouring positions cheap.

use std::collections::BTreeMap;
use std::io::{self, Write};

use yomikiri_certificate::othello::{Bound, OthelloClaim, OthelloHeader};
use yomikiri_certificate::shogi::Side;
use yomikiri_certificate::{CertificateWriter, Compression};

use crate::symmetry::images;
use crate::{BoardSize, Color, Move, Position, Solver};

/// Positions between two reports of progress.
const REPORT_INTERVAL: usize = 1 << 10;

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The claim is false.
    #[error("the claim \"{0}\" does not hold")]
    False(OthelloClaim),
    /// The solver or the caller was stopped.
    #[error("stopped")]
    Stopped,
    /// The file could not be written.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// The certificate to write.
#[derive(Clone, Copy, Debug)]
pub struct CertificateQuery<S: BoardSize> {
    /// The position.
    pub position: Position<S>,
    /// Which bound on the score is claimed.
    pub bound: Bound,
    /// The discs by which `side` ends ahead.
    pub discs: i32,
    /// Whose score it is.
    pub side: Color,
    /// Positions with at most this many vacant squares are left to the checker, which searches them exhaustively.
    pub leaves: u32,
}

impl<S: BoardSize> CertificateQuery<S> {
    /// The claim, as the certificate has it.
    pub fn claim(&self) -> OthelloClaim {
        let side = if self.side == Color::Black { Side::Black } else { Side::White };
        OthelloClaim { bound: self.bound, discs: self.discs, side }
    }

    /// Finds the strategies and writes the certificate. Returns the number of nodes.
    ///
    /// `on_progress` is called now and then with the nodes so far; if it returns `false`, nothing is written.
    ///
    /// # Errors
    ///
    /// If the claim is false, the search was stopped, or writing failed.
    pub fn write<W: Write>(
        &self,
        solver: &mut Solver<S>,
        out: W,
        compression: Compression,
        on_progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<u64, CertificateError> {
        let claim = self.claim();
        let header =
            OthelloHeader { size: S::N, claim, root: self.position.to_string(), leaves: self.leaves };
        let parts: &[(Bound, Color, i32)] = match self.bound {
            Bound::AtLeast => &[(Bound::AtLeast, self.side, self.discs)],
            Bound::AtMost => &[(Bound::AtMost, !self.side, -self.discs)],
            Bound::Exactly => {
                &[(Bound::AtLeast, self.side, self.discs), (Bound::AtMost, !self.side, -self.discs)]
            }
        };
        let mut found = Vec::new();
        for &(bound, prover, goal) in parts {
            let mut strategy =
                Strategy { solver, prover, goal, leaves: self.leaves, nodes: BTreeMap::new(), claim };
            strategy.collect(self.position, on_progress)?;
            found.push((bound, strategy.nodes));
        }
        let mut writer = CertificateWriter::othello(out, compression, &header)?;
        for (bound, nodes) in found {
            writer.othello_section(bound)?;
            for (board, mv) in nodes {
                writer.othello_node(&board, &mv.to_string())?;
            }
        }
        let nodes = writer.nodes();
        writer.finish()?;
        Ok(nodes)
    }
}

/// A strategy that is being collected.
struct Strategy<'a, S: BoardSize> {
    solver: &'a mut Solver<S>,
    prover: Color,
    goal: i32,
    leaves: u32,
    /// The moves by the text of the board.
    nodes: BTreeMap<String, Move>,
    claim: OthelloClaim,
}

impl<S: BoardSize> Strategy<'_, S> {
    fn collect(
        &mut self,
        root: Position<S>,
        on_progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), CertificateError> {
        if !self.wins(&root)? {
            return Err(CertificateError::False(self.claim));
        }
        let mut waiting = vec![root];
        while let Some(position) = waiting.pop() {
            if position.empties() <= self.leaves {
                continue;
            }
            let moves = position.moves();
            // A pass, and every move of the other side, needs no choice.
            if position.side_to_move() != self.prover || moves == [Move::PASS] {
                waiting.extend(moves.into_iter().map(|mv| position.after(mv)));
                continue;
            }
            if moves.is_empty() {
                continue;
            }
            let (board, position) = smallest_image(&position);
            if self.nodes.contains_key(&board) {
                continue;
            }
            let mv = self.choose(&position)?;
            self.nodes.insert(board, mv);
            waiting.push(position.after(mv));
            if self.nodes.len().is_multiple_of(REPORT_INTERVAL) && !on_progress(self.nodes.len() as u64) {
                return Err(CertificateError::Stopped);
            }
        }
        Ok(())
    }

    /// Whether the prover reaches the goal.
    fn wins(&mut self, position: &Position<S>) -> Result<bool, CertificateError> {
        let answer = if position.side_to_move() == self.prover {
            self.solver.at_least(position, self.goal)
        } else {
            self.solver.at_least(position, 1 - self.goal).map(|reached| !reached)
        };
        answer.ok_or(CertificateError::Stopped)
    }

    /// A move that keeps the win at a turn of the prover: the one in the solver's table, otherwise the first.
    fn choose(&mut self, position: &Position<S>) -> Result<Move, CertificateError> {
        self.wins(position)?;
        let mut moves = position.moves();
        if let Some(best) = self.solver.table_move(position)
            && let Some(at) = moves.iter().position(|&mv| mv == best)
        {
            moves.swap(0, at);
        }
        for mv in moves {
            if self.wins(&position.after(mv))? {
                return Ok(mv);
            }
        }
        // The win was there before, so this is a fault of the solver: no certificate.
        Err(CertificateError::False(self.claim))
    }
}

/// The image of the position whose board has the smallest text, and that text.
fn smallest_image<S: BoardSize>(position: &Position<S>) -> (String, Position<S>) {
    let side = position.side_to_move();
    let images = images(position.mine(), position.theirs())
        .map(|(mine, theirs)| Position::<S>::raw(mine, theirs, side))
        .map(|image| (board_text(&image), image));
    let [first, rest @ ..] = images;
    rest.into_iter().fold(first, |least, image| if image.0 < least.0 { image } else { least })
}

fn board_text<S: BoardSize>(position: &Position<S>) -> String {
    let mut text = position.to_string();
    text.truncate(S::CELLS as usize);
    text
}
