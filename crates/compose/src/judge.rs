//! The judge of soundness with limits, as strategies use it.
//!
//! Limits are counted in nodes and every judgement starts with an empty table, so a judgement depends only on the setup.
//! Therefore the same seeds lead to the same problems on every machine.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{Limits, StopReason};
use yomikiri_shogi::Color;
use yomikiri_tsume::{InterpositionRules, JudgeOptions, Judgement, SolveOptions, Solver, Soundness};

use crate::setup::Setup;

/// The error for work that was stopped by the flag or the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Interrupted;

/// The number of peculiarities of a sound problem that a strict judge does not accept: flaws (非限定, 迂回, 変同, 最終手余詰) and mirror
/// images (左右対称). A limit that may have hidden one counts as one.
pub(crate) fn count_flaws_and_remarks(judgement: &Judgement) -> u32 {
    judgement.notices().len() as u32 + u32::from(judgement.stopped.is_some())
}

/// Whether a problem is sound and every piece of it is needed. A problem with an unneeded piece (不要駒) is not finished.
pub(crate) fn is_finished(judgement: &Judgement) -> bool {
    judgement.is_sound() && judgement.unneeded().next().is_none()
}

/// A judge with a node limit per position, a stop flag, a deadline, and a callback for every setup it judges.
pub struct BoundedJudge<'a> {
    solver: Solver,
    wanted: RangeInclusive<usize>,
    strict: bool,
    rules: InterpositionRules,
    nodes: u64,
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
    judged: u64,
    on_try: &'a mut dyn FnMut(&Setup, u64),
}

impl<'a> BoundedJudge<'a> {
    /// The size of a solver's table, in bytes, that is enough for the usual node limits.
    pub const MEMORY: usize = 64 << 20;

    /// A judge for problems of `wanted` plies that visits at most `nodes` nodes per position and stops when `stop` is set.
    /// `on_try` is called with every setup that is judged and the number of setups judged before.
    ///
    /// The results do not depend on the size of the solver's table unless it is too small for the node limit.
    pub fn new(
        solver: Solver,
        wanted: RangeInclusive<usize>,
        nodes: u64,
        stop: Arc<AtomicBool>,
        on_try: &'a mut dyn FnMut(&Setup, u64),
    ) -> BoundedJudge<'a> {
        let rules = InterpositionRules::TRADITIONAL;
        BoundedJudge { solver, wanted, strict: false, rules, nodes, deadline: None, stop, judged: 0, on_try }
    }

    /// Sets the deadline.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Option<Instant>) -> BoundedJudge<'a> {
        self.deadline = deadline;
        self
    }

    /// Sets whether only problems without any flaw or remark are [accepted](BoundedJudge::accepts).
    #[must_use]
    pub fn with_strictness(mut self, strict: bool) -> BoundedJudge<'a> {
        self.strict = strict;
        self
    }

    /// Sets by which rules interpositions count. Without this it is the traditional rule.
    #[must_use]
    pub fn with_rules(mut self, rules: InterpositionRules) -> BoundedJudge<'a> {
        self.rules = rules;
        self
    }

    /// The wanted lengths, in plies.
    pub fn wanted(&self) -> &RangeInclusive<usize> {
        &self.wanted
    }

    /// The number of setups judged so far.
    pub fn judged(&self) -> u64 {
        self.judged
    }

    /// Fails if the flag is set or the deadline has passed.
    pub fn check_stop(&self) -> Result<(), Interrupted> {
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over || self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }

    /// Passes a setup that is not judged to the callback. Fails if the judge has to stop.
    pub fn show(&mut self, setup: &Setup) -> Result<(), Interrupted> {
        (self.on_try)(setup, self.judged);
        self.check_stop()
    }

    /// Judges a setup up to its first fault, with at most `nodes` nodes. `None` if the setup breaks the rules.
    ///
    /// A strict judge judges a sound problem once more, with the remarks that it needs.
    pub fn judge(&mut self, setup: &Setup, nodes: u64) -> Result<Option<Judgement>, Interrupted> {
        let judgement = self.ask(setup, nodes.min(self.nodes), true)?;
        if self.strict && judgement.as_ref().is_some_and(is_finished) {
            return self.judge_fully(setup);
        }
        Ok(judgement)
    }

    /// Judges a setup with all its faults and remarks, up to the judge's own node limit. `None` if it breaks the rules.
    pub fn judge_fully(&mut self, setup: &Setup) -> Result<Option<Judgement>, Interrupted> {
        self.ask(setup, self.nodes, false)
    }

    /// The number of [`count_flaws_and_remarks`] if the judge is strict, otherwise 0.
    pub(crate) fn count_flaws_and_remarks(&self, judgement: &Judgement) -> u32 {
        if self.strict { count_flaws_and_remarks(judgement) } else { 0 }
    }

    /// Whether a judged problem is sound, needs all its pieces and, if the judge is strict, has neither flaws nor remarks.
    pub fn accepts(&self, judgement: &Judgement) -> bool {
        is_finished(judgement) && self.count_flaws_and_remarks(judgement) == 0
    }

    fn ask(
        &mut self,
        setup: &Setup,
        nodes: u64,
        first_fault: bool,
    ) -> Result<Option<Judgement>, Interrupted> {
        self.check_stop()?;
        let Ok(position) = setup.position() else { return Ok(None) };
        (self.on_try)(setup, self.judged);
        self.judged += 1;
        // The deadline also holds within a judgement, which may take seconds.
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let stop = Some(self.stop.clone());
        let limits = Limits { time, nodes: Some(nodes), stop, ..Limits::default() };
        let options = SolveOptions { limits, rules: self.rules, ..SolveOptions::default() };
        let options = JudgeOptions { solve: options, first_fault, ..JudgeOptions::default() };
        let judgement = self.solver.judge(&position, Color::Black, &options, &mut |_| {}).ok();
        match judgement {
            Some(Judgement {
                verdict: Soundness::Unknown(StopReason::Interrupted | StopReason::Time),
                ..
            }) => Err(Interrupted),
            judgement => Ok(judgement),
        }
    }
}
