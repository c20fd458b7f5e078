//! `--certificate`: files from which others can check an answer (`yomikiri verify`).
//!
//! A single problem has one file, a list a folder with one file for each problem. The place is tried before the search, and a file
//! appears under its name only when it is complete.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_certificate::Compression;
use yomikiri_service::{Case, CpuClock};
use yomikiri_tsume::{CertifiableAnswer, Certificate, CertifyError, SolveOptions, Solver, SolverEvent};

use crate::commands::batch::Settings;
use crate::exit::{one_line, print_error};
use crate::input::ProblemSource;
use crate::interrupt::Interrupt;
use crate::output::{self, Output};
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::{Style, Verbosity};
use crate::text::{self, Label};
use crate::verdict::UndecidedReason;

/// `[--certificate FILE]`
#[derive(clap::Args, Clone, Debug)]
pub struct CertificateArgs {
    /// Write a certificate of the answer, which `yomikiri verify` checks; of a list, one for each problem into this folder
    ///
    /// The name should end in .gz: the file is then compressed, which makes it several times smaller. --time and --nodes hold for the search and
    /// once more for the certificate. If the answer is unknown, or a limit is reached first, there is no file.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

impl CertificateArgs {
    /// The file of a single problem, if one is asked for.
    pub fn file(&self) -> Option<CertificateTarget> {
        self.certificate.clone().map(CertificateTarget::File)
    }

    /// The folder of a list, if one is asked for. It is made if it does not exist.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn folder(&self) -> anyhow::Result<Option<CertificateTarget>> {
        let Some(path) = self.certificate.clone() else { return Ok(None) };
        let name = path.display().to_string();
        fs::create_dir_all(&path).with_context(|| format!("--certificate: {name}"))?;
        let target = CertificateTarget::Folder { path, taken: Mutex::default() };
        target.check().map(|()| Some(target))
    }

    /// Whether one is asked for.
    pub fn is_given(&self) -> bool {
        self.certificate.is_some()
    }
}

/// What a certificate shows: the answer to a query about a problem.
#[derive(Clone, Copy)]
pub struct Certifiable<'a> {
    pub case: &'a Case,
    pub answer: CertifiableAnswer<'a>,
    pub query: &'a SolveOptions,
}

/// Where certificates go.
#[derive(Debug)]
pub enum CertificateTarget {
    /// The certificate of a single problem.
    File(PathBuf),
    /// Those of a list.
    Folder {
        path: PathBuf,
        /// Names that are in use: problems of a list may have the same.
        taken: Mutex<HashSet<String>>,
    },
}

impl CertificateTarget {
    /// Fails if nothing can be written here, so that no long search is made in vain.
    pub fn check(&self) -> anyhow::Result<()> {
        let path = match self {
            CertificateTarget::File(path) => path.clone(),
            CertificateTarget::Folder { path, .. } => path.join("certificate"),
        };
        output::can_replace(&path).with_context(|| format!("--certificate: {}", path.display()))
    }

    /// The file of a problem: of a list, by its line and name.
    fn path_of(&self, origin: &ProblemSource, name: Option<&str>) -> PathBuf {
        let (path, taken) = match self {
            CertificateTarget::File(path) => return path.clone(),
            CertificateTarget::Folder { path, taken } => (path, taken),
        };
        let line = origin.line.map(|line| format!("{line:04}"));
        let name = name.map(file_name).filter(|name| !name.is_empty());
        let parts: Vec<String> = line.into_iter().chain(name).collect();
        let name = if parts.is_empty() { "problem".to_owned() } else { parts.join("-") };
        let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = name.clone();
        for number in 2.. {
            if taken.insert(free.clone()) {
                break;
            }
            free = format!("{name}-{number}");
        }
        path.join(format!("{free}.cert.gz"))
    }

    /// The certificate of a single problem, with a line of progress. People see what became of it.
    pub fn certify_single(
        &self,
        what: Certifiable<'_>,
        solver: &mut Solver,
        settings: &Settings,
        out: &mut Output,
    ) -> anyhow::Result<Certified> {
        let &Settings { json, style, ref interrupt, .. } = settings;
        let line = SearchLine::start(style.lang).with_capacity(solver.capacity());
        let certified = self.certify(what, solver, interrupt, &mut |event| line.event(&event));
        drop(line);
        if !json {
            certified.show(style, out)?;
        }
        Ok(certified)
    }

    /// The certificate of a problem of a list. If there is none, standard error says why.
    pub fn certify_row(
        &self,
        what: Certifiable<'_>,
        solver: &mut Solver,
        settings: &Settings,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Value {
        let certified = self.certify(what, solver, &settings.interrupt, on_event);
        certified.complain_about(&what.case.origin, what.case.name.as_deref());
        json!(certified)
    }

    /// Makes and writes the certificate of an answer.
    fn certify(
        &self,
        what: Certifiable<'_>,
        solver: &mut Solver,
        interrupt: &Interrupt,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Certified {
        let Certifiable { case, answer, query } = what;
        let cpu = CpuClock::start(query.threads);
        let path = self.path_of(&case.origin, case.name.as_deref());
        let made = solver.certify(&case.position, case.attacker, answer, query, on_event);
        let (certificate, error) = match made {
            Ok(certificate) => (Some(certificate), None),
            Err(error) => (None, Some(NotCertified::NotMade(error))),
        };
        let mut certified = Certified { error, ..Certified::default() };
        if let Some(certificate) = certificate {
            certified.claim = Some(certificate.claim());
            certified.nodes = Some(certificate.nodes());
            match save(&path, &certificate, interrupt) {
                Ok(bytes) => {
                    certified.bytes = Some(bytes);
                    certified.file = Some(path.display().to_string());
                }
                Err(error) => {
                    certified.error = Some(NotCertified::NotWritten(format!("{}: {error}", path.display())));
                }
            }
        }
        certified.cpu_seconds = cpu.seconds();
        certified
    }

    /// Writes the certificate of an answer about another game than shogi. `write` returns the claim and the number of nodes.
    pub fn write(
        &self,
        origin: &ProblemSource,
        name: Option<&str>,
        interrupt: &Interrupt,
        write: impl FnOnce(BufWriter<Stoppable<'_>>, Compression) -> Result<(String, u64), NotCertified>,
    ) -> Certified {
        let cpu = CpuClock::start(1);
        let path = self.path_of(origin, name);
        let compression = Compression::from_file_name(&path.to_string_lossy());
        let mut made = None;
        let saved = output::replace_with(&path, |file| {
            let out = BufWriter::with_capacity(1 << 16, Stoppable { file, interrupt });
            let result = write(out, compression);
            let failed = result.is_err();
            made = Some(result);
            if failed { Err(io::Error::other("there is no certificate")) } else { Ok(()) }
        });
        let not_written = |error: io::Error| NotCertified::NotWritten(format!("{}: {error}", path.display()));
        let mut certified = Certified::default();
        match (saved.and_then(|()| fs::metadata(&path)), made) {
            (_, Some(Err(failure))) => certified.error = Some(failure),
            (Ok(file), Some(Ok((claim, nodes)))) => {
                certified.claim = Some(claim);
                certified.nodes = Some(nodes);
                certified.bytes = Some(file.len());
                certified.file = Some(path.display().to_string());
            }
            (Err(error), _) => certified.error = Some(not_written(error)),
            (Ok(_), None) => {}
        }
        certified.cpu_seconds = cpu.seconds();
        certified
    }
}

/// Letters, digits and what else is harmless in the name of a file.
fn file_name(name: &str) -> String {
    let harmless = |c: char| if c.is_alphanumeric() || "+_()".contains(c) { c } else { '-' };
    let name: String = name.chars().take(60).map(harmless).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Writes a file that appears when it is complete. Returns its size.
fn save(path: &Path, certificate: &Certificate, interrupt: &Interrupt) -> io::Result<u64> {
    let compression = Compression::from_file_name(&path.to_string_lossy());
    output::replace_with(path, |file| {
        let out = Stoppable { file, interrupt };
        certificate.write(BufWriter::with_capacity(1 << 16, out), compression).map(|_| ())
    })?;
    fs::metadata(path).map(|file| file.len())
}

/// A file that can be written until the user asks the program to stop.
pub struct Stoppable<'a> {
    file: &'a mut File,
    interrupt: &'a Interrupt,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            return Err(io::Error::other("interrupted"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What became of the certificate of an answer, in JSON.
#[derive(Debug, Default, Serialize)]
pub struct Certified {
    /// The file, if it was written.
    pub file: Option<String>,
    claim: Option<String>,
    nodes: Option<u64>,
    bytes: Option<u64>,
    cpu_seconds: f64,
    /// Why there is none.
    error: Option<NotCertified>,
}

/// Why a certificate was not written.
#[derive(Debug)]
pub enum NotCertified {
    /// There is none.
    NotMade(CertifyError),
    /// The file could not be written.
    NotWritten(String),
}

impl std::fmt::Display for NotCertified {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotCertified::NotMade(error) => error.fmt(f),
            NotCertified::NotWritten(error) => f.write_str(error),
        }
    }
}

impl From<io::Error> for NotCertified {
    fn from(error: io::Error) -> NotCertified {
        NotCertified::NotWritten(error.to_string())
    }
}

impl Serialize for NotCertified {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Certified {
    /// There is none.
    pub fn failed(failure: NotCertified) -> Certified {
        Certified { error: Some(failure), ..Certified::default() }
    }

    /// The line for people, after the page of a single problem.
    pub fn show(&self, style: Style, out: &mut Output) -> anyhow::Result<()> {
        let mut page = Page::without_headline(style);
        match (self.file.as_deref(), &self.error) {
            (Some(file), _) => {
                let claim = self.claim.as_deref().unwrap_or_default();
                let (nodes, bytes) = (self.nodes.unwrap_or(0), self.bytes.unwrap_or(0));
                if style.verbosity != Verbosity::Quiet {
                    let file = &one_line(file);
                    let written = text::certificates::certificate(file, claim, nodes, bytes, style.lang);
                    page.detail(Label::Certificate, &written);
                }
            }
            (None, Some(NotCertified::NotMade(CertifyError::Stopped(reason)))) => {
                let cause = UndecidedReason::from(*reason);
                page.detail(
                    Label::Certificate,
                    &text::certificates::no_certificate(Some(&cause), style.lang),
                );
            }
            (None, Some(NotCertified::NotMade(CertifyError::Unknown))) => {
                page.detail(Label::Certificate, &text::certificates::no_certificate(None, style.lang));
            }
            (None, _) => {}
        }
        out.text(&page.finish())
    }

    /// Fails if the file could not be written or the answer is wrong.
    ///
    /// # Errors
    /// What is wrong.
    pub fn finish(&self) -> anyhow::Result<()> {
        match &self.error {
            Some(
                error @ (NotCertified::NotWritten(_)
                | NotCertified::NotMade(CertifyError::Refuted | CertifyError::NotSupported(_))),
            ) => Err(anyhow::anyhow!("--certificate: {error}")),
            _ => Ok(()),
        }
    }

    /// Says on standard error why a problem of a list has none.
    pub fn complain_about(&self, origin: &ProblemSource, name: Option<&str>) {
        if let Some(error) = &self.error {
            let name = name.unwrap_or("a problem");
            let line = origin.line.map(|line| format!("line {line}: ")).unwrap_or_default();
            print_error(format_args!("--certificate: {line}{name}: {error}"));
        }
    }
}
