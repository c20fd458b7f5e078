//! The fit of the leaf numbers at order 2.

use super::claims::above;
use super::problems::{BrinkmateProblem, Half, ProblemSet};
use super::search::{BrinkmateSearch, contradictions};
use super::{CLOCK, NODES, TIME};
use crate::bootstrap::ratio_text;
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::geometric_mean;
use crate::plot::Drawing;
use crate::report::{Claim, Holds, Report, Table, grouped, or_dash, seconds};

/// The comparison of leaf numbers at order 2.
#[derive(Clone, Copy, Debug)]
pub struct BrinkmateLeafNumbers {
    /// The largest number of problems of each set.
    pub most: usize,
}

const fn leaves(label: &'static str, attack: u32, quiet: u32, quiet_liberty: u32) -> BrinkmateSearch {
    BrinkmateSearch::new(label, "widening").leaves(attack, quiet, quiet_liberty)
}

/// The leaf numbers of order 1 first, which the others are compared with.
const VARIANTS: [BrinkmateSearch; 10] = [
    leaves("as at order 1", 100, 100, 0),
    leaves("liberties 50 %", 100, 100, 50),
    leaves("liberties 100 %", 100, 100, 100),
    leaves("liberties 200 %", 100, 100, 200),
    leaves("liberties 100 %, quiet 50 %", 100, 50, 100),
    leaves("liberties 100 %, attack 70 %", 70, 100, 100),
    leaves("liberties 100 %, attack 150 %", 150, 100, 100),
    leaves("liberties 200 %, attack 150 %", 150, 100, 200),
    leaves("liberties 200 %, attack 200 %", 200, 100, 200),
    leaves("liberties 200 %, attack 400 %", 400, 100, 200),
];

const WHAT: &str = "At order 1 the number of a new leaf is a constant, and if the attacker is to move each square to which the \
    king can step adds a share of it. At order 2 three things may differ, in percent of that constant: what each of these squares \
    adds where the defender is to move and not in check (*liberties*), the constant there (*quiet*), and the proof number where the \
    attacker is to move and has chosen order 2 (*attack*), which decides how early mates are looked for.";

const FIT: &str = "The suite and the mates are split in halves. Problems with the same origin are in the same half. The numbers \
    were chosen on the training half, by the geometric mean of the nodes over brinkmates and mates together, each kind with the \
    same weight; a search that reaches the limit counts as the limit. The training half is that of the 400 brinkmates that the suite \
    had then; the other half, of all 500, was held out.";

impl BrinkmateLeafNumbers {
    fn brinkmates(&self, half: Half) -> Vec<BrinkmateProblem> {
        let sets = [ProblemSet::from_games(half), ProblemSet::changed(half)];
        sets.into_iter().flat_map(|set| set.problems(self.most)).collect()
    }

    fn mates(&self, half: Half) -> Vec<BrinkmateProblem> {
        ProblemSet::mates(half).problems(self.most)
    }

    fn all(&self) -> Vec<BrinkmateProblem> {
        let halves = [Half::Training, Half::HeldOut];
        halves.into_iter().flat_map(|half| [self.brinkmates(half), self.mates(half)].concat()).collect()
    }

    fn table(&self, title: &str, half: Half, cells: &Cells) -> Table {
        let (brinkmates, mates) = (self.brinkmates(half), self.mates(half));
        let title = format!("{title}: {} brinkmates and {} mates", brinkmates.len(), mates.len());
        let heading = "leaf numbers | brinkmates solved | nodes, mean | nodes : order 1 | time : order 1 | CPU s | \
            mates solved | nodes, mean | nodes : order 1 | both, mean";
        let mut table = Table::new(title, heading);
        for variant in &VARIANTS {
            let beside = |problems, key| ratio_text(variant.beside(&VARIANTS[0], problems, cells, key));
            let shown = |mean: Option<f64>| or_dash(mean.map(|mean| grouped(mean as u64)));
            let mean = |problems| shown(mean_nodes(variant, problems, cells));
            let time =
                brinkmates.iter().filter_map(|problem| variant.cell(cells, problem)?.number("cpu_seconds"));
            table.rows.push(vec![
                variant.label.to_owned(),
                variant.solved(&brinkmates, cells).to_string(),
                mean(&brinkmates),
                beside(&brinkmates, "nodes"),
                beside(&brinkmates, "cpu_seconds"),
                seconds(time.sum()),
                variant.solved(&mates, cells).to_string(),
                mean(&mates),
                beside(&mates, "nodes"),
                shown(self.score(variant, half, cells)),
            ]);
        }
        table
    }

    /// The criterion of the fit: the geometric mean of the means over brinkmates and over mates.
    fn score(&self, variant: &BrinkmateSearch, half: Half, cells: &Cells) -> Option<f64> {
        let mean = |problems: Vec<BrinkmateProblem>| mean_nodes(variant, &problems, cells);
        Some((mean(self.brinkmates(half))? * mean(self.mates(half))?).sqrt())
    }

    fn conclusion(&self, cells: &Cells) -> String {
        let scored = |half| {
            let score =
                move |variant: &'static BrinkmateSearch| Some((self.score(variant, half, cells)?, variant));
            VARIANTS.iter().filter_map(score).min_by(|one, other| one.0.total_cmp(&other.0))
        };
        let (Some((_, best)), Some(default)) =
            (scored(Half::Training), VARIANTS.iter().find(|variant| variant.is_default()))
        else {
            return "Not everything is measured.".to_owned();
        };
        let beside = |problems: Vec<BrinkmateProblem>, key| {
            ratio_text(default.beside(&VARIANTS[0], &problems, cells, key))
        };
        let held_out = scored(Half::HeldOut).map_or("–", |(_, variant)| variant.label);
        format!(
            "Least on the training half: **{}**. The solver's default: **{}**. On the held-out half the default takes {} of the \
             nodes and {} of the time of the numbers of order 1 on brinkmates, and {} of the nodes on mates (medians with 95 % \
             bootstrap intervals); least there would be {held_out}.",
            best.label,
            default.label,
            beside(self.brinkmates(Half::HeldOut), "nodes"),
            beside(self.brinkmates(Half::HeldOut), "cpu_seconds"),
            beside(self.mates(Half::HeldOut), "nodes"),
        )
    }
}

impl BrinkmateLeafNumbers {
    /// The one thing that the paper says of leaf numbers.
    fn claim(&self, cells: &Cells) -> Claim {
        let paper = "Soeda, §2, table of related work: df-pn+, leaf numbers by an estimate, at λ² as at λ¹ (the paper does not measure its effect)";
        let Some(default) = VARIANTS.iter().find(|variant| variant.is_default()) else {
            return Claim::new(paper, "the solver's default was not measured", Holds::Open);
        };
        let brinkmates = self.brinkmates(Half::HeldOut);
        let beside = |key| VARIANTS[0].beside(default, &brinkmates, cells, key);
        let finding = format!(
            "held-out brinkmates, leaf numbers of order 1 : fitted: nodes {}, time {}",
            ratio_text(beside("nodes")),
            ratio_text(beside("cpu_seconds"))
        );
        Claim::new(paper, finding, above(beside("nodes"), 1.0))
    }
}

/// The geometric mean of the nodes of a search. An unsolved problem counts as its limit.
fn mean_nodes(variant: &BrinkmateSearch, problems: &[BrinkmateProblem], cells: &Cells) -> Option<f64> {
    let nodes = |problem: &BrinkmateProblem| match variant.cell(cells, problem)? {
        Cell::OverNodes { nodes } => Some(*nodes as f64),
        cell => cell.number("nodes").map(|nodes| nodes.max(1.0)),
    };
    geometric_mean(problems.iter().filter_map(nodes)).0
}

impl Experiment for BrinkmateLeafNumbers {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(
            "brinkmate-leaf-numbers",
            "how the leaf numbers at order 2 were fitted: nodes and CPU time for others, on problems fitted and held out",
        )
        .limited(TIME)
        .limited_to(NODES)
        .taking("1 min")
        .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |problem: BrinkmateProblem| VARIANTS.map(|variant| variant.task(problem.clone()));
        self.all().into_iter().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let all = self.all();
        let bars = |(title, problems): (&str, Vec<BrinkmateProblem>)| {
            let mean = |variant: &BrinkmateSearch| mean_nodes(variant, &problems, cells).unwrap_or(0.0);
            let bars = VARIANTS.iter().map(|variant| (variant.label.to_owned(), vec![mean(variant)]));
            Drawing::bars(title, "geometric mean of the nodes", ["nodes"], bars)
        };
        Report {
            title: "Brinkmates: the numbers of a new leaf at order 2".to_owned(),
            notes: vec![
                WHAT.to_owned(),
                FIT.to_owned(),
                self.conclusion(cells),
                contradictions(&VARIANTS, &all, cells),
            ],
            tables: vec![
                self.table("Training half", Half::Training, cells),
                self.table("Held-out half", Half::HeldOut, cells),
            ],
            records: all
                .iter()
                .flat_map(|problem| VARIANTS.iter().map(move |variant| variant.record(cells, problem)))
                .collect(),
            drawings: [
                ("Brinkmates of the held-out half", self.brinkmates(Half::HeldOut)),
                ("Mates of the held-out half", self.mates(Half::HeldOut)),
            ]
            .map(bars)
            .to_vec(),
            claims: vec![self.claim(cells)],
        }
    }
}
