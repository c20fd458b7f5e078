//! Why a certificate is refused.

use std::io;

/// The most characters of input that a message quotes.
const MAX_QUOTATION_LENGTH: usize = 60;

/// Why a certificate is refused, or could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file does not have the form of a certificate.
    #[error("not a certificate: line {line}: {why}")]
    NotACertificate {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        why: String,
    },
    /// The file is a certificate, but one of its statements is false or not shown.
    #[error("does not hold: line {line}: {why}")]
    DoesNotHold {
        /// The line of the node or of the header, from 1.
        line: u64,
        /// The condition that fails.
        why: String,
    },
    /// The nodes need more memory than the options allow.
    #[error("the nodes need about {needed} bytes of memory, more than the limit of {limit}")]
    Memory {
        /// The limit of the options.
        limit: u64,
        /// An estimate of what is needed.
        needed: u64,
    },
    /// The caller stopped the check.
    #[error("stopped")]
    Stopped,
    /// The file could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

/// The result of a step of the check.
pub(crate) type Checked<T> = Result<T, CheckError>;

pub(crate) fn malformed<T>(line: u64, why: impl Into<String>) -> Checked<T> {
    Err(CheckError::NotACertificate { line, why: why.into() })
}

pub(crate) fn fails<T>(line: u64, why: impl Into<String>) -> Checked<T> {
    Err(CheckError::DoesNotHold { line, why: why.into() })
}

/// A text as a message quotes it: short, and without characters that a terminal obeys.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(MAX_QUOTATION_LENGTH).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_QUOTATION_LENGTH).is_some() {
        quoted.push('…');
    }
    format!("\"{quoted}\"")
}
