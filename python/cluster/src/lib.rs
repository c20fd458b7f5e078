//! One search on several processes: each has a [`ClusterWorker`], which holds the problem and a
//! table, and searches the nodes that a coordinator sends it.
//!
//! The coordinator keeps its tree elsewhere. It names a node by its path from the root, asks for
//! its children, and has nodes searched within a budget. What a process learns goes to others in
//! batches: through the coordinator, or, in a team that searches one node together, over a
//! [`PeerLink`]. Answers are JSON; `docs/scaling.md` says who asks what.

mod board_worker;
mod mate_worker;
mod peer_link;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use yomikiri_pns::distributed::{NodeView, PeerExchange, ReplicatedTable, descend};
use yomikiri_pns::slots::{BatchError, JournalThresholds};
use yomikiri_pns::{
    Algorithm, Counters, Knowledge, Limits, NodeKind, Numbers, Outcome, ProofNumber, Search, TableHit,
};
use yomikiri_service::BadRequest;
use yomikiri_service::request_fields::Fields;
use yomikiri_tsume::Goal;

pub use peer_link::PeerLink;

/// The most entries of a batch that a request may ask for.
const MAX_BATCH_ENTRIES: usize = 1 << 20;

/// What is to be searched, and how far.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubsearchRequest {
    /// The path from the root to the node.
    #[serde(rename = "way")]
    pub path: Vec<u32>,
    /// Visits, at most.
    #[serde(default, rename = "nodes")]
    pub visits: Option<u64>,
    /// Wall-clock time in seconds.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The node is left when its numbers reach these; none is infinite.
    #[serde(default)]
    pub proof: Option<u64>,
    /// See [`proof`](Self::proof).
    #[serde(default)]
    pub disproof: Option<u64>,
    /// Visits before the thresholds count.
    #[serde(default, rename = "least_nodes")]
    pub min_visits: u64,
    /// Threads, if the game has them.
    #[serde(default)]
    pub threads: usize,
    /// Those that search the same node at the same time.
    #[serde(default)]
    pub team: Option<TeamAssignment>,
}

/// A team of processes that search one node together; see [`PeerLink`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamAssignment {
    /// The number of the job, which is another one each time.
    pub job: u64,
    /// The addresses at which the processes listen, IP and port.
    pub addresses: Vec<String>,
    /// Which of them is this one.
    #[serde(rename = "member")]
    pub process: usize,
}

/// One problem, and what was found out about it here.
pub trait ClusterWorker {
    /// Returns a node and its children, as JSON.
    ///
    /// # Errors
    ///
    /// If the path does not lead to a node.
    fn node(&mut self, path: &[u32]) -> Result<Value, BadRequest>;

    /// Searches a node. Returns its numbers, what it took, and its children. With a link and a team the search exchanges what it learns
    /// with the others of the team, and ends when one of them has decided the node.
    ///
    /// # Errors
    ///
    /// If the path does not lead to a node.
    fn search(
        &mut self,
        request: &SubsearchRequest,
        stop: &Arc<AtomicBool>,
        link: Option<&mut PeerLink>,
    ) -> Result<Value, BadRequest>;

    /// Returns what was learned since the last call, at most this many entries; and those of them
    /// with at least `lasting` visits below them.
    fn drain_journal(&mut self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>);

    /// Merges what another process learned about the same problem. Returns the number of entries.
    ///
    /// # Errors
    ///
    /// If the bytes are not a batch.
    fn merge_batch(&mut self, batch: &[u8]) -> Result<usize, BadRequest>;

    /// Returns the answer to the whole problem, as JSON, by a search that uses all that is known
    /// here. If that decides, the answer is checked: mates are replayed and certified, other games
    /// build a solution. `certificate` says where that of a mate goes.
    ///
    /// # Errors
    ///
    /// If the certificate cannot be written.
    fn finish(
        &mut self,
        goal: Goal,
        limits: Limits,
        certificate: Option<&mut Vec<u8>>,
    ) -> Result<Value, BadRequest>;
}

/// Returns the goal of a mate search by its name in a request.
///
/// # Errors
///
/// If there is no such goal.
pub fn parse_goal(name: &str) -> Result<Goal, BadRequest> {
    match name {
        "first" => Ok(Goal::AnyMate),
        "shortest" => Ok(Goal::Shortest),
        "main" => Ok(Goal::MainLine),
        _ => {
            let expected = "expected one of `first`, `shortest`, `main`";
            Err(BadRequest::new(
                format!("unknown variant `{name}`, {expected}"),
                format!("`{name}`：first、shortest、main のどれかが必要です"),
            ))
        }
    }
}

/// A step of a path is not a move.
fn not_a_move(step: usize) -> BadRequest {
    BadRequest::new(
        format!("`way`: step {step} is not a move"),
        format!("`way`：{step}番目は指し手ではありません"),
    )
}

/// Bytes that are no batch.
fn bad_batch(error: BatchError) -> BadRequest {
    BadRequest::new(error.to_string(), "結果のまとまりではないか、壊れています")
}

/// Sets up a worker from a JSON object: `game`, `position`, `memory`, `algorithm` and the options
/// of the game.
///
/// # Errors
///
/// If the object cannot be read or the memory is refused.
pub fn open_worker(text: &[u8]) -> Result<Box<dyn ClusterWorker>, BadRequest> {
    let mut fields = Fields::from_json(text)?;
    let game: String = fields.take("game")?.unwrap_or_else(|| "tsume".to_owned());
    let memory = fields.number("memory", 1..=usize::MAX)?.unwrap_or(1 << 30);
    let thresholds = JournalThresholds {
        solved: fields.take("share_solved")?.unwrap_or(16),
        unsolved: fields.take("share_unsolved")?.unwrap_or(u32::MAX),
    };
    let worker = match game.as_str() {
        "tsume" => mate_worker::open(&mut fields, memory, thresholds)?,
        "othello4" | "othello6" | "othello8" => {
            board_worker::open_othello(&game, &mut fields, memory, thresholds)?
        }
        "connect6" => board_worker::open_connect6(&mut fields, memory, thresholds)?,
        _ => {
            return Err(BadRequest::new(
                "`game`: expected one of tsume, othello4, othello6, othello8, connect6",
                "`game`：tsume、othello4、othello6、othello8、connect6 のどれかが必要です",
            ));
        }
    };
    fields.finish(&game)?;
    Ok(worker)
}

/// Stands a copy of the root at a node. Also returns the keys of the nodes above.
fn stand_at<G: Knowledge + Clone>(root: &G, path: &[u32]) -> Result<(G, Vec<G::Key>), BadRequest> {
    let mut game = root.clone();
    let above = descend(&mut game, path).map_err(|step| not_a_move(step + 1))?;
    Ok((game, above))
}

/// The JSON of a node, with what a table knows of its children.
fn node_json<G: Knowledge>(
    game: &mut G,
    algorithm: Algorithm,
    above: &[G::Key],
    known: impl Fn(&G::Key) -> Option<TableHit<G::Key>>,
    name: impl Fn(&G, G::Move) -> String,
) -> Value {
    let node = NodeView::new(game, algorithm, above, known);
    let children: Vec<Value> = node
        .children
        .iter()
        .map(|child| {
            let mut value = json!({
                "move": name(game, child.mv),
                "key": format!("{:032x}", child.key),
                "class": format!("{:016x}", child.class),
                "proof": number_json(child.numbers.proof),
                "disproof": number_json(child.numbers.disproof),
                "visits": child.visits,
            });
            if let Some(first) = child.waits_for {
                value["waits_for"] = json!(first);
            }
            if let Some(depth) = child.repeats {
                value["repeats"] = json!(depth);
            }
            value
        })
        .collect();
    json!({
        "or": node.kind == NodeKind::Or,
        "value": node.value,
        "key": format!("{:032x}", node.key),
        "class": format!("{:016x}", node.class),
        "children": children,
    })
}

/// A number; infinity is null.
fn number_json(number: ProofNumber) -> Value {
    if number.is_infinite() { Value::Null } else { json!(number.get()) }
}

/// How often thresholds are raised for a search that reached them within its least visits.
const MAX_RAISES: u32 = 64;

/// Runs a search on a table, with this many threads if the game has them, and exchanges with other
/// processes if there are any.
type Run<G, T> = for<'a, 'e> fn(Search<'a, G>, &'a mut T, usize, Option<&'e mut dyn PeerExchange>) -> Outcome;

/// Searches a node within the limits of a request. Returns the last outcome, the counters of all
/// searches, and how many seconds they took.
fn run_request<G: Knowledge + Clone, T: ReplicatedTable>(
    game: &G,
    above: &[G::Key],
    algorithm: Algorithm,
    request: &SubsearchRequest,
    (stop, link): (&Arc<AtomicBool>, Option<&mut PeerLink>),
    (table, run): (&mut T, Run<G, T>),
) -> (Outcome, Counters, f64) {
    let start = Instant::now();
    let bound = |number: Option<u64>| number.map_or(ProofNumber::INFINITE, ProofNumber::finite);
    let mut thresholds = Numbers { proof: bound(request.proof), disproof: bound(request.disproof) };
    let time = request.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let mut link = link.zip(request.team.as_ref()).map(|(link, team)| {
        link.begin(team.job, team.process, &team.addresses);
        link
    });
    let mut counters = Counters::default();
    let mut raises = 0;
    loop {
        let limits = Limits {
            time: time.map(|time| time.saturating_sub(start.elapsed())),
            visits: request.visits.map(|visits| visits.saturating_sub(counters.visits)),
            stop: Some(Arc::clone(stop)),
            ..Limits::default()
        };
        let search = Search::new(game.clone()).algorithm(algorithm).limits(limits);
        let exchange = link.as_deref_mut().map(|link| link as &mut dyn PeerExchange);
        let outcome = run(search.as_subsearch(above.to_vec(), thresholds), table, request.threads, exchange);
        counters.add(&outcome.counters);
        let reached =
            |number: ProofNumber, threshold: ProofNumber| !number.is_infinite() && number >= threshold;
        let root = outcome.root;
        let is_early = reached(root.proof, thresholds.proof) || reached(root.disproof, thresholds.disproof);
        if root.is_solved() || !is_early || counters.visits >= request.min_visits || raises == MAX_RAISES {
            if let Some(link) = link {
                link.end(table, root.is_solved());
            }
            return (outcome, counters, start.elapsed().as_secs_f64());
        }
        raises += 1;
        let raised = |number: ProofNumber, threshold: ProofNumber| {
            if threshold.is_infinite() { threshold } else { threshold.max(number).increased_by(0.5) }
        };
        thresholds = Numbers {
            proof: raised(root.proof, thresholds.proof),
            disproof: raised(root.disproof, thresholds.disproof),
        };
    }
}

/// The JSON of a search's outcome. `node` is that of its node.
fn outcome_json(outcome: &Outcome, counters: &Counters, seconds: f64, node: Value) -> Value {
    json!({
        "proof": number_json(outcome.root.proof),
        "disproof": number_json(outcome.root.disproof),
        "value": outcome.root.value(),
        "relies_on": outcome.depends_on_ancestor,
        "visits": counters.visits,
        "seconds": seconds,
        "entries": counters.table_entries,
        "collections": counters.collections,
        "node": node,
    })
}
