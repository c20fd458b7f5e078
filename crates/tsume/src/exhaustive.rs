//! Brinkmates straight from the definition: every move, every defence, a full search for mate after each.
//!
//! For checking what the solver says, so nothing here is shared with it but the board. No proof numbers, no dominance, no order of
//! moves: positions are identified by their whole key, mates are looked for ply by ply up to a limit. A *yes* is a proof; a *no*
//! means that there is no such win with mates within that limit.

use std::collections::HashMap;

use yomikiri_pns::FastHash;
use yomikiri_shogi::{Color, Move, Position};

/// The checker. Remembers what it found, for one attacker.
pub struct Exhaustive {
    attacker: Color,
    /// The longest mates that are looked for, in plies.
    mate_plies: u32,
    /// By position: the plies within which there is no mate, and the plies of the shortest mate.
    mates: HashMap<u64, (u32, Option<u32>), FastHash>,
    /// By position and plies left: whether it is won by threats.
    wins: HashMap<(u64, u32), bool, FastHash>,
    /// Positions that may still be looked at.
    budget: u64,
}

/// The budget is used up.
#[derive(Debug)]
pub struct TooMuch;

impl Exhaustive {
    pub fn new(attacker: Color, mate_plies: u32, budget: u64) -> Exhaustive {
        Exhaustive { attacker, mate_plies, mates: HashMap::default(), wins: HashMap::default(), budget }
    }

    fn spend(&mut self) -> Result<(), TooMuch> {
        self.budget = self.budget.checked_sub(1).ok_or(TooMuch)?;
        Ok(())
    }

    /// Plies of the shortest mate from here, the attacker's turn.
    pub fn mate(&mut self, position: &mut Position) -> Result<Option<u32>, TooMuch> {
        for plies in (1..=self.mate_plies).step_by(2) {
            if self.mates_within(position, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    fn mates_within(&mut self, position: &mut Position, plies: u32) -> Result<bool, TooMuch> {
        match self.mates.get(&position.key()) {
            Some(&(_, Some(mate))) if mate <= plies => return Ok(true),
            Some(&(none, _)) if none >= plies => return Ok(false),
            _ => {}
        }
        self.spend()?;
        let mut found = false;
        for check in position.checks() {
            let undo = position.make(check);
            let mated = self.every_answer_mated(position, plies - 1);
            position.unmake(check, undo);
            if mated? {
                found = true;
                break;
            }
        }
        let known = self.mates.entry(position.key()).or_insert((0, None));
        if found {
            known.1 = Some(known.1.map_or(plies, |mate| mate.min(plies)));
        } else {
            known.0 = known.0.max(plies);
        }
        Ok(found)
    }

    fn every_answer_mated(&mut self, position: &mut Position, plies: u32) -> Result<bool, TooMuch> {
        if plies == 0 {
            return Ok(position.is_mate());
        }
        for answer in position.evasions() {
            let undo = position.make(answer);
            let mated = self.mates_within(position, plies - 1);
            position.unmake(answer, undo);
            if !mated? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the attacker, whose turn it is, mates or has a brinkmate whose last quiet move comes within `plies` plies.
    pub fn wins(&mut self, position: &mut Position, plies: u32) -> Result<bool, TooMuch> {
        assert_eq!(position.side_to_move(), self.attacker);
        if self.mate(position)?.is_some() {
            return Ok(true);
        }
        if plies == 0 {
            return Ok(false);
        }
        if let Some(&wins) = self.wins.get(&(position.key(), plies)) {
            return Ok(wins);
        }
        let mut wins = false;
        for mv in position.legal_moves() {
            if self.wins_by(position, mv, plies)? {
                wins = true;
                break;
            }
        }
        self.wins.insert((position.key(), plies), wins);
        Ok(wins)
    }

    /// The same if he begins with `mv`.
    pub fn wins_by(&mut self, position: &mut Position, mv: Move, plies: u32) -> Result<bool, TooMuch> {
        let undo = position.make(mv);
        let won = self.lost(position, plies - 1);
        position.unmake(mv, undo);
        won
    }

    /// Whether the defender, whose turn it is, loses whatever he plays, and would if he passed.
    pub fn lost(&mut self, position: &mut Position, plies: u32) -> Result<bool, TooMuch> {
        assert_ne!(position.side_to_move(), self.attacker);
        self.spend()?;
        if !position.in_check() {
            position.make_pass();
            let threat = self.mate(position);
            position.unmake_pass();
            if threat?.is_none() {
                return Ok(false);
            }
        }
        let mut stubborn = Vec::new();
        for answer in position.legal_moves() {
            let undo = position.make(answer);
            let mate = self.mate(position);
            position.unmake(answer, undo);
            if mate?.is_none() {
                if plies < 2 {
                    return Ok(false);
                }
                stubborn.push(answer);
            }
        }
        for answer in stubborn {
            let undo = position.make(answer);
            let won = self.wins(position, plies - 1);
            position.unmake(answer, undo);
            if !won? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
