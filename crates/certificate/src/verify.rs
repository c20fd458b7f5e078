//! Checks certificates of every game.

use std::io::Read;
use std::ops::ControlFlow;

use crate::error::{CheckError, Checked, malformed, quote};
use crate::reader::Lines;
use crate::{connect6, othello, shogi};

/// How a certificate is checked.
pub struct CheckOptions<'a> {
    /// The most memory in bytes that the nodes may take.
    pub max_memory: u64,
    /// Is called now and then; `Break` stops the check.
    pub on_progress: Option<&'a mut dyn FnMut(CheckProgress) -> ControlFlow<()>>,
}

impl Default for CheckOptions<'_> {
    /// 8 GiB, no progress.
    fn default() -> Self {
        CheckOptions { max_memory: 8 << 30, on_progress: None }
    }
}

/// How far the check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckProgress {
    /// Nodes that were read. Their number is not known before the end.
    Read(u64),
    /// Nodes that were checked, and all nodes.
    Checked(u64, u64),
}

/// A certificate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// The game.
    pub game: &'static str,
    /// The claim in the file. A judgement by rules other than `raw` is followed by them, as in
    /// `sound 11 by plus2, line as given`.
    pub claim: String,
    /// The sections with their numbers of nodes.
    pub nodes: Vec<(&'static str, u64)>,
    /// The memory in bytes that the nodes took.
    pub memory: u64,
    /// What the answer may seem to say and the certificate does not show, in English.
    pub not_shown: Vec<String>,
}

/// Checks a certificate.
///
/// # Errors
///
/// If it does not hold, is no certificate, cannot be read, or needs too much memory.
pub fn check(mut source: impl Read, options: CheckOptions<'_>) -> Result<CheckReport, CheckError> {
    let mut lines = Lines::new(&mut source)?;
    let mut watch = Watch { options };
    let first = lines.required()?;
    if first != "yomikiri-certificate 1" {
        let why = format!("expected \"yomikiri-certificate 1\", found {}", quote(first));
        return malformed(1, why);
    }
    match lines.value("game")? {
        "connect6" => connect6::check(&mut lines, &mut watch),
        "othello4" => othello::check::<4>("othello4", &mut lines, &mut watch),
        "othello6" => othello::check::<6>("othello6", &mut lines, &mut watch),
        "othello8" => othello::check::<8>("othello8", &mut lines, &mut watch),
        "shogi" => shogi::check(&mut lines, &mut watch),
        game => {
            let why = format!("no game of certificates: {}", quote(game));
            malformed(2, why)
        }
    }
}

/// Nodes between two looks at limits and progress.
const INTERVAL: u64 = 1 << 14;

/// Limits and progress of a check.
pub(crate) struct Watch<'a> {
    options: CheckOptions<'a>,
}

impl Watch<'_> {
    /// The most memory in bytes.
    pub fn max_memory(&self) -> u64 {
        self.options.max_memory
    }

    fn progress(&mut self, progress: CheckProgress) -> Checked<()> {
        match self.options.on_progress.as_mut().map(|call| call(progress)) {
            Some(ControlFlow::Break(())) => Err(CheckError::Stopped),
            _ => Ok(()),
        }
    }

    /// Is called after each node that was read. Returns whether it is time to look at the memory.
    pub fn reads(&mut self, nodes: u64) -> Checked<bool> {
        let is_time = nodes.is_multiple_of(INTERVAL);
        if is_time {
            self.progress(CheckProgress::Read(nodes))?;
        }
        Ok(is_time)
    }

    /// Is called after each node that was checked.
    pub fn checks(&mut self, nodes: u64, total: u64) -> Checked<()> {
        if nodes.is_multiple_of(INTERVAL) {
            self.progress(CheckProgress::Checked(nodes, total))
        } else {
            Ok(())
        }
    }

    /// If the nodes take more memory than they may: reads on without keeping anything, to say how much would be needed.
    pub fn memory(&mut self, bytes: u64, nodes: u64, lines: &mut Lines<'_>) -> Checked<()> {
        let limit = self.options.max_memory;
        if bytes <= limit {
            return Ok(());
        }
        let mut all = nodes;
        while lines.next()? {
            all += 1;
            self.reads(all)?;
        }
        let needed = (u128::from(bytes) * u128::from(all) / u128::from(nodes.max(1))) as u64;
        Err(CheckError::Memory { limit, needed })
    }
}
