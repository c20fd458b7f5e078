//! All algorithms on random graphs: which graphs each algorithm solves, and how it fails on the others.

use std::time::Instant;

use serde_json::json;
use yomikiri_pns::{Algorithm, GhiMethod, Limits, ParseAlgorithmError, Search, StopReason, Verdict};

use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::Drawing;
use crate::random::{GraphShape, random_graph};
use crate::report::{Claim, Holds, Report, Table, grouped, or_dash, record};

/// Every algorithm on random trees, acyclic graphs and cyclic graphs.
#[derive(Clone, Copy, Debug)]
pub struct Graphs {
    /// The number of graphs, as a fraction of the usual number.
    pub scale: f64,
}

/// A set of graphs.
#[derive(Clone, Copy)]
struct GraphSet {
    name: &'static str,
    shape: GraphShape,
    graphs: u64,
    most_nodes: usize,
    /// The bytes for the table.
    memory: usize,
}

/// The sets of graphs. The third has as many graphs as the earlier measurement T6.
const SETS: [GraphSet; 5] = [
    GraphSet {
        name: "trees, 8–200 nodes",
        shape: GraphShape::Tree,
        graphs: 1_000,
        most_nodes: 200,
        memory: 1 << 24,
    },
    GraphSet {
        name: "acyclic, 8–60 nodes",
        shape: GraphShape::Dag,
        graphs: 2_000,
        most_nodes: 60,
        memory: 1 << 24,
    },
    GraphSet {
        name: "cyclic, 8–40 nodes",
        shape: GraphShape::Cyclic,
        graphs: 3_543,
        most_nodes: 40,
        memory: 1 << 24,
    },
    GraphSet {
        name: "cyclic, 8–160 nodes",
        shape: GraphShape::Cyclic,
        graphs: 2_000,
        most_nodes: 160,
        memory: 1 << 24,
    },
    GraphSet {
        name: "cyclic, 8–40 nodes, table of 1 KiB",
        shape: GraphShape::Cyclic,
        graphs: 1_000,
        most_nodes: 40,
        memory: 1 << 10,
    },
];

/// The index of the set that is compared with T6.
const T6_SET: usize = 2;

/// The limit of visits per graph.
const VISITS: u64 = 30_000;

/// How disproofs by repetition are kept, after the name of an algorithm. By default it is with the set of ancestors that they depend
/// on.
const HISTORIES: [(&str, GhiMethod); 2] =
    [(", path keys", GhiMethod::PathKeys), (", twin entries", GhiMethod::Twins)];

/// The algorithm and the history of an entry of [`ALGORITHMS`].
fn parse(entry: &str) -> Result<(Algorithm, GhiMethod), ParseAlgorithmError> {
    let named = HISTORIES.iter().find_map(|(name, history)| Some((entry.strip_suffix(name)?, *history)));
    let (algorithm, history) = named.unwrap_or((entry, GhiMethod::default()));
    Ok((algorithm.parse()?, history))
}

/// The algorithms, with the numbers of loops and of stuck searches in T6: 3,543 graphs of another generator, measured with
/// an independent program.
const ALGORITHMS: [(&str, Option<(u64, u64)>); 25] = [
    ("dfpn", Some((58, 18))),
    ("dfpn+leftmost", None),
    ("dfpn+epsilon=0.25", Some((0, 7))),
    ("dfpn+r", Some((54, 16))),
    ("dfpn+wpns", Some((76, 0))),
    ("dfpn+snda", Some((56, 14))),
    ("dfpn+nagai", None),
    ("dfpn+r+epsilon=0.25", None),
    ("deep-dfpn:E=2,D=4", None),
    ("dfpn+tca", Some((0, 0))),
    ("dfpn+tca, path keys", None),
    ("dfpn+tca, twin entries", None),
    ("dfpn+tca-distance", None),
    ("dfpn+tca+wpns", Some((0, 0))),
    ("dfpn+tca+snda", Some((0, 0))),
    ("dfpn+tca+nagai", Some((0, 0))),
    ("dfpn+tca+epsilon=0.25", None),
    ("dfpn+tca+snda+epsilon=0.25", None),
    ("deep-dfpn:E=3,D=6+tca", None),
    ("default", None),
    ("pds", None),
    ("pn-star", None),
    ("iterative", None),
    ("pn", None),
    ("deep-pn", None),
];

impl GraphSet {
    fn id(&self, algorithm: &str, graphs: u64) -> String {
        format!("{graphs} graphs, {}: {algorithm}", self.name)
    }

    fn measure(&self, algorithm: &str, graphs: u64, limits: &Limits) -> Cell {
        let (algorithm, history) = match parse(algorithm) {
            Ok(parsed) => parsed,
            Err(error) => return Cell::Failed { reason: format!("{error}") },
        };
        let start = Instant::now();
        let (mut solved, mut undecided, mut stuck, mut wrong, mut visits) = (0, 0, 0, 0, 0);
        for seed in 0..graphs {
            let graph = random_graph(self.shape, seed, self.most_nodes);
            let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            let stop = limits.stop.clone();
            if stop.as_ref().is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed)) {
                return Cell::Stopped;
            }
            if time.is_some_and(|time| time.is_zero()) {
                return Cell::unsolved(StopReason::TimeLimit, limits);
            }
            let limits = Limits { time, visits: Some(VISITS), memory: self.memory, stop };
            let search = Search::new(graph.root()).algorithm(algorithm).ghi_method(history);
            let outcome = search.limits(limits.clone()).run();
            match outcome.verdict {
                Verdict::Unknown(StopReason::Inconclusive) => stuck += 1,
                Verdict::Unknown(StopReason::Stopped) => return Cell::Stopped,
                // If the time limit ended this search, the next iteration notices it.
                Verdict::Unknown(_) => undecided += 1,
                verdict if verdict.value() != Some(graph.truth()[0]) => wrong += 1,
                _ => {
                    solved += 1;
                    visits += outcome.counters.visits;
                }
            }
        }
        if limits.time.is_some_and(|time| start.elapsed() >= time) {
            return Cell::unsolved(StopReason::TimeLimit, limits);
        }
        done(json!({
            "graphs": graphs,
            "solved": solved,
            "undecided": undecided,
            "stuck": stuck,
            "wrong": wrong,
            "visits": visits,
            "seconds": start.elapsed().as_secs_f64(),
        }))
    }
}

impl Graphs {
    fn number(&self, set: &GraphSet) -> u64 {
        ((set.graphs as f64 * self.scale) as u64).max(1)
    }

    fn cell<'a>(&self, cells: &'a Cells, set: &GraphSet, algorithm: &str) -> Option<&'a Cell> {
        cells.get(&set.id(algorithm, self.number(set)))
    }

    fn table(&self, cells: &Cells, set: &GraphSet) -> Table {
        let title = format!("{} {}", grouped(self.number(set)), set.name);
        let heading = "algorithm | solved | undecided | stuck | wrong | visits per solved graph";
        let mut table = Table::new(title, heading);
        for (algorithm, _) in ALGORITHMS {
            let cell = self.cell(cells, set, algorithm);
            let reason = || or_dash(cell.map(|cell| cell.missing_reason().unwrap_or_default()));
            let count = |key: &str| cell.and_then(|cell| cell.count(key));
            let text = |key: &str| count(key).map_or_else(reason, grouped);
            let mean = count("visits").zip(count("solved")).filter(|(_, solved)| *solved > 0);
            table.rows.push(vec![
                format!("`{algorithm}`"),
                text("solved"),
                text("undecided"),
                text("stuck"),
                text("wrong"),
                or_dash(mean.map(|(visits, solved)| format!("{:.1}", visits as f64 / solved as f64))),
            ]);
        }
        table
    }

    /// Kishimoto's claims on loops, held against the cyclic graphs with room for all nodes.
    fn claims(&self, cells: &Cells) -> Vec<Claim> {
        let sets = &SETS[T6_SET..=T6_SET + 1];
        let sum = |algorithm: &str, keys: &[&str]| -> Option<u64> {
            let counts = sets.iter().flat_map(|set| {
                let cell = self.cell(cells, set, algorithm);
                keys.iter().map(move |key| cell.and_then(|cell| cell.count(key)))
            });
            counts.sum()
        };
        let open = |algorithm: &str| sum(algorithm, &["undecided", "stuck"]);
        let shown = |algorithms: &[&str]| {
            let text = |algorithm: &&str| format!("{algorithm} {}", or_dash(open(algorithm).map(grouped)));
            let graphs: u64 = sets.iter().map(|set| self.number(set)).sum();
            let texts: Vec<String> = algorithms.iter().map(text).collect();
            format!("undecided of {} cyclic graphs: {}", grouped(graphs), texts.join(", "))
        };
        let all = |algorithms: &[&str], holds: fn(u64) -> bool| {
            let found: Option<Vec<u64>> = algorithms.iter().map(|algorithm| open(algorithm)).collect();
            Holds::known(found.map(|found| found.into_iter().all(holds)))
        };
        let (plain, tca) = (["dfpn"], ["dfpn+tca", "dfpn+tca-distance"]);
        let alone = ["dfpn+wpns", "dfpn+snda", "dfpn+nagai"];
        let with_tca = ["dfpn+tca+wpns", "dfpn+tca+snda", "dfpn+tca+nagai"];
        let histories = ["dfpn+tca", "dfpn+tca, path keys", "dfpn+tca, twin entries"];
        let mean = |algorithm: &str| {
            let (visits, solved) = sum(algorithm, &["visits"]).zip(sum(algorithm, &["solved"]))?;
            (solved > 0).then(|| visits as f64 / solved as f64)
        };
        let mean_text = |entry| format!("{entry} {}", or_dash(mean(entry).map(|mean| format!("{mean:.1}"))));
        let means = histories.map(mean_text);
        let wrong: Option<u64> = histories.iter().map(|algorithm| sum(algorithm, &["wrong"])).sum();
        vec![
            Claim::new(
                "Infinite loops: df-pn may run in circles on cyclic graphs",
                shown(&plain),
                all(&plain, |open| open > 0),
            ),
            Claim::new("TCA: df-pn with TCA does not loop", shown(&tca), all(&tca, |open| open == 0)),
            Claim::new(
                "Results: WPNS, SNDA and NAGAI alone do not always handle loops",
                shown(&alone),
                all(&alone, |open| open > 0),
            ),
            Claim::new("Results: … and with TCA they do", shown(&with_tca), all(&with_tca, |open| open == 0)),
            Claim::new(
                "Kishimoto and Müller 2004: twin entries with simulation give right values",
                format!(
                    "wrong values with three ways to keep disproofs by repetition: {}; visits per solved graph: {}",
                    or_dash(wrong.map(grouped)),
                    means.join(", ")
                ),
                Holds::known(wrong.map(|wrong| wrong == 0)),
            ),
        ]
    }

    /// A comparison with T6. Its graphs came from another generator, so only the kinds of failures can be compared.
    fn beside_t6(&self, cells: &Cells) -> Table {
        let set = &SETS[T6_SET];
        let mut table = Table::new(
            format!("Beside the earlier measurement T6 (3,543 graphs; ours {})", grouped(self.number(set))),
            "algorithm | loops: T6 | ours | stuck: T6 | ours | wrong: ours",
        );
        for (algorithm, t6) in ALGORITHMS {
            let Some((loops, stuck)) = t6 else { continue };
            let cell = self.cell(cells, set, algorithm);
            let text = |key: &str| or_dash(cell.and_then(|cell| cell.count(key)).map(grouped));
            table.rows.push(vec![
                format!("`{algorithm}`"),
                loops.to_string(),
                text("undecided"),
                stuck.to_string(),
                text("stuck"),
                text("wrong"),
            ]);
        }
        table
    }
}

impl Experiment for Graphs {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "graphs",
            "every algorithm on random trees, acyclic and cyclic graphs: solved, undecided (loops), stuck, wrong",
        )
        .taking("1 min")
    }

    fn tasks(&self) -> Vec<Task> {
        let task = |set: GraphSet, algorithm: &'static str| {
            let graphs = self.number(&set);
            Task::new(set.id(algorithm, graphs), move |limits| set.measure(algorithm, graphs, limits))
        };
        SETS.into_iter().flat_map(|set| ALGORITHMS.map(|(algorithm, _)| task(set, algorithm))).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let mut report = Report {
            title: "Random AND/OR graphs: what each algorithm decides".to_owned(),
            notes: vec![format!(
                "Values are compared with retrograde analysis. *Undecided* is a search without a value after {} visits: on \
                 graphs this small, it runs in circles or deepens for ever. *Stuck* means that both numbers of the root are \
                 infinite. The last table is of runs with hash tables of 1 KiB, which lose entries all the time. T6 was \
                 measured with another program and another generator, whose graphs were easier: what can be compared is \
                 which algorithms fail, not how often. Its df-pn(r) had no rule for nodes with old children only; ours \
                 moves such a node closer to the root, as the paper says, and decides every graph. Disproofs by repetition \
                 are kept with the set of ancestors that they depend on; *path keys* are the segment of the path from the \
                 shallowest of these, *twin entries* the whole path, with a simulation on other paths (Kishimoto and Müller).",
                grouped(VISITS)
            )],
            ..Report::default()
        };
        let wrong: u64 = cells.iter().filter_map(|(_, measured)| measured.cell.count("wrong")).sum();
        let measured: u64 = cells.iter().filter_map(|(_, measured)| measured.cell.count("graphs")).sum();
        report.notes.push(format!("Wrong values: **{wrong}** in {} searches.", grouped(measured)));
        report.tables.push(self.beside_t6(cells));
        for set in &SETS {
            report.tables.push(self.table(cells, set));
            for (algorithm, _) in ALGORITHMS {
                let cell = self.cell(cells, set, algorithm);
                let values = json!({ "set": set.name, "algorithm": algorithm, "graphs": self.number(set) });
                let keys = ["solved", "undecided", "stuck", "wrong", "visits", "seconds"];
                report.records.push(record(values, cell, &keys));
            }
        }
        report.claims = self.claims(cells);
        for set in &SETS[T6_SET..=T6_SET + 1] {
            let bar = |(algorithm, _): (&str, _)| {
                let count = |key: &str| self.cell(cells, set, algorithm).and_then(|cell| cell.number(key));
                let share = |key: &str| count(key).map_or(0.0, |n| 100.0 * n / self.number(set) as f64);
                (algorithm.to_owned(), vec![share("undecided"), share("stuck"), share("wrong")])
            };
            report.drawings.push(Drawing::bars(
                format!("Not decided: {} {}", grouped(self.number(set)), set.name),
                "per cent of the graphs",
                ["undecided (loops)", "stuck", "wrong"],
                ALGORITHMS.into_iter().map(bar),
            ));
        }
        report
    }
}
