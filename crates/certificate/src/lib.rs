//! Certificates: text files that show answers about games, so that the answers need not be believed.
//!
//! The format is described in `docs/certificate-format.md`. [`CertificateWriter`] writes it, [`check`] checks it. The checker has rules
//! of its own and shares no code with the solvers.

pub mod connect6;
mod error;
pub mod othello;
mod reader;
pub mod shogi;
mod side;
mod verify;
mod writer;

pub use error::CheckError;
pub use side::Side;
pub use verify::{CheckOptions, CheckProgress, CheckReport, check};
pub use writer::{CertificateWriter, Compression, NoMateLimit, Section};
