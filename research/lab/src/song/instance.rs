//! Instances to be searched (Connect6 problems, 6×6 Othello positions, random trees), and the measurement of a search.

use cpu_time::ThreadTime;
use serde_json::json;
use yomikiri_connect6::{AttackMoves, AttackProblem, Board, GameRules, LeafDepth, LeafLimits};
use yomikiri_othello::{Color, MarginGame};
use yomikiri_pns::{Algorithm, Knowledge, Limits, Search, Verdict};

use super::tree::RandomTree;
use crate::bootstrap::Median;
use crate::cell::{Cell, Cells, Task, done};
use crate::mates::is_solved;
use crate::sakuta::positions;

const SUITE: &str = yomikiri_data::CONNECT6_SUITE;

/// The limit of visits on Connect6, where each visit costs leaf searches.
pub const CONNECT6_NODES: u64 = 10_000;
/// The limit of visits on the other games.
pub const OTHER_NODES: u64 = 3_000_000;
/// The effort of leaf searches on Connect6. With the default of the solver they would decide most problems in a few nodes of the
/// main search, and no algorithm could show itself.
pub const LEAF_EFFORT: u64 = 2;
/// The shortest proofs of the Connect6 problems, in plies.
pub const MIN_PLIES: u64 = 9;

/// The memory of each search in bytes.
const MEMORY: usize = 512 << 20;

/// The names of the values that records show.
pub const VALUES: [&str; 6] = ["proven", "seconds", "generated", "expanded", "visits", "seesaw"];

/// An instance to be searched.
#[derive(Clone, Debug)]
pub enum Instance {
    /// A problem of the suite, in the paper's setting.
    Connect6 { name: String, position: String, length: u64, turns: u64 },
    /// A position of the principal variation of 6×6 Othello in which White is to win by `margin`.
    Othello6 { vacant: u32, margin: i32 },
    /// A random tree.
    Tree { branching: u64, height: u32, seed: u64 },
}

/// Problems of the suite whose proofs have [`MIN_PLIES`] plies or more, evenly spread over it.
pub fn connect6(number: usize) -> Vec<Instance> {
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let (position, length, name) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
        // `wins with l7l9; 122 defender's turns in the proof`
        let turns = fields.next()?.split("; ").nth(1)?.split(' ').next()?.parse().ok()?;
        let (name, position) = (name.to_owned(), position.to_owned());
        Some(Instance::Connect6 { name, position, length, turns }).filter(|_| length >= MIN_PLIES)
    };
    let rows: Vec<Instance> = SUITE.lines().filter_map(row).collect();
    let number = number.min(rows.len());
    (0..number).map(|at| rows[at * rows.len() / number].clone()).collect()
}

/// White to win by 2, 4 and 6 in positions of the principal variation.
pub fn othello6(number: usize) -> Vec<Instance> {
    let all = positions(17).filter(|(vacant, _)| *vacant >= 9);
    let all = all.flat_map(|(vacant, _)| [4, 2, 6].map(|margin| Instance::Othello6 { vacant, margin }));
    all.take(number).collect()
}

/// Random trees of this branching.
pub fn trees(branching: u64, number: usize) -> Vec<Instance> {
    let height = match branching {
        2 => 16,
        3 => 10,
        _ => 8,
    };
    (0..number as u64).map(|seed| Instance::Tree { branching, height, seed }).collect()
}

impl Instance {
    /// The name of the instance.
    pub fn name(&self) -> String {
        match self {
            Instance::Connect6 { name, .. } => format!("connect6 {name}"),
            Instance::Othello6 { vacant, margin } => format!("othello6 vacant={vacant} at-least={margin}"),
            Instance::Tree { branching, height, seed } => {
                format!("tree branching={branching} height={height} seed={seed}")
            }
        }
    }

    /// The length of the known proof in plies, for Connect6 problems.
    pub fn length(&self) -> Option<u64> {
        match self {
            Instance::Connect6 { length, .. } => Some(*length),
            _ => None,
        }
    }

    /// The defender's turns in the known proof, for Connect6 problems. The proof is that of another search on a larger graph, so
    /// its size favours none of the searches that are compared.
    pub fn turns(&self) -> Option<u64> {
        match self {
            Instance::Connect6 { turns, .. } => Some(*turns),
            _ => None,
        }
    }

    /// The name of the task with an algorithm.
    pub fn id(&self, algorithm: &str) -> String {
        format!("{}: {algorithm}", self.name())
    }

    /// The task with an algorithm. The values are `proven`, CPU `seconds`, and counters.
    pub fn task(&self, algorithm: &str) -> Task {
        let (instance, algorithm) = (self.clone(), algorithm.to_owned());
        Task::new(self.id(&algorithm), move |limits| instance.measure(&algorithm, limits))
    }

    fn measure(&self, algorithm: &str, limits: &Limits) -> Cell {
        let algorithm: Algorithm = match algorithm.parse() {
            Ok(algorithm) => algorithm,
            Err(error) => return Cell::Failed { reason: format!("{error}") },
        };
        let most = match self {
            Instance::Connect6 { .. } => CONNECT6_NODES,
            Instance::Othello6 { .. } | Instance::Tree { .. } => OTHER_NODES,
        };
        let nodes = Some(limits.visits.map_or(most, |nodes| nodes.min(most)));
        let limits = Limits { memory: MEMORY, visits: nodes, ..limits.clone() };
        match self {
            Instance::Connect6 { position, .. } => {
                let board = GameRules::connect6(19)
                    .map_err(|error| error.to_string())
                    .and_then(|rules| Board::parse(position, rules).map_err(|error| error.to_string()));
                let board = match board {
                    Ok(board) => board,
                    Err(reason) => return Cell::Failed { reason },
                };
                let attacker = board.side_to_move();
                let problem = AttackProblem::new(board, attacker, AttackMoves::PAPER).with_leaf_search(
                    LeafDepth::Threats,
                    LeafLimits::from_effort(LEAF_EFFORT).without_null_moves(),
                );
                search(problem, algorithm, limits)
            }
            Instance::Othello6 { vacant, margin } => match positions(*vacant).last() {
                Some((_, position)) => {
                    let goal = MarginGame::new(position, Color::White, *margin);
                    search(goal, algorithm, limits)
                }
                None => Cell::Failed { reason: "no such position".to_owned() },
            },
            Instance::Tree { branching, height, seed } => {
                let tree = RandomTree::new(*branching, *height, *seed);
                search(tree, algorithm, limits)
            }
        }
    }
}

/// Returns the number of instances that an algorithm decides.
pub fn decided(cells: &Cells, instances: &[Instance], algorithm: &str) -> usize {
    let is_decided = |instance: &&Instance| is_solved(cells.get(&instance.id(algorithm)));
    instances.iter().filter(is_decided).count()
}

/// What an algorithm took for an instance: infinite if it reached its limit, `None` if it was not measured.
pub fn cost(cells: &Cells, instance: &Instance, algorithm: &str, key: &str) -> Option<f64> {
    let cell = cells.get(&instance.id(algorithm))?;
    Some(cell.number(key).unwrap_or(f64::INFINITY))
}

/// The median ratio of a value between two algorithms, over the instances that at least one of them solves. A search that
/// reached its limit counts as more than any that did not.
pub fn ratio(cells: &Cells, instances: &[Instance], one: &str, other: &str, key: &str) -> Option<Median> {
    Median::new(instances.iter().filter_map(|instance| {
        let cost = |algorithm: &str| cost(cells, instance, algorithm, key);
        match (cost(one)?, cost(other)?) {
            (one, other) if one.is_infinite() && other.is_infinite() => None,
            // Equal values, zeros included, have the ratio 1.
            (one, other) if one == other => Some(1.0),
            (one, other) => Some(one / other),
        }
    }))
}

fn search<G: Knowledge>(game: G, algorithm: Algorithm, limits: Limits) -> Cell {
    let start = ThreadTime::now();
    let outcome = Search::new(game).algorithm(algorithm).limits(limits.clone()).run();
    let seconds = start.elapsed().as_secs_f64();
    if let Verdict::Unknown(reason) = outcome.verdict {
        return Cell::unsolved(reason, &limits);
    }
    let counters = outcome.counters;
    done(json!({
        "proven": outcome.verdict.value(),
        "seconds": seconds,
        "generated": counters.generated,
        "expanded": counters.expanded,
        "visits": counters.visits,
        "seesaw": counters.re_entries,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn there_are_as_many_as_asked_for() {
        assert_eq!(connect6(40).len(), 40);
        let all = connect6(usize::MAX);
        assert!(
            all.iter().all(|instance| instance.length() >= Some(MIN_PLIES) && instance.turns() > Some(0))
        );
        assert!(all.iter().any(|instance| instance.turns() >= Some(60)));
        assert_eq!(connect6(100_000).len(), connect6(usize::MAX).len());
        assert_eq!((othello6(8).len(), trees(3, 5).len()), (8, 5));
    }

    #[test]
    fn a_search_is_measured_or_says_why_not() {
        for instance in [&connect6(3)[0], &trees(2, 1)[0]] {
            let cell = instance.task("dfpn+delayed").measure(&Limits::default());
            assert_eq!(cell.missing_reason(), None);
            assert!(cell.count("visits") >= cell.count("expanded"), "{cell:?}");
            assert!(cell.count("expanded") > Some(0), "{cell:?}");
        }
        // No time at all.
        let tree = &trees(2, 1)[0];
        let cell =
            tree.task("dfpn+delayed").measure(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!((cell.missing_reason().as_deref(), cell.count("visits")), (Some("> 0 s"), None));
    }
}
