//! Tsume-shogi: mate problems, brinkmates (必至), and a solver and judge for them.
//!
//! A [`Solver`] owns the memory. [`solve`](Solver::solve) finds the shortest mate with the proof that there is none shorter,
//! [`judge`](Solver::judge) says whether a problem is sound, [`explain`](Solver::explain) what becomes of every move and why, [`solve_threats`](Solver::solve_threats) finds brinkmates. Every
//! answer has three values: what a limit leaves open is *unknown*, never *no mate*. Every mate that is reported was replayed
//! by the rules alone.
//!
//! ```
//! use yomikiri_shogi::{Color, Position};
//! use yomikiri_tsume::{JudgeOptions, MateVerdict, SolveOptions, Solver, with_defenders_hand};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position = Position::from_sfen("8k/6S2/8N/9/8N/9/9/9/9 b - 1")?;
//! // In a problem the defender holds all pieces that are missing.
//! let position = with_defenders_hand(position, Color::Black);
//!
//! let mut solver = Solver::new(64 << 20)?;
//! let answer = solver.solve(&position, Color::Black, &SolveOptions::default(), &mut |_| {})?;
//! let MateVerdict::Mate(mate) = answer.verdict else { return Err("no mate".into()) };
//! assert_eq!((mate.length(), mate.minimal), (3, true));
//! assert_eq!(mate.line[0], "1c2a+".parse()?);
//!
//! let judgement = solver.judge(&position, Color::Black, &JudgeOptions::default(), &mut |_| {})?;
//! assert!(judgement.is_sound());
//! # Ok(())
//! # }
//! ```
//!
//! Every interposition counts in the length, also a futile one. The searches are those of `yomikiri-pns`, with a
//! [table](MateTable) and [techniques](Techniques) of the game.

mod answer;
mod brinkmate;
mod certificate;
mod checkpoint;
#[cfg(test)]
mod corrupted_tables;
#[cfg(test)]
mod exhaustive;
mod explain;
mod leaf_numbers;
mod main_line;
mod mate_game;
mod move_delay;
mod options;
mod plies;
mod problem;
mod proof_hands;
mod replay;
mod rules;
mod simulation;
mod solver;
mod solver_run;
mod soundness;
mod table;
mod techniques;

pub use answer::{Mate, MateAnswer, MateVerdict, SearchCost, SolverEvent};
pub use brinkmate::{
    Brinkmate, BrinkmateAnswer, BrinkmateGame, BrinkmateOptions, BrinkmateTable, BrinkmateVerdict, Defence,
    Threat, WinBy,
};
pub use certificate::{CertifiableAnswer, Certificate, CertifyError};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use explain::{
    AttackEnd, ExplainOptions, ExplainedMove, Explainer, Explanation, MoveVerdict, Refutation,
    RefutationSize, Try, WhyMoveFails, WhyNoMate,
};
pub use leaf_numbers::LeafWeights;
pub use mate_game::{MateGame, MateKey};
pub use options::{Goal, SolveOptions};
pub use plies::Plies;
pub use problem::{NotAProblem, attacker, with_defenders_hand};
pub use rules::{
    AdjustedMate, FutileInterposition, FutilityReason, InterpositionRules, LengthBounds,
    ParseInterpositionRulesError,
};
pub use solver::Solver;
pub use soundness::{
    AlternativeMate, Fault, Flaw, IssueSummary, JudgeOptions, Judgement, OpenQuestion, ProblemPiece, Remark,
    Soundness, TryCount,
};
pub use table::MateTable;
pub use techniques::{BrinkmateLeafWeights, ParseTechniquesError, Techniques};

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
