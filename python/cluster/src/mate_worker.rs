//! A worker for a mate problem.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use yomikiri_certificate::Compression;
use yomikiri_pns::distributed::ReplicatedTable as _;
use yomikiri_pns::slots::JournalThresholds;
use yomikiri_pns::{Algorithm, Limits, Table};
use yomikiri_service::request_fields::{Fields, take_algorithm, take_case};
use yomikiri_service::{BadRequest, Case, DefenderHand, MateTask};
use yomikiri_shogi::Move;
use yomikiri_tsume::{
    CertifiableAnswer, Goal, MateGame, MateTable, NotAProblem, Plies, SolveOptions, Solver,
};

use crate::{
    ClusterWorker, MAX_BATCH_ENTRIES, PeerLink, Run, SubsearchRequest, node_json, outcome_json, run_request,
    stand_at,
};

const RUN: Run<MateGame, MateTable> = |search, table, threads, exchange| match (threads, exchange) {
    (0 | 1, None) => search.run_with_table(table),
    (_, None) => search.run_on_threads(&*table, threads),
    (0 | 1, Some(exchange)) => search.run_exchanging(&*table, exchange),
    (_, Some(exchange)) => search.run_on_threads_exchanging(&*table, threads, exchange),
};

struct MateWorker {
    case: Case,
    root: MateGame,
    solver: Solver,
    query: SolveOptions,
    algorithm_name: String,
}

/// A worker for the position of a request. `within` limits the plies.
pub fn open(
    fields: &mut Fields,
    memory: usize,
    thresholds: JournalThresholds,
) -> Result<Box<dyn ClusterWorker>, BadRequest> {
    let case = take_case(fields, DefenderHand::Rest, &[])?;
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
    solver.table_for(&case.position, case.attacker, &query).keep_journal(thresholds);
    Ok(Box::new(MateWorker { case, root, solver, query, algorithm_name }))
}

impl MateWorker {
    fn table(&mut self) -> &mut MateTable {
        self.solver.table_for(&self.case.position, self.case.attacker, &self.query)
    }
}

fn name(_: &MateGame, mv: Move) -> String {
    mv.to_string()
}

impl ClusterWorker for MateWorker {
    fn node(&mut self, path: &[u32]) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, path)?;
        let algorithm = self.query.algorithm;
        let table = self.table();
        Ok(node_json(&mut game, algorithm, &above, |key| Table::get(&*table, key), name))
    }

    fn search(
        &mut self,
        request: &SubsearchRequest,
        stop: &Arc<AtomicBool>,
        link: Option<&mut PeerLink>,
    ) -> Result<Value, BadRequest> {
        let (mut game, above) = stand_at(&self.root, &request.path)?;
        let algorithm = self.query.algorithm;
        let table = self.table();
        let (outcome, counters, seconds) =
            run_request(&game, &above, algorithm, request, (stop, link), (&mut *table, RUN));
        let known = |key: &_| Table::get(&*table, key);
        let node = node_json(&mut game, algorithm, &above, known, name);
        Ok(outcome_json(&outcome, &counters, seconds, node))
    }

    fn drain_journal(&mut self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>) {
        self.table().drain_journal(most.min(MAX_BATCH_ENTRIES), lasting)
    }

    fn merge_batch(&mut self, batch: &[u8]) -> Result<usize, BadRequest> {
        self.table().merge_batch(batch).map_err(crate::bad_batch)
    }

    fn finish(
        &mut self,
        goal: Goal,
        limits: Limits,
        certificate: Option<&mut Vec<u8>>,
    ) -> Result<Value, BadRequest> {
        let query = SolveOptions { goal, limits, ..self.query.clone() };
        // What the subsearches found stays in the table.
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
