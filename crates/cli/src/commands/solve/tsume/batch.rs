//! Many problems, one row each, several at once.

use std::iter;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use yomikiri_tsume::Solver;

use super::Settings;
use super::case::Case;
use super::resume::{Done, Ledger};
use crate::args;
use crate::commands::solve::answer::Answer;
use crate::exit::Verdict;
use crate::input::Problem;
use crate::language::{Message, Sought};
use crate::output::Output;
use crate::progress::BatchLine;
use crate::style::{Detail, Style};
use crate::unreached;
use crate::verdict::{AnswerVerdict, LengthStatus};

/// A batch to be run.
pub struct Batch<'a> {
    /// What its problems have in common.
    pub settings: &'a Settings,
    /// How many are solved at once.
    pub jobs: usize,
    /// The size of the source, where it is known.
    pub size: Option<u64>,
}

/// What a worker sends.
struct Row {
    answer: Answer,
    place: Place,
}

/// Where a problem is in its source.
#[derive(Clone, Copy)]
struct Place {
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
    done: Done,
    /// Rows that were done before, and how many of them are bad.
    skipped: u64,
    skipped_bad: u64,
}

impl Batch<'_> {
    /// Solves everything; rows come out as they are done. The verdict is that of the batch, or of its only problem; there is none
    /// if there is no problem.
    pub fn run(
        &self,
        problems: impl Iterator<Item = anyhow::Result<Problem>> + Send,
        ledger: Option<(Ledger, Done)>,
        out: &mut Output,
    ) -> anyhow::Result<Option<Verdict>> {
        let resumes = ledger.is_some();
        let (mut ledger, done) = ledger.unzip();
        let start = Instant::now();
        let queue = Mutex::new(Queue {
            problems: problems.fuse(),
            read: 0,
            done: done.unwrap_or_default(),
            skipped: 0,
            skipped_bad: 0,
        });
        let solvers = args::solvers(self.settings.memory, self.jobs)?;
        let mut count = Count::default();
        let line = BatchLine::start(self.size, self.settings.style.lang);
        let done = thread::scope(|scope| {
            let (sender, rows) = mpsc::sync_channel(self.jobs);
            let started = solvers.into_iter().try_for_each(|solver| {
                let (sender, queue, line) = (sender.clone(), &queue, &line);
                let work = move || self.work(solver, queue, line, &sender);
                thread::Builder::new().spawn_scoped(scope, work).map(|_| ())
            });
            drop(sender);
            let done = started
                .context("--jobs: a thread cannot be started")
                .and_then(|()| self.print(rows, ledger.as_mut(), &mut count, &line, out));
            if done.is_err() {
                // The rows have nowhere to go, so the workers need not go on.
                self.settings.interrupt.flag().store(true, Ordering::Relaxed);
            }
            done
        });
        drop(line);
        done?;
        if let Some(ledger) = ledger {
            ledger.finish();
        }
        let mut queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        let interrupted = self.settings.interrupt.is_set();
        let style = self.settings.style;
        if !self.settings.json && style.detail != Detail::Quiet && count.rows + queue.skipped > 0 {
            out.text(&count.summary(queue.skipped, start.elapsed().as_secs_f64(), style))?;
        }
        if interrupted && !self.settings.json {
            unreached::report(iter::from_fn(|| queue.next(self.settings)), self.size, style, out)?;
        }
        Ok(match (count.rows, queue.skipped) {
            (0, 0) if !interrupted => None,
            _ if count.bad + queue.skipped_bad > 0 => Some(Verdict::BadRows),
            (1, 0) if !resumes => count.last,
            _ => Some(Verdict::None),
        })
    }

    /// What each thread does.
    fn work<I>(
        &self,
        mut solver: Solver,
        queue: &Mutex<Queue<I>>,
        line: &BatchLine,
        rows: &SyncSender<anyhow::Result<Row>>,
    ) where
        I: Iterator<Item = anyhow::Result<Problem>>,
    {
        while !self.settings.interrupt.is_set() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next(self.settings);
            let Some(next) = next else { return };
            let row = next.map(|(case, place)| {
                if let Ok(case) = &case {
                    line.begin(case.name.as_deref().unwrap_or_default());
                }
                Row { answer: self.answer(case, &mut solver), place }
            });
            if rows.send(row).is_err() {
                return;
            }
        }
    }

    fn answer(&self, case: Result<Case, Answer>, solver: &mut Solver) -> Answer {
        let case = match case {
            Ok(case) => case,
            Err(answer) => return answer,
        };
        let unsolved = case.answer(&self.settings.algorithm_name, Sought::Mate);
        match case.solve(self.settings, solver, &mut |_| {}) {
            Ok(solved) => solved.answer,
            Err(error) => Answer { error: Some(error.into()), ..unsolved },
        }
    }

    /// Prints rows as they come. Who reads the next problem may hold the queue for as long as its source likes, so this must not need it.
    fn print(
        &self,
        rows: Receiver<anyhow::Result<Row>>,
        mut ledger: Option<&mut Ledger>,
        count: &mut Count,
        line: &BatchLine,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let style = self.settings.style;
        for row in rows {
            let Row { answer, place } = row?;
            if let Some(ledger) = &mut ledger {
                ledger.add(&answer)?;
            }
            count.add(&answer);
            let text =
                if self.settings.json { serde_json::to_string(&answer)? + "\n" } else { answer.line(style) };
            line.suspend(|| {
                out.text(&text)?;
                // The reader may be waiting for this row.
                out.flush()
            })?;
            line.solved(place.number, place.end);
        }
        Ok(())
    }
}

impl<I: Iterator<Item = anyhow::Result<Problem>>> Queue<I> {
    /// The next problem that is not done, or the answer to one that cannot be read, and where it is in the source.
    fn next(&mut self, settings: &Settings) -> Option<anyhow::Result<(Result<Case, Answer>, Place)>> {
        loop {
            let problem = match self.problems.next()? {
                Ok(problem) => problem,
                Err(error) => return Some(Err(error)),
            };
            self.read += 1;
            let place = Place { number: self.read, end: problem.end };
            let case = Case::read(problem, settings.hands)
                .map_err(|faulty| faulty.answer(&settings.algorithm_name, Sought::Mate));
            let done = match &case {
                Ok(case) => self.done.take(case.name.as_deref(), &case.position.to_sfen()),
                Err(answer) => self.done.take(answer.name.as_deref(), &answer.position),
            };
            let Some(bad) = done else { return Some(Ok((case, place))) };
            self.skipped += 1;
            self.skipped_bad += u64::from(bad);
        }
    }
}

/// What a batch came to.
#[derive(Default)]
struct Count {
    rows: u64,
    mates: u64,
    minimal: u64,
    none: u64,
    unknown: u64,
    bad: u64,
    nodes: u64,
    cpu_seconds: f64,
    /// The verdict of the latest.
    last: Option<Verdict>,
}

impl Count {
    fn add(&mut self, answer: &Answer) {
        self.rows += 1;
        match answer.verdict {
            Some(AnswerVerdict::Mate) => self.mates += 1,
            Some(AnswerVerdict::NoMate) => self.none += 1,
            Some(_) => self.unknown += 1,
            None => self.bad += 1,
        }
        self.minimal += u64::from(answer.length_status == Some(LengthStatus::Minimal));
        self.nodes += answer.nodes;
        self.cpu_seconds += answer.cpu_seconds;
        self.last = Some(answer.exit());
    }

    fn summary(&self, skipped: u64, wall: f64, style: Style) -> String {
        let Count { rows, mates, minimal, none, unknown, bad, nodes, cpu_seconds: cpu, .. } = *self;
        let counts = Message::MateCounts { problems: rows, mates, minimal, none, unknown, bad, skipped };
        let mut text = format!("\n{}\n", style.lang.text(&counts));
        if style.detail == Detail::Verbose {
            text += &format!("{}\n", style.lang.text(&Message::Total { nodes, wall, cpu }));
        }
        text
    }
}
