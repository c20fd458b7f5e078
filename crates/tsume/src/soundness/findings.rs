//! What the judge can find: faults, flaws, remarks and open questions.

use yomikiri_shogi::{Hand, Move, Piece, PieceKind, Square};

use crate::answer::Mate;

/// A fault: it makes a problem unsound. Plies count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no mate (不詰).
    NoMate,
    /// Another check also mates (余詰).
    Cook(AlternativeMate),
    /// The attacker has pieces left at the end of the main line (駒余り).
    Leftover {
        /// The last ply.
        ply: u32,
        /// The last move.
        last: Move,
        /// The pieces that are left.
        hand: Hand,
    },
    /// There is a mate that is shorter than the intended one (早詰).
    Shorter {
        /// The intended length.
        intended: u32,
        /// The length.
        length: u32,
    },
    /// The defender can hold out longer than intended (変長).
    LongerVariation {
        /// The intended length.
        intended: u32,
        /// The length, or if that is not known the least that it can be.
        length: u32,
    },
}

/// A flaw (キズ): a problem with flaws is still sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A drop on another square, or the other choice of promotion, leads to the same play (非限定).
    FreeChoice(AlternativeMate),
    /// Another check also mates, but only by coming back to the main line (迂回).
    Detour(AlternativeMate),
    /// Another answer leads to a mate of the same length that also leaves nothing in hand (変同).
    EqualVariation {
        /// The ply of the answer.
        ply: u32,
        /// The other answer and what follows it.
        line: Vec<Move>,
    },
    /// Another move also mates at the last ply (最終手余詰).
    LastMove {
        /// The last ply.
        ply: u32,
        /// The other move.
        check: Move,
    },
    /// The defender can hold out two plies longer than intended, and then the attacker has pieces left (2手変長駒余り). By an option
    /// this is no fault.
    LongerVariation {
        /// The intended length.
        intended: u32,
        /// The length.
        length: u32,
    },
    /// Without this piece the solution would be the same (不要駒).
    Unneeded(ProblemPiece),
}

/// A check beside the one of the main line, with its mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeMate {
    /// The ply of the check.
    pub ply: u32,
    /// The check.
    pub check: Move,
    /// The mate after the check, which was replayed. It need not be the shortest.
    pub mate: Mate,
}

/// A piece of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemPiece {
    /// On the board.
    OnBoard(Piece, Square),
    /// In the attacker's hand.
    InHand(PieceKind),
}

/// Something that is no flaw, but worth a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The position is its own mirror image there, so that the mirror image of the check mates as well (左右対称).
    Mirror {
        /// The ply of the check.
        ply: u32,
        /// The mirror image of the move.
        check: Move,
    },
}

/// A question that the limits left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenQuestion {
    /// Is there a mate?
    Mate,
    /// Is there a shorter mate?
    Length,
    /// Does this check, which is not in the main line, mate as well? If it does: is it more than a flaw?
    Try {
        /// The ply of the check.
        ply: u32,
        /// The check.
        check: Move,
    },
    /// Are there other answers as good as those of the main line?
    EqualVariations,
    /// Is this piece needed?
    Unneeded(ProblemPiece),
}

/// How many of the checks beside the main line are settled at one of its plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryCount {
    /// The ply.
    pub ply: u32,
    /// Checks beside the one of the main line.
    pub tries: u32,
    /// Those of which it is known whether they mate, and what that means.
    pub settled: u32,
}

/// What was found along a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineFindings {
    pub faults: Vec<Fault>,
    pub flaws: Vec<Flaw>,
    pub remarks: Vec<Remark>,
    pub open: Vec<OpenQuestion>,
    pub tries: Vec<TryCount>,
}

impl LineFindings {
    /// The cooks, in the order of the plies.
    pub fn cooks(&self) -> impl Iterator<Item = &AlternativeMate> {
        self.faults.iter().filter_map(|fault| match fault {
            Fault::Cook(other) => Some(other),
            _ => None,
        })
    }

    pub fn has_cook(&self) -> bool {
        self.cooks().next().is_some()
    }

    /// The ply of the first other mate, cook or flaw.
    pub fn first_other_mate(&self) -> Option<u32> {
        let flaws = self.flaws.iter().filter_map(|flaw| match flaw {
            Flaw::FreeChoice(other) | Flaw::Detour(other) => Some(other.ply),
            _ => None,
        });
        self.cooks().map(|other| other.ply).chain(flaws).min()
    }

    /// Whether nothing is wrong along the line, and nothing open: composers regard such a line as the solution.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty() && self.open.is_empty() && self.first_other_mate().is_none()
    }

    /// Whether a line with these findings is a better solution than one of the same value with `other`. Pieces that are left over do not
    /// matter: what one line leaves all lines of its value leave.
    pub fn is_better_than(&self, other: &LineFindings) -> bool {
        let rank = |findings: &LineFindings| match findings.has_cook() {
            true => (false, false, false),
            false => (true, findings.open.is_empty(), findings.is_clean()),
        };
        rank(self) > rank(other)
    }

    /// Makes open questions of the cooks: beside a line that was not examined they may be flaws.
    pub fn doubt_cooks(&mut self) {
        let doubted: Vec<(u32, Move)> = self.cooks().map(|other| (other.ply, other.check)).collect();
        self.faults.retain(|fault| !matches!(fault, Fault::Cook(_)));
        for (ply, check) in doubted {
            self.open.push(OpenQuestion::Try { ply, check });
            self.tries.iter_mut().filter(|tries| tries.ply == ply).for_each(|tries| tries.settled -= 1);
        }
    }
}

impl Fault {
    /// The name in the output of commands.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::NoMate => "no-mate",
            Fault::Cook(_) => "cook",
            Fault::Leftover { .. } => "leftover",
            Fault::Shorter { .. } => "shorter-mate",
            Fault::LongerVariation { .. } => "longer-variation",
        }
    }

    /// The Japanese term.
    pub fn japanese_term(&self) -> &'static str {
        match self {
            Fault::NoMate => "不詰",
            Fault::Cook(_) => "余詰",
            Fault::Leftover { .. } => "駒余り",
            Fault::Shorter { .. } => "早詰",
            Fault::LongerVariation { .. } => "変長",
        }
    }
}

impl Flaw {
    /// The name in the output of commands.
    pub fn name(&self) -> &'static str {
        match self {
            Flaw::FreeChoice(_) => "free-choice",
            Flaw::Detour(_) => "detour",
            Flaw::EqualVariation { .. } => "equal-variation",
            Flaw::LastMove { .. } => "last-move",
            Flaw::LongerVariation { .. } => "longer-variation",
            Flaw::Unneeded(_) => "unneeded-piece",
        }
    }

    /// The Japanese term.
    pub fn japanese_term(&self) -> &'static str {
        match self {
            Flaw::FreeChoice(_) => "非限定",
            Flaw::Detour(_) => "迂回",
            Flaw::EqualVariation { .. } => "変同",
            Flaw::LastMove { .. } => "最終手余詰",
            Flaw::LongerVariation { .. } => "2手変長駒余り",
            Flaw::Unneeded(_) => "不要駒",
        }
    }
}

impl Remark {
    /// The name in the output of commands.
    pub fn name(&self) -> &'static str {
        match self {
            Remark::Mirror { .. } => "mirror",
        }
    }

    /// The Japanese term.
    pub fn japanese_term(&self) -> &'static str {
        match self {
            Remark::Mirror { .. } => "左右対称",
        }
    }
}

impl OpenQuestion {
    /// The name in the output of commands.
    pub fn name(&self) -> &'static str {
        match self {
            OpenQuestion::Mate => "no-mate",
            OpenQuestion::Length => "length",
            OpenQuestion::Try { .. } => "cook",
            OpenQuestion::EqualVariations => "equal-variation",
            OpenQuestion::Unneeded(_) => "unneeded-piece",
        }
    }
}

/// A flaw or a remark in short: its name, the Japanese term, and the ply and move that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IssueSummary {
    /// The name in the output of commands.
    pub name: &'static str,
    /// The Japanese term.
    pub word: &'static str,
    /// The ply, if it is about a move.
    pub ply: Option<u32>,
    /// The move, if it is about one.
    pub mv: Option<Move>,
}

impl From<&Flaw> for IssueSummary {
    fn from(flaw: &Flaw) -> IssueSummary {
        let (ply, mv) = match flaw {
            Flaw::FreeChoice(other) | Flaw::Detour(other) => (Some(other.ply), Some(other.check)),
            Flaw::EqualVariation { ply, line } => (Some(*ply), line.first().copied()),
            Flaw::LastMove { ply, check } => (Some(*ply), Some(*check)),
            Flaw::LongerVariation { .. } | Flaw::Unneeded(_) => (None, None),
        };
        IssueSummary { name: flaw.name(), word: flaw.japanese_term(), ply, mv }
    }
}

impl From<&Remark> for IssueSummary {
    fn from(remark: &Remark) -> IssueSummary {
        let Remark::Mirror { ply, check } = remark;
        IssueSummary { name: remark.name(), word: remark.japanese_term(), ply: Some(*ply), mv: Some(*check) }
    }
}
