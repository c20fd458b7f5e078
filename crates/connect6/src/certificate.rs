//! Writes proofs as certificates, which the checker of `yomikiri-certificate` checks.

use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use yomikiri_certificate::connect6::Connect6Header;
use yomikiri_certificate::shogi::Side;
use yomikiri_certificate::{CertificateWriter, Compression};

use crate::board::Board;
use crate::cells::CellSet;
use crate::check::{Proof, Root};
use crate::color::Color;
use crate::proof::{Answers, Win};
use crate::rules::{GameRules, Window};

impl Proof {
    /// Writes the proof of a position as a certificate. `out` should be buffered. Returns the number of nodes.
    pub fn write_certificate<W: Write>(
        &self,
        board: &Board,
        out: W,
        compression: Compression,
    ) -> io::Result<u64> {
        let rules = board.rules();
        let side = |color| if color == Color::Black { Side::Black } else { Side::White };
        let header = Connect6Header {
            attacker: side(self.attacker),
            rules: (rules.size(), rules.row(), rules.stones()),
            black: names(rules, &board.stones(Color::Black)),
            white: names(rules, &board.stones(Color::White)),
            turn: side(board.side_to_move()),
        };
        let writer = CertificateWriter::connect6(out, compression, &header)?;
        let mut nodes = Nodes { board, writer, answers: HashMap::new(), wins: HashMap::new() };
        match &self.root {
            Root::Attacker(win) => nodes.win(win)?,
            Root::Defender(answers) => nodes.answers(answers)?,
        };
        let count = nodes.writer.nodes();
        nodes.writer.finish()?;
        Ok(count)
    }
}

/// The nodes that were written, each after those that it refers to.
struct Nodes<'a, W: Write> {
    board: &'a Board,
    writer: CertificateWriter<W>,
    /// The numbers of shared parts, by their address, which does not change while the proof is borrowed.
    answers: HashMap<*const Answers, u64>,
    wins: HashMap<*const Win, u64>,
}

impl<W: Write> Nodes<'_, W> {
    fn win(&mut self, win: &Rc<Win>) -> io::Result<u64> {
        if let Some(&number) = self.wins.get(&Rc::as_ptr(win)) {
            return Ok(number);
        }
        let number = match &**win {
            Win::Row(window) => self.writer.row_node(&window_name(self.board, *window))?,
            Win::Play(mv, answers) => {
                let answers = self.answers(answers)?;
                self.writer.play_node(&mv.name(self.board.rules()), answers)?
            }
        };
        self.wins.insert(Rc::as_ptr(win), number);
        Ok(number)
    }

    fn answers(&mut self, answers: &Rc<Answers>) -> io::Result<u64> {
        if let Some(&number) = self.answers.get(&Rc::as_ptr(answers)) {
            return Ok(number);
        }
        let rules = self.board.rules();
        let mut refutations = Vec::with_capacity(answers.refutations.len());
        for refutation in &answers.refutations {
            let win = self.win(&refutation.win)?;
            let pairs: Vec<String> =
                refutation.zone.pairs.iter().map(|&window| window_name(self.board, window)).collect();
            let pairs = if pairs.is_empty() { "-".to_string() } else { pairs.join(",") };
            let stones = names(rules, &refutation.stones);
            let zone = names(rules, &refutation.zone.cells);
            refutations.push(self.writer.refutation_node(&stones, refutation.spare, &zone, &pairs, win)?);
        }
        let number = self.writer.answers_node(&refutations)?;
        self.answers.insert(Rc::as_ptr(answers), number);
        Ok(number)
    }
}

/// The names of cells one after the other, `-` for none.
fn names(rules: GameRules, cells: &CellSet) -> String {
    if cells.is_empty() { "-".to_string() } else { cells.iter().map(|cell| rules.name(cell)).collect() }
}

/// The first and the last cell of a window. The lowest and the highest number are at its ends.
fn window_name(board: &Board, window: Window) -> String {
    let cells: Vec<_> = board.cells_of(window).iter().collect();
    let ends = [cells.first(), cells.last()];
    ends.into_iter().flatten().map(|&cell| board.rules().name(cell)).collect()
}
