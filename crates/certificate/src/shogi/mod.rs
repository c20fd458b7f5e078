//! Certificates of mate problems.

mod claim;

pub use claim::{Fault, OtherCheck, OtherKind, RuleProfile, ShogiClaim, ShogiHeader, Side};
