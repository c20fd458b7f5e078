//! Composition of tsume-shogi problems: strategies that find sound problems, and measures of their quality.
//!
//! A [`Session`] makes attempts with a [`Strategy`] and keeps every problem that the judge of `yomikiri-tsume` calls sound. A
//! [gallery](gallery::Gallery) saves them as a page and as files. [`measure`] computes measures of beauty from a
//! proof-number search, and [`Features`] counts sacrifices and the like.
//!
//! ```
//! use std::sync::Arc;
//! use yomikiri_compose::{BoundedJudge, ComposeRequest, Session, Strategy};
//! use yomikiri_tsume::{InterpositionRules, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let request = ComposeRequest { strategy: Strategy::Reverse, from: None, plies: 1..=3, count: 1, seed: 8, strict: false, rules: InterpositionRules::TRADITIONAL };
//! let mut on_try = |_: &_, _| {};
//! let solver = Solver::new(BoundedJudge::MEMORY)?;
//! let mut judge = BoundedJudge::new(solver, request.plies.clone(), 10_000, Arc::default(), &mut on_try);
//! let mut session = Session::new(request)?;
//! while !session.is_complete() {
//!     session.attempt(&mut judge)?;
//! }
//! assert!(session.compositions()[0].judgement.is_sound());
//! # Ok(())
//! # }
//! ```
//!
//! Random numbers come from seeds and limits are counted in nodes, so a request finds the same problems on every machine.

mod change;
mod features;
pub mod gallery;
mod growth;
mod judge;
pub mod measure;
mod repair;
mod reverse;
mod score;
mod session;
mod setup;
mod shape_keeping;
mod strategy;
pub mod strong;

pub use features::{Features, IllegalLine, NonPromotion, Sacrifice};
pub use judge::{BoundedJudge, Interrupted};
pub use repair::repair;
pub use session::{ComposeRequest, Composition, RequestError, Session, start};
pub use setup::Setup;
pub use shape_keeping::{Replacement, ReshapeEnd, Reshaped, ShapeKeeping, Trial};
pub use strategy::{ParseStrategyError, Strategy};
