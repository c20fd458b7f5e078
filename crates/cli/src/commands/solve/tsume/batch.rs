//! Many problems, one row each, several at once.

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
use crate::output::Output;
use crate::progress;

/// A batch to be run.
pub struct Batch<'a> {
    /// What its problems have in common.
    pub settings: &'a Settings,
    /// How many are solved at once.
    pub jobs: usize,
    /// The size of the source, where it is known.
    pub size: Option<u64>,
}

/// What a worker tells.
struct Row {
    answer: Answer,
    /// How far into the source the problem ended.
    end: u64,
}

/// Where workers get problems from.
struct Queue<I> {
    problems: I,
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
            done: done.unwrap_or_default(),
            skipped: 0,
            skipped_bad: 0,
        });
        let memory = self.settings.memory / self.jobs;
        let solvers =
            (0..self.jobs).map(|_| args::solver(memory)).collect::<anyhow::Result<Vec<Solver>>>()?;
        let mut count = Count::default();
        thread::scope(|scope| {
            let (sender, rows) = mpsc::sync_channel(self.jobs);
            let started = solvers.into_iter().try_for_each(|solver| {
                let (sender, queue) = (sender.clone(), &queue);
                let work = move || self.work(solver, queue, &sender);
                thread::Builder::new().spawn_scoped(scope, work).map(|_| ())
            });
            drop(sender);
            let done = started
                .context("--jobs: a thread cannot be started")
                .and_then(|()| self.print(rows, ledger.as_mut(), &mut count, out));
            if done.is_err() {
                // The rows have nowhere to go, so the workers need not go on.
                self.settings.interrupt.flag().store(true, Ordering::Relaxed);
            }
            done
        })?;
        if let Some(ledger) = ledger {
            ledger.finish();
        }
        let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !self.settings.json && count.rows + queue.skipped > 0 {
            out.text(&count.summary(queue.skipped, start.elapsed().as_secs_f64()))?;
        }
        Ok(match (count.rows, queue.skipped) {
            (0, 0) => None,
            _ if count.bad + queue.skipped_bad > 0 => Some(Verdict::BadRows),
            (1, 0) if !resumes => count.last,
            _ => Some(Verdict::None),
        })
    }

    /// What each thread does.
    fn work<I>(&self, mut solver: Solver, queue: &Mutex<Queue<I>>, rows: &SyncSender<anyhow::Result<Row>>)
    where
        I: Iterator<Item = anyhow::Result<Problem>>,
    {
        while !self.settings.interrupt.is_set() {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next(self.settings);
            let Some(next) = next else { return };
            let row = next.map(|(case, end)| Row { answer: self.answer(case, &mut solver), end });
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
        let unsolved = case.answer(self.settings);
        match case.solve(self.settings, solver, &mut |_| {}) {
            Ok(solved) => solved.answer,
            Err(error) => Answer { error: Some(error.to_string()), ..unsolved },
        }
    }

    /// Prints rows as they come. Who reads the next problem may hold the queue for as long as its source likes, so this must not need it.
    fn print(
        &self,
        rows: Receiver<anyhow::Result<Row>>,
        mut ledger: Option<&mut Ledger>,
        count: &mut Count,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let bar = progress::batch(self.size);
        let mut furthest = 0;
        for row in rows {
            let Row { answer, end } = row?;
            if let Some(ledger) = &mut ledger {
                ledger.add(&answer)?;
            }
            count.add(&answer);
            let text =
                if self.settings.json { serde_json::to_string(&answer)? + "\n" } else { answer.line() };
            bar.suspend(|| {
                out.text(&text)?;
                // The reader may be waiting for this row.
                out.flush()
            })?;
            furthest = end.max(furthest);
            bar.set_position(furthest);
            bar.set_message(count.short());
        }
        bar.finish_and_clear();
        Ok(())
    }
}

impl<I: Iterator<Item = anyhow::Result<Problem>>> Queue<I> {
    /// The next problem that is not done, or the answer to one that cannot be read, and where it ends.
    fn next(&mut self, settings: &Settings) -> Option<anyhow::Result<(Result<Case, Answer>, u64)>> {
        loop {
            let problem = match self.problems.next()? {
                Ok(problem) => problem,
                Err(error) => return Some(Err(error)),
            };
            let end = problem.end;
            let case = Case::read(problem, settings.hands).map_err(|faulty| faulty.answer(settings));
            let done = match &case {
                Ok(case) => self.done.take(case.name.as_deref(), &case.position.to_sfen()),
                Err(answer) => self.done.take(answer.name.as_deref(), &answer.position),
            };
            let Some(bad) = done else { return Some(Ok((case, end))) };
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
            Some("mate") => self.mates += 1,
            Some("nomate") => self.none += 1,
            Some(_) => self.unknown += 1,
            None => self.bad += 1,
        }
        self.minimal += u64::from(answer.length_status == Some("minimal"));
        self.nodes += answer.nodes;
        self.cpu_seconds += answer.cpu_seconds;
        self.last = Some(answer.exit());
    }

    fn short(&self) -> String {
        let Count { rows, mates, none, unknown, bad, .. } = self;
        format!("{rows} done: {mates} mate, {none} no mate, {unknown} unknown, {bad} bad")
    }

    fn summary(&self, skipped: u64, seconds: f64) -> String {
        let Count { rows, mates, minimal, none, unknown, bad, nodes, cpu_seconds, .. } = self;
        let skipped = if skipped > 0 { format!(", {skipped} done before") } else { String::new() };
        format!(
            "\n{rows} problems: {mates} mate ({minimal} proved minimal), {none} no mate, {unknown} unknown, {bad} bad\
             {skipped}\n{nodes} nodes, {seconds:.3} s (CPU {cpu_seconds:.3} s)\n"
        )
    }
}
