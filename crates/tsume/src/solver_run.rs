//! A query that is being answered: searches that share the limits, the counters and the table.

use std::sync::atomic::Ordering;
use std::time::Duration;

use yomikiri_pns::clock::Instant;
use yomikiri_pns::{
    Algorithm, Counters, Game as _, Knowledge, Limits, Numbers, Outcome, PathStore, Progress, Search,
    StopReason, Table, Verdict,
};

use crate::answer::{Mate, SearchCost, SolverEvent, leftover};
use crate::checkpoint::Checkpoint;
use crate::mate_game::MateGame;
use crate::options::SolveOptions;
use crate::replay::{Aborted, Prover, Replay};
use crate::rules::{InterpositionRules, KnownLengths, ModifiedGame, ModifiedGameTable};
use crate::soundness::KnownTries;
use crate::table::MateTable;

/// Visits of one thread before the others join in: most questions need no more, and threads take time to start.
const ALONE: u64 = 4000;

/// The limit of memory for which the first store of repetitions is made, and the visits after which a larger one replaces it. A store doubles
/// as soon as one bucket is full, and to clear the memory of a large one takes longer than an easy problem does.
const FIRST_PATHS: usize = 32 << 20;
const VISITS_WITH_FIRST_PATHS: u64 = 100_000;

/// A query that is being answered.
pub(crate) struct SolverRun<'a> {
    pub table: &'a mut MateTable,
    pub memory: usize,
    pub options: &'a SolveOptions,
    pub start: Instant,
    /// The sums over all searches so far.
    pub counters: Counters,
    /// The number of visits at which the current question is given up.
    cap: Option<u64>,
    pub first_mate: Option<SearchCost>,
    /// The numbers of the last search's root, as far as it came.
    pub root: Numbers,
    /// The rules by which lengths count at present: those of the query, or `raw`.
    pub rules: InterpositionRules,
    /// Lengths under the rules of the query.
    pub lengths: KnownLengths,
    pub on_event: &'a mut dyn FnMut(SolverEvent<'_>),
    /// What is known of tries, for the next examination.
    pub tries: KnownTries,
    /// What the searches of this query know of repetitions, if they share it.
    paths: Option<PathStore>,
    /// Whether that is the first store.
    has_first_paths: bool,
    /// The checkpoint of the query, if it has one.
    saving: Option<Saving<'a>>,
}

/// A checkpoint that is written while a run goes on.
struct Saving<'a> {
    checkpoint: &'a Checkpoint,
    /// The problem that the table is saved for.
    root: MateGame,
    /// When the table was saved last, or the run began.
    last: Instant,
}

impl Saving<'_> {
    /// The time until the table is to be saved again.
    fn left(&self) -> Duration {
        self.checkpoint.every().saturating_sub(self.last.elapsed())
    }
}

impl<'a> SolverRun<'a> {
    pub fn new(
        table: &'a mut MateTable,
        memory: usize,
        options: &'a SolveOptions,
        on_event: &'a mut dyn FnMut(SolverEvent<'_>),
    ) -> SolverRun<'a> {
        SolverRun {
            table,
            memory,
            options,
            start: Instant::now(),
            counters: Counters::default(),
            cap: None,
            first_mate: None,
            root: Numbers::UNIT,
            rules: options.rules,
            lengths: KnownLengths::default(),
            on_event,
            tries: KnownTries::default(),
            paths: None,
            has_first_paths: false,
            saving: None,
        }
    }

    /// Has the searches share what they know of repetitions. For many short ones, which would take memory each.
    pub fn share_paths(&mut self) {
        self.paths = Some(PathStore::with_limit(self.memory.min(FIRST_PATHS)));
        self.has_first_paths = true;
    }

    /// From now on, saves the table for `root` whenever a saving is due, if the query has a
    /// checkpoint.
    pub fn start_saving(&mut self, root: &MateGame) {
        self.saving = self.options.checkpoint.as_ref().map(|checkpoint| Saving {
            checkpoint,
            root: root.clone(),
            last: Instant::now(),
        });
    }
}

impl SolverRun<'_> {
    /// Saves the table if the query has a checkpoint.
    pub fn save(&mut self) {
        let Some(saving) = &mut self.saving else { return };
        if let Err(error) = saving.checkpoint.save(self.table, &saving.root) {
            (self.on_event)(SolverEvent::CheckpointFailed(&error));
        }
        saving.last = Instant::now();
    }

    /// Decides whether a problem is a mate within its limit.
    pub fn decide(&mut self, problem: &MateGame, algorithm: Algorithm) -> Result<bool, Aborted> {
        self.search_together(
            problem,
            algorithm,
            |search, table| search.run_with_table(table),
            |search, table, threads| search.run_on_threads(table, threads),
        )
    }

    /// Runs a search `alone`, and `together` with all threads of the query if it takes long.
    pub fn search_together<G: Knowledge + Clone>(
        &mut self,
        game: &G,
        algorithm: Algorithm,
        alone: impl for<'b> Fn(Search<'b, G>, &'b mut MateTable) -> Outcome,
        together: impl for<'b> Fn(Search<'b, G>, &'b MateTable, usize) -> Outcome,
    ) -> Result<bool, Aborted> {
        let threads = self.options.threads;
        if threads <= 1 || !matches!(algorithm, Algorithm::DfPn { .. }) {
            return self.search(game, algorithm, alone);
        }
        match self.answer_within(ALONE, |run| run.search(game, algorithm, alone))? {
            Some(answer) => Ok(answer),
            None => self.search(game, algorithm, |search, table| together(search, table, threads)),
        }
    }

    /// The same with at most `visits` visits. `None` if they do not suffice.
    pub fn decide_within(&mut self, problem: &MateGame, visits: u64) -> Result<Option<bool>, Aborted> {
        self.answer_within(visits, |run| run.decide(problem, run.options.algorithm))
    }

    /// The answer to a question that takes at most `visits` visits. `None` if they do not suffice.
    pub fn answer_within<T>(
        &mut self,
        visits: u64,
        ask: impl FnOnce(&mut Self) -> Result<T, Aborted>,
    ) -> Result<Option<T>, Aborted> {
        match self.capped(visits, ask) {
            Err(Aborted::Limit(StopReason::Nodes)) if self.limits().is_ok() => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Whether a problem with a changed rule is a mate within its limit.
    pub fn decide_modified(&mut self, problem: ModifiedGame) -> Result<bool, Aborted> {
        let known = ModifiedGameTable(self.table).get(&problem.key());
        if let Some(value) = known.and_then(|found| found.entry.numbers.value()) {
            return Ok(value);
        }
        self.search(&problem, self.depth_first(), |search, table| {
            search.run_with_table(ModifiedGameTable(table))
        })
    }

    /// The same with at most `visits` visits. `None` if they do not suffice.
    pub fn decide_modified_within(
        &mut self,
        problem: ModifiedGame,
        visits: u64,
    ) -> Result<Option<bool>, Aborted> {
        self.answer_within(visits, |run| run.decide_modified(problem))
    }

    /// Whether a problem is a mate within its limit: from the table if it knows, otherwise by a search.
    pub fn is_mate_in_table(&mut self, problem: &MateGame) -> Result<bool, Aborted> {
        match self.table.get(&problem.key()).and_then(|found| found.entry.numbers.value()) {
            Some(value) => Ok(value),
            None => self.is_mate(problem),
        }
    }

    /// The number of visits at which the work is given up, if there is one beside the limits of the query.
    pub fn cap(&self) -> Option<u64> {
        self.cap
    }

    /// Replaces that number.
    pub fn set_cap(&mut self, cap: Option<u64>) {
        self.cap = cap;
    }

    /// Gives up after this many more visits, or earlier if that was said before.
    pub fn set_cap_from_here(&mut self, visits: u64) {
        let inner = self.counters.visits.saturating_add(visits);
        self.cap = Some(self.cap.map_or(inner, |outer| outer.min(inner)));
    }

    /// Does some work with at most `visits` visits. The limits that are in force already stay in force.
    pub fn capped<T>(&mut self, visits: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.cap;
        self.set_cap_from_here(visits);
        let result = work(self);
        self.cap = outer;
        result
    }

    /// Runs a search within what is left of the limits. The search pauses while the table is saved.
    pub fn search<G: Knowledge + Clone>(
        &mut self,
        game: &G,
        algorithm: Algorithm,
        run: impl for<'b> Fn(Search<'b, G>, &'b mut MateTable) -> Outcome,
    ) -> Result<bool, Aborted> {
        loop {
            let answer = self.search_until_due(game.clone(), algorithm, &run);
            let is_due = self.saving.as_ref().is_some_and(|saving| saving.left().is_zero());
            if is_due {
                self.save();
            }
            // The search may have stopped for the saving alone.
            if !(is_due && answer == Err(Aborted::Limit(StopReason::Time)) && self.limits().is_ok()) {
                return answer;
            }
        }
    }

    /// Runs a search within what is left of the limits, until the table is to be saved at the
    /// latest.
    fn search_until_due<G: Knowledge>(
        &mut self,
        game: G,
        algorithm: Algorithm,
        run: impl for<'b> FnOnce(Search<'b, G>, &'b mut MateTable) -> Outcome,
    ) -> Result<bool, Aborted> {
        let mut limits = self.limits().map_err(Aborted::Limit)?;
        if let Some(saving) = &self.saving {
            // At least a moment, or a search would never get on between two savings.
            let left = saving.left().max(Duration::from_millis(1));
            limits.time = Some(limits.time.map_or(left, |time| time.min(left)));
        }
        if self.has_first_paths && self.counters.visits >= VISITS_WITH_FIRST_PATHS {
            self.paths = Some(PathStore::with_limit(self.memory));
            self.has_first_paths = false;
        }
        let (before, start) = (self.counters, self.start);
        let report = |progress: Progress<'_>| {
            let mut counters = before;
            counters.add(progress.counters);
            let progress = Progress { counters: &counters, elapsed: start.elapsed(), ..progress };
            (self.on_event)(SolverEvent::Searching(&progress));
        };
        let mut search = Search::new(game).algorithm(algorithm).limits(limits).on_progress(report);
        if let Some(paths) = &mut self.paths {
            search = search.path_store(paths);
        }
        let outcome = run(search, self.table);
        self.counters.add(&outcome.counters);
        self.root = outcome.root;
        match outcome.verdict {
            Verdict::Proven => Ok(true),
            Verdict::Disproven => Ok(false),
            Verdict::Unknown(reason) => Err(Aborted::Limit(reason)),
        }
    }

    /// The limit that is reached, for work that ended early without saying why.
    pub fn limit_reached(&self) -> Aborted {
        self.keep_going().err().unwrap_or(Aborted::Limit(StopReason::Nodes))
    }

    /// Fails if a limit is reached or the stop flag is set, for work that is no search.
    pub fn keep_going(&self) -> Result<(), Aborted> {
        let limits = self.limits().map_err(Aborted::Limit)?;
        match limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            true => Err(Aborted::Limit(StopReason::Interrupted)),
            false => Ok(()),
        }
    }

    /// What is left of the limits, or the limit that is reached.
    pub fn limits(&self) -> Result<Limits, StopReason> {
        let mut limits = self.options.limits.clone();
        limits.memory = self.memory;
        if let Some(time) = limits.time {
            let left = time.checked_sub(self.start.elapsed()).filter(|left| !left.is_zero());
            limits.time = Some(left.ok_or(StopReason::Time)?);
        }
        limits.nodes = limits.nodes.into_iter().chain(self.cap).min();
        if let Some(nodes) = limits.nodes {
            let left = nodes.checked_sub(self.counters.visits).filter(|&left| left > 0);
            limits.nodes = Some(left.ok_or(StopReason::Nodes)?);
        }
        Ok(limits)
    }

    /// Replays a mate that the table claims.
    pub fn replay(&mut self, problem: &MateGame) -> Result<Mate, Aborted> {
        self.extend_replay(&mut Replay::default(), problem)
    }

    /// The same with the nodes that an earlier replay verified.
    pub fn extend_replay(&mut self, replay: &mut Replay, problem: &MateGame) -> Result<Mate, Aborted> {
        // A replay needs a limit, and the table has one that suffices.
        if self.table.get(&problem.key()).and_then(|found| found.entry.numbers.value()) != Some(true)
            && !self.is_mate(problem)?
        {
            return Err(Aborted::Refuted);
        }
        let claimed = self.table.get(&problem.key()).map_or(problem.plies(), |found| found.key.plies);
        let problem = &problem.clone().within(claimed.min(problem.plies()));
        let length = replay.verify(problem, self)?;
        let line = replay.line(problem);
        let leftover = leftover(problem, &line);
        let proof_size = replay.nodes();
        Ok(Mate { line, length, minimal: false, is_main_line: false, leftover, proof_size, adjusted: None })
    }

    /// The algorithm of the query, or the default one if that does not fill the table.
    pub fn depth_first(&self) -> Algorithm {
        match self.options.algorithm {
            depth_first @ Algorithm::DfPn { .. } => depth_first,
            _ => Algorithm::default(),
        }
    }
}

impl Prover for SolverRun<'_> {
    fn is_mate(&mut self, problem: &MateGame) -> Result<bool, Aborted> {
        self.decide(problem, self.depth_first())
    }

    fn table(&self) -> &MateTable {
        self.table
    }
}

impl From<Aborted> for StopReason {
    /// A false claim is reported as a search that got stuck.
    fn from(stopped: Aborted) -> StopReason {
        match stopped {
            Aborted::Limit(reason) => reason,
            Aborted::Refuted => StopReason::Stuck,
        }
    }
}
