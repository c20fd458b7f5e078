//! A desk for a mate problem.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use yomikiri_certificate::Compression;
use yomikiri_pns::slots::Noted;
use yomikiri_pns::{Algorithm, Crew, Limits, Outcome, Replica as _, Search, Table};
use yomikiri_shogi::Move;
use yomikiri_tsume::{
    CertifiableAnswer, Goal, MateGame, MateTable, NotAProblem, Plies, SolveOptions, Solver,
};

use super::{Desk, FinishGoal, Link, MOST_ENTRIES, PartOrder, node_json, outcome_json, run_order, stand_at};
use crate::case::{Case, MateTask};
use crate::fields::Fields;
use crate::hands::Hands;
use crate::questions::{take_algorithm, take_case};
use crate::request::BadRequest;

/// The loops that exchange with other processes are compiled here, because only this crate uses them.
fn run<'a>(search: Search<'a, MateGame>, table: &'a mut MateTable, crew: Crew<'_>) -> Outcome {
    match crew {
        Crew { threads: 0 | 1, exchange: None } => search.run_with_table(table),
        Crew { threads, exchange: None } => search.run_on_threads(&*table, threads),
        Crew { threads: 0 | 1, exchange: Some(exchange) } => search.run_exchanging(&*table, exchange),
        Crew { threads, exchange: Some(exchange) } => {
            search.run_on_threads_exchanging(&*table, threads, exchange)
        }
    }
}

struct Mates {
    case: Case,
    root: MateGame,
    solver: Solver,
    query: SolveOptions,
    algorithm_name: String,
}

/// A desk for the position of a request. `within` limits the plies.
pub fn desk(fields: &mut Fields, memory: usize, noted: Noted) -> Result<Box<dyn Desk>, BadRequest> {
    let case = take_case(fields, Hands::Rest, &[])?;
    let (algorithm_name, algorithm) = take_algorithm(fields)?;
    if !matches!(algorithm, Algorithm::DfPn { .. }) {
        return Err(BadRequest::new(
            "`algorithm`: expected a depth-first one",
            "`algorithm`：深さ優先の探索が必要です",
        ));
    }
    let query = SolveOptions { algorithm, ..SolveOptions::default() };
    let mut root = MateGame::new(case.position.clone(), case.attacker);
    NotAProblem::check(&case.position, case.attacker).map_err(BadRequest::position)?;
    if let Some(plies) = fields.take("within")? {
        root = root.within(Plies::new(plies));
    }
    let mut solver = Solver::new(memory).map_err(|error| BadRequest::option("memory", error))?;
    solver.table_for(&case.position, case.attacker, &query).keep_journal(noted);
    Ok(Box::new(Mates { case, root, solver, query, algorithm_name }))
}

impl Mates {
    fn table(&mut self) -> &mut MateTable {
        self.solver.table_for(&self.case.position, self.case.attacker, &self.query)
    }
}

fn name(_: &MateGame, mv: Move) -> String {
    mv.to_string()
}

impl Desk for Mates {
    fn node(&mut self, way: &[u32]) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, way)?;
        let algorithm = self.query.algorithm;
        let table = self.table();
        Ok(node_json(&mut game, algorithm, &above, |key| Table::get(&*table, key), name))
    }

    fn search(
        &mut self,
        order: &PartOrder,
        stop: &Arc<AtomicBool>,
        link: Option<&mut Link>,
    ) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, &order.way)?;
        let algorithm = self.query.algorithm;
        let table = self.table();
        let (outcome, counters, seconds) =
            run_order(&game, &above, algorithm, order, (stop, link), (&mut *table, run));
        let known = |key: &_| Table::get(&*table, key);
        let node = node_json(&mut game, algorithm, &above, known, name);
        Ok(outcome_json(&outcome, &counters, seconds, node))
    }

    fn take_batch(&mut self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        self.table().take_batch(most.min(MOST_ENTRIES), lasting)
    }

    fn take_in(&mut self, batch: &[u8]) -> Result<usize, BadRequest> {
        self.table().take_in(batch).map_err(super::bad_batch)
    }

    fn finish(
        &mut self,
        goal: FinishGoal,
        limits: Limits,
        certificate: Option<&mut Vec<u8>>,
    ) -> Result<Value, BadRequest> {
        let goal = match goal {
            FinishGoal::First => Goal::AnyMate,
            FinishGoal::Shortest => Goal::Shortest,
            FinishGoal::Main => Goal::MainLine,
        };
        let query = SolveOptions { goal, limits, ..self.query.clone() };
        // What the parts found stays in the table.
        self.table();
        let task = MateTask { algorithm: &self.algorithm_name, query: &query, all: None, reasons: None };
        let (position, attacker) = (self.case.position.clone(), self.case.attacker);
        let solved = self.case.clone().solve(&task, &mut self.solver, &mut |_| {});
        let solved = solved.map_err(BadRequest::position)?;
        let mut answer = json!(solved.answer);
        if let Some(bytes) = certificate {
            let made = self.solver.certify(
                &position,
                attacker,
                CertifiableAnswer::Mate(&solved.verdict),
                &query,
                &mut |_| {},
            );
            match made {
                Ok(certificate) => {
                    certificate
                        .write(&mut *bytes, Compression::Gzip)
                        .map_err(|error| BadRequest::new(error.to_string(), error.to_string()))?;
                    answer["certificate"] =
                        json!({ "claim": certificate.claim(), "nodes": certificate.nodes() });
                }
                Err(error) => answer["certificate"] = json!({ "error": error.to_string() }),
            }
        }
        Ok(answer)
    }
}
