//! Where strategies try things out.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use yomikiri_pns::{Limits, StopReason};
use yomikiri_shogi::Color;
use yomikiri_tsume::{JudgeQuery, Judgement, Query, Solver, Soundness};

use crate::setup::Setup;

/// The work was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Interrupted;

/// A judge with limits, a stop sign, and someone who watches.
///
/// What it says of a setup depends on nothing but the setup: limits are counted in nodes, and every question starts with an
/// empty table. So the same numbers lead to the same problems, however fast the machine is.
pub struct Workshop<'a> {
    solver: Solver,
    wanted: RangeInclusive<usize>,
    nodes: u64,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    judged: u64,
    on_try: &'a mut dyn FnMut(&Setup, u64),
}

/// Bytes for the judge's table: more than he can fill with as many nodes as a position is worth.
const MEMORY: usize = 64 << 20;

impl<'a> Workshop<'a> {
    /// A workshop for problems of so many plies, with a judge who may visit so many nodes per position. `on_try` sees every setup that is
    /// judged, and how many were judged before.
    pub fn new(
        wanted: RangeInclusive<usize>,
        nodes: u64,
        stop: Arc<AtomicBool>,
        on_try: &'a mut dyn FnMut(&Setup, u64),
    ) -> Workshop<'a> {
        Workshop { solver: Solver::new(MEMORY), wanted, nodes, deadline: None, stop, judged: 0, on_try }
    }

    /// With an hour at which work ends.
    #[must_use]
    pub fn until(mut self, deadline: Option<Instant>) -> Workshop<'a> {
        self.deadline = deadline;
        self
    }

    /// With so many bytes for the judge's table. What is found stays the same, unless the table is too small for the nodes allowed.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Workshop<'a> {
        self.solver = Solver::new(bytes);
        self
    }

    /// The lengths that are wanted.
    pub fn wanted(&self) -> &RangeInclusive<usize> {
        &self.wanted
    }

    /// Setups judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// The sign that stops everything.
    pub fn stop_sign(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Whether to go on.
    pub fn go_on(&self) -> Result<(), Interrupted> {
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over || self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }

    /// Shows a setup that is tried without a judge, and tells whether to go on.
    pub fn show(&mut self, setup: &Setup) -> Result<(), Interrupted> {
        (self.on_try)(setup, self.judged);
        self.go_on()
    }

    /// Judges a setup up to its first fault, with so many nodes at most. Nothing if the rules do not allow it.
    pub fn judge(&mut self, setup: &Setup, nodes: u64) -> Result<Option<Judgement>, Interrupted> {
        self.ask(setup, nodes.min(self.nodes), true)
    }

    /// Judges a setup with all its faults and remarks, and all nodes that there are.
    pub fn judge_fully(&mut self, setup: &Setup) -> Result<Option<Judgement>, Interrupted> {
        self.ask(setup, self.nodes, false)
    }

    fn ask(
        &mut self,
        setup: &Setup,
        nodes: u64,
        first_fault: bool,
    ) -> Result<Option<Judgement>, Interrupted> {
        self.go_on()?;
        let Ok(position) = setup.position() else { return Ok(None) };
        (self.on_try)(setup, self.judged);
        self.judged += 1;
        // The hour strikes within a judgement, too: one may take seconds.
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let stop = Some(self.stop.clone());
        let limits = Limits { time, nodes: Some(nodes), stop, ..Limits::default() };
        let query = JudgeQuery { query: Query { limits, ..Query::default() }, first_fault };
        let judgement = self.solver.judge(&position, Color::Black, &query, &mut |_| {}).ok();
        match judgement {
            Some(Judgement {
                verdict: Soundness::Unknown(StopReason::Interrupted | StopReason::Time),
                ..
            }) => Err(Interrupted),
            judgement => Ok(judgement),
        }
    }
}
