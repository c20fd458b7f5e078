//! Switches for what the solver does beyond the bare search, so that the effect of each technique can be measured.

use crate::leaf_numbers::LeafWeights;

/// Which techniques the solver uses: all of them by default. None changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Interpositions on one square, and all unprotected ones, are searched one after the other.
    pub delay: bool,
    /// A result for one hand also answers questions about other hands on the same board.
    pub dominance: bool,
    /// Results are stored for the smallest hand that mates and the largest that does not. Needs `dominance`.
    pub proof_hands: bool,
    /// The numbers of an unsolved node are raised to those of the same board with another hand: a larger hand is no harder to
    /// mate with, a smaller one no harder to refute. Needs `dominance`.
    pub borrowing: bool,
    /// Mates in one and positions without a check are recognised when a node is generated.
    pub mate_in_one: bool,
    /// In brinkmates, the mate that follows a pass is tried against every other defence before that is searched.
    pub simulation: bool,
    /// The numbers of new leaves.
    pub leaves: LeafWeights,
    /// The numbers of leaves at orders of threats above 1.
    pub threat_leaves: BrinkmateLeafWeights,
}

/// The proof number of a new leaf at an order of threats above 1, in percent of what it is at order 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrinkmateLeafWeights {
    /// Where the attacker is to move and has chosen this order. Above 100, lower orders are searched earlier.
    pub attack: u32,
    /// Where the defender is to move and not in check.
    pub quiet: u32,
    /// What each square to which the king can step adds to that, in percent of
    /// [`LeafWeights::unit`].
    pub quiet_liberty: u32,
}

impl BrinkmateLeafWeights {
    /// The numbers of order 1.
    pub const PLAIN: BrinkmateLeafWeights =
        BrinkmateLeafWeights { attack: 100, quiet: 100, quiet_liberty: 0 };

    /// The lab experiment `brinkmate-leaf-numbers` fitted these.
    const FITTED: BrinkmateLeafWeights = BrinkmateLeafWeights { attack: 150, quiet: 100, quiet_liberty: 200 };
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            delay: true,
            dominance: true,
            proof_hands: true,
            borrowing: true,
            mate_in_one: true,
            simulation: true,
            leaves: LeafWeights::FITTED,
            threat_leaves: BrinkmateLeafWeights::FITTED,
        }
    }
}

/// There is no technique of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown technique {name:?}: expected one of {}", Techniques::NAMES.join(", "))]
pub struct ParseTechniquesError {
    name: String,
}

impl Techniques {
    /// The names of all techniques.
    pub const NAMES: &[&str] = &[
        "delay",
        "dominance",
        "proof-hands",
        "borrowing",
        "mate-in-one",
        "simulation",
        "fine-leaves",
        "liberties",
        "move-counts",
        "captures",
        "threat-leaves",
    ];

    /// No technique at all.
    pub const NONE: Techniques = Techniques {
        delay: false,
        dominance: false,
        proof_hands: false,
        borrowing: false,
        mate_in_one: false,
        simulation: false,
        leaves: LeafWeights::uniform(1),
        threat_leaves: BrinkmateLeafWeights::PLAIN,
    };

    /// Switches the named techniques off. `names` are separated by commas; none at all is fine.
    ///
    /// # Errors
    /// If there is no technique of some name.
    pub fn without(mut self, names: &str) -> Result<Techniques, ParseTechniquesError> {
        let none = Techniques::NONE;
        for name in names.split(',').filter(|name| !name.is_empty()) {
            match name {
                "delay" => self.delay = none.delay,
                "dominance" => self.dominance = none.dominance,
                "proof-hands" => self.proof_hands = none.proof_hands,
                "borrowing" => self.borrowing = none.borrowing,
                "mate-in-one" => self.mate_in_one = none.mate_in_one,
                "simulation" => self.simulation = none.simulation,
                "fine-leaves" => self.leaves.unit = none.leaves.unit,
                "liberties" => self.leaves.liberty = none.leaves.liberty,
                "move-counts" => self.leaves = self.leaves.without_move_counts(),
                "captures" => self.leaves = self.leaves.without_captures(),
                "threat-leaves" => self.threat_leaves = none.threat_leaves,
                _ => return Err(ParseTechniquesError { name: name.to_owned() }),
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_switches_something_off() {
        for name in Techniques::NAMES {
            assert_ne!(Techniques::default().without(name), Ok(Techniques::default()), "{name}");
        }
        assert_eq!(Techniques::default().without(&Techniques::NAMES.join(",")), Ok(Techniques::NONE));
        assert_eq!(Techniques::default().without(""), Ok(Techniques::default()));
        let error = Techniques::default().without("delay,luck").unwrap_err().to_string();
        assert!(error.starts_with("unknown technique \"luck\": expected one of delay, "), "{error}");
    }
}
