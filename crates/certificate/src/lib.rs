//! Certificates: text files that show answers about games, so that the answers need not be believed.
//!
//! The format is described in `docs/certificate-format.md`. [`CertificateWriter`] writes it. The checker has rules of its own and shares
//! no code with the solvers.

pub mod shogi;
mod writer;

pub use writer::{CertificateWriter, Compression, NoMateLimit, Section};
