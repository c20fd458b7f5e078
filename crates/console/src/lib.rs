//! What the commands of this workspace share: exit codes and one-line errors, Ctrl-C, output, progress, common arguments.
//!
//! The command `yomikiri` and the programs in `research` are binaries of their own, so that solving
//! a problem does not need the experiments compiled. This crate keeps their behaviour the same.

pub mod args;
pub mod csv;
pub mod exit;
pub mod interrupt;
pub mod output;
pub mod progress;
