//! Composers' rules: which interpositions are futile (無駄合), and lengths that do not count them.

mod profile;

pub use profile::{Rules, UnknownRules};
