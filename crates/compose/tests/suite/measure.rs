//! Measures of a search agree with numbers computed by hand and with each other.

use std::hash::BuildHasher as _;

use yomikiri_compose::measure::{Bound, MeasureSettings, Measurement, MoveOrdering, Store, Survey, bare};
use yomikiri_pns::{
    FastHash, Game, Graph, Knowledge, KnownValue, LeafRule, Limits, NodeKind, StopReason, Verdict,
};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::with_defenders_hand;

const STORES: [Store; 2] = [Store::Tree, Store::Table];

fn position(sfen: &str) -> Position {
    with_defenders_hand(Position::from_sfen(sfen).unwrap(), Color::Black)
}

/// MAX PN, MAX DN, iterations of a search that ends with a proof.
#[track_caller]
fn numbers<G: Knowledge>(game: G, settings: MeasureSettings) -> [u64; 3] {
    let measurement = settings.measure(game, Limits::default(), None);
    assert_eq!(measurement.verdict, Verdict::Proven);
    measurement.numbers().map(|number| number.exact().unwrap())
}

/// The expansions in order, with the numbers of the root after each:
///
/// 1. a: b (1, 1), c (1, 1) → (1, 2)
/// 2. b, the first of two equals: d, e → b (2, 1) → (1, 2)
/// 3. c: f → c (1, 1) → (1, 2)
/// 4. f: the terminal is seen at once, g (1, 1) → (1, 2)
/// 5. g: h, i, k → g, f, c (3, 1) → (2, 2)
/// 6. b again, at d: proven → b (1, 1) → (1, 2)
/// 7. e: disproven, and so is b → (3, 1)
/// 8. h: proven → (2, 1)
/// 9. i: proven → (1, 1)
/// 10. k: proven, and so are g, f, c and a.
#[test]
fn a_tree_by_hand() {
    let graph = Graph::parse(
        "a or b c
         b and d e
         c and f
         d or v+
         e or w-
         f or x- g
         g and h i k
         h or y+
         i or y+
         k or y+",
    );
    for store in STORES {
        let settings = MeasureSettings { store, ..MeasureSettings::default() };
        assert_eq!(numbers(graph.root(), settings), [3, 2, 10], "{settings}");
    }
}

/// Two ways to d: a tree has it twice, each time with the expansions of d and e; on a table it is proven when c is expanded.
#[test]
fn a_shared_node_by_hand() {
    let graph = Graph::parse("a and b c\n b or d\n c or d\n d and e\n e or x+");
    let settings = MeasureSettings::default();
    assert_eq!(numbers(graph.root(), settings), [2, 1, 7]);
    assert_eq!(numbers(graph.root(), MeasureSettings { store: Store::Table, ..settings }), [2, 1, 5]);
}

/// One of seven drops mates: the root is a leaf, (1, 1), until it is expanded, and then proven.
#[test]
fn a_mate_in_one_by_hand() {
    for store in STORES {
        for leaf in [LeafRule::Unit, LeafRule::Mobility] {
            let settings = MeasureSettings { store, leaf, ..MeasureSettings::default() };
            let position = position("4k4/9/4P4/9/9/9/9/9/9 b G 1");
            assert_eq!(numbers(bare(&position, Color::Black), settings), [1, 1, 1], "{settings}");
        }
    }
}

/// Three checks, in the generator's order:
///
/// - ▲２一桂成 (1c2a+): △１二玉 alone, then five checks, of which the first, ▲２三桂成 (1e2c+), mates;
/// - ▲２三桂 (1e2c): two answers;
/// - ▲２一銀成 (3b2a+): one answer.
///
/// 1. The root: (1, 1) for each check → (1, 3). By mobility the second counts (2, 1), which changes nothing: (1, 3).
/// 2. The first check: one answer, (1, 1) → (1, 3). By mobility the position with five checks counts (1, 5) → (1, 7).
/// 3. That position: the mate is seen.
#[test]
fn a_mate_in_three_by_hand() {
    let position = position("8k/6S2/8N/9/8N/9/9/9/9 b - 1");
    let checks: Vec<String> = position.checks().iter().map(ToString::to_string).collect();
    assert_eq!(checks, ["1c2a+", "1e2c", "3b2a+"], "the order that was worked with");
    for store in STORES {
        let unit = MeasureSettings { store, ..MeasureSettings::default() };
        assert_eq!(numbers(bare(&position, Color::Black), unit), [1, 3, 3]);
        let mobility = MeasureSettings { leaf: LeafRule::Mobility, ..unit };
        assert_eq!(numbers(bare(&position, Color::Black), mobility), [1, 7, 3]);
    }
}

/// A game turned into a tree: every line leads to a separate node.
#[derive(Clone)]
struct Unfolded<G> {
    game: G,
    path: u64,
}

impl<G: Game> Game for Unfolded<G> {
    type Move = G::Move;
    type Key = u64;
    type Undo = (G::Undo, u64);

    const ACYCLIC: bool = true;

    fn key(&self) -> u64 {
        self.path
    }

    fn kind(&self) -> NodeKind {
        self.game.kind()
    }

    fn value(&self) -> Option<KnownValue<u64>> {
        self.game.value().map(|settled| settled.value.into())
    }

    fn moves(&self, moves: &mut Vec<G::Move>) {
        self.game.moves(moves);
    }

    fn make(&mut self, mv: G::Move) -> Self::Undo {
        let (undo, path) = (self.game.make(mv), self.path);
        self.path = FastHash.hash_one((path, self.game.key()));
        (undo, path)
    }

    fn unmake(&mut self, mv: G::Move, (undo, path): Self::Undo) {
        self.game.unmake(mv, undo);
        self.path = path;
    }
}

impl<G: Game> Knowledge for Unfolded<G> {}

/// On a tree df-pn is PN search, position by position; orders and leaf rules included.
#[test]
fn both_stores_measure_the_same_on_trees() {
    let list = include_str!("../../../../data/tanuki_mate5.tsv");
    let mut compared = 0;
    for row in list.lines().step_by(10) {
        let position = position(row.split('\t').next().unwrap());
        let game = Unfolded { game: bare(&position, Color::Black), path: 0 };
        for order in [MoveOrdering::Generated, MoveOrdering::Shuffled(1)] {
            for leaf in [LeafRule::Unit, LeafRule::Mobility] {
                let [tree, table] = STORES.map(|store| {
                    let limits = Limits { visits: Some(10_000), ..Limits::default() };
                    MeasureSettings { order, leaf, store }.measure(game.clone(), limits, None)
                });
                if tree.verdict.value().is_some() && table.verdict.value().is_some() {
                    assert_eq!((tree.verdict, tree.numbers()), (table.verdict, table.numbers()), "{row}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn what_a_limit_cuts_off_is_a_lower_bound() {
    // 将棋図巧 2, mate in 21.
    let position = position("9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P 1");
    for store in STORES {
        let settings = MeasureSettings { store, ..MeasureSettings::default() };
        let limits = Limits { visits: Some(500), ..Limits::default() };
        let measurement = settings.measure(bare(&position, Color::Black), limits, None);
        assert_eq!(measurement.verdict, Verdict::Unknown(StopReason::VisitLimit));
        for (name, number) in Measurement::NAMES.into_iter().zip(measurement.numbers()) {
            assert!(matches!(number, Bound::AtLeast(1..=10_000)), "{name}: {measurement:?}");
        }
    }
}

#[test]
fn a_survey_of_orders() {
    let position = position("9/5R3/8k/8N/6S2/9/9/9/9 b - 1");
    let game = bare(&position, Color::Black);
    let settings = MeasureSettings::default();
    let survey = |orders| Survey::of(&game, settings, orders, &Limits::default(), &mut |_| {});
    let five = survey(5);
    assert_eq!(five.generated, settings.measure(game.clone(), Limits::default(), None));
    assert_eq!(five.shuffled.len(), 5);
    assert_eq!(survey(2).shuffled, five.shuffled[..2], "an order is its seed");
    let [_, _, spread] = five.spreads().map(Option::unwrap);
    let iterations = five.shuffled.iter().map(|measurement| measurement.iterations.exact().unwrap());
    assert_eq!((spread.count, spread.most), (5, Bound::Exact(iterations.clone().max().unwrap())));
    assert!(spread.least != spread.most, "the order matters");
    assert_eq!(survey(0).spreads(), [None; 3]);
}
