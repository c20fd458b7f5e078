//! What a judgement needs: *sound* is a bundle of mates and no mates along the line, *unsound* rests on one fault.

use yomikiri_certificate::Section;
use yomikiri_certificate::shogi::{self as format, OtherCheck, OtherKind, ShogiClaim};
use yomikiri_pns::Game as _;
use yomikiri_shogi::{Move, PieceKind};

use super::{Certificate, Certifier, CertifyError};
use crate::answer::Mate;
use crate::mate_game::MateGame;
use crate::plies::Plies;
use crate::replay::Aborted;
use crate::rules::InterpositionRules;
use crate::soundness::{AlternativeMate, Fault, Flaw, Judgement, Remark, Soundness};

/// A check beside the one of the line.
#[derive(Clone, Copy)]
struct Other {
    ply: u32,
    check: Move,
    kind: OtherKind,
}

impl Other {
    fn new(kind: OtherKind, &AlternativeMate { ply, check, .. }: &AlternativeMate) -> Other {
        Other { ply, check, kind }
    }

    fn line(&self) -> OtherCheck {
        OtherCheck { ply: self.ply, check: self.check.to_string(), kind: self.kind }
    }
}

/// The problems of a bundle.
#[derive(Default)]
struct Bundle {
    /// Mates, each within its limit, which are verified.
    mates: Vec<MateGame>,
    /// Problems that are no mates within their limits.
    no_mates: Vec<MateGame>,
}

impl Certifier<'_, '_> {
    /// The certificate of a judgement by these rules.
    pub fn judgement(
        &mut self,
        judgement: &Judgement,
        rules: InterpositionRules,
    ) -> Result<Certificate, CertifyError> {
        match judgement.verdict {
            Soundness::Sound | Soundness::Flawed => self.sound(judgement, rules),
            Soundness::Unsound => self.unsound(judgement, rules),
            Soundness::Unknown(_) => Err(CertifyError::Unknown),
        }
    }

    fn sound(
        &mut self,
        judgement: &Judgement,
        rules: InterpositionRules,
    ) -> Result<Certificate, CertifyError> {
        let mate = judgement.mate.as_ref().ok_or(CertifyError::Unknown)?;
        let line = &judgement.line;
        let others = others(judgement)?;
        let mut bundle = Bundle::default();
        let last = self.add_line(line, rules, &mut bundle)?;
        if !last.hand().is_empty() {
            return Err(CertifyError::NotSupported("a problem with pieces left in hand"));
        }
        let mut problem = self.problem.clone().within(Plies::UNLIMITED);
        for (ply, &mv) in (1..).zip(line) {
            if ply % 2 == 1 {
                let listed =
                    |check: Move| others.iter().find(|other| other.ply == ply && other.check == check);
                let is_last = ply as usize == line.len() && ply > 1;
                for check in problem.position().checks().into_iter().filter(|&check| check != mv) {
                    let undo = problem.make(check);
                    match listed(check).map(|other| other.kind) {
                        None if is_last => {}
                        None => bundle.no_mates.push(problem.clone()),
                        Some(OtherKind::Mirror) => {}
                        Some(OtherKind::LastMove) => self.add_end(&problem, rules, &mut bundle)?,
                        Some(_) => self.add_mate(&problem, &mut bundle)?,
                    }
                    problem.unmake(check, undo);
                }
            }
            let _ = problem.make(mv);
        }
        let length = mate.length;
        self.add_exact_length(mate, &mut bundle)?;
        let claim = match judgement.verdict {
            Soundness::Sound => ShogiClaim::Sound(length),
            _ => ShogiClaim::SoundWithFlaws(length),
        };
        self.finish(claim, Some((rules, line)), &others, &bundle)
    }

    /// The certificate of the fault that is easiest to check.
    fn unsound(
        &mut self,
        judgement: &Judgement,
        rules: InterpositionRules,
    ) -> Result<Certificate, CertifyError> {
        let mut faults: Vec<&Fault> = judgement.faults.iter().collect();
        faults.sort_by_key(|fault| match fault {
            Fault::Shorter { .. } => 0,
            Fault::Cook(_) => 1,
            Fault::NoMate => 2,
            Fault::Leftover { .. } => 3,
            Fault::LongerVariation { .. } => 4,
        });
        let mut why = CertifyError::Unknown;
        for fault in faults {
            match self.fault(fault, judgement, rules) {
                Err(error) => why = error,
                certificate => return certificate,
            }
        }
        Err(why)
    }

    fn fault(
        &mut self,
        fault: &Fault,
        judgement: &Judgement,
        rules: InterpositionRules,
    ) -> Result<Certificate, CertifyError> {
        let mut bundle = Bundle::default();
        let (line, root) = (&judgement.line, self.problem.clone());
        match *fault {
            Fault::NoMate => {
                bundle.no_mates.push(root.within(Plies::UNLIMITED));
                self.finish(ShogiClaim::Unsound(format::Fault::NoMate), None, &[], &bundle)
            }
            Fault::Shorter { intended, .. } => {
                let mate = judgement.mate.as_ref().filter(|mate| mate.length + 2 <= intended);
                let mate = mate.ok_or(CertifyError::NotSupported("lengths by these rules"))?;
                self.add_mate(&root.within(Plies::new(mate.length)), &mut bundle)?;
                self.finish(ShogiClaim::Unsound(format::Fault::ShorterMate(intended)), None, &[], &bundle)
            }
            Fault::LongerVariation { intended, .. } => {
                bundle.no_mates.push(root.within(Plies::new(intended)));
                let claim = ShogiClaim::Unsound(format::Fault::LongerVariation(intended));
                self.finish(claim, None, &[], &bundle)
            }
            Fault::Cook(ref other) => {
                self.add_line(line, rules, &mut bundle)?;
                let mut problem = root.within(Plies::UNLIMITED);
                let main = other.ply as usize - 1;
                for &mv in &line[..main] {
                    let _ = problem.make(mv);
                }
                for mv in [line[main], other.check] {
                    let undo = problem.make(mv);
                    let added = self.add_mate(&problem, &mut bundle);
                    problem.unmake(mv, undo);
                    added?;
                }
                let other = Other::new(OtherKind::Cook, other);
                let claim = ShogiClaim::Unsound(format::Fault::Cook);
                self.finish(claim, Some((rules, line)), &[other], &bundle)
            }
            Fault::Leftover { .. } => {
                let mate =
                    judgement.mate.as_ref().filter(|mate| mate.minimal).ok_or(CertifyError::Unknown)?;
                self.add_line(line, rules, &mut bundle)?;
                self.add_exact_length(mate, &mut bundle)?;
                let claim = ShogiClaim::Unsound(format::Fault::Leftover(mate.length));
                self.finish(claim, Some((rules, line)), &[], &bundle)
            }
        }
    }

    /// Adds what shows that a mate has exactly its length.
    fn add_exact_length(&mut self, mate: &Mate, bundle: &mut Bundle) -> Result<(), Aborted> {
        let root = self.problem.clone().within(Plies::new(mate.length));
        self.add_mate(&root, bundle)?;
        if mate.length > 2 {
            bundle.no_mates.push(root.within(Plies::new(mate.length - 2)));
        }
        Ok(())
    }

    /// Adds a mate within the limit of a problem.
    fn add_mate(&mut self, problem: &MateGame, bundle: &mut Bundle) -> Result<(), Aborted> {
        let plies = self.verify(problem)?;
        bundle.mates.push(problem.clone().within(Plies::new(plies)));
        Ok(())
    }

    /// Adds what shows that a line ends in mate. Returns the problem at its end.
    fn add_line(
        &mut self,
        line: &[Move],
        rules: InterpositionRules,
        bundle: &mut Bundle,
    ) -> Result<MateGame, Aborted> {
        let mut problem = self.problem.clone().within(Plies::UNLIMITED);
        for &mv in line {
            if !problem.position().is_legal(mv) {
                return Err(Aborted::Refuted);
            }
            let _ = problem.make(mv);
        }
        self.add_end(&problem, rules, bundle)?;
        Ok(problem)
    }

    /// Adds what shows that the defender is mated, but for interpositions that the rules do not count.
    fn add_end(
        &mut self,
        problem: &MateGame,
        rules: InterpositionRules,
        bundle: &mut Bundle,
    ) -> Result<(), Aborted> {
        let position = problem.position();
        let interposes = |mv: &Move| {
            position.piece_at(mv.to()).is_none()
                && mv
                    .from()
                    .and_then(|from| position.piece_at(from))
                    .is_none_or(|piece| piece.kind() != PieceKind::King)
        };
        let answers = position.evasions();
        if !position.in_check()
            || !answers.is_empty() && (rules == InterpositionRules::Raw || !answers.iter().all(interposes))
        {
            return Err(Aborted::Refuted);
        }
        if answers.is_empty() { Ok(()) } else { self.add_mate(problem, bundle) }
    }

    /// Collects the nodes of a bundle.
    fn finish(
        &mut self,
        claim: ShogiClaim,
        line: Option<(InterpositionRules, &[Move])>,
        others: &[Other],
        bundle: &Bundle,
    ) -> Result<Certificate, CertifyError> {
        let mut header = self.header(claim);
        if let Some((rules, line)) = line {
            header.rules = format::InterpositionRules::from_name(rules.name());
            header.line = line.iter().map(Move::to_string).collect();
            header.others = others.iter().map(Other::line).collect();
        }
        let mates = self.mates(&bundle.mates)?;
        let no_mates = self.no_mates(&bundle.no_mates)?;
        Ok(Certificate::new(header, [(Section::Mate, mates), (Section::NoMate, no_mates)]))
    }
}

/// All checks beside the line that mate.
fn others(judgement: &Judgement) -> Result<Vec<Other>, CertifyError> {
    let remarks = judgement.remarks.iter().map(|remark| match *remark {
        Remark::Mirror { ply, check } => Other { ply, check, kind: OtherKind::Mirror },
    });
    let mut others: Vec<Other> = remarks.collect();
    for flaw in &judgement.flaws {
        match flaw {
            Flaw::FreeChoice(other) => others.push(Other::new(OtherKind::FreeChoice, other)),
            Flaw::Detour(other) => others.push(Other::new(OtherKind::Detour, other)),
            &Flaw::LastMove { ply, check } => {
                // In a problem of one move, every other mate counts.
                let kind = if ply == 1 { OtherKind::FreeChoice } else { OtherKind::LastMove };
                others.push(Other { ply, check, kind });
            }
            Flaw::LongerVariation { .. } => {
                return Err(CertifyError::NotSupported("a longer variation that is tolerated"));
            }
            Flaw::EqualVariation { .. } | Flaw::Unneeded(_) => {}
        }
    }
    others.sort_by_key(|other| (other.ply, other.check.to_bits()));
    Ok(others)
}
