//! Searches for wins by threats: a scheme, techniques and leaf numbers; and how two of them are compared.

use cpu_time::ThreadTime;
use serde_json::json;
use yomikiri_pns::{Algorithm, Lambda, LambdaKey, LambdaScheme, Limits, Order, Search, Verdict};
use yomikiri_tsume::{
    BrinkmateGame, BrinkmateLeafWeights, BrinkmateTable, LeafWeights, MateGame, MateTable, Techniques,
    attacker,
};

use super::problems::BrinkmateProblem;
use crate::bootstrap::Median;
use crate::cell::{Cell, Cells, Task, done};
use crate::mates::MEMORY;
use crate::report::{ReportRecord, record};

/// A search for a win by threats up to order 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct BrinkmateSearch {
    /// The name in tables.
    pub label: &'static str,
    scheme: &'static str,
    without: &'static str,
    leaves: Option<BrinkmateLeafWeights>,
}

impl BrinkmateSearch {
    /// A scheme with all default techniques.
    pub const fn new(label: &'static str, scheme: &'static str) -> BrinkmateSearch {
        BrinkmateSearch { label, scheme, without: "", leaves: None }
    }

    /// The search without some techniques.
    pub const fn without(self, without: &'static str) -> BrinkmateSearch {
        BrinkmateSearch { without, ..self }
    }

    /// The search with these leaf numbers.
    pub const fn leaves(self, attack: u32, quiet: u32, quiet_liberty: u32) -> BrinkmateSearch {
        BrinkmateSearch { leaves: Some(BrinkmateLeafWeights { attack, quiet, quiet_liberty }), ..self }
    }

    fn techniques(&self) -> Result<Techniques, String> {
        let techniques = Techniques::default().without(self.without).map_err(|error| error.to_string())?;
        let threat_leaves = self.leaves.unwrap_or(techniques.threat_leaves);
        Ok(Techniques { threat_leaves, leaves: LeafWeights::LIBERTIES, ..techniques })
    }

    /// Whether the leaf numbers at orders above 1 are those of the solver.
    pub fn is_default(&self) -> bool {
        let default = Techniques::default();
        self.techniques() == Ok(Techniques { leaves: LeafWeights::LIBERTIES, ..default })
    }

    fn id(&self, problem: &BrinkmateProblem) -> String {
        let (file, number) = problem.row;
        let without =
            if self.without.is_empty() { String::new() } else { format!(" --without {}", self.without) };
        let leaves = self.leaves.map_or_else(String::new, |leaves| {
            format!(", leaves {}/{}/{}", leaves.attack, leaves.quiet, leaves.quiet_liberty)
        });
        format!("brinkmate {file} {number}: {}{without}{leaves}", self.scheme)
    }

    /// The task of this search on a problem.
    pub fn task(self, problem: BrinkmateProblem) -> Task {
        Task::new(self.id(&problem), move |limits| {
            self.measure(&problem, limits).unwrap_or_else(|reason| Cell::Failed { reason })
        })
    }

    /// The cell of this search on a problem, if it was measured.
    pub fn cell<'a>(&self, cells: &'a Cells, problem: &BrinkmateProblem) -> Option<&'a Cell> {
        cells.get(&self.id(problem))
    }

    fn measure(&self, problem: &BrinkmateProblem, limits: &Limits) -> Result<Cell, String> {
        let scheme: LambdaScheme = self.scheme.parse().map_err(|error| format!("{error}"))?;
        let techniques = self.techniques()?;
        let limits = Limits { memory: MEMORY, ..limits.clone() };
        let game = MateGame::new(problem.position.clone(), attacker(&problem.position));
        let game = Lambda::new(BrinkmateGame::from(game.with_techniques(techniques)), Order::TWO, scheme);
        let mut table = MateTable::with_memory(MEMORY).map_err(|error| error.to_string())?;
        let mut threats = 0_u64;
        let mut count = |key: LambdaKey<_>| {
            threats += u64::from(key.level.max_order > Order::ONE && !key.level.chooses_order)
        };
        let cpu = ThreadTime::now();
        let search = Search::new(game).algorithm(Algorithm::default()).limits(limits.clone());
        let outcome = search.on_expand(&mut count).run_with_table(BrinkmateTable(&mut table));
        let cpu_seconds = cpu.elapsed().as_secs_f64();
        if let Verdict::Unknown(reason) = outcome.verdict {
            return Ok(Cell::unsolved(reason, &limits));
        }
        Ok(done(json!({
            "win": outcome.verdict.value(),
            "nodes": outcome.counters.visits,
            "expanded": outcome.counters.expanded + outcome.counters.re_expanded,
            "expanded_at_order_2": threats,
            "generated": outcome.counters.generated,
            "table_entries": outcome.counters.table_entries,
            "cpu_seconds": cpu_seconds,
        })))
    }

    /// The record of this search on a problem, for programs.
    pub fn record(&self, cells: &Cells, problem: &BrinkmateProblem) -> ReportRecord {
        let values = json!({
            "set": problem.set,
            "row": format!("{} {}", problem.row.0, problem.row.1),
            "problem": problem.name,
            "method": self.label,
        });
        let keys =
            ["win", "nodes", "expanded", "expanded_at_order_2", "generated", "table_entries", "cpu_seconds"];
        record(values, self.cell(cells, problem), &keys)
    }

    /// The median ratio of a value to that of another search. An unsolved problem counts as infinite; one that both leave
    /// unsolved does not count.
    pub fn beside(
        &self,
        other: &BrinkmateSearch,
        problems: &[BrinkmateProblem],
        cells: &Cells,
        key: &str,
    ) -> Option<Median> {
        let value =
            |variant: &BrinkmateSearch, problem: &BrinkmateProblem| match variant.cell(cells, problem)? {
                Cell::Over { .. } | Cell::OverNodes { .. } => Some(f64::INFINITY),
                cell => cell.number(key),
            };
        // Infinite by infinite is no number, and left out.
        Median::new(
            problems.iter().filter_map(|problem| Some(value(self, problem)? / value(other, problem)?)),
        )
    }

    /// The number of solved problems.
    pub fn solved(&self, problems: &[BrinkmateProblem], cells: &Cells) -> usize {
        problems.iter().filter(|problem| matches!(self.cell(cells, problem), Some(Cell::Done { .. }))).count()
    }
}

/// The number of problems on which the verdicts of some searches contradict each other, in a sentence.
pub(super) fn contradictions(
    variants: &[BrinkmateSearch],
    problems: &[BrinkmateProblem],
    cells: &Cells,
) -> String {
    let contradicts = |problem: &&BrinkmateProblem| {
        let wins = || variants.iter().filter_map(|variant| variant.cell(cells, problem)?.get("win"));
        wins().any(|win| *win == true) && wins().any(|win| *win == false)
    };
    let count = problems.iter().filter(contradicts).count();
    format!("Verdicts that contradict each other: **{count}**.")
}
