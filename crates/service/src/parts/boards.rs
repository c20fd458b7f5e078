//! Desks for games on a table of digests: Othello and Connect6.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use yomikiri_connect6::{self as connect6, AttackProblem, AttackVerdict, Step};
use yomikiri_othello::{Eight, Four, Goal, Move, Six, Size, Solver};
use yomikiri_pns::slots::Noted;
use yomikiri_pns::{
    Algorithm, ConcurrentTable, Crew, Knowledge, Limits, Outcome, Replica as _, Search, SharedTable as _,
};

use super::{
    Desk, FinishGoal, Link, MOST_ENTRIES, PartOrder, Run, node_json, outcome_json, run_order, stand_at,
};
use crate::fields::Fields;
use crate::questions::{Connect6Question, take_algorithm, take_othello};
use crate::request::BadRequest;

/// A desk for a game whose table keeps digests of keys.
struct Boards<G: Knowledge> {
    root: G,
    table: ConcurrentTable<G::Key>,
    algorithm: Algorithm,
    /// Runs a search in one thread.
    run: Run<G, ConcurrentTable<G::Key>>,
    /// The answer to the whole problem.
    finish: fn(&G, Algorithm, Limits, &mut ConcurrentTable<G::Key>) -> Value,
    name: fn(&G, G::Move) -> String,
}

impl<G: Knowledge<Key: Sync> + Clone> Boards<G> {
    fn known(&self) -> impl Fn(&G::Key) -> Option<yomikiri_pns::TableHit<G::Key>> {
        |key| self.table.get(key)
    }
}

impl<G: Knowledge<Key: Sync> + Clone> Desk for Boards<G> {
    fn node(&mut self, way: &[u32]) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, way)?;
        Ok(node_json(&mut game, self.algorithm, &above, self.known(), self.name))
    }

    fn search(
        &mut self,
        order: &PartOrder,
        stop: &Arc<AtomicBool>,
        link: Option<&mut Link>,
    ) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, &order.way)?;
        let on = (&mut self.table, self.run);
        let (outcome, counters, seconds) = run_order(&game, &above, self.algorithm, order, (stop, link), on);
        let node = node_json(&mut game, self.algorithm, &above, self.known(), self.name);
        Ok(outcome_json(&outcome, &counters, seconds, node))
    }

    fn take_batch(&mut self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        self.table.take_batch(most.min(MOST_ENTRIES), lasting)
    }

    fn take_in(&mut self, batch: &[u8]) -> Result<usize, BadRequest> {
        self.table.take_in(batch).map_err(super::bad_batch)
    }

    fn finish(
        &mut self,
        _: FinishGoal,
        limits: Limits,
        _: Option<&mut Vec<u8>>,
    ) -> Result<Value, BadRequest> {
        Ok((self.finish)(&self.root, self.algorithm, limits, &mut self.table))
    }
}

fn table<K: Copy + Eq + std::hash::Hash>(
    memory: usize,
    noted: Noted,
) -> Result<ConcurrentTable<K>, BadRequest> {
    let mut table =
        ConcurrentTable::with_memory(memory).map_err(|error| BadRequest::option("memory", error))?;
    table.keep_journal(noted);
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

/// A desk for Othello: `at_least` discs for `prover`, mirror images as one with `symmetry`, and the leaves' alpha-beta search.
pub fn othello(
    game: &str,
    fields: &mut Fields,
    memory: usize,
    noted: Noted,
) -> Result<Box<dyn Desk>, BadRequest> {
    match game {
        "othello4" => othello_of::<Four>(fields, memory, noted),
        "othello8" => othello_of::<Eight>(fields, memory, noted),
        _ => othello_of::<Six>(fields, memory, noted),
    }
}

fn othello_of<S: Size>(
    fields: &mut Fields,
    memory: usize,
    noted: Noted,
) -> Result<Box<dyn Desk>, BadRequest> {
    let (position, prover) = take_othello::<S>(fields)?;
    let at_least = fields.number("at_least", -64..=64)?.unwrap_or(1);
    let leaf_empties = fields.number("leaf_empties", 0..=24)?.unwrap_or(0);
    let (_, algorithm) = take_algorithm(fields)?;
    let mut root = Goal::<S>::new(position, prover, at_least)
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
    Ok(Box::new(Boards {
        root,
        table: table::<S::Key>(memory, noted)?,
        algorithm,
        run: run_othello::<S>,
        finish: |root, algorithm, limits, table| {
            let search = Search::new(root.clone()).algorithm(algorithm).limits(limits).table(table);
            let (outcome, solution) = S::solve(search);
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

/// The loop of a search by one process is compiled in the game's crate; the loop that exchanges with others is compiled here, because
/// only this crate uses it.
fn run_othello<'a, S: Size>(
    search: Search<'a, Goal<S>>,
    table: &'a mut ConcurrentTable<S::Key>,
    crew: Crew<'_>,
) -> Outcome {
    match crew.exchange {
        Some(exchange) => search.run_exchanging(&*table, exchange),
        None => S::run(search.table(table)),
    }
}

fn run_connect6<'a>(
    search: Search<'a, AttackProblem>,
    table: &'a mut ConcurrentTable<u128>,
    crew: Crew<'_>,
) -> Outcome {
    match crew.exchange {
        Some(exchange) => search.run_exchanging(&*table, exchange),
        None => connect6::run_part(search, table),
    }
}

/// A desk for Connect6, with the options of the command.
pub fn connect6(fields: &mut Fields, memory: usize, noted: Noted) -> Result<Box<dyn Desk>, BadRequest> {
    let Connect6Question { board, algorithm, attacker, attack, leaf_limits } =
        Connect6Question::take(fields)?;
    let root = AttackProblem::new(board, attacker, attack).with_leaf_limits(leaf_limits);
    Ok(Box::new(Boards {
        root,
        table: table::<u128>(memory, noted)?,
        algorithm,
        run: run_connect6,
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
