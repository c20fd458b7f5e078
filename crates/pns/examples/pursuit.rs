//! A pursuit, a game in which positions come back: `cargo run -p yomikiri-pns --example pursuit`.
//!
//! A cop and a robber stand on the nodes of a graph. They take turns; each goes to a neighbour or stays. The cop wins if
//! he catches the robber. A robber who can run for ever is free, so a play that repeats a position is lost for the cop.
//! The searches know this rule: a game only has to say that it is not acyclic.

use yomikiri_pns::{Game, Knowledge, KnownValue, NodeKind, Search, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Places {
    cop: usize,
    robber: usize,
    cop_to_move: bool,
}

#[derive(Clone)]
struct Pursuit<'a> {
    /// For each node the nodes to which a player can go from there.
    neighbours: &'a [Vec<usize>],
    places: Places,
}

impl Game for Pursuit<'_> {
    type Move = usize; // the node to go to
    type Key = Places;
    type Undo = Places;

    const ACYCLIC: bool = false; // both players may go back

    fn key(&self) -> Places {
        self.places
    }

    fn kind(&self) -> NodeKind {
        if self.places.cop_to_move { NodeKind::Or } else { NodeKind::And }
    }

    fn value(&self) -> Option<KnownValue<Places>> {
        (self.places.cop == self.places.robber).then_some(true.into())
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        let from = if self.places.cop_to_move { self.places.cop } else { self.places.robber };
        moves.push(from);
        moves.extend(&self.neighbours[from]);
    }

    fn make(&mut self, to: usize) -> Places {
        let before = self.places;
        if before.cop_to_move {
            self.places.cop = to;
        } else {
            self.places.robber = to;
        }
        self.places.cop_to_move = !before.cop_to_move;
        before
    }

    fn unmake(&mut self, _: usize, before: Places) {
        self.places = before;
    }
}

impl Knowledge for Pursuit<'_> {}

/// The neighbours of each node of a graph with these edges.
fn graph(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); nodes];
    for (a, b) in edges {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

/// Whether a cop on node 0 catches a robber on node `robber`. The solution is checked by the rules alone.
fn is_caught(neighbours: &[Vec<usize>], robber: usize) -> bool {
    let start = Pursuit { neighbours, places: Places { cop: 0, robber, cop_to_move: true } };
    let (outcome, solution) = Search::new(start.clone()).run_with_solution();
    let solution = solution.expect("a small game fits into memory");
    solution.check(start).expect("the strategy holds against every answer");
    outcome.verdict == Verdict::Proven
}

/// Hunts the robber on a path and on a ring.
#[cfg_attr(test, test)]
fn main() {
    let path = graph(8, (0..7).map(|node| (node, node + 1)));
    let ring = graph(8, (0..8).map(|node| (node, (node + 1) % 8)));
    println!("On a path of 8 nodes the cop catches the robber: {}.", is_caught(&path, 4));
    println!("On a ring of 8 nodes the cop catches the robber: {}.", is_caught(&ring, 4));

    assert!(is_caught(&path, 4));
    // On the ring the robber always runs away, and the cop can always follow: only the rule on repetitions decides.
    assert!(!is_caught(&ring, 4));
}
