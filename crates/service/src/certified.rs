//! Certificates of answers, for those who cannot write files: a page saves what it gets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use yomikiri_certificate::Compression;
use yomikiri_tsume::{CertifiableAnswer, Certificate, CertifyError, SolveOptions, Solver};

use crate::bilingual::Bilingual as _;
use crate::case::Case;
use crate::clock::CpuClock;
use crate::questions::progress;
use crate::reporter::Reporter;

/// What became of the certificate of an answer: the object of the command line, with the file itself instead of its name.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Certified {
    claim: Option<String>,
    nodes: Option<u64>,
    /// The size of the file.
    bytes: Option<u64>,
    cpu_seconds: f64,
    /// The file, compressed by gzip, in base64.
    base64: Option<String>,
    /// Why there is none.
    error: Option<String>,
    /// The same in Japanese.
    error_ja: Option<String>,
}

impl Certified {
    /// Makes the certificate of an answer that the solver gave last, within what is left of the request's limits.
    pub fn of(
        case: &Case,
        answer: CertifiableAnswer<'_>,
        query: &SolveOptions,
        solver: &mut Solver,
        reporter: &mut Reporter<'_>,
        visits: u64,
    ) -> Certified {
        let cpu = CpuClock::start(1);
        let query = SolveOptions { limits: reporter.limits_after(visits), ..query.clone() };
        let mut on_event = |event: yomikiri_tsume::SolverEvent<'_>| progress(reporter, &event);
        let made = solver.certify(&case.position, case.attacker, answer, &query, &mut on_event);
        let mut certified = match made {
            Ok(certificate) => Certified::from(&certificate),
            Err(error) => Certified::failed(error),
        };
        certified.cpu_seconds = cpu.seconds();
        certified
    }

    fn failed(error: CertifyError) -> Certified {
        let (error, error_ja) = (Some(error.to_string()), Some(error.japanese()));
        Certified { error, error_ja, ..Certified::default() }
    }
}

impl From<&Certificate> for Certified {
    fn from(certificate: &Certificate) -> Certified {
        // Nothing can go wrong where everything is written to memory.
        let file = certificate.write(Vec::new(), Compression::Gzip).unwrap_or_default();
        Certified {
            claim: Some(certificate.claim()),
            nodes: Some(certificate.nodes()),
            bytes: Some(file.len() as u64),
            base64: Some(STANDARD.encode(file)),
            ..Certified::default()
        }
    }
}
