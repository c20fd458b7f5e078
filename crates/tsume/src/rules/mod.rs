//! Composers' rules: which interpositions are futile (無駄合), and lengths that do not count them.

mod interposition;
mod lengths;
mod profile;
mod ruled;
mod table;
mod variant;

pub use lengths::Futility;
pub(crate) use lengths::KnownLengths;
pub use profile::{Rules, UnknownRules};
pub use ruled::{FutileAnswer, RuleLength, RuledMate};
pub(crate) use table::VariantTable;
pub(crate) use variant::{Avoided, Variant, VariantProblem};
