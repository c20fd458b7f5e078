//! What is done about old children: those reached before on a path at most as long as their parent's.
//!
//! An old child may lead back to its parent, so that the two feed each other's numbers and the search runs in circles.

/// The registry: type, name, and a line about it; see [the combination rules](super::combine).
macro_rules! loop_rules {
    ($use:ident) => {
        $use! {
            Unguarded "unguarded" "nothing is done about old children: df-pn may run in circles";
            DfPnR "r" "df-pn(r) (Kishimoto and Müller): old children do not count while others are open";
            Patient "patient" "thresholds rise at every node, as in TCA, once no leaf has been expanded for long";
            Tca "tca" "threshold controlling algorithm (Kishimoto): thresholds rise where an old child is met";
        }
    };
}
pub(crate) use loop_rules;

/// A rule about old children.
pub trait Loops: Copy {
    /// df-pn(r): old children do not count on the sum side while another unsolved child is there.
    const SKIPS_OLD: bool = false;
    /// TCA: where an old child is met, thresholds are raised until a leaf has been expanded.
    const RAISES_THRESHOLDS: bool = false;
    /// Thresholds are raised at every node when many visits in a row expanded no leaf.
    const HAS_PATIENCE: bool = false;
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

/// Visits without a new leaf that are nothing unusual, besides those it takes to come down from the root and back.
pub(crate) const PATIENCE: u64 = 16;

/// Leaves expanded for each one in the table and on the path, from which on new leaves are likely to be forgotten ones.
pub(crate) const FORGETFUL: u64 = 8;

/// TCA without a look at old children, as long as the table remembers what it is told.
///
/// Numbers that feed each other show in that the search visits known nodes only. After many such visits every node entered
/// has its thresholds raised above its numbers, so that the search goes down to a leaf, along the best children. That it
/// cannot go on for ever without expanding one is TCA's argument; but it also covers numbers that come from elsewhere than
/// the children, and costs nothing where nothing goes wrong. A small table forgets leaves, which then look new: when it has
/// forgotten most of them, it is TCA as well.
#[derive(Clone, Copy, Debug)]
pub struct Patient;

impl Loops for Patient {
    const HAS_PATIENCE: bool = true;
}
