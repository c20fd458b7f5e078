//! The proof-number search family for AND/OR graphs, behind one interface.

mod game;
mod number;

pub use game::Game;
pub use number::{NodeKind, Numbers, ProofNumber};
