//! Lists of mate problems: one row each, several at once. What is asked of a problem is a [`ListQuestion`].

mod resume;
mod shard;

use std::collections::BTreeMap;
use std::iter;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use yomikiri_pns::Limits;
use yomikiri_service::{Answer, Case, Faulty, ListQuestion, Sought};
use yomikiri_tsume::{Goal, Solver};

use super::solve::AnswerText as _;
use crate::args;
use crate::exit::ExitVerdict;
use crate::hands::DefenderHand;
use crate::input::SourceProblem;
use crate::interrupt::{Interrupt, Interrupted};
use crate::output::Output;
use crate::progress::BatchLine;
use crate::remaining;
use crate::style::{Style, Verbosity};
use crate::text;
use crate::verdict::AnswerVerdict;

use resume::{FinishedRows, ResumeFile};
use shard::Shard;

/// `[--jobs N] [--resume FILE] [--shard I/N]`
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Lists")]
pub struct ListArgs {
    /// Solve this many problems of a list at once; they share the memory
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), allow_negative_numbers = true)]
    jobs: u16,
    /// Keep the rows of a list in this file of JSON lines, and skip the problems that have a row in it
    ///
    /// A problem that a limit left open is asked again if --time, --nodes or --memory is larger than it was then. Its new row
    /// replaces the old one.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Take every N-th problem of a list, from the I-th on, as in 2/8: for several machines, each with another I
    ///
    /// The shards 1/N to N/N have every problem once. Each has a --resume file of its own; together these files are that of the whole list.
    #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
    shard: Shard,
}

impl ListArgs {
    /// Whether the problems are a list even if there is only one: its row is kept in a file, or belongs to one shard of several.
    pub fn are_for_a_list(&self) -> bool {
        self.resume.is_some() || self.shard != Shard::ALL
    }
}

/// What all problems of a run have in common, whatever is asked of them.
pub struct Settings {
    /// The algorithm as it was asked for.
    pub algorithm_name: String,
    pub limits: Limits,
    pub goal: Goal,
    pub json: bool,
    pub interrupt: Interrupt,
    pub hands: DefenderHand,
    pub style: Style,
}

/// What the command adds to a question that is put to every problem of a list.
pub trait ListQuery: ListQuestion<Row: Send> + Sync {
    /// What all problems have in common.
    fn settings(&self) -> &Settings;

    /// The command and those of its options that change rows, beside the algorithm, `--first` and the limits. Rows without one are those
    /// of `solve`.
    fn command(&self) -> Option<String>;

    /// A row as a line for people.
    fn line(&self, row: &Self::Row, style: Style) -> String {
        row.as_ref().line(style)
    }

    /// Returns the terms of the faults and flaws of a row, each once.
    fn terms(&self, row: &Self::Row) -> Vec<&'static str> {
        let _ = row;
        Vec::new()
    }
}

/// A batch to be run.
pub struct Batch<'a, Q> {
    /// What is asked of its problems.
    pub query: &'a Q,
    /// How many are solved at once, and where their rows are kept.
    pub args: &'a ListArgs,
    /// The size of the source, where it is known.
    pub size: Option<u64>,
}

/// What a worker sends.
struct SolvedRow<R> {
    row: R,
    place: SourcePosition,
}

/// Where a problem is in its source.
#[derive(Clone, Copy)]
struct SourcePosition {
    /// Its number, from 1.
    number: u64,
    /// How far into the source it ends.
    end: u64,
}

/// Where workers get problems from.
struct Queue<I> {
    problems: I,
    /// Problems that were read.
    read: u64,
    shard: Shard,
    done: FinishedRows,
    /// Rows that were done before, and how many of them are bad.
    skipped: u64,
    skipped_bad: u64,
}

/// The most rows that wait to be printed. Workers then wait, too.
const MAX_WAITING_ROWS: usize = 256;

impl<Q: ListQuery> Batch<'_, Q> {
    /// Solves everything; rows come out as they are done. The verdict is that of the batch, or of its only problem; there is none
    /// if there is no problem.
    pub fn run(
        &self,
        problems: impl Iterator<Item = anyhow::Result<SourceProblem>> + Send,
        out: &mut Output,
    ) -> anyhow::Result<Option<ExitVerdict>> {
        let settings = self.query.settings();
        let jobs = usize::from(self.args.jobs);
        let resume_file =
            self.args.resume.as_deref().map(|path| ResumeFile::open(path, self.query)).transpose()?;
        let (mut resume_file, done) = resume_file.unzip();
        let start = Instant::now();
        let queue = Mutex::new(Queue {
            problems: problems.fuse(),
            read: 0,
            shard: self.args.shard,
            done: done.unwrap_or_default(),
            skipped: 0,
            skipped_bad: 0,
        });
        let solvers = args::solvers(settings.limits.memory, jobs)?;
        let mut tally = Tally::default();
        let line = BatchLine::start(self.size, settings.style.lang);
        let done = thread::scope(|scope| {
            let (sender, rows) = mpsc::sync_channel(MAX_WAITING_ROWS);
            let started = solvers.into_iter().try_for_each(|solver| {
                let (sender, queue, line) = (sender.clone(), &queue, &line);
                let work = move || self.work(solver, queue, line, &sender);
                thread::Builder::new().spawn_scoped(scope, work).map(|_| ())
            });
            drop(sender);
            let done = started
                .context("--jobs: a thread cannot be started")
                .and_then(|()| self.print(rows, resume_file.as_mut(), &mut tally, &line, out));
            if done.is_err() {
                // The rows have nowhere to go, so the workers need not go on.
                settings.interrupt.flag().store(true, Ordering::Relaxed);
            }
            done
        });
        drop(line);
        done?;
        if let Some(resume_file) = resume_file {
            resume_file.finish();
        }
        let mut queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let interrupted = settings.interrupt.is_set();
        let style = settings.style;
        if !settings.json && style.verbosity != Verbosity::Quiet && tally.rows + queue.skipped > 0 {
            out.text(&tally.summary(
                self.query.sought(),
                queue.skipped,
                start.elapsed().as_secs_f64(),
                style,
            ))?;
        }
        if interrupted && !settings.json {
            remaining::report(iter::from_fn(|| queue.next(self.query)), self.size, style, out)?;
        }
        Ok(match (tally.rows, queue.skipped) {
            // A list may have fewer problems than there are shards.
            (0, 0) if !interrupted && queue.read == 0 => None,
            _ if tally.bad + queue.skipped_bad > 0 => Some(ExitVerdict::BadRows),
            (1, 0) if !self.args.are_for_a_list() => tally.last,
            _ => Some(ExitVerdict::None),
        })
    }

    /// What each thread does.
    fn work<I>(
        &self,
        mut solver: Solver,
        queue: &Mutex<Queue<I>>,
        line: &BatchLine,
        rows: &SyncSender<anyhow::Result<SolvedRow<Q::Row>>>,
    ) where
        I: Iterator<Item = anyhow::Result<SourceProblem>>,
    {
        while !self.query.settings().interrupt.is_set() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next(self.query);
            let Some(next) = next else { return };
            // A signal ended the wait for the next problem.
            if next.as_ref().is_err_and(Interrupted::caused) {
                return;
            }
            let row = next.map(|(case, place)| {
                if let Ok(case) = &case {
                    line.begin(case.name.as_deref().unwrap_or_default());
                }
                SolvedRow { row: self.query.row(case, &mut solver, &mut |_| {}), place }
            });
            if rows.send(row).is_err() {
                return;
            }
        }
    }

    /// Prints rows as they come. Who reads the next problem may hold the queue for as long as its source likes, so this must not need it.
    fn print(
        &self,
        rows: Receiver<anyhow::Result<SolvedRow<Q::Row>>>,
        mut resume_file: Option<&mut ResumeFile>,
        tally: &mut Tally,
        line: &BatchLine,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let Settings { json, style, .. } = *self.query.settings();
        let mut next = None;
        while let Some(row) = next.take().or_else(|| rows.recv().ok()) {
            let SolvedRow { row, place } = row?;
            if let Some(resume_file) = &mut resume_file {
                resume_file.add(&row)?;
            }
            tally.add(row.as_ref(), &self.query.terms(&row));
            let text = if json { serde_json::to_string(&row)? + "\n" } else { self.query.line(&row, style) };
            next = rows.try_recv().ok();
            line.suspend(|| {
                out.text(&text)?;
                // The reader may be waiting for this row.
                if next.is_none() { out.flush() } else { Ok(()) }
            })?;
            line.solved(place.number, place.end);
        }
        Ok(())
    }
}

impl<I: Iterator<Item = anyhow::Result<SourceProblem>>> Queue<I> {
    /// The next problem that is not done, or the answer to one that cannot be read, and where it is in the source.
    fn next(
        &mut self,
        query: &impl ListQuery,
    ) -> Option<anyhow::Result<(Result<Case, Faulty>, SourcePosition)>> {
        let hands = query.settings().hands;
        loop {
            let problem = match self.problems.next()? {
                Ok(problem) => problem,
                Err(error) => return Some(Err(error)),
            };
            self.read += 1;
            if !self.shard.takes(self.read) {
                continue;
            }
            let place = SourcePosition { number: self.read, end: problem.end };
            let case = Case::read(problem, hands);
            let done = match &case {
                Ok(case) => self.done.take(case.name.as_deref(), &case.position.to_sfen()),
                Err(faulty) => {
                    let text = faulty.origin.text.as_deref().unwrap_or_default();
                    self.done.take(faulty.name.as_deref(), text)
                }
            };
            let Some(bad) = done else { return Some(Ok((case, place))) };
            self.skipped += 1;
            self.skipped_bad += u64::from(bad);
        }
    }
}

/// What a batch came to.
#[derive(Default)]
pub struct Tally {
    pub rows: u64,
    pub mates: u64,
    pub brinkmates: u64,
    pub minimal: u64,
    pub none: u64,
    pub unknown: u64,
    pub sound: u64,
    pub flawed: u64,
    pub unsound: u64,
    /// How many problems have each kind of fault and flaw.
    pub kinds: BTreeMap<&'static str, u64>,
    pub bad: u64,
    nodes: u64,
    cpu_seconds: f64,
    /// The verdict of the latest.
    last: Option<ExitVerdict>,
}

impl Tally {
    fn add(&mut self, answer: &Answer, terms: &[&'static str]) {
        self.rows += 1;
        for term in terms {
            *self.kinds.entry(term).or_default() += 1;
        }
        match answer.verdict {
            Some(AnswerVerdict::Mate) => self.mates += 1,
            Some(AnswerVerdict::Brinkmate) => self.brinkmates += 1,
            Some(AnswerVerdict::NoMate) => self.none += 1,
            Some(AnswerVerdict::Sound) => self.sound += 1,
            Some(AnswerVerdict::Flawed) => self.flawed += 1,
            Some(AnswerVerdict::Unsound) => self.unsound += 1,
            Some(_) => self.unknown += 1,
            None => self.bad += 1,
        }
        self.minimal += u64::from(answer.is_proved_shortest());
        self.nodes += answer.nodes;
        self.cpu_seconds += answer.cpu_seconds;
        self.last = Some(answer.exit());
    }

    fn summary(&self, sought: Sought, skipped: u64, wall: f64, style: Style) -> String {
        let mut summary = format!("\n{}\n", text::lists::tally(self, sought, skipped, style.lang));
        if style.verbosity == Verbosity::Verbose {
            summary += &text::lists::total(self.nodes, wall, self.cpu_seconds, style.lang);
            summary.push('\n');
        }
        summary
    }
}
