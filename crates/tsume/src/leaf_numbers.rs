//! The numbers of a new leaf, from what both sides can do there.
//!
//! A leaf is harder to prove the more evasions the defender has, or the more squares are left to his king and the fewer checks to
//! the attacker. What was captured by the last move and what may be captured by the next tells, too. A leaf is harder to disprove
//! the more checks the attacker has, each of which must be refuted.

use std::sync::{Arc, LazyLock};

use yomikiri_pns::Numbers;
use yomikiri_shogi::{CheckSurvey, EvasionSurvey, Hand, PieceKind, Position};

/// The weights of the features. All in percent, or hundredths of an exponent; neutral ones leave every leaf the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafWeights {
    /// The number of a leaf without features. It is far larger than one, so that the small amounts that the search adds (one to a
    /// threshold, one for a move that waits) weigh little.
    pub unit: u32,
    /// Defender to move, the factor of all his leaves.
    pub defender: u32,
    /// The exponent of the number of his evasions.
    pub evasions: i32,
    /// What a square for a drop counts beside a move, among the evasions.
    pub drops: u32,
    /// The factor if his king can take the checking piece.
    pub unsupported: u32,
    /// The exponent, for each point of its value, if the checking piece can be taken.
    pub sacrifice: i32,
    /// The exponent, for each point of its value, of the piece that the check has captured.
    pub captured: i32,
    /// Attacker to move: what each liberty of the king adds.
    pub liberty: u32,
    /// The exponent of the number of his checks.
    pub checks: i32,
    /// The exponent of the number of his checks for the disproof number.
    pub checks_disproof: i32,
    /// The exponent of one more than the value of his hand.
    pub hand: i32,
    /// The factor if the defender's move has captured something.
    pub recaptured: u32,
    /// The factor for the disproof number if the defender's move has captured something.
    pub recaptured_disproof: u32,
    /// The factor if the defender's king has moved.
    pub king_moved: u32,
}

impl LeafWeights {
    /// Every leaf is worth `unit`.
    pub const fn uniform(unit: u32) -> LeafWeights {
        LeafWeights {
            unit,
            defender: 100,
            evasions: 0,
            drops: 0,
            unsupported: 100,
            sacrifice: 0,
            captured: 0,
            liberty: 0,
            checks: 0,
            checks_disproof: 0,
            hand: 0,
            recaptured: 100,
            recaptured_disproof: 100,
            king_moved: 100,
        }
    }

    /// Only the king's liberties count. The laboratory compares algorithms by these, so that its figures stay when the solver's leaf
    /// numbers are fitted again.
    pub const LIBERTIES: LeafWeights = LeafWeights { liberty: 50, ..LeafWeights::uniform(256) };

    /// Without the numbers of evasions and of checks.
    #[must_use]
    pub const fn without_move_counts(self) -> LeafWeights {
        let LeafWeights { defender, evasions, drops, checks, checks_disproof, .. } =
            LeafWeights::uniform(self.unit);
        LeafWeights { defender, evasions, drops, checks, checks_disproof, ..self }
    }

    /// Without what was captured, may be captured, or is in hand, and without the king's moves.
    #[must_use]
    pub const fn without_captures(self) -> LeafWeights {
        let LeafWeights {
            unsupported,
            sacrifice,
            captured,
            hand,
            recaptured,
            recaptured_disproof,
            king_moved,
            ..
        } = LeafWeights::uniform(self.unit);
        LeafWeights {
            unsupported,
            sacrifice,
            captured,
            hand,
            recaptured,
            recaptured_disproof,
            king_moved,
            ..self
        }
    }

    /// The lab's `leaf-numbers` shows how these were fitted.
    pub const FITTED: LeafWeights = LeafWeights {
        unit: 256,
        defender: 90,
        evasions: 90,
        drops: 60,
        unsupported: 135,
        sacrifice: 1,
        captured: -6,
        liberty: 90,
        checks: -45,
        checks_disproof: 100,
        hand: -8,
        recaptured: 128,
        recaptured_disproof: 100,
        king_moved: 110,
    };

    /// For positions that hardly have a mate: many checks weigh more, and an answer that captures is likelier to refute. The judge's
    /// tries that are hard to refute take up to a quarter fewer visits, easy ones a few percent.
    pub const REFUTING: LeafWeights =
        LeafWeights { checks_disproof: 200, recaptured_disproof: 37, ..LeafWeights::FITTED };
}

/// More moves than this count no more.
const MAX_MOVES: usize = 63;
/// More squares for drops than this are not between a king and its checker.
const MAX_DROPS: usize = 8;
/// The value of a rook or bishop, the largest.
const MAX_VALUE: usize = 6;
/// The value of all pieces together is 18 + 2·4·2 + 4·3 + 4·4 + 4·6.
const MAX_HAND: usize = 86;

fn value(kind: PieceKind) -> usize {
    match kind.unpromoted() {
        PieceKind::Pawn => 1,
        PieceKind::Lance | PieceKind::Knight => 2,
        PieceKind::Silver => 3,
        PieceKind::Gold => 4,
        PieceKind::Bishop | PieceKind::Rook => 6,
        _ => 0,
    }
}

/// The weights as tables: a leaf number is a product of two or three entries.
#[derive(Debug)]
pub(crate) struct LeafTables {
    unit: u64,
    /// By evasions that are not drops, and squares for drops.
    evasions: [[f32; MAX_DROPS + 1]; MAX_MOVES + 1],
    /// By the value of the checking piece if it can be taken, and whether the king can.
    sacrifice: [[f32; MAX_VALUE + 1]; 2],
    /// By the value of the captured piece.
    captured: [f32; MAX_VALUE + 1],
    /// By checks and liberties.
    checks: [[f32; 9]; MAX_MOVES + 1],
    /// The disproof number by whether the defender captured, and checks.
    checks_disproof: [[u64; MAX_MOVES + 1]; 2],
    /// By the value of the attacker's hand.
    hand: [f32; MAX_HAND + 1],
    /// By whether the defender captured, and whether his king moved.
    answer: [[f32; 2]; 2],
}

static FITTED: LazyLock<Arc<LeafTables>> = LazyLock::new(|| Arc::new(LeafTables::new(&LeafWeights::FITTED)));
static REFUTING: LazyLock<Arc<LeafTables>> =
    LazyLock::new(|| Arc::new(LeafTables::new(&LeafWeights::REFUTING)));

/// The defender's move that led to a leaf.
#[derive(Clone, Copy, Default)]
pub(crate) struct DefenderMove {
    pub captures: bool,
    pub moves_king: bool,
}

impl LeafTables {
    /// The tables of these weights; those in use by default are made once.
    pub fn shared(leaves: &LeafWeights) -> Arc<LeafTables> {
        match *leaves {
            LeafWeights::FITTED => Arc::clone(&FITTED),
            LeafWeights::REFUTING => Arc::clone(&REFUTING),
            _ => Arc::new(LeafTables::new(leaves)),
        }
    }

    fn new(leaves: &LeafWeights) -> LeafTables {
        let share = |percent: u32| f64::from(percent) / 100.0;
        let exponent = |hundredths: i32| f64::from(hundredths) / 100.0;
        let (unit, defender) = (f64::from(leaves.unit), share(leaves.defender));
        LeafTables {
            unit: leaves.unit.into(),
            evasions: std::array::from_fn(|moves| {
                std::array::from_fn(|drops| {
                    let count = moves as f64 + drops as f64 * share(leaves.drops);
                    (unit * defender * count.max(1.0).powf(exponent(leaves.evasions))) as f32
                })
            }),
            sacrifice: std::array::from_fn(|king_takes| {
                std::array::from_fn(|value| {
                    let factor = if king_takes == 1 { share(leaves.unsupported) } else { 1.0 };
                    (factor * (value as f64 * exponent(leaves.sacrifice)).exp()) as f32
                })
            }),
            captured: std::array::from_fn(|value| (value as f64 * exponent(leaves.captured)).exp() as f32),
            checks: std::array::from_fn(|checks| {
                std::array::from_fn(|liberties| {
                    let scale = (checks as f64).max(1.0).powf(exponent(leaves.checks));
                    (unit * scale * (1.0 + liberties as f64 * share(leaves.liberty))) as f32
                })
            }),
            checks_disproof: std::array::from_fn(|captured| {
                let factor = if captured == 1 { share(leaves.recaptured_disproof) } else { 1.0 };
                std::array::from_fn(|checks| {
                    let scale = (checks as f64).max(1.0).powf(exponent(leaves.checks_disproof));
                    (unit * scale * factor).max(1.0) as u64
                })
            }),
            hand: std::array::from_fn(|value| (1.0 + value as f64).powf(exponent(leaves.hand)) as f32),
            answer: std::array::from_fn(|captured| {
                std::array::from_fn(|king_moved| {
                    let factor = |is: usize, percent| if is == 1 { share(percent) } else { 1.0 };
                    (factor(captured, leaves.recaptured) * factor(king_moved, leaves.king_moved)) as f32
                })
            }),
        }
    }

    /// A leaf about which nothing more is known.
    pub fn plain(&self) -> Numbers {
        Numbers::new(self.unit, self.unit)
    }

    /// The leaf after a check by a piece of kind `checker`, which captured `captured`. `position` has the defender to move.
    #[inline]
    pub fn after_check(
        &self,
        position: &Position,
        checker: PieceKind,
        captured: Option<PieceKind>,
    ) -> Numbers {
        let survey = position.survey_evasions();
        let drops = drop_chains(&survey);
        let takes = survey.king_takes || survey.others_take;
        let given = if takes { value(checker) } else { 0 };
        let count = (survey.moves as usize).min(MAX_MOVES);
        numbers(
            self.evasions[count][drops.min(MAX_DROPS)]
                * self.sacrifice[usize::from(survey.king_takes)][given]
                * self.captured[captured.map_or(0, value)],
            self.unit,
        )
    }

    /// The leaf with the attacker to move after `answer`.
    #[inline]
    pub fn after_answer(&self, survey: CheckSurvey, hand: Hand, answer: DefenderMove) -> Numbers {
        let hand: usize = PieceKind::HAND.iter().map(|&kind| hand.count(kind) as usize * value(kind)).sum();
        let checks = (survey.checks as usize).min(MAX_MOVES);
        numbers(
            self.checks[checks][(survey.liberties as usize).min(8)]
                * self.hand[hand.min(MAX_HAND)]
                * self.answer[usize::from(answer.captures)][usize::from(answer.moves_king)],
            self.checks_disproof[usize::from(answer.captures)][checks],
        )
    }
}

fn numbers(proof: f32, disproof: u64) -> Numbers {
    Numbers::new((proof as u64).max(1), disproof)
}

/// How many drops the search looks at one beside the other: one on each protected square, and one on all others together. The
/// rest wait for these; see `delay_interpositions`.
#[inline]
fn drop_chains(survey: &EvasionSurvey) -> usize {
    let protected = survey.protected_drops.len();
    (protected + u32::from(protected < survey.drop_squares.len())) as usize
}
