//! Lengths of mates under the rule profiles.

use std::collections::HashMap;

use super::fate::{Fate, Fates};
use super::interposition::{CheckLine, Takers, captures, has_new_option, take_back};
use super::{Key, key};
use yomikiri_pns::FastHash;
use yomikiri_shogi::{Color, Move, Position};

/// Which interpositions are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// None.
    Raw,
    /// None, but the attacker may take one back without spending plies.
    Uncounted,
    /// Those after whose take-back the mate is not longer than without interposing there or farther out.
    Plus2,
    /// The same; only the checker takes, and the defender may get no new option.
    Miwa,
    /// Those after whose take-back there is a mate. It is looked for within `bound` plies.
    Basic { bound: u32 },
}

/// A length under a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    Plies(u32),
    /// No mate, or one that is longer than the limit.
    Longer,
    /// It depends on whether some position is a mate, and the bound of [`Profile::Basic`] is too small to tell.
    Unknown,
}

/// The length from `position`, either side to move (the defender in check), if it is within `limit` plies.
pub fn length(position: &Position, attacker: Color, profile: Profile, limit: u32) -> Length {
    assert!(position.side_to_move() == attacker || position.in_check(), "the defender is not in check");
    let mut lengths = Lengths::new(attacker, profile);
    let longest = lengths.of(&mut position.clone(), limit);
    if lengths.assumed {
        // More removals never lengthen a `basic` mate, so the length lies between these two.
        let mut lengths = Lengths { open_means: Fate::Mate, ..Lengths::new(attacker, profile) };
        if lengths.of(&mut position.clone(), limit) != longest {
            return Length::Unknown;
        }
    }
    longest.map_or(Length::Longer, Length::Plies)
}

/// A reply to a check.
#[derive(Clone, Debug)]
pub struct Reply {
    pub mv: Move,
    /// The length if this is played, the reply included; `None` if the reply is removed.
    pub length: Option<u32>,
    pub removal: Option<Removal>,
}

/// Why an interposition is removed.
#[derive(Clone, Debug)]
pub struct Removal {
    pub capture: Move,
    /// The length after the take-back and what it is compared with: the length without interposing there or farther out. `None` for
    /// [`Profile::Basic`], which compares nothing.
    pub lengths: Option<(u32, u32)>,
}

/// Finds lengths, for one attacker and profile.
pub struct Lengths {
    pub attacker: Color,
    pub profile: Profile,
    /// The fate that [`Profile::Basic`] assumes where it finds none.
    open_means: Fate,
    /// Whether a fate was assumed.
    pub assumed: bool,
    fates: Fates,
    /// By position: the limit within which there is no mate, if one was tried, and the length.
    known: HashMap<Key, (Option<u32>, Option<u32>), FastHash>,
}

impl Lengths {
    pub fn new(attacker: Color, profile: Profile) -> Lengths {
        let fates = Fates::new(attacker);
        Lengths {
            attacker,
            profile,
            open_means: Fate::NoMate,
            assumed: false,
            fates,
            known: HashMap::default(),
        }
    }

    /// The length, if it is within `limit`.
    pub fn of(&mut self, position: &mut Position, limit: u32) -> Option<u32> {
        match self.known.get(&key(position)) {
            Some(&(_, Some(length))) => return Some(length).filter(|&length| length <= limit),
            Some(&(Some(none), _)) if none >= limit => return None,
            _ => {}
        }
        let length = if position.side_to_move() == self.attacker {
            (1..=limit).step_by(2).find(|&plies| self.attacker_mates(position, plies))
        } else {
            let replies = self.replies(position, limit);
            replies.map(|replies| replies.iter().filter_map(|reply| reply.length).max().unwrap_or(0))
        };
        let known = if length.is_some() { (None, length) } else { (Some(limit), None) };
        self.known.insert(key(position), known);
        length
    }

    fn attacker_mates(&mut self, position: &mut Position, plies: u32) -> bool {
        let mut checks = position.checks().into_iter();
        checks.any(|check| self.after(position, check, plies - 1).is_some())
    }

    /// The length after a move, if it is within `limit`.
    pub fn after(&mut self, position: &mut Position, mv: Move, limit: u32) -> Option<u32> {
        let undo = position.make(mv);
        let length = self.of(position, limit);
        position.unmake(mv, undo);
        length
    }

    /// All replies of the defender, in the order of the generator; `None` if one that counts makes the mate longer than `limit`.
    pub fn replies(&mut self, position: &mut Position, limit: u32) -> Option<Vec<Reply>> {
        let moves = position.legal_moves();
        let line = CheckLine::of(position);
        let is_interposition =
            |mv: Move| line.as_ref().is_some_and(|line| line.is_interposition(position, mv));
        let (interpositions, others): (Vec<Move>, Vec<Move>) =
            moves.iter().partition(|&&mv| is_interposition(mv));

        let mut replies = Vec::new();
        for mv in others {
            let length = self.reply_length(position, mv, limit)?;
            replies.push(Reply { mv, length: Some(length), removal: None });
        }
        for &square in line.iter().flat_map(|line| &line.squares) {
            let before = replies.iter().filter_map(|reply| reply.length).max().unwrap_or(0);
            for &mv in interpositions.iter().filter(|mv| mv.to() == square) {
                let line = line.as_ref().expect("an interposition is on a line");
                let reply = match self.removal(position, line, mv, before) {
                    Some(removal) => Reply { mv, length: None, removal: Some(removal) },
                    None => {
                        let taken_back = self.uncounted_length(position, line, mv, limit);
                        let played = self.reply_length(position, mv, limit);
                        let length = [taken_back, played].into_iter().flatten().min()?;
                        Reply { mv, length: Some(length), removal: None }
                    }
                };
                replies.push(reply);
            }
        }
        replies.sort_by_key(|reply| moves.iter().position(|&mv| mv == reply.mv));
        Some(replies)
    }

    fn reply_length(&mut self, position: &mut Position, reply: Move, limit: u32) -> Option<u32> {
        Some(1 + self.after(position, reply, limit.checked_sub(1)?)?)
    }

    /// The shortest mate after a take-back, which [`Profile::Uncounted`] lets the attacker choose.
    fn uncounted_length(
        &mut self,
        position: &Position,
        line: &CheckLine,
        interposition: Move,
        limit: u32,
    ) -> Option<u32> {
        if self.profile != Profile::Uncounted {
            return None;
        }
        let captures = captures(position, line, interposition, Takers::Direct).into_iter();
        captures.filter_map(|capture| self.of(&mut take_back(position, interposition, capture), limit)).min()
    }

    /// Why the interposition is removed, if it is. `before`: the length without interposing on its square or farther out.
    fn removal(
        &mut self,
        position: &Position,
        line: &CheckLine,
        interposition: Move,
        before: u32,
    ) -> Option<Removal> {
        let takers = match self.profile {
            Profile::Raw | Profile::Uncounted => return None,
            Profile::Miwa => Takers::Checker,
            Profile::Plus2 | Profile::Basic { .. } => Takers::Direct,
        };
        captures(position, line, interposition, takers).into_iter().find_map(|capture| {
            let mut ret = take_back(position, interposition, capture);
            if let Profile::Basic { bound } = self.profile {
                let mut fate = self.fates.by_depth(&mut ret, bound);
                if fate == Fate::Open {
                    (fate, self.assumed) = (self.open_means, true);
                }
                return (fate == Fate::Mate).then_some(Removal { capture, lengths: None });
            }
            let length = self.of(&mut ret, before)?;
            let new_option = || has_new_option(position, line, &ret, interposition.to());
            if self.profile == Profile::Miwa && new_option() {
                return None;
            }
            Some(Removal { capture, lengths: Some((length, before)) })
        })
    }
}
