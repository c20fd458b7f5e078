//! Certificates.

use yomikiri_certificate::{CheckError, CheckOptions, check};

/// Any bytes as a certificate: it holds or is refused at one of its lines, with a short reason, in little memory.
pub fn certificate(bytes: &[u8]) {
    let options = CheckOptions { max_memory: 1 << 20, ..CheckOptions::default() };
    match check(bytes, options) {
        Ok(report) => assert!(report.memory <= 8 << 20, "{report:?}"),
        Err(CheckError::NotACertificate { line, why } | CheckError::DoesNotHold { line, why }) => {
            // What is unpacked may have more lines than the bytes.
            let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
            let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
            assert!(line >= 1 && (is_packed || line <= lines), "{line}: {why}");
            assert!(why.len() < 400 && !why.chars().any(char::is_control), "{why:?}");
        }
        Err(CheckError::Memory { limit, needed }) => assert!(needed > limit),
        Err(CheckError::Stopped | CheckError::Io(_)) => {
            unreachable!("nobody stops it, and memory can be read")
        }
    }
}
