//! Figures 2 and 4 of Kishimoto's paper, found by searches of these graphs.

use super::combine::SumRule;
use super::ghi::{AnyPathDependence, GhiMethod};
use super::loops::LoopRule;
use super::{ChosenRules, DfPn, DfPnRules, EngineSetup, SubsearchRoot};
use crate::algorithm::TableKind;
use crate::control::{Budget, Limits};
use crate::graph::{Graph, GraphNode};
use crate::number::{NodeKind, Numbers, ProofNumber};
use crate::table::AnyTable;

type Engine<'g> = DfPn<'g, GraphNode<'g>, AnyTable<'g, usize>, AnyPathDependence<'g, usize>>;

/// A search that has entered the root.
fn start(graph: &Graph, sum: SumRule, loops: LoopRule) -> Engine<'_> {
    let start = EngineSetup {
        game: graph.root(),
        rules: DfPnRules::default(),
        budget: Budget::new(Limits::default(), None),
        on_expand: None,
        tracks_root: false,
        subsearch_root: SubsearchRoot::WHOLE,
    };
    let table = AnyTable::new(TableKind::Unbounded, 0);
    let history = AnyPathDependence::new(GhiMethod::DependenceSets, 0);
    let mut engine = DfPn::new(ChosenRules { sum, loops }, start, table, history);
    let unbounded = Numbers { proof: ProofNumber::INFINITE, disproof: ProofNumber::INFINITE };
    engine.enter(unbounded, false, None, false, None).unwrap();
    engine
}

impl Engine<'_> {
    /// Goes on until `reached` or the end of the search. Returns whether it was reached.
    fn until(&mut self, reached: impl Fn(&Self) -> bool) -> bool {
        while !self.frames.is_empty() {
            if reached(self) {
                return true;
            }
            self.turn().unwrap();
        }
        false
    }

    fn root_marks(&self, children: usize) -> Vec<usize> {
        (0..children).filter(|&index| self.source_nodes.marks(&0).contains(index)).collect()
    }

    /// The disproof numbers of the root's children, and the root's own.
    fn root_disproof(&mut self) -> (Vec<u64>, u64) {
        let end = self.frames.get(1).map_or(self.children.len(), |next| next.children);
        let numbers = self.children[..end].iter().map(|child| child.numbers.disproof.get()).collect();
        (numbers, self.summarize_again(0, end).numbers.disproof.get())
    }
}

/// An AND node `name` whose disproof number becomes `count` when it is searched: its only child has that many AND nodes below
/// it. All of them lose, which takes a longer search.
fn and_node(name: &str, count: usize) -> String {
    let branches: Vec<String> = (0..count).map(|n| format!("{name}{n}")).collect();
    let mut lines = vec![format!("{name} and {name}o"), format!("{name}o or {}", branches.join(" "))];
    for branch in branches {
        lines.push(format!("{branch} and {branch}a {branch}b"));
        lines.extend(["a", "b"].map(|leaf| tree(&format!("{branch}{leaf}"), NodeKind::Or, 3)));
    }
    lines.join("\n")
}

/// A binary tree of this height that is lost for the prover.
fn tree(name: &str, kind: NodeKind, height: u32) -> String {
    let (word, below) = if kind == NodeKind::Or { ("or", NodeKind::And) } else { ("and", NodeKind::Or) };
    if height == 0 {
        return format!("{name} {word} {name}-");
    }
    let children = [0, 1].map(|n| format!("{name}.{n}"));
    let parts = children.each_ref().map(|child| tree(child, below, height - 1)).join("\n");
    format!("{name} {word} {}\n{parts}", children.join(" "))
}

/// Left: A → F, B, C; C → D; D → E, F. F is shared by the moves to C and to F, so only these two are to be marked.
#[test]
fn figure_2_left() {
    let lines = ["A or F B C", "C and D", "D or E F"].map(String::from);
    let parts = [and_node("F", 5), and_node("B", 2), and_node("E", 3)];
    let graph = Graph::parse(&[lines.join("\n"), parts.join("\n")].join("\n"));
    let mut sums = Vec::new();
    for (sum, marked) in [(SumRule::Snda, vec![0, 2]), (SumRule::Nagai, vec![0, 1, 2])] {
        let mut engine = start(&graph, sum, LoopRule::Tca);
        // Back at the root, after F was found to be shared.
        assert!(
            engine.until(|engine| engine.frames.len() == 1 && !engine.root_marks(3).is_empty()),
            "{sum:?}"
        );
        assert_eq!(engine.root_marks(3), marked, "{sum:?}");
        let (children, disproof) = engine.root_disproof();
        let [f, b, c] = children[..] else { panic!("{children:?}") };
        assert!(f >= 2 && b >= 1 && c > f, "{children:?}: the numbers are those of shared nodes");
        let expected = if sum == SumRule::Snda { b + f.max(c) } else { f.max(b).max(c) };
        assert_eq!(disproof, expected, "{sum:?}: {children:?}");
        sums.push(f + b + c);
        assert!(!engine.until(|_| false) && engine.root == Numbers::DISPROVEN);
    }
    assert!(sums.iter().all(|&sum| sum > 8), "{sums:?}: addition counts F twice");
}

/// Right: G → H, I; both → J. With another child of H that has the smaller disproof number, J takes no part in G's number by
/// way of H, and nothing is counted twice.
#[test]
fn figure_2_right_and_the_involvement_of_a_node() {
    for (other, involved) in [("", true), (" K", false)] {
        let lines = [format!("G or H I\nH and J{other}\nI and J\nJ or J0 J1 J2 J3"), and_node("K", 1)];
        let parts = (0..4).map(|n| and_node(&format!("J{n}"), 2)).collect::<Vec<_>>().join("\n");
        let graph = Graph::parse(&format!("{}\n{parts}\nK0z or k-", lines.join("\n")));
        let mut engine = start(&graph, SumRule::Snda, LoopRule::Tca);
        assert_eq!(engine.until(|engine| !engine.root_marks(2).is_empty()), involved, "{other}");
        if involved {
            assert_eq!(engine.root_marks(2), [0, 1]);
            let (children, disproof) = engine.root_disproof();
            assert_eq!(disproof, children[0].max(children[1]), "{children:?}");
        }
    }
}

/// C's child E is old because of the shorter path by way of F. df-pn(r) ignores it and underestimates pn(C) = pn(D); TCA does
/// not.
#[test]
fn figure_4() {
    let text = "r or F x\nF and E\nx and A\nA or B C\nC and D E\nD or D0 D1\nE or E0 E1";
    let parts = ["B", "D0", "D1", "E0", "E1"].map(|name| tree(name, NodeKind::And, 5)).join("\n");
    let graph = Graph::parse(&format!("{text}\n{parts}"));
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let number = |name: &str| names.iter().position(|&known| known == name).unwrap();
    for (loops, counts_old) in [(LoopRule::DfPnR, false), (LoopRule::Tca, true)] {
        let mut engine = start(&graph, SumRule::Sum, loops);
        // At C, with D and E searched and unsolved.
        let at_c = engine.until(|engine| {
            let top = engine.frames.len() - 1;
            let children = &engine.children[engine.frames[top].children..];
            engine.frames[top].key == number("C")
                && children.iter().all(|child| child.known && !child.numbers.is_solved())
        });
        assert!(at_c, "{loops:?}");
        let top = engine.frames.len() - 1;
        let summary = engine.summarize();
        let children = &engine.children[engine.frames[top].children..];
        assert_eq!((engine.frames[top].kind, top), (NodeKind::And, 3));
        assert_eq!([children[0].is_old, children[1].is_old], [false, true], "{loops:?}: E is old, D is not");
        let [d, e] = [0, 1].map(|index: usize| children[index].numbers.proof);
        assert_eq!(summary.numbers.proof, if counts_old { d + e } else { d }, "{loops:?}");
    }
}
