//! `yomikiri verify`: checks certificates.

use std::io;
use std::ops::ControlFlow;

use yomikiri_certificate::{CheckError, CheckOptions, CheckProgress, CheckReport, check};
use yomikiri_console::progress::INTERVAL;
use yomikiri_service::verify_json;

use crate::args::{JsonArgs, bytes};
use crate::exit::{ExitVerdict, one_line, print_error};
use crate::input;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::spinner;
use crate::style::{Style, VerbosityArgs};
use crate::text;

/// Check certificates: do they show what they claim?
///
/// A certificate is a file that `solve`, `judge` or `hisshi` writes with --certificate. It is checked with the rules of the game alone, by code
/// that shares nothing with the solvers. `docs/certificate-format.md` describes the format, so that others can write checkers, too.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri verify answer.cert.gz
  yomikiri verify certificates/*.gz --json

Exit codes: 10 all hold, 20 one does not hold, 2 one is not a certificate or does not exist, 1 one could not be checked.")]
pub struct Verify {
    /// Certificates, plain or compressed with gzip, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// The most memory for the nodes of a certificate: bytes, or with a unit as in 512MiB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "8GiB", allow_negative_numbers = true)]
    memory: usize,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    verbosity: VerbosityArgs,
}

impl Verify {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let interrupt = Interrupt::listen()?;
        let style = style.with(self.verbosity);
        let (mut fails, mut malformed, mut unchecked) = (false, false, false);
        for file in &self.files {
            let answer = self.check(file, style, &interrupt);
            match &answer {
                Ok(_) => {}
                Err(CheckError::DoesNotHold { .. }) => fails = true,
                Err(CheckError::NotACertificate { .. }) => malformed = true,
                Err(_) if interrupt.is_set() => {
                    return Err(anyhow::anyhow!("{file}: {}", CheckError::Stopped));
                }
                Err(error) => {
                    let missing =
                        matches!(error, CheckError::Io(error) if error.kind() == io::ErrorKind::NotFound);
                    if missing {
                        malformed = true
                    } else {
                        unchecked = true
                    }
                    print_error(format_args!("{file}: {error}"));
                }
            }
            if self.json.json {
                out.json(&verify_json(file, &answer))?;
            } else {
                out.text(&lines(file, &answer, style))?;
            }
            out.flush()?;
        }
        Ok(match (unchecked, malformed, fails) {
            (true, ..) => ExitVerdict::Failed,
            (_, true, _) => ExitVerdict::BadRows,
            (_, _, true) => ExitVerdict::Disproven,
            (false, false, false) => ExitVerdict::Proven,
        })
    }

    fn check(&self, file: &str, style: Style, interrupt: &Interrupt) -> Result<CheckReport, CheckError> {
        let (source, _) = input::open(file.as_ref(), interrupt)?;
        let bar = spinner();
        let mut next = INTERVAL;
        let mut show = |progress: CheckProgress| {
            if bar.elapsed() >= next {
                next = bar.elapsed() + INTERVAL;
                bar.set_message(text::certificates::checking(progress, style.lang));
            }
            if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = CheckOptions { max_memory: self.memory as u64, on_progress: Some(&mut show) };
        let answer = check(source, options);
        bar.finish_and_clear();
        answer
    }
}

/// An answer for people: a line, and with what the certificate does not show a few more.
fn lines(file: &str, answer: &Result<CheckReport, CheckError>, style: Style) -> String {
    let file = one_line(file);
    let sentences = text::certificates::checked(answer, style.lang);
    sentences.iter().map(|sentence| text::row(&file, sentence, style.lang) + "\n").collect()
}
