//! Workers for games on a table of digests: Othello and Connect6.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use yomikiri_connect6::{self as connect6, AttackProblem, AttackVerdict, Step};
use yomikiri_othello::{BoardSize, Eight, Four, MarginGame, Move, Six, Solver};
use yomikiri_pns::distributed::{PeerExchange, ReplicatedTable as _};
use yomikiri_pns::slots::JournalThresholds;
use yomikiri_pns::{Algorithm, ConcurrentTable, Knowledge, Limits, Outcome, Search, SharedTable as _};
use yomikiri_service::BadRequest;
use yomikiri_service::request_fields::{Connect6Question, Fields, take_algorithm, take_othello};

use crate::{
    ClusterWorker, MAX_BATCH_ENTRIES, PeerLink, SubsearchRequest, node_json, outcome_json, run_request,
    stand_at,
};

/// A worker for a game whose table keeps digests of keys.
struct BoardWorker<G: Knowledge> {
    root: G,
    table: ConcurrentTable<G::Key>,
    algorithm: Algorithm,
    /// The answer to the whole problem.
    finish: fn(&G, Algorithm, Limits, &mut ConcurrentTable<G::Key>) -> Value,
    name: fn(&G, G::Move) -> String,
}

impl<G: Knowledge<Key: Sync> + Clone> BoardWorker<G> {
    fn known(&self) -> impl Fn(&G::Key) -> Option<yomikiri_pns::TableHit<G::Key>> {
        |key| self.table.get(key)
    }
}

impl<G: Knowledge<Key: Sync> + Clone + 'static> ClusterWorker for BoardWorker<G> {
    fn node(&mut self, path: &[u32]) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, path)?;
        Ok(node_json(&mut game, self.algorithm, &above, self.known(), self.name))
    }

    fn search(
        &mut self,
        request: &SubsearchRequest,
        stop: &Arc<AtomicBool>,
        link: Option<&mut PeerLink>,
    ) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, &request.path)?;
        let on = (&mut self.table, run as crate::Run<_, _>);
        let (outcome, counters, seconds) =
            run_request(&game, &above, self.algorithm, request, (stop, link), on);
        let node = node_json(&mut game, self.algorithm, &above, self.known(), self.name);
        Ok(outcome_json(&outcome, &counters, seconds, node))
    }

    fn drain_journal(&mut self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        self.table.drain_journal(most.min(MAX_BATCH_ENTRIES), lasting)
    }

    fn merge_batch(&mut self, batch: &[u8]) -> Result<usize, BadRequest> {
        self.table.merge_batch(batch).map_err(crate::bad_batch)
    }

    fn finish(
        &mut self,
        _: yomikiri_tsume::Goal,
        limits: Limits,
        _: Option<&mut Vec<u8>>,
    ) -> Result<Value, BadRequest> {
        Ok((self.finish)(&self.root, self.algorithm, limits, &mut self.table))
    }
}

/// These games have one thread a process.
fn run<'a, G: Knowledge<Key: Sync> + 'static>(
    search: Search<'a, G>,
    table: &'a mut ConcurrentTable<G::Key>,
    _: usize,
    exchange: Option<&mut dyn PeerExchange>,
) -> Outcome {
    match exchange {
        Some(exchange) => search.run_exchanging(&*table, exchange),
        None => search.table(table).run(),
    }
}

fn table<K: Copy + Eq + std::hash::Hash>(
    memory: usize,
    thresholds: JournalThresholds,
) -> Result<ConcurrentTable<K>, BadRequest> {
    let mut table =
        ConcurrentTable::with_memory(memory).map_err(|error| BadRequest::option("memory", error))?;
    table.keep_journal(thresholds);
    Ok(table)
}

/// The verdict of a search as a word.
fn word(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "proven",
        Some(false) => "disproven",
        None => "unknown",
    }
}

/// A worker for Othello: `at_least` discs for `prover`, mirror images as one with `symmetry`, and
/// the leaves' alpha-beta search.
pub fn open_othello(
    game: &str,
    fields: &mut Fields,
    memory: usize,
    thresholds: JournalThresholds,
) -> Result<Box<dyn ClusterWorker>, BadRequest> {
    match game {
        "othello4" => othello_of::<Four>(fields, memory, thresholds),
        "othello8" => othello_of::<Eight>(fields, memory, thresholds),
        _ => othello_of::<Six>(fields, memory, thresholds),
    }
}

fn othello_of<S: BoardSize>(
    fields: &mut Fields,
    memory: usize,
    thresholds: JournalThresholds,
) -> Result<Box<dyn ClusterWorker>, BadRequest> {
    let (position, prover) = take_othello::<S>(fields)?;
    let at_least = fields.number("at_least", -64..=64)?.unwrap_or(1);
    let leaf_empties = fields.number("leaf_empties", 0..=24)?.unwrap_or(0);
    let (_, algorithm) = take_algorithm(fields)?;
    let mut root = MarginGame::<S>::new(position, prover, at_least)
        .with_symmetry(fields.flag("symmetry")?)
        .with_look_ahead(fields.number("look_ahead", 0..=6)?.unwrap_or(0))
        .with_leaf_empties(leaf_empties);
    // Small leaves need no table of their own.
    let memory = if leaf_empties > 12 {
        root = root.with_leaf_solver(Solver::new(memory / 2));
        memory / 2
    } else {
        memory
    };
    Ok(Box::new(BoardWorker {
        root,
        table: table::<S::Key>(memory, thresholds)?,
        algorithm,
        finish: |root, algorithm, limits, table| {
            let search = Search::new(root.clone()).algorithm(algorithm).limits(limits).table(table);
            let (outcome, solution) = search.run_with_solution();
            let solution = solution.ok();
            json!({
                "position": root.position().to_string(),
                "verdict": word(solution.as_ref().and(outcome.verdict.value())),
                "moves": solution.as_ref().map(|solution| {
                    solution.main_line(root.clone()).iter().map(Move::to_string).collect::<Vec<_>>()
                }),
                "nodes": outcome.counters.visits,
                "proof_size": solution.map(|solution| solution.size().nodes),
            })
        },
        name: |_, mv| mv.to_string(),
    }))
}

/// A worker for Connect6, with the options of the command.
pub fn open_connect6(
    fields: &mut Fields,
    memory: usize,
    thresholds: JournalThresholds,
) -> Result<Box<dyn ClusterWorker>, BadRequest> {
    let Connect6Question { board, algorithm, attacker, attack, leaf_limits } =
        Connect6Question::take(fields)?;
    let root = AttackProblem::new(board, attacker, attack).with_leaf_limits(leaf_limits);
    Ok(Box::new(BoardWorker {
        root,
        table: table::<u128>(memory, thresholds)?,
        algorithm,
        finish: |root, algorithm, limits, table| {
            let solved = connect6::solve_on_table(root, algorithm, limits, table);
            let rules = root.board().rules();
            let (verdict, reason) = match &solved.verdict {
                AttackVerdict::Win => ("proven", None),
                AttackVerdict::NoWin => ("disproven", None),
                AttackVerdict::NotInGraph(graph) => ("unknown", Some(format!("no win in the graph {graph}"))),
                AttackVerdict::Unknown(reason) => ("unknown", Some(reason.to_string())),
                AttackVerdict::Unchecked(None) => {
                    ("unknown", Some("the proof could not be built".to_owned()))
                }
                AttackVerdict::Unchecked(Some(error)) => ("unknown", Some(error.to_string())),
            };
            json!({
                "position": root.board().to_string(),
                "verdict": verdict,
                "stop_reason": reason,
                "moves": solved.line.iter().map(|mv| mv.name(rules)).collect::<Vec<_>>(),
                "nodes": solved.outcome.counters.visits,
                "proof_size": solved.size.turns,
            })
        },
        name: |problem, step| {
            let rules = problem.board().rules();
            match step {
                Step::Place(mv) => mv.name(rules),
                Step::Null(None) => "null".to_owned(),
                Step::Null(Some(cell)) => format!("null+{}", rules.name(cell)),
                Step::Rest => "rest".to_owned(),
            }
        },
    }))
}
