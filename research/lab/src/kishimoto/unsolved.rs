//! Table 1: the number of problems that each variant leaves unsolved, and the pairs that the text
//! compares.

use serde_json::json;

use super::paper::{self, DUELS};
use super::{DfPnVariant, KishimotoTable, LeafSource, VARIANTS};
use crate::cell::{Cell, Cells};
use crate::mates::{Collection, MateProblem, MateSearch, both_solve, is_solved, ratio};
use crate::plot::Drawing;
use crate::report::{Report, Table, grouped, object, or_dash, seconds, two_decimals};

/// What a search did on a collection.
#[derive(Clone, Copy, Default)]
struct Total {
    problems: usize,
    unsolved: usize,
    nodes: u64,
    cpu_seconds: f64,
}

impl std::ops::AddAssign for Total {
    fn add_assign(&mut self, other: Total) {
        self.problems += other.problems;
        self.unsolved += other.unsolved;
        self.nodes += other.nodes;
        self.cpu_seconds += other.cpu_seconds;
    }
}

impl Total {
    fn new(search: &MateSearch, cells: &Cells, problems: &[MateProblem]) -> Total {
        let found: Vec<_> = problems.iter().filter_map(|problem| search.cell(cells, problem)).collect();
        Total {
            problems: found.len(),
            unsolved: found.iter().filter(|cell| !is_solved(Some(cell))).count(),
            nodes: found.iter().filter_map(|cell| cell.count("nodes")).sum(),
            cpu_seconds: found.iter().filter_map(|cell| cell.number("cpu_seconds")).sum(),
        }
    }
}

/// Returns the searches of two variants.
pub(super) fn pair(labels: [&str; 2], leaves: LeafSource) -> Option<[MateSearch; 2]> {
    let [one, other] = labels.map(DfPnVariant::named);
    Some([one?.search(leaves), other?.search(leaves)])
}

impl KishimotoTable {
    /// The report without its notes and claims.
    pub(super) fn unsolved(&self, cells: &Cells) -> Report {
        let mut report = Report {
            title: "Kishimoto, table 1: problems that each variant of df-pn leaves unsolved".to_owned(),
            ..Report::default()
        };
        for leaves in LeafSource::ALL {
            self.unsolved_with(leaves, cells, &mut report);
        }
        report.tables.extend(LeafSource::ALL.map(|leaves| self.duels(leaves, cells)));
        report
    }

    fn unsolved_with(&self, leaves: LeafSource, cells: &Cells, report: &mut Report) {
        let collections: Vec<Collection> = self.collections().collect();
        let title = format!("Unsolved with {} nodes each, {}", grouped(self.nodes), leaves.name());
        let heading = format!("algorithm | paper, another set (of {})", paper::PROBLEMS);
        let mut table = Table::new(title, &heading);
        table.columns.extend(collections.iter().map(|set| format!("{} (of {})", set.name, set.sample)));
        let all: usize = collections.iter().map(|set| set.sample).sum();
        table.columns.push(format!("ours in all (of {all})"));
        table.columns.extend(["nodes to the solved", "CPU [s]"].map(str::to_owned));
        let mut bars = Vec::new();
        for variant in &VARIANTS {
            let search = variant.search(leaves);
            let (mut left, mut all) = (Vec::new(), Total::default());
            for set in &collections {
                let total = Total::new(&search, cells, &set.problems());
                report.records.push(object(json!({
                    "algorithm": variant.label,
                    "name": variant.algorithm,
                    "leaves": leaves.name(),
                    "collection": set.name,
                    "problems": total.problems,
                    "unsolved": total.unsolved,
                    "nodes_to_solved": total.nodes,
                    "cpu_seconds_to_solved": total.cpu_seconds,
                    "paper_unsolved_of_78": variant.paper,
                })));
                left.push(total.unsolved);
                all += total;
            }
            let mut row = vec![variant.label.to_owned(), or_dash(variant.paper)];
            row.extend(left.iter().map(ToString::to_string));
            row.push(format!("**{}**", all.unsolved));
            row.extend([grouped(all.nodes), seconds(all.cpu_seconds)]);
            table.rows.push(row);
            bars.push((variant.label.to_owned(), left.iter().map(|&count| count as f64).collect()));
        }
        report.tables.push(table);
        report.drawings.push(Drawing::bars(
            format!("Unsolved problems, {}", leaves.name()),
            format!("of {all}"),
            collections.iter().map(|set| set.name),
            bars,
        ));
    }

    /// The problems that a variant leaves unsolved, and all that were measured.
    pub(super) fn unsolved_by(
        &self,
        label: &str,
        leaves: LeafSource,
        cells: &Cells,
    ) -> Option<(usize, usize)> {
        let total = Total::new(&DfPnVariant::named(label)?.search(leaves), cells, &self.problems());
        (total.problems > 0).then_some((total.unsolved, total.problems))
    }

    /// The cells of two variants on the problems that both solve.
    pub(super) fn both_solve<'a>(
        &self,
        labels: [&str; 2],
        leaves: LeafSource,
        cells: &'a Cells,
    ) -> Vec<[&'a Cell; 2]> {
        pair(labels, leaves).map_or(Vec::new(), |searches| both_solve(searches, &self.problems(), cells))
    }

    /// The pairs that the paper compares in its text.
    fn duels(&self, leaves: LeafSource, cells: &Cells) -> Table {
        let heading = "pair | both solve: paper | ours | first quicker: paper | ours | second quicker: paper | \
            ours | nodes, second : first (geometric mean) | nodes per second, second : first";
        let mut table = Table::new(
            format!("Pairs of the paper's text, over the problems that both solve, {}", leaves.name()),
            heading,
        );
        for duel in &DUELS {
            let pairs = self.both_solve(duel.names, leaves, cells);
            let time = |cell: &Cell| cell.number("cpu_seconds");
            let first = pairs.iter().filter(|[one, other]| time(one) < time(other)).count();
            let mean = |key: &str| ratio(pairs.iter().map(|[one, other]| [Some(*other), Some(*one)]), key).0;
            let rate = mean("nodes").zip(mean("cpu_seconds")).map(|(nodes, time)| nodes / time);
            table.rows.push(vec![
                duel.names.join(" : "),
                duel.both.to_string(),
                pairs.len().to_string(),
                or_dash(duel.quicker[0]),
                first.to_string(),
                or_dash(duel.quicker[1]),
                (pairs.len() - first).to_string(),
                two_decimals(mean("nodes")),
                two_decimals(rate),
            ]);
        }
        table
    }
}
