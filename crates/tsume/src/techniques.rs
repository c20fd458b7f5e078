//! What the solver does beyond the bare search, each of it with a switch: so that its worth can be measured.

/// Which techniques are at work; by default all that are worth their time. None changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Interpositions on one square, and all unprotected ones, wait for one another.
    pub delay: bool,
    /// Results found for another hand of the same board answer a question too.
    pub dominance: bool,
    /// Results are stated for the smallest hand that mates and the largest that does not. Needs `dominance`.
    pub proof_hands: bool,
    /// Numbers of an unsolved node are raised to those of the same board with another hand: a larger hand is no harder to
    /// mate with, a smaller one no harder to refute. Needs `dominance`.
    pub borrowing: bool,
    /// Mates in one and positions without a check are seen when a node is generated.
    pub glance: bool,
    /// Mates in three are seen as well. Off by default: it saves visits, but costs more time than they take.
    pub mate_in_three: bool,
    /// The mate that meets an interposition is played against the next one before that is searched. Off by default: with
    /// dominance the answer is found as soon.
    pub simulated_interpositions: bool,
    /// Of brinkmates: a defence is first met by the mate that follows a pass.
    pub simulation: bool,
    /// What a leaf counts. Far more than one, so that the small change of the search (a threshold's one more, a waiting move)
    /// is small beside it.
    pub leaf: u32,
    /// What each square that the king could step to adds to the proof number of a leaf with the attacker to move, in hundredths
    /// of [`leaf`](Techniques::leaf).
    pub liberty: u32,
}

/// Fitted by the lab experiment `leaf-numbers`, as is the next.
const LEAF: u32 = 256;
const LIBERTY: u32 = 50;

impl Default for Techniques {
    fn default() -> Self {
        Techniques {
            delay: true,
            dominance: true,
            proof_hands: true,
            borrowing: true,
            glance: true,
            mate_in_three: false,
            simulated_interpositions: false,
            simulation: true,
            leaf: LEAF,
            liberty: LIBERTY,
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
    /// What can be switched.
    pub const NAMES: &[&str] = &[
        "delay",
        "dominance",
        "proof-hands",
        "borrowing",
        "glance",
        "mate-in-three",
        "simulated-interpositions",
        "simulation",
        "fine-leaves",
        "liberties",
    ];

    /// With the techniques named, separated by commas.
    pub fn with(self, names: &str) -> Result<Techniques, UnknownTechnique> {
        self.switch(names, true)
    }

    /// Without the techniques named, separated by commas.
    pub fn without(self, names: &str) -> Result<Techniques, UnknownTechnique> {
        self.switch(names, false)
    }

    fn switch(mut self, names: &str, on: bool) -> Result<Techniques, UnknownTechnique> {
        for name in names.split(',').filter(|name| !name.is_empty()) {
            match name {
                "delay" => self.delay = on,
                "dominance" => self.dominance = on,
                "proof-hands" => self.proof_hands = on,
                "borrowing" => self.borrowing = on,
                "glance" => self.glance = on,
                "mate-in-three" => self.mate_in_three = on,
                "simulated-interpositions" => self.simulated_interpositions = on,
                "simulation" => self.simulation = on,
                "fine-leaves" => self.leaf = if on { LEAF } else { 1 },
                "liberties" => self.liberty = if on { LIBERTY } else { 0 },
                _ => return Err(UnknownTechnique { name: name.to_owned() }),
            }
        }
        Ok(self)
    }
}
