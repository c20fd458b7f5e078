//! Games that are written in Python, searched by any algorithm of `pns`.
//!
//! The graph of the game is kept as it is discovered: Python is asked once for each position (its key, side, value and moves) and once
//! for each move, and everything after that is native. A search asks for the same nodes again and again, so this is what makes Python games
//! bearable. The price is memory for every position that was seen.
//!
//! Rules in Python may raise. The first exception ends the search: from then on every node looks like a lost one, so that the search is
//! over soon, and what it found is thrown away.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use serde_json::json;
use yomikiri_pns::{
    Algorithm, Game, Knowledge, KnownValue, Limits, NoSolution, NodeKind, Numbers, Progress, ProofNumber,
    Search, Verdict,
};

use crate::error::input_error;
use crate::host::{POLL, StopFlag};

/// The number of a position in the order of discovery.
type Node = u32;

/// The graph of a game as far as it is known.
struct Graph<'py> {
    py: Python<'py>,
    /// The numbers of the positions, by their keys.
    numbers: Bound<'py, PyDict>,
    keys: Vec<Bound<'py, PyAny>>,
    nodes: Vec<Known<'py>>,
    failure: Option<PyErr>,
    stop: Arc<AtomicBool>,
}

/// What is known of a position.
struct Known<'py> {
    /// The position itself, until all its moves were made.
    state: Option<Bound<'py, PyAny>>,
    kind: NodeKind,
    value: Option<bool>,
    estimate: Numbers,
    /// Its moves, once they were asked for.
    moves: Option<Vec<Edge<'py>>>,
    /// Moves that were not made yet.
    unexplored: usize,
}

/// A move, and the position it leads to once it was made.
struct Edge<'py> {
    mv: Bound<'py, PyAny>,
    child: Option<Node>,
}

impl<'py> Graph<'py> {
    /// Takes in a position: its number.
    fn add(&mut self, state: Bound<'py, PyAny>) -> PyResult<Node> {
        let key = state.call_method0("key")?;
        if let Some(number) = self.numbers.get_item(&key)? {
            return number.extract();
        }
        let number = Node::try_from(self.nodes.len())
            .map_err(|_| PyValueError::new_err("more positions than a search can hold"))?;
        let kind = if state.call_method0("is_or")?.is_truthy()? { NodeKind::Or } else { NodeKind::And };
        let value = state.call_method0("value")?;
        let value = if value.is_none() { None } else { Some(boolean(&value)?) };
        let estimate = estimate(&state.call_method0("estimate")?)?;
        self.numbers.set_item(&key, number)?;
        self.keys.push(key);
        self.nodes.push(Known { state: Some(state), kind, value, estimate, moves: None, unexplored: 0 });
        Ok(number)
    }

    /// Asks for the moves of a position, unless they are known.
    fn list_moves(&mut self, node: Node) -> PyResult<()> {
        let known = &self.nodes[node as usize];
        let (None, Some(state)) = (&known.moves, &known.state) else { return Ok(()) };
        let listed = PyIterator::from_object(&state.call_method0("moves")?)?;
        let edges = listed.map(|mv| mv.map(|mv| Edge { mv, child: None })).collect::<PyResult<Vec<_>>>()?;
        let known = &mut self.nodes[node as usize];
        known.unexplored = edges.len();
        known.moves = Some(edges);
        Ok(())
    }

    /// The position that a move leads to.
    fn child(&mut self, node: Node, mv: u32) -> PyResult<Node> {
        let known = &self.nodes[node as usize];
        let edge = known.moves.as_ref().and_then(|moves| moves.get(mv as usize));
        let edge = edge.ok_or_else(|| PyValueError::new_err("a move of another position"))?;
        if let Some(child) = edge.child {
            return Ok(child);
        }
        let state = known.state.as_ref().ok_or_else(|| PyValueError::new_err("a position that is closed"))?;
        let after = state.call_method1("play", (&edge.mv,))?;
        let child = self.add(after)?;
        let known = &mut self.nodes[node as usize];
        if let Some(edge) = known.moves.as_mut().and_then(|moves| moves.get_mut(mv as usize)) {
            edge.child = Some(child);
        }
        known.unexplored -= 1;
        if known.unexplored == 0 {
            known.state = None;
        }
        Ok(child)
    }

    /// Notes an exception, the first one, and ends the search.
    fn fail(&mut self, error: PyErr) {
        self.stop.store(true, Ordering::Relaxed);
        self.failure.get_or_insert(error);
    }
}

/// A value must be `True`, `False` or `None`: what is merely truthy is most likely a mistake, such as a score of 0.
fn boolean(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| PyTypeError::new_err("value() must return True, False or None"))
}

/// The numbers of a new leaf.
fn estimate(numbers: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    let (proof, disproof): (u64, u64) = numbers.extract().map_err(|_| {
        PyTypeError::new_err("estimate() must return a proof number and a disproof number, both at least 1")
    })?;
    if proof == 0 || disproof == 0 || proof == u64::MAX || disproof == u64::MAX {
        return Err(PyValueError::new_err(
            "estimate(): the numbers of an open position are at least 1 and finite",
        ));
    }
    Ok(Numbers::new(proof, disproof))
}

/// A position of the graph, as the searches see it.
#[derive(Clone)]
struct Walker<'py> {
    graph: Rc<RefCell<Graph<'py>>>,
    node: Node,
}

impl<'py> Walker<'py> {
    fn known<T>(&self, get: impl FnOnce(&Known<'py>) -> T) -> T {
        get(&self.graph.borrow().nodes[self.node as usize])
    }
}

impl Game for Walker<'_> {
    /// The number of the move in the list of its position.
    type Move = u32;
    type Key = Node;
    type Undo = Node;

    // Also right for games without cycles; the searches then look for cycles in vain.
    const ACYCLIC: bool = false;

    fn key(&self) -> Node {
        self.node
    }

    fn kind(&self) -> NodeKind {
        self.known(|known| known.kind)
    }

    fn value(&self) -> Option<KnownValue<Node>> {
        if self.graph.borrow().failure.is_some() {
            return Some(false.into());
        }
        self.known(|known| known.value).map(Into::into)
    }

    fn moves(&self, moves: &mut Vec<u32>) {
        let mut graph = self.graph.borrow_mut();
        if graph.failure.is_some() {
            return;
        }
        if let Err(error) = graph.list_moves(self.node) {
            graph.fail(error);
            return;
        }
        let count = graph.nodes[self.node as usize].moves.as_ref().map_or(0, Vec::len);
        moves.extend(0..u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn make(&mut self, mv: u32) -> Node {
        let mut graph = self.graph.borrow_mut();
        let child = if graph.failure.is_none() { graph.child(self.node, mv) } else { Ok(self.node) };
        let child = child.unwrap_or_else(|error| {
            graph.fail(error);
            self.node
        });
        drop(graph);
        std::mem::replace(&mut self.node, child)
    }

    fn unmake(&mut self, _: u32, before: Node) {
        self.node = before;
    }
}

impl Knowledge for Walker<'_> {
    fn estimate(&self) -> Numbers {
        self.known(|known| known.estimate)
    }
}

/// What a search of a game found: JSON, the main line, and the strategy as a dictionary from keys to moves.
type Found<'py> = (String, Vec<Bound<'py, PyAny>>, Option<Bound<'py, PyDict>>);

/// Searches a game that is written in Python.
#[pyfunction]
#[pyo3(signature = (root, algorithm, time=None, nodes=None, memory=None, on_progress=None, stop=None))]
#[expect(clippy::too_many_arguments, reason = "the options of Python's function")]
pub fn search_game<'py>(
    py: Python<'py>,
    root: Bound<'py, PyAny>,
    algorithm: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    on_progress: Option<Bound<'py, PyAny>>,
    stop: Option<PyRef<'py, StopFlag>>,
) -> PyResult<Found<'py>> {
    let algorithm: Algorithm = algorithm.parse().map_err(input_error)?;
    let time = time.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| input_error("time: expected a number of seconds"))?;
    let flag: Arc<AtomicBool> = Arc::default();
    let memory = memory.unwrap_or(crate::request::MEMORY);
    let limits = Limits { time, visits: nodes, memory, stop: Some(flag.clone()) };
    let mut graph = Graph {
        py,
        numbers: PyDict::new(py),
        keys: Vec::new(),
        nodes: Vec::new(),
        failure: None,
        stop: flag,
    };
    let node = graph.add(root)?;
    let graph = Rc::new(RefCell::new(graph));
    let start = Walker { graph: graph.clone(), node };
    let mut next = Instant::now() + POLL;
    let watched = graph.clone();
    let report = move |progress: Progress<'_>| {
        if Instant::now() < next {
            return;
        }
        // Other threads of Python get their turn, also while the search is native.
        py.detach(|| ());
        let called = py.check_signals().and_then(|()| match &on_progress {
            Some(callback) => callback.call1((progress_json(&progress),)).map(|_| ()),
            None => Ok(()),
        });
        if let Err(error) = called {
            watched.borrow_mut().fail(error);
        }
        if stop.as_ref().is_some_and(|stop| stop.0.load(Ordering::Relaxed)) {
            watched.borrow().stop.store(true, Ordering::Relaxed);
        }
        next = Instant::now() + POLL;
    };
    let search = Search::new(start.clone()).algorithm(algorithm).limits(limits).on_progress(report);
    let (outcome, solution) = search.run_with_solution();
    // An undecided search has its `stop_reason`.
    let no_solution = solution.as_ref().err().filter(|_| outcome.verdict.value().is_some());
    let no_solution = no_solution.map(NoSolution::to_string);
    let solution = solution.ok();
    if let Some(failure) = graph.borrow_mut().failure.take() {
        return Err(failure);
    }
    let line = solution.as_ref().map(|solution| solution.main_line(start)).unwrap_or_default();
    if let Some(failure) = graph.borrow_mut().failure.take() {
        return Err(failure);
    }
    let graph = graph.borrow();
    let (verdict, stop_reason) = match outcome.verdict {
        Verdict::Proven => ("proven", None),
        Verdict::Disproven => ("disproven", None),
        Verdict::Unknown(reason) => ("unknown", Some(reason.to_string())),
    };
    let size = solution.as_ref().map(|solution| solution.size());
    let answer = json!({
        "verdict": verdict,
        "stop_reason": stop_reason,
        "no_solution": no_solution,
        "nodes": outcome.counters.visits,
        "positions": graph.nodes.len(),
        "wall_seconds": outcome.elapsed.as_secs_f64(),
        "pn": finite(outcome.root.proof),
        "dn": finite(outcome.root.disproof),
        "proof_size": size.map(|size| size.nodes),
        "proof_tree_size": size.map(|size| size.tree_nodes),
        "proof_depth": size.map(|size| size.depth),
        "counters": outcome.counters,
    });
    let strategy = solution.map(|solution| graph.strategy(|node| solution.move_at(&node))).transpose()?;
    Ok((answer.to_string(), graph.moves_along(node, &line), strategy))
}

impl<'py> Graph<'py> {
    fn mv(&self, node: Node, mv: u32) -> Option<&Edge<'py>> {
        self.nodes[node as usize].moves.as_ref()?.get(mv as usize)
    }

    /// The moves of a line, as Python knows them.
    fn moves_along(&self, mut node: Node, line: &[u32]) -> Vec<Bound<'py, PyAny>> {
        let mut moves = Vec::with_capacity(line.len());
        for &mv in line {
            let Some(edge) = self.mv(node, mv) else { break };
            moves.push(edge.mv.clone());
            let Some(child) = edge.child else { break };
            node = child;
        }
        moves
    }

    /// The moves of a solution, by the keys of their positions.
    fn strategy(&self, choice: impl Fn(Node) -> Option<u32>) -> PyResult<Bound<'py, PyDict>> {
        let strategy = PyDict::new(self.py);
        for (node, key) in (0..).zip(&self.keys) {
            if let Some(edge) = choice(node).and_then(|mv| self.mv(node, mv)) {
                strategy.set_item(key, &edge.mv)?;
            }
        }
        Ok(strategy)
    }
}

fn finite(number: ProofNumber) -> Option<u64> {
    (!number.is_infinite()).then(|| number.get())
}

fn progress_json(progress: &Progress<'_>) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let nodes = progress.counters.visits;
    json!({
        "event": "progress",
        "nodes": nodes,
        "seconds": seconds,
        "pn": finite(progress.root.proof),
        "dn": finite(progress.root.disproof),
        "table": null,
        "rate": (nodes as f64 / seconds.max(1e-9)) as u64,
    })
    .to_string()
}
