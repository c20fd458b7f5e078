//! Solution graphs, which show that a value is right, and a checker that trusts the game's rules alone.
//!
//! A proof keeps one move at each OR node it reaches and all moves at each AND node; a disproof the other way round. A proof
//! must end in finitely many moves, so its graph has no cycle. A disproof may have cycles: a play that repeats is lost for
//! the prover.

use std::collections::HashMap;

use crate::control::StopReason;
use crate::game::Knowledge;
use crate::hash::FastHash;
use crate::plan::Plan;

type Map<K, V> = HashMap<K, V, FastHash>;

/// A strategy that shows a value, as a graph in which equal nodes are one.
#[derive(Clone, Debug)]
pub struct Solution<G: Knowledge> {
    value: bool,
    root: G::Key,
    /// The move to be played at each node of the side whose goal it is.
    choices: Map<G::Key, G::Move>,
    size: SolutionSize,
}

/// How large a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionSize {
    /// Different nodes.
    pub nodes: u64,
    /// Nodes when written out as a tree, saturating; repetitions end a branch.
    pub tree_nodes: u64,
    /// Longest line, in moves; repetitions end a line.
    pub depth: u64,
}

/// How large the solution is in a tree that a search has in memory. Where one child decides a node and several do, all of them
/// belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchTreeSize {
    /// Nodes, the root included.
    pub nodes: u64,
    /// Longest line, in moves.
    pub depth: u64,
}

/// Why a search returned no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSolution {
    /// The search ended without a value.
    #[error("the search is undecided: {0}")]
    Undecided(StopReason),
    /// There is a value, but the search kept only a part of the solution, and the second search,
    /// which looks for the rest, reached a limit. Higher limits give the solution.
    #[error("the search kept only a part of the solution, and a second search for the rest ended: {0}")]
    Stopped(StopReason),
    /// There is a value, but the second search, which keeps everything, did not confirm it. The
    /// rules or the knowledge of the game contradict themselves, or the search was a
    /// subsearch and the value holds only there.
    #[error("a second search did not confirm the value")]
    Unconfirmed,
}

/// Why a graph is not a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolutionError {
    /// The root is another node.
    #[error("the solution starts from another node")]
    OtherRoot,
    /// A node that needs a move has none.
    #[error("no move is given at {0}")]
    NoMove(String),
    /// The move is not one of the game.
    #[error("the move given at {0} is not a move there")]
    NotAMove(String),
    /// A line ends with the other value.
    #[error("a line ends at {0} with the opposite value")]
    WrongEnd(String),
    /// A proof that could go round for ever.
    #[error("the proof comes back to {0}")]
    Cycle(String),
}

impl<G: Knowledge> Solution<G> {
    /// The value it shows.
    pub fn value(&self) -> bool {
        self.value
    }

    /// How large it is.
    pub fn size(&self) -> SolutionSize {
        self.size
    }

    /// The move to be played at a node, if the solution reaches it and it is the solver's turn there.
    pub fn move_at(&self, key: &G::Key) -> Option<G::Move> {
        self.choices.get(key).copied()
    }

    /// Re-derives everything from the game, which must stand at the root.
    pub fn check(&self, game: G) -> Result<SolutionSize, SolutionError> {
        if game.key() != self.root {
            return Err(SolutionError::OtherRoot);
        }
        self.checker(game).run()
    }

    fn checker(&self, game: G) -> Checker<'_, G> {
        Checker { game, solution: self, done: Map::default(), moves: Vec::new() }
    }

    /// The line in which the other side holds out longest, from the root, at which `game` must stand. It ends where the
    /// game has a value, or before a position would repeat. Empty for a solution of another game.
    ///
    /// ```
    /// use yomikiri_pns::{Graph, Search};
    ///
    /// let graph = Graph::parse("a or b c\n b and d x+\n c and y-\n d or x+");
    /// let (_, solution) = Search::new(graph.root()).run_with_solution();
    /// // By way of b (node 1) the other side can go to d (node 3), which loses later than x+ (node 4).
    /// assert_eq!(solution.unwrap().main_line(graph.root()), [1, 3, 4]);
    /// ```
    pub fn main_line(&self, mut game: G) -> Vec<G::Move>
    where
        G: Clone,
    {
        let mut checker = self.checker(game.clone());
        if game.key() != self.root || checker.run().is_err() {
            return Vec::new();
        }
        let depths = checker.done;
        let (mut line, mut seen, mut moves) = (Vec::new(), Map::default(), Vec::new());
        loop {
            seen.insert(game.key(), ());
            moves.clear();
            match self.move_at(&game.key()) {
                _ if game.value().is_some() => {}
                Some(mv) => moves.push(mv),
                None => {
                    game.moves(&mut moves);
                    keep_deciding(&game, &mut moves);
                }
            }
            // The first of the longest.
            let mut best: Option<(u64, G::Move)> = None;
            for &mv in &moves {
                let undo = game.make(mv);
                let key = game.key();
                game.unmake(mv, undo);
                let depth = depths.get(&key).copied().flatten().map_or(0, |(_, depth)| depth);
                if !seen.contains_key(&key) && best.is_none_or(|(longest, _)| depth > longest) {
                    best = Some((depth, mv));
                }
            }
            let Some((_, mv)) = best else { return line };
            game.make(mv);
            line.push(mv);
        }
    }

    /// Builds the solution of the node at which `game` stands from what a search knows: `known` returns the value of a node
    /// if it is known, and may be wrong about disproofs that hold on some paths only. `None` if that is not enough.
    pub(crate) fn extract(game: G, value: bool, known: impl Fn(&G::Key) -> Option<bool>) -> Option<Self>
    where
        G: Clone,
    {
        let root = game.key();
        let arena = Arena::explore(game.clone(), value, known);
        let choices = if value { arena.finite_choices() } else { arena.lasting_choices() }?;
        let mut solution =
            Solution { value, root, choices, size: SolutionSize { nodes: 0, tree_nodes: 0, depth: 0 } };
        solution.size = solution.check(game).ok()?;
        Some(solution)
    }
}

/// A node of the graph among which a solution is chosen.
struct Candidate<M> {
    /// Whether the solver moves here.
    solver: bool,
    /// The end of a line, with the right value or the wrong one.
    end: Option<bool>,
    /// Moves and candidates they lead to: at the solver's nodes those that may be good, at the others all.
    edges: Vec<(M, usize)>,
}

struct Arena<G: Knowledge> {
    numbers: Map<G::Key, usize>,
    keys: Vec<G::Key>,
    candidates: Vec<Candidate<G::Move>>,
}

/// A candidate on the path of the exploration.
struct Visit<G: Knowledge> {
    node: usize,
    next_edge: usize,
    came_by: Option<(G::Move, G::Undo)>,
}

impl<G: Knowledge> Arena<G> {
    /// Everything reachable by moves that are good as far as is known.
    fn explore(mut game: G, value: bool, known: impl Fn(&G::Key) -> Option<bool>) -> Arena<G> {
        let mut arena = Arena { numbers: Map::default(), keys: Vec::new(), candidates: Vec::new() };
        let mut moves = Vec::new();
        arena.add(&mut game, value, &known, &mut moves);
        let mut path: Vec<Visit<G>> = vec![Visit { node: 0, next_edge: 0, came_by: None }];
        while let Some(step) = path.last_mut() {
            let (node, edge) = (step.node, step.next_edge);
            let Some(&(mv, _)) = arena.candidates[node].edges.get(edge) else {
                if let Some(Visit { came_by: Some((mv, undo)), .. }) = path.pop() {
                    game.unmake(mv, undo);
                }
                continue;
            };
            step.next_edge += 1;
            let undo = game.make(mv);
            let new = !arena.numbers.contains_key(&game.key());
            let child = arena.add(&mut game, value, &known, &mut moves);
            arena.candidates[node].edges[edge].1 = child;
            if new {
                path.push(Visit { node: child, next_edge: 0, came_by: Some((mv, undo)) });
            } else {
                game.unmake(mv, undo);
            }
        }
        arena
    }

    /// The candidate where the game stands; its edges lead nowhere yet.
    fn add(
        &mut self,
        game: &mut G,
        value: bool,
        known: &impl Fn(&G::Key) -> Option<bool>,
        moves: &mut Vec<G::Move>,
    ) -> usize {
        let key = game.key();
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let solver = game.kind().goal() == value;
        let mut candidate = Candidate { solver, end: None, edges: Vec::new() };
        moves.clear();
        match game.value() {
            Some(end) => candidate.end = Some(end.value == value),
            None => {
                game.moves(moves);
                if moves.is_empty() {
                    candidate.end = Some(!solver);
                }
                if !solver {
                    keep_deciding(game, moves);
                }
            }
        }
        if solver {
            // What the search found comes first: its own solution is wanted. A terminal node need not be in its table.
            let mut child = |mv: G::Move, good: &dyn Fn(&G) -> bool| {
                let undo = game.make(mv);
                let good = good(game);
                game.unmake(mv, undo);
                good
            };
            let mut keep = |good: &dyn Fn(&G) -> bool, edges: &mut Vec<(G::Move, usize)>| {
                // One good move is enough where nothing repeats.
                let most = if G::ACYCLIC { 1 } else { usize::MAX };
                let room = most.saturating_sub(edges.len());
                edges
                    .extend(moves.iter().copied().filter(|&mv| child(mv, good)).take(room).map(|mv| (mv, 0)));
            };
            keep(&|game| known(&game.key()) == Some(value), &mut candidate.edges);
            keep(
                &|game| {
                    known(&game.key()) != Some(value)
                        && game.value().is_some_and(|settled| settled.value == value)
                },
                &mut candidate.edges,
            );
        } else {
            candidate.edges.extend(moves.iter().map(|&mv| (mv, 0)));
        }
        let number = self.candidates.len();
        self.numbers.insert(key, number);
        self.keys.push(key);
        self.candidates.push(candidate);
        number
    }

    /// For a proof: the moves by which every line ends well, found from the ends backwards.
    fn finite_choices(&self) -> Option<Map<G::Key, G::Move>> {
        let mut parents = vec![Vec::new(); self.candidates.len()];
        let mut open: Vec<usize> = vec![0; self.candidates.len()];
        let mut choices = Map::default();
        let mut won: Vec<bool> =
            self.candidates.iter().map(|candidate| candidate.end == Some(true)).collect();
        let mut queue: Vec<usize> = (0..won.len()).filter(|&node| won[node]).collect();
        for (node, candidate) in self.candidates.iter().enumerate() {
            open[node] = candidate.edges.len();
            for &(mv, child) in &candidate.edges {
                parents[child].push((node, mv));
            }
        }
        while let Some(node) = queue.pop() {
            for &(parent, mv) in &parents[node] {
                open[parent] -= 1;
                if won[parent] || !self.candidates[parent].solver && open[parent] > 0 {
                    continue;
                }
                won[parent] = true;
                if self.candidates[parent].solver {
                    choices.insert(self.keys[parent], mv);
                }
                queue.push(parent);
            }
        }
        won[0].then_some(choices)
    }

    /// For a disproof: the moves by which no line ever ends badly, found by striking out what can.
    fn lasting_choices(&self) -> Option<Map<G::Key, G::Move>> {
        let mut parents = vec![Vec::new(); self.candidates.len()];
        let mut open: Vec<usize> = self.candidates.iter().map(|candidate| candidate.edges.len()).collect();
        for (node, candidate) in self.candidates.iter().enumerate() {
            for &(_, child) in &candidate.edges {
                parents[child].push(node);
            }
        }
        let bad = |node: usize| {
            let candidate = &self.candidates[node];
            candidate.end == Some(false) || candidate.end.is_none() && candidate.edges.is_empty()
        };
        let mut lost: Vec<bool> = (0..open.len()).map(bad).collect();
        let mut queue: Vec<usize> = (0..open.len()).filter(|&node| lost[node]).collect();
        while let Some(node) = queue.pop() {
            for &parent in &parents[node] {
                open[parent] -= 1;
                if !lost[parent] && (!self.candidates[parent].solver || open[parent] == 0) {
                    lost[parent] = true;
                    queue.push(parent);
                }
            }
        }
        let mut choices = Map::default();
        for (node, candidate) in self.candidates.iter().enumerate() {
            if candidate.solver
                && let Some(&(mv, _)) = candidate.edges.iter().find(|&&(_, child)| !lost[child])
            {
                choices.insert(self.keys[node], mv);
            }
        }
        (!lost[0]).then_some(choices)
    }
}

/// Of the moves that a solution must answer keeps the last alone, where the [plan](Plan::last_decides) says that it decides.
fn keep_deciding<G: Knowledge>(game: &G, moves: &mut Vec<G::Move>) {
    let mut plan = Plan::new(moves.len());
    game.plan(moves, &mut plan);
    if plan.last_decides() {
        moves.drain(..moves.len().saturating_sub(1));
    }
}

/// Walks a solution, one open node per frame.
struct Checker<'a, G: Knowledge> {
    game: G,
    solution: &'a Solution<G>,
    /// Tree size and depth of the nodes that are done; `None` while a node is on the path.
    done: Map<G::Key, Option<(u64, u64)>>,
    moves: Vec<G::Move>,
}

struct Open<G: Knowledge> {
    key: G::Key,
    moves: Vec<G::Move>,
    tree_nodes: u64,
    depth: u64,
    came_by: Option<(G::Move, G::Undo)>,
}

impl<G: Knowledge> Checker<'_, G> {
    fn run(&mut self) -> Result<SolutionSize, SolutionError> {
        let mut path = Vec::new();
        self.open(None, &mut path)?;
        let mut size = (1, 0);
        while let Some(top) = path.last_mut() {
            if let Some(mv) = top.moves.pop() {
                let undo = self.game.make(mv);
                match self.done.get(&self.game.key()) {
                    Some(&Some(done)) => {
                        self.game.unmake(mv, undo);
                        add(top, done);
                    }
                    Some(None) if self.solution.value => {
                        return Err(SolutionError::Cycle(format!("{:?}", self.game.key())));
                    }
                    Some(None) => {
                        self.game.unmake(mv, undo);
                        add(top, (1, 0));
                    }
                    None => self.open(Some((mv, undo)), &mut path)?,
                }
            } else if let Some(done) = path.pop() {
                size = (done.tree_nodes, done.depth);
                self.done.insert(done.key, Some(size));
                if let Some((mv, undo)) = done.came_by {
                    self.game.unmake(mv, undo);
                }
                if let Some(parent) = path.last_mut() {
                    add(parent, size);
                }
            }
        }
        Ok(SolutionSize { nodes: self.done.len() as u64, tree_nodes: size.0, depth: size.1 })
    }

    /// Opens the node where the game stands.
    fn open(
        &mut self,
        came_by: Option<(G::Move, G::Undo)>,
        path: &mut Vec<Open<G>>,
    ) -> Result<(), SolutionError> {
        let key = self.game.key();
        let name = || format!("{key:?}");
        let value = self.solution.value;
        let solver = self.game.kind().goal() == value;
        let mut moves = Vec::new();
        if let Some(end) = self.game.value() {
            if end.value != value {
                return Err(SolutionError::WrongEnd(name()));
            }
        } else {
            self.moves.clear();
            self.game.moves(&mut self.moves);
            if self.moves.is_empty() {
                if solver {
                    return Err(SolutionError::WrongEnd(name()));
                }
            } else if solver {
                let mv = self.solution.move_at(&key).ok_or_else(|| SolutionError::NoMove(name()))?;
                if !self.moves.contains(&mv) {
                    return Err(SolutionError::NotAMove(name()));
                }
                moves.push(mv);
            } else {
                keep_deciding(&self.game, &mut self.moves);
                moves.extend(self.moves.iter().rev());
            }
        }
        self.done.insert(key, None);
        path.push(Open { key, moves, tree_nodes: 1, depth: 0, came_by });
        Ok(())
    }
}

fn add<G: Knowledge>(parent: &mut Open<G>, (tree_nodes, depth): (u64, u64)) {
    parent.tree_nodes = parent.tree_nodes.saturating_add(tree_nodes);
    parent.depth = parent.depth.max(depth + 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, Search};

    fn solved(graph: &Graph) -> Solution<crate::GraphNode<'_>> {
        Search::new(graph.root()).run_with_solution().1.expect("small")
    }

    #[test]
    fn sizes_of_a_shared_proof() {
        // Both answers to a lead to d, which ends after one more move.
        let graph = Graph::parse("a and b c\n b or d\n c or d\n d and x+");
        let size = solved(&graph).size();
        assert_eq!(size, SolutionSize { nodes: 5, tree_nodes: 7, depth: 3 });
    }

    #[test]
    fn a_checker_that_can_say_no() {
        let graph = Graph::parse("a or b c\n b and a x+\n c and d x+\n d or x+ y-");
        let solution = solved(&graph);
        assert_eq!(solution.check(graph.root()), Ok(solution.size()));

        let mut wrong_end = solution.clone();
        wrong_end.choices.insert(3, 5);
        assert!(matches!(wrong_end.check(graph.root()), Err(SolutionError::WrongEnd(_))));
        let mut cycle = solution.clone();
        cycle.choices.insert(0, 1);
        assert!(matches!(cycle.check(graph.root()), Err(SolutionError::Cycle(_))));
        let mut missing = solution.clone();
        missing.choices.remove(&3);
        assert!(matches!(missing.check(graph.root()), Err(SolutionError::NoMove(_))));
        let mut foreign = solution.clone();
        foreign.choices.insert(0, 4);
        assert!(matches!(foreign.check(graph.root()), Err(SolutionError::NotAMove(_))));
        let other = Graph::parse("b and a\n a or x-");
        let mut moved = solution;
        moved.root = 1;
        assert_eq!(moved.check(other.root()), Err(SolutionError::OtherRoot));
    }

    #[test]
    fn a_disproof_may_run_in_circles() {
        let graph = Graph::parse("a or b\n b and a c\n c or x+");
        let solution = solved(&graph);
        assert!(!solution.value());
        assert_eq!(solution.move_at(&1), Some(0));
    }
}
