//! Instruction counts under valgrind, which do not depend on how busy the machine is: `scripts/bench-instructions`.
//!
//! The benches have limits about 8 % above the counts measured when the limits were set. A change that needs more instructions
//! fails.
