//! Parts of one search for several processes: a *desk* holds one problem and a table, and searches the nodes that a master sends it.
//!
//! The master keeps its tree elsewhere. It names a node by its way from the root, asks for its children, and has nodes searched within a
//! budget. What a desk learns goes to others in batches. A desk answers with JSON; see `docs/scaling.md` for who asks what.

mod boards;
mod link;
mod mates;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use yomikiri_pns::slots::{BatchError, Noted};
use yomikiri_pns::{
    Algorithm, Counters, Crew, Exchange, Knowledge, Limits, NodeKind, Numbers, Outcome, PartNode,
    ProofNumber, Replica, Search, TableHit, walk,
};

pub use link::Link;

use crate::fields::Fields;
use crate::request::BadRequest;

/// The most entries of a batch that a request may ask for.
const MOST_ENTRIES: usize = 1 << 20;

/// What is to be searched, and how far.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartOrder {
    /// The way from the root to the node.
    pub way: Vec<u32>,
    /// Visits.
    #[serde(default)]
    pub nodes: Option<u64>,
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
    #[serde(default)]
    pub least_nodes: u64,
    /// Threads, if the game has them.
    #[serde(default)]
    pub threads: usize,
    /// Those that search the same node at the same time.
    #[serde(default)]
    pub team: Option<TeamOrder>,
}

/// A team of desks that search one node together; see [`Link`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamOrder {
    /// The number of the job, which is another one each time.
    pub job: u64,
    /// The addresses at which the desks listen, IP and port.
    pub addresses: Vec<String>,
    /// Which of them is this one.
    pub member: usize,
}

/// One problem, and what was found out about it here.
pub trait Desk {
    /// A node and its children, as JSON.
    ///
    /// # Errors
    ///
    /// If the way does not lead to a node.
    fn node(&mut self, way: &[u32]) -> Result<Value, BadRequest>;

    /// Searches a node. Returns its numbers, what it took, and its children. With a link and a team the search exchanges what it learns
    /// with the others of the team, and ends when one of them has decided the node.
    ///
    /// # Errors
    ///
    /// If the way does not lead to a node.
    fn search(
        &mut self,
        order: &PartOrder,
        stop: &Arc<AtomicBool>,
        link: Option<&mut Link>,
    ) -> Result<Value, BadRequest>;

    /// What was learned since the last call, at most this many entries; and those of them with at least `lasting` visits below them.
    fn take_batch(&mut self, most: usize, lasting: u32) -> (Vec<u8>, Vec<u8>);

    /// Takes in what another desk with the same problem learned. Returns the number of entries.
    ///
    /// # Errors
    ///
    /// If the bytes are not a batch.
    fn take_in(&mut self, batch: &[u8]) -> Result<usize, BadRequest>;

    /// The answer to the whole problem, as JSON, by a search that uses all that is known here. If that decides, the answer is checked:
    /// mates are replayed and certified, other games build a solution. `certificate` says where that of a mate goes.
    ///
    /// # Errors
    ///
    /// If the certificate cannot be written.
    fn finish(
        &mut self,
        goal: FinishGoal,
        limits: Limits,
        certificate: Option<&mut Vec<u8>>,
    ) -> Result<Value, BadRequest>;
}

/// How much the last answer is to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FinishGoal {
    /// The verdict and a mate of any length.
    #[default]
    First,
    /// The shortest mate.
    Shortest,
    /// The main line.
    Main,
}

/// A step of a way is not a move.
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

/// Sets up a desk from a JSON object: `game`, `position`, `memory`, `algorithm` and the options of the game.
///
/// # Errors
///
/// If the object cannot be read or the memory is refused.
pub fn desk(text: &[u8]) -> Result<Box<dyn Desk>, BadRequest> {
    let mut fields = Fields::of(text)?;
    let game: String = fields.take("game")?.unwrap_or_else(|| "tsume".to_owned());
    let memory = fields.number("memory", 1..=usize::MAX)?.unwrap_or(1 << 30);
    let noted = Noted {
        solved: fields.take("share_solved")?.unwrap_or(16),
        unsolved: fields.take("share_unsolved")?.unwrap_or(u32::MAX),
    };
    let desk = match game.as_str() {
        "tsume" => mates::desk(&mut fields, memory, noted)?,
        "othello4" | "othello6" | "othello8" => boards::othello(&game, &mut fields, memory, noted)?,
        "connect6" => boards::connect6(&mut fields, memory, noted)?,
        _ => {
            return Err(BadRequest::new(
                "`game`: expected one of tsume, othello4, othello6, othello8, connect6",
                "`game`：tsume、othello4、othello6、othello8、connect6 のどれかが必要です",
            ));
        }
    };
    fields.finish(&game)?;
    Ok(desk)
}

/// Stands a copy of the root at a node. Also returns the keys of the nodes above.
fn stand_at<G: Knowledge + Clone>(root: &G, way: &[u32]) -> Result<(G, Vec<G::Key>), BadRequest> {
    let mut game = root.clone();
    let above = walk(&mut game, way).map_err(|step| not_a_move(step + 1))?;
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
    let node = PartNode::of(game, algorithm, above, known);
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
const MOST_RAISES: u32 = 64;

/// Runs a search on a table.
type Run<G, T> = for<'a, 'e> fn(Search<'a, G>, &'a mut T, Crew<'e>) -> Outcome;

/// Searches a node within the limits of an order. Returns the last outcome, the counters of all searches, and how many seconds they took.
fn run_order<G: Knowledge + Clone, T: Replica>(
    game: &G,
    above: &[G::Key],
    algorithm: Algorithm,
    order: &PartOrder,
    (stop, link): (&Arc<AtomicBool>, Option<&mut Link>),
    (table, run): (&mut T, Run<G, T>),
) -> (Outcome, Counters, f64) {
    let start = yomikiri_pns::clock::Instant::now();
    let bound = |number: Option<u64>| number.map_or(ProofNumber::INFINITE, ProofNumber::finite);
    let mut thresholds = Numbers { proof: bound(order.proof), disproof: bound(order.disproof) };
    let time = order.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let mut link = link.zip(order.team.as_ref()).map(|(link, team)| {
        link.begin(team.job, team.member, &team.addresses);
        link
    });
    let mut counters = Counters::default();
    let mut raises = 0;
    loop {
        let limits = Limits {
            time: time.map(|time| time.saturating_sub(start.elapsed())),
            visits: order.nodes.map(|nodes| nodes.saturating_sub(counters.visits)),
            stop: Some(Arc::clone(stop)),
            ..Limits::default()
        };
        let search = Search::new(game.clone()).algorithm(algorithm).limits(limits);
        let outcome = run(
            search.part_of(above.to_vec(), thresholds),
            table,
            Crew {
                threads: order.threads,
                exchange: link.as_deref_mut().map(|link| link as &mut dyn Exchange),
            },
        );
        counters.add(&outcome.counters);
        let reached =
            |number: ProofNumber, threshold: ProofNumber| !number.is_infinite() && number >= threshold;
        let root = outcome.root;
        let is_early = reached(root.proof, thresholds.proof) || reached(root.disproof, thresholds.disproof);
        if root.is_solved() || !is_early || counters.visits >= order.least_nodes || raises == MOST_RAISES {
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
        "relies_on": outcome.relies_on,
        "visits": counters.visits,
        "seconds": seconds,
        "entries": counters.table_entries,
        "collections": counters.collections,
        "node": node,
    })
}
