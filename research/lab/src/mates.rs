//! Mate problems and searches for a first mate, shared by the experiments on tsume-shogi.

use cpu_time::ThreadTime;
use serde_json::{Value, json};
use yomikiri_memory::ByteSize;
use yomikiri_notation::sfen_list::{self, ListRow};
use yomikiri_pns::{Algorithm, Limits, Outcome, Search, Verdict};
use yomikiri_shogi::{Color, Position, Strictness};
use yomikiri_tsume::{LeafWeights, MateGame, MateTable, Techniques, attacker, with_defenders_hand};

use crate::cell::{Cell, Cells, Task, done};
use crate::material::MaterialProblem;
use crate::report::{ReportRecord, or_dash, record};

/// The memory of a search in bytes, unless it asks for more: for the table of depth-first searches, for the tree of PN search.
pub const MEMORY: usize = 256 << 20;

/// The kind of times in the reports.
pub const CLOCK: &str = "CPU seconds of the search";

/// The paragraph on the method that all reports on mates share.
pub fn how(memory: usize) -> String {
    format!(
        "Each search looks for a first mate of any length, with {} and an empty table. The replay of the mate and the proof that it is \
         shortest are not included. *Nodes* are visits. A search that reaches a limit is *unsolved*, never *no mate*.",
        ByteSize(memory as u64)
    )
}

/// A collection of problems, compiled in.
#[derive(Clone, Copy, Debug)]
pub struct Collection {
    /// The name in tables.
    pub name: &'static str,
    pub(crate) text: &'static str,
    /// The number of problems in the sample, evenly spread over the collection.
    pub sample: usize,
}

/// All problems of 将棋図巧 (Shōgi Zukō).
pub const ZUKO: Collection = Collection { name: "Zukō", text: yomikiri_data::ZUKO, sample: 100 };
/// Famous long or hard problems.
pub const MODERN: Collection =
    Collection { name: "long and modern", text: yomikiri_data::LONG_MODERN, sample: 24 };
/// Mates in game endings.
pub const TESTMATE: Collection =
    Collection { name: "game endings", text: yomikiri_data::YO_TESTMATE, sample: 13 };
/// Mates from games, within 3, 5, … 11 plies. The last one and the game endings together have 30 problems, as many as the
/// paper of Sakuta and Iida.
pub const FROM_GAMES: [Collection; 5] = [
    Collection { name: "mates in 3", text: yomikiri_data::YANEURAOU_MATE3, sample: 17 },
    Collection { name: "mates in 5", text: yomikiri_data::YANEURAOU_MATE5, sample: 17 },
    Collection { name: "mates in 7", text: yomikiri_data::YANEURAOU_MATE7, sample: 17 },
    Collection { name: "mates in 9", text: yomikiri_data::YANEURAOU_MATE9, sample: 17 },
    Collection { name: "mates in 11", text: yomikiri_data::YANEURAOU_MATE11, sample: 17 },
];

impl Collection {
    /// The collection with a sample of another size.
    pub const fn with_sample(self, sample: usize) -> Collection {
        Collection { sample, ..self }
    }

    /// The problems of the sample.
    pub fn problems(&self) -> Vec<MateProblem> {
        let rows: Vec<_> = sfen_list::unread_rows(self.text).collect();
        let count = self.sample.min(rows.len());
        let row = |at: usize| {
            let at = at * rows.len() / count;
            self.problem(at + 1, &ListRow::read(rows[at], Strictness::Strict))
        };
        (0..count).filter_map(row).collect()
    }

    fn problem(&self, number: usize, row: &ListRow<'_>) -> Option<MateProblem> {
        let position = row.record.as_ref().ok()?.initial.clone();
        let attacker = attacker(&position);
        // A remark in brackets is not part of the name.
        let named = row.name().map(|name| name.split(" (").next().unwrap_or(name).to_owned());
        Some(MateProblem {
            collection: self.name,
            number,
            name: named.unwrap_or_else(|| format!("{} {number}", self.name)),
            plies: row.columns.first().and_then(|plies| plies.parse().ok()),
            position: with_defenders_hand(position, attacker),
            attacker,
        })
    }
}

/// A problem of a collection.
#[derive(Clone, Debug)]
pub struct MateProblem {
    /// The name of the collection.
    pub collection: &'static str,
    /// The number in the collection, counted from 1.
    pub number: usize,
    /// The name in tables.
    pub name: String,
    /// The published length.
    pub plies: Option<u32>,
    pub(crate) position: Position,
    pub(crate) attacker: Color,
}

/// A search for mates: an algorithm and changes of the solver's techniques.
#[derive(Clone, Copy, Debug)]
pub struct MateSearch {
    /// The name in tables.
    pub label: &'static str,
    /// The algorithm as for `solve --algorithm`.
    pub algorithm: &'static str,
    /// The techniques that are switched off, as for `solve --without`.
    pub without: &'static str,
    /// The leaf numbers, if not the solver's default, with a name for tables; an empty one if the report says which they are.
    pub leaves: Option<(&'static str, LeafWeights)>,
    /// Whether leaf numbers come from the material of both sides.
    pub material: bool,
    /// The memory in bytes.
    pub memory: usize,
    /// Whether the search has the rules alone, without any technique and with its own table, and its solution is measured.
    pub bare: bool,
}

/// A search with all default techniques.
pub const fn search(label: &'static str, algorithm: &'static str) -> MateSearch {
    MateSearch { label, algorithm, without: "", leaves: None, material: false, memory: MEMORY, bare: false }
}

impl MateSearch {
    /// The search without some techniques.
    pub const fn without(self, without: &'static str) -> MateSearch {
        MateSearch { without, ..self }
    }

    /// The search with other leaf numbers.
    pub const fn leaves(self, name: &'static str, leaves: LeafWeights) -> MateSearch {
        MateSearch { leaves: Some((name, leaves)), ..self }
    }

    /// The search with leaf numbers from the material of both sides.
    pub const fn material(self) -> MateSearch {
        MateSearch { material: true, ..self }
    }

    /// The search with this many GiB of memory.
    pub const fn gibibytes(self, count: usize) -> MateSearch {
        MateSearch { memory: count << 30, ..self }
    }

    /// The search on the rules alone. Its solution is measured: `tree`, `depth`, and `iterations` from the root.
    ///
    /// Not for df-pn, whose results need the table of mates.
    pub const fn bare(self) -> MateSearch {
        MateSearch { bare: true, ..self }
    }

    /// The settings in one line, for tables.
    pub fn setting(&self) -> String {
        let mut setting = self.algorithm.to_owned();
        if !self.without.is_empty() {
            setting += &format!(" --without {}", self.without);
        }
        if let Some((name, _)) = self.leaves
            && !name.is_empty()
        {
            setting += &format!(", {name}");
        }
        if self.material {
            setting += ", material";
        }
        if self.bare {
            setting += ", bare rules";
        }
        if self.memory != MEMORY {
            setting += &format!(", {}", ByteSize(self.memory as u64));
        }
        setting
    }

    fn id(&self, problem: &MateProblem) -> String {
        format!("tsume {} {}: {}", problem.collection, problem.number, self.setting())
    }

    /// The task of this search on a problem. The values are `mate`, `nodes` (visits), `expanded`, `generated`, `table_entries`,
    /// `cpu_seconds` and `seconds`.
    pub fn task(self, problem: MateProblem) -> Task {
        Task::new(self.id(&problem), move |limits| self.measure(&problem, limits))
    }

    /// The cell of this search on a problem, if it was measured.
    pub fn cell<'a>(&self, cells: &'a Cells, problem: &MateProblem) -> Option<&'a Cell> {
        cells.get(&self.id(problem))
    }

    fn measure(&self, problem: &MateProblem, limits: &Limits) -> Cell {
        let algorithm: Algorithm = match self.algorithm.parse() {
            Ok(algorithm) => algorithm,
            Err(error) => return Cell::Failed { reason: format!("{error}") },
        };
        let mut techniques = match Techniques::default().without(self.without) {
            Ok(techniques) => techniques,
            Err(error) => return Cell::Failed { reason: format!("{error}") },
        };
        techniques.leaves = self.leaves.map_or(techniques.leaves, |(_, leaves)| leaves);
        let limits = Limits { memory: self.memory, ..limits.clone() };
        if self.bare {
            return measure_bare(problem, algorithm, &limits);
        }
        let game = MateGame::new(problem.position.clone(), problem.attacker).with_techniques(techniques);
        let mut table = match MateTable::with_memory(self.memory) {
            Ok(table) => table.with_techniques(techniques),
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        let cpu = ThreadTime::now();
        let outcome = if self.material {
            let search = Search::new(MaterialProblem(game)).algorithm(algorithm).limits(limits.clone());
            search.run_with_table(&mut table)
        } else {
            let search = Search::new(game).algorithm(algorithm).limits(limits.clone());
            search.run_with_table(&mut table)
        };
        let cpu_seconds = cpu.elapsed().as_secs_f64();
        if let Verdict::Unknown(reason) = outcome.verdict {
            return Cell::unsolved(reason, &limits);
        }
        done(counts(&outcome, cpu_seconds))
    }

    /// The record of this search on a problem, for programs.
    pub fn record(&self, cells: &Cells, problem: &MateProblem) -> ReportRecord {
        let values = json!({
            "collection": problem.collection,
            "number": problem.number,
            "problem": problem.name,
            "plies": problem.plies,
            "search": self.label,
            "algorithm": self.algorithm,
        });
        let keys = ["mate", "nodes", "generated", "table_entries", "cpu_seconds"];
        record(values, self.cell(cells, problem), &keys)
    }
}

/// A paper's claim that one search is better than another.
#[derive(Clone, Copy, Debug)]
pub struct SearchClaim {
    /// The claim.
    pub paper: &'static str,
    /// The names of the two searches, the better one first.
    pub searches: [&'static str; 2],
}

/// Returns a paper's claim on two searches, the better one first.
pub const fn claim(paper: &'static str, searches: [&'static str; 2]) -> SearchClaim {
    SearchClaim { paper, searches }
}

/// What every search for a mate counts.
fn counts(outcome: &Outcome, cpu_seconds: f64) -> Value {
    json!({
        "mate": outcome.verdict.value(),
        "nodes": outcome.counters.visits,
        "expanded": outcome.counters.expanded,
        "generated": outcome.counters.generated,
        "table_entries": outcome.counters.table_entries,
        "cpu_seconds": cpu_seconds,
        "seconds": outcome.elapsed.as_secs_f64(),
    })
}

/// Measures a search on the rules alone, and its solution.
fn measure_bare(problem: &MateProblem, algorithm: Algorithm, limits: &Limits) -> Cell {
    let game = MateGame::new(problem.position.clone(), problem.attacker).with_techniques(Techniques::NONE);
    let cpu = ThreadTime::now();
    let (outcome, solution) =
        Search::new(game).algorithm(algorithm).limits(limits.clone()).run_with_solution();
    let cpu_seconds = cpu.elapsed().as_secs_f64();
    if let Verdict::Unknown(reason) = outcome.verdict {
        return Cell::unsolved(reason, limits);
    }
    let tree = outcome.tree.map(|tree| (tree.nodes, tree.depth));
    let tree = tree.or(solution.ok().map(|solution| (solution.size().tree_nodes, solution.size().depth)));
    let mut values = counts(&outcome, cpu_seconds);
    values["iterations"] = json!(outcome.counters.root_updates);
    values["tree"] = json!(tree.map(|(nodes, _)| nodes));
    values["depth"] = json!(tree.map(|(_, depth)| depth));
    done(values)
}

/// The tasks of all searches on all problems.
pub fn tasks(searches: &[MateSearch], problems: Vec<MateProblem>) -> Vec<Task> {
    let of = |problem: MateProblem| searches.iter().map(move |search| search.task(problem.clone()));
    problems.into_iter().flat_map(of).collect()
}

/// The text of a value in a table, or the reason why there is none.
pub fn figure(cell: Option<&Cell>, key: &str) -> String {
    or_dash(cell.and_then(|cell| cell.text(key).or_else(|| cell.missing_reason())))
}

/// Whether a search solved its problem.
pub fn is_solved(cell: Option<&Cell>) -> bool {
    matches!(cell, Some(Cell::Done { .. }))
}

/// Returns the cells of two searches on the problems that both solve.
pub fn both_solve<'a>(
    searches: [MateSearch; 2],
    problems: &[MateProblem],
    cells: &'a Cells,
) -> Vec<[&'a Cell; 2]> {
    let pair = |problem: &MateProblem| {
        let solved = |search: MateSearch| search.cell(cells, problem).filter(|cell| is_solved(Some(cell)));
        let [one, other] = searches.map(solved);
        Some([one?, other?])
    };
    problems.iter().filter_map(pair).collect()
}

/// Returns the numbers of problems that only the one or only the other of two searches solves.
pub fn solved_by_one(searches: [MateSearch; 2], problems: &[MateProblem], cells: &Cells) -> [usize; 2] {
    let solved = |problem| searches.map(|search| is_solved(search.cell(cells, problem)));
    let count = |wanted: [bool; 2]| problems.iter().filter(|problem| solved(problem) == wanted).count();
    [count([true, false]), count([false, true])]
}

/// A sentence on the verdicts: the number of contradictions, which would be errors, and the problems without a mate.
pub fn verdicts(searches: &[MateSearch], cells: &Cells, problems: &[MateProblem]) -> String {
    let mut contradictions = 0;
    let mut no_mates: Vec<&str> = Vec::new();
    for problem in problems {
        let some_say = |value: bool| {
            let cell = |search: &MateSearch| search.cell(cells, problem).and_then(|cell| cell.get("mate"));
            searches.iter().filter_map(cell).any(|mate| *mate == value)
        };
        match (some_say(true), some_say(false)) {
            (true, true) => contradictions += 1,
            (false, true) => no_mates.push(&problem.name),
            _ => {}
        }
    }
    let none = if no_mates.is_empty() { "none".to_owned() } else { no_mates.join(", ") };
    format!("Verdicts that contradict each other: **{contradictions}**. Shown to have no mate: {none}.")
}

/// The geometric mean of the ratio of a value between two searches, over the problems that both solve, and the number of these
/// problems.
pub fn ratio<'a>(pairs: impl Iterator<Item = [Option<&'a Cell>; 2]>, key: &str) -> (Option<f64>, usize) {
    let value = |cell: Option<&Cell>| cell.and_then(|cell| cell.number(key)).filter(|value| *value > 0.0);
    geometric_mean(pairs.filter_map(|[one, other]| Some(value(one)? / value(other)?)))
}

/// The geometric mean of positive values, or `None` without values, and their number.
pub fn geometric_mean(values: impl Iterator<Item = f64>) -> (Option<f64>, usize) {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value.ln(), count + 1));
    ((count > 0).then(|| (sum / count as f64).exp()), count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_can_be_read() {
        for collection in [ZUKO, MODERN, TESTMATE].into_iter().chain(FROM_GAMES) {
            let problems = collection.problems();
            assert_eq!(problems.len(), collection.sample, "{}", collection.name);
            assert!(problems.is_sorted_by(|one, other| one.number < other.number));
        }
        let zuko = ZUKO.problems();
        assert_eq!((zuko[82].number, zuko[82].name.as_str()), (83, "将棋図巧 083"));
        assert_eq!(MODERN.problems()[0].name, "ミクロコスモス");
        assert_eq!(TESTMATE.with_sample(0).problems().len(), 0);
    }

    #[test]
    fn means() {
        let (mean, count) = geometric_mean([2.0, 8.0].into_iter());
        assert!((mean.unwrap() - 4.0).abs() < 1e-9 && count == 2);
        assert_eq!(geometric_mean(std::iter::empty()), (None, 0));
    }
}
