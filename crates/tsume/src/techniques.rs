//! What the solver does beyond the bare search, each of it with a switch: so that its worth can be measured.

use std::str::FromStr;

/// Which techniques are at work; all of them by default. None changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Interpositions on one square, and all unprotected ones, wait for one another.
    pub delay: bool,
    /// Results found for another hand of the same board answer a question too.
    pub dominance: bool,
    /// Results are stated for the smallest hand that mates and the largest that does not. Needs `dominance`.
    pub proof_hands: bool,
    /// Mates in one and positions without a check are seen when a node is generated.
    pub glance: bool,
    /// Of brinkmates: a defence is first met by the mate that follows a pass.
    pub simulation: bool,
    /// What a leaf counts. Far more than one, so that the small change of the search (a threshold's one more, a waiting move)
    /// is small beside it.
    pub leaf: u32,
}

/// Fitted by the lab experiment `leaf-numbers`.
const LEAF: u32 = 256;

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            delay: true,
            dominance: true,
            proof_hands: true,
            glance: true,
            simulation: true,
            leaf: LEAF,
        }
    }
}

/// A technique by that name does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no technique is called {name:?}; there are {}", Techniques::NAMES.join(", "))]
pub struct UnknownTechnique {
    name: String,
}

impl Techniques {
    /// What can be switched off.
    pub const NAMES: &[&str] = &["delay", "dominance", "proof-hands", "glance", "simulation", "fine-leaves"];

    /// Without the technique of this name.
    pub fn without(mut self, name: &str) -> Result<Techniques, UnknownTechnique> {
        match name {
            "delay" => self.delay = false,
            "dominance" => self.dominance = false,
            "proof-hands" => self.proof_hands = false,
            "glance" => self.glance = false,
            "simulation" => self.simulation = false,
            "fine-leaves" => self.leaf = 1,
            _ => return Err(UnknownTechnique { name: name.to_owned() }),
        }
        Ok(self)
    }
}

/// All techniques but those named, separated by commas.
impl FromStr for Techniques {
    type Err = UnknownTechnique;

    fn from_str(names: &str) -> Result<Self, UnknownTechnique> {
        names.split(',').filter(|name| !name.is_empty()).try_fold(Techniques::default(), Techniques::without)
    }
}
