//! What is done about old children: those reached before on a path at most as long as their parent's.
//!
//! An old child may lead back to its parent, so that the two feed each other's numbers and the search runs in circles.

/// A rule about old children.
pub trait Loops: Copy {
    /// df-pn(r): old children do not count on the sum side while another unsolved child is there.
    const SKIPS_OLD: bool = false;
    /// TCA: where an old child is met, thresholds are raised until a leaf has been expanded.
    const RAISES_THRESHOLDS: bool = false;
}

/// Nothing is done; df-pn may then run in circles on cyclic graphs.
#[derive(Clone, Copy, Debug)]
pub struct Unguarded;

impl Loops for Unguarded {}

/// df-pn(r) (Kishimoto and Müller).
#[derive(Clone, Copy, Debug)]
pub struct DfPnR;

impl Loops for DfPnR {
    const SKIPS_OLD: bool = true;
}

/// The threshold controlling algorithm (Kishimoto 2010).
#[derive(Clone, Copy, Debug)]
pub struct Tca;

impl Loops for Tca {
    const RAISES_THRESHOLDS: bool = true;
}
