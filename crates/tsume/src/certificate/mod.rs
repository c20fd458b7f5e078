//! Certificates: files from which others can check an answer by the rules alone.
//!
//! `docs/certificate-format.md` describes the format, and `yomikiri-certificate` has the checker, which shares no code with this crate. Here the
//! nodes of a certificate are collected after a search. Its table only proposes: it forgets, and it may be wrong. So every node is
//! derived, and where an answer of the search does not hold there is no certificate.

mod boards;
mod brinkmates;
mod judgement;
mod mates;
mod no_mates;
mod nodes;
mod progress;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::io::{self, Write};

use yomikiri_certificate::shogi::{ShogiClaim, ShogiHeader, Side};
use yomikiri_certificate::{CertificateWriter, Compression, NoMateLimit, Section};
use yomikiri_pns::{Game as _, NodeKind, Order, StopReason};
use yomikiri_shogi::{Color, Hand, Position};

use crate::answer::{Mate, MateVerdict, SolverEvent};
use crate::brinkmate::{Brinkmate, BrinkmateReplay, BrinkmateVerdict};
use crate::mate_game::MateGame;
use crate::options::SolveOptions;
use crate::plies::Plies;
use crate::replay::{Aborted, Replay};
use crate::solver::Solver;
use crate::solver_run::SolverRun;
use crate::soundness::Judgement;
use brinkmates::Brinkmates;
use mates::Mates;
use no_mates::NoMates;
use nodes::{Material, Nodes};
use progress::Progress;

/// The answer that a certificate shows.
#[derive(Clone, Copy, Debug)]
pub enum CertifiableAnswer<'a> {
    /// An answer to [`Solver::solve`].
    Mate(&'a MateVerdict),
    /// An answer to [`Solver::solve_threats`].
    Brinkmate(&'a BrinkmateVerdict),
    /// An answer to [`Solver::judge`].
    Judgement(&'a Judgement),
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// The answer is unknown, so there is nothing to show.
    #[error("the answer is unknown")]
    Unknown,
    /// A limit was reached while the certificate was made.
    #[error("{0}")]
    Stopped(StopReason),
    /// The format has no claim for this answer.
    #[error("there is no certificate for {0}")]
    NotSupported(&'static str),
    /// The answer does not hold.
    #[error("the answer of the search does not hold; please report this")]
    Refuted,
}

impl From<Aborted> for CertifyError {
    fn from(stopped: Aborted) -> CertifyError {
        match stopped {
            Aborted::Limit(reason) => CertifyError::Stopped(reason),
            Aborted::Refuted => CertifyError::Refuted,
        }
    }
}

/// A certificate, to be written.
#[derive(Debug)]
pub struct Certificate {
    header: ShogiHeader,
    /// The nodes of each section, and which of them are written, in which order.
    sections: Vec<(Section, Nodes, Vec<u32>)>,
}

impl Certificate {
    fn new(header: ShogiHeader, sections: impl IntoIterator<Item = (Section, Nodes)>) -> Certificate {
        let sections = sections.into_iter().map(|(section, nodes)| {
            let needed = match section {
                Section::Mate => nodes.needed(|a, b| b.hand.contains(a.hand) && a.plies <= b.plies),
                Section::NoMate => nodes.needed(|a, b| a.hand.contains(b.hand) && a.plies >= b.plies),
                Section::Brinkmate => nodes.needed(|_, _| false),
            };
            (section, nodes, needed)
        });
        Certificate { header, sections: sections.collect() }
    }

    /// The claim of the certificate, as its checkers state it.
    pub fn claim(&self) -> String {
        self.header.stated_claim()
    }

    /// The number of its nodes.
    pub fn nodes(&self) -> u64 {
        self.sections.iter().map(|(_, _, needed)| needed.len() as u64).sum()
    }

    /// Writes it. `out` should be buffered.
    ///
    /// # Errors
    ///
    /// If something cannot be written.
    pub fn write<W: Write>(&self, out: W, compression: Compression) -> io::Result<W> {
        let mut writer = CertificateWriter::shogi(out, compression, &self.header)?;
        let (mut board, mut hand, mut mv) = (String::new(), String::new(), String::new());
        for (section, nodes, needed) in &self.sections {
            if needed.is_empty() {
                continue;
            }
            writer.section(*section)?;
            for &number in needed {
                let node = nodes.get(number);
                nodes.board_text(number, &mut board);
                hand_text(node.hand, &mut hand);
                mv.clear();
                if let Some(node_move) = node.mv {
                    let _ = write!(mv, "{node_move}");
                }
                let rank = node.plies.limit().unwrap_or(0);
                match section {
                    Section::NoMate => {
                        let limit = node.plies.limit().map_or(NoMateLimit::Never, NoMateLimit::Plies);
                        writer.no_mate_node(&board, &hand, limit)?;
                    }
                    Section::Brinkmate => writer.brinkmate_node(&board, &hand, rank, &mv)?,
                    // The sections of other games are not in the list above.
                    _ => writer.mate_node(&board, &hand, rank, &mv)?,
                }
            }
        }
        writer.finish()
    }
}

/// A hand as certificates write it.
fn hand_text(hand: Hand, text: &mut String) {
    text.clear();
    for (kind, count) in hand.iter().rev() {
        if count > 1 {
            let _ = write!(text, "{count}");
        }
        text.push(kind.letter());
    }
    if text.is_empty() {
        text.push('-');
    }
}

impl Solver {
    /// Makes the certificate of an answer that this solver gave last; what its table still knows is used. The limits of the query
    /// are for this alone; its memory is for the nodes of the certificate, beside the table.
    ///
    /// # Errors
    ///
    /// If the answer is unknown or does not hold, or if a limit is reached.
    pub fn certify(
        &mut self,
        position: &Position,
        attacker: Color,
        answer: CertifiableAnswer<'_>,
        options: &SolveOptions,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Certificate, CertifyError> {
        let problem = MateGame::new(position.clone(), attacker).with_techniques(options.techniques);
        self.keep_table_for(position, attacker);
        let mut run = self.run_about(position, attacker, options, on_event);
        let mut certifier = Certifier::new(&problem, &mut run);
        match answer {
            CertifiableAnswer::Mate(MateVerdict::Mate(mate)) => certifier.mate(mate),
            CertifiableAnswer::Mate(MateVerdict::NoMate) => certifier.no_mate(),
            CertifiableAnswer::Brinkmate(BrinkmateVerdict::Mate(mate)) => certifier.mate(mate),
            CertifiableAnswer::Brinkmate(BrinkmateVerdict::None)
                if problem.kind() == NodeKind::And && problem.may_pass() =>
            {
                Err(CertifyError::NotSupported("a defender who is to move and not in check"))
            }
            CertifiableAnswer::Brinkmate(BrinkmateVerdict::None) => certifier.no_mate(),
            CertifiableAnswer::Brinkmate(BrinkmateVerdict::Brinkmate(brinkmate)) => {
                certifier.brinkmate(brinkmate)
            }
            CertifiableAnswer::Judgement(judgement) => certifier.judgement(judgement, options.rules),
            CertifiableAnswer::Mate(MateVerdict::Unknown(_))
            | CertifiableAnswer::Brinkmate(BrinkmateVerdict::Unknown(_)) => Err(CertifyError::Unknown),
        }
    }
}

/// Makes the certificate of one problem.
struct Certifier<'c, 'r> {
    problem: &'c MateGame,
    material: Material,
    run: &'c mut SolverRun<'r>,
    progress: Progress,
    replay: Replay,
}

impl<'c, 'r> Certifier<'c, 'r> {
    fn new(problem: &'c MateGame, run: &'c mut SolverRun<'r>) -> Certifier<'c, 'r> {
        let (material, progress, replay) = (Material::new(problem), Progress::default(), Replay::default());
        Certifier { problem, material, run, progress, replay }
    }

    fn header(&self, claim: ShogiClaim) -> ShogiHeader {
        let side = match self.problem.attacker() {
            Color::Black => Side::Black,
            Color::White => Side::White,
        };
        ShogiHeader::new(claim, side, self.problem.position().to_sfen())
    }

    /// The claim that a mate supports: its exact length if it is minimal.
    fn mate(&mut self, mate: &Mate) -> Result<Certificate, CertifyError> {
        let length = mate.length;
        let within = self.problem.clone().within(Plies::new(length));
        let found = self.verify(&within)?;
        let mates = self.mates(std::slice::from_ref(&within))?;
        let mut no_mates = Nodes::default();
        if mate.minimal && length >= 2 {
            no_mates = self.no_mates(&[within.within(Plies::new(length - 2))])?;
        }
        let claim = if mate.minimal { ShogiClaim::Exactly(length) } else { ShogiClaim::MateWithin(found) };
        Ok(Certificate::new(self.header(claim), [(Section::Mate, mates), (Section::NoMate, no_mates)]))
    }

    fn no_mate(&mut self) -> Result<Certificate, CertifyError> {
        let no_mates = self.no_mates(&[self.problem.clone().within(Plies::UNLIMITED)])?;
        Ok(Certificate::new(self.header(ShogiClaim::NoMate), [(Section::NoMate, no_mates)]))
    }

    fn brinkmate(&mut self, brinkmate: &Brinkmate) -> Result<Certificate, CertifyError> {
        if brinkmate.order != Order::TWO {
            return Err(CertifyError::NotSupported("threats of an order above 2"));
        }
        if self.problem.kind() == NodeKind::And {
            return Err(CertifyError::NotSupported("a brinkmate with the defender to move"));
        }
        let root = self.problem.clone().within(Plies::new(brinkmate.length() as u32));
        let mut replay = BrinkmateReplay::default();
        let plies = replay.verify(&root, Order::TWO, self.run)?.plies;
        let mut found = Brinkmates::new(&replay, &self.material);
        found.add(&root, self.run, &mut self.progress)?;
        let Brinkmates { nodes: brinkmates, mates: positions, .. } = found;
        self.progress.before += brinkmates.len() as u64;
        let mut mates = Mates::new(replay.mates(), &self.material);
        for position in positions {
            let mut problem = root.clone();
            problem.position = position;
            let depth = replay.mates().depth(&problem).ok_or(Aborted::Refuted)?;
            mates.add(&problem.within(Plies::new(depth)), self.run, &mut self.progress)?;
        }
        let mates = mates.nodes;
        self.progress.before += mates.len() as u64;
        let no_mates = self.no_mates(&[root.within(Plies::UNLIMITED)])?;
        let header = self.header(ShogiClaim::Brinkmate(plies));
        let sections =
            [(Section::Mate, mates), (Section::NoMate, no_mates), (Section::Brinkmate, brinkmates)];
        Ok(Certificate::new(header, sections))
    }

    /// Verifies a mate within the limit of a problem, for [`mates`](Self::mates). Returns the plies of the strategy.
    fn verify(&mut self, problem: &MateGame) -> Result<u32, Aborted> {
        self.run.extend_replay(&mut self.replay, problem).map(|mate| mate.length)
    }

    /// The nodes of mates that were verified, each within its limit.
    fn mates(&mut self, problems: &[MateGame]) -> Result<Nodes, Aborted> {
        let mut mates = Mates::new(&self.replay, &self.material);
        for problem in problems {
            mates.add(problem, self.run, &mut self.progress)?;
        }
        self.progress.before += mates.nodes.len() as u64;
        Ok(mates.nodes)
    }

    /// The nodes that show that none of these problems is a mate within its limit.
    fn no_mates(&mut self, problems: &[MateGame]) -> Result<Nodes, Aborted> {
        let nodes = NoMates::new(&self.material, self.run, &mut self.progress).close(problems)?;
        self.progress.before += nodes.len() as u64;
        Ok(nodes)
    }
}
