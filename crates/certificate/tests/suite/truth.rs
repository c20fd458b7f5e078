//! Whether the claim of a certificate is true, by brute force and the definitions. It reads nothing but the header.

use yomikiri_certificate::shogi::{Fault, ShogiClaim};
use yomikiri_shogi::{Color, Move, Position, Strictness};

use super::brute_force::{Graph, after, is_threat, mates_within};

/// Whether the claim of a certificate of shogi is true, or `Err` if brute force cannot tell.
pub fn is_true(certificate: &str, most: usize) -> Result<bool, ()> {
    let value = |key: &str| {
        let mut lines = certificate.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
        lines.next().unwrap_or_default().to_string()
    };
    let claim = ShogiClaim::parse(&value("claim")).unwrap();
    let attacker = if value("attacker") == "black" { Color::Black } else { Color::White };
    let root = Position::from_sfen_with(&value("root"), Strictness::Lax).unwrap();
    let mut judge = Judge { graph: Graph::new(attacker, most), most, raw: value("rules") != "plus2" };
    judge.graph.full_roots = false;
    // The definition takes too long for more plies; the graph does not depend on their number.
    let within = |judge: &mut Judge, plies: u32| match plies {
        0..=9 => Ok(mates_within(&root, attacker, plies)),
        _ => Ok(judge.length(&root)?.is_some_and(|length| length <= plies)),
    };
    let exactly = |judge: &mut Judge, plies: u32| {
        Ok(within(judge, plies)? && (plies < 2 || !within(judge, plies - 2)?))
    };
    let line: Vec<Move> = value("line").split(' ').filter_map(|mv| mv.parse().ok()).collect();
    let others: Vec<(usize, Move, &str)> = certificate
        .lines()
        .filter_map(|line| line.strip_prefix("other "))
        .map(|other| {
            let fields: Vec<&str> = other.split(' ').collect();
            (fields[0].parse().unwrap(), fields[1].parse().unwrap(), fields[2])
        })
        .collect();
    Ok(match claim {
        ShogiClaim::MateWithin(plies) => within(&mut judge, plies)?,
        ShogiClaim::NoMate | ShogiClaim::Unsound(Fault::NoMate) => judge.length(&root)?.is_none(),
        ShogiClaim::NoMateWithin(plies) | ShogiClaim::Unsound(Fault::LongerVariation(plies)) => {
            !within(&mut judge, plies)?
        }
        ShogiClaim::Exactly(plies) => exactly(&mut judge, plies)?,
        ShogiClaim::Unsound(Fault::ShorterMate(plies)) => within(&mut judge, plies - 2)?,
        ShogiClaim::Brinkmate(plies) => judge.length(&root)?.is_none() && judge.brinkmate(&root, plies)?,
        ShogiClaim::Sound(plies) | ShogiClaim::SoundWithFlaws(plies) => {
            exactly(&mut judge, plies)?
                && judge.line_mates(&root, &line, plies)? == Some(false)
                && judge.only_these_mate(&root, &line, &others)?
        }
        ShogiClaim::Unsound(Fault::Leftover(plies)) => {
            exactly(&mut judge, plies)? && judge.line_mates(&root, &line, plies)? == Some(true)
        }
        ShogiClaim::Unsound(Fault::Cook) => {
            let (ply, check, _) = others[0];
            let position = line[..ply - 1].iter().fold(root.clone(), |position, &mv| after(&position, mv));
            judge.line_mates(&root, &line, u32::MAX)?.is_some()
                && check != line[ply - 1]
                && judge.mates(&position, check)?
                && judge.mates(&position, line[ply - 1])?
        }
    })
}

struct Judge {
    graph: Graph,
    most: usize,
    raw: bool,
}

impl Judge {
    /// The length of the shortest mate, whoever is to move.
    fn length(&mut self, position: &Position) -> Result<Option<u32>, ()> {
        if position.side_to_move() == self.graph.attacker {
            return self.graph.length(position);
        }
        let mut longest = 0;
        for answer in position.legal_moves() {
            match self.graph.length(&after(position, answer))? {
                None => return Ok(None),
                Some(length) => longest = longest.max(length + 1),
            }
        }
        Ok(Some(longest))
    }

    /// Whether a check is legal and mates.
    fn mates(&mut self, position: &Position, check: Move) -> Result<bool, ()> {
        Ok(position.checks().contains(&check) && self.length(&after(position, check))?.is_some())
    }

    /// Whether there is a brinkmate within this many plies; brute force finds those of one ply.
    fn brinkmate(&mut self, position: &Position, plies: u32) -> Result<bool, ()> {
        // A graph that became too large is of no use to the next move.
        let new_graph = || Graph::new(self.graph.attacker, self.most);
        let at_once = position.legal_moves().into_iter().any(|mv| is_threat(&mut new_graph(), position, mv));
        if at_once || plies == 1 { Ok(at_once) } else { Err(()) }
    }

    /// Whether a line is legal and mates; if so, whether it leaves something in the attacker's hand.
    fn line_mates(&mut self, root: &Position, line: &[Move], plies: u32) -> Result<Option<bool>, ()> {
        let mut position = root.clone();
        for (played, mv) in line.iter().enumerate() {
            let moves = if played % 2 == 0 { position.checks() } else { position.legal_moves() };
            if !moves.contains(mv) {
                return Ok(None);
            }
            let _ = position.make(*mv);
        }
        let ends = position.in_check()
            && if self.raw {
                position.legal_moves().is_empty()
            } else {
                // The tests of forgeries have lines that end with a mate, or with interpositions that are in vain.
                self.length(&position)?.is_some()
            };
        let fits =
            plies == u32::MAX || line.len() == plies as usize || !self.raw && line.len() < plies as usize;
        Ok((ends && fits).then(|| !position.hand(self.graph.attacker).is_empty()))
    }

    fn only_these_mate(
        &mut self,
        root: &Position,
        line: &[Move],
        others: &[(usize, Move, &str)],
    ) -> Result<bool, ()> {
        let mut position = root.clone();
        for (played, &mv) in line.iter().enumerate() {
            if played % 2 == 0 {
                let is_last = played + 1 == line.len() && line.len() > 1;
                for check in position.checks() {
                    let listed = others.iter().any(|&(ply, other, _)| ply == played + 1 && other == check);
                    if check == mv {
                        continue;
                    }
                    let next = after(&position, check);
                    let at_once = next.legal_moves().is_empty();
                    let is_wrong = match (listed, is_last) {
                        (true, true) if self.raw => !at_once,
                        (true, _) => self.length(&next)?.is_none(),
                        (false, true) => at_once,
                        (false, false) => self.length(&next)?.is_some(),
                    };
                    if is_wrong {
                        return Ok(false);
                    }
                }
            }
            let _ = position.make(mv);
        }
        Ok(true)
    }
}
