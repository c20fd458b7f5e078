//! Figures 4 to 6: time, tree size and seesaw count over D, for E = 3; and E = 0.

use std::time::Duration;

use serde_json::json;

use super::instance::{CONNECT6_NODES, Instance, LEAF_EFFORT, SHORTEST, connect6, cost, is_decided, ratio};
use crate::bootstrap::Median;
use crate::cell::{Cell, Cells, Task};
use crate::experiment::{About, Experiment};
use crate::mates::CLOCK;
use crate::plot::{Drawing, LineStyle, Plot, Scale, Series};
use crate::report::{Claim, Holds, Report, ReportRecord, Table, grouped, seconds};

/// The three curves of the paper, on a suite of problems.
#[derive(Clone, Copy, Debug)]
pub struct SongFigures {
    /// The number of problems.
    pub problems: usize,
}

/// The values of D with E = 3; 0 is df-pn.
const DEPTHS: [u32; 9] = [0, 1, 2, 3, 4, 6, 8, 10, 12];

/// A problem is *hard* if half of the searches over D need at least this many visits. The rule favours no D.
const HARD: f64 = 2_000.0;

/// A figure of the paper.
struct Figure {
    number: u32,
    /// The name of the value in a cell.
    key: &'static str,
    label: &'static str,
    /// What it shows, for sentences.
    what: &'static str,
}

const FIGURES: [Figure; 3] = [
    Figure { number: 4, key: "seconds", label: "time [s]", what: "time" },
    Figure { number: 5, key: "generated", label: "tree size [nodes]", what: "tree size" },
    Figure { number: 6, key: "seesaw", label: "seesaw count", what: "seesaw count" },
];

impl Figure {
    fn show(&self, value: f64) -> String {
        if self.key == "seconds" { seconds(value) } else { grouped(value.round() as u64) }
    }
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Deep {
    e: u32,
    d: u32,
}

/// E = 0: depth-first search, whatever D is.
const DEPTH_FIRST: Deep = Deep { e: 0, d: 0 };
const DFPN: Deep = Deep { e: 3, d: 0 };

impl Deep {
    /// All searches, those of the figures first.
    fn all() -> impl Iterator<Item = Deep> {
        Deep::of_figures().chain([DEPTH_FIRST])
    }

    fn of_figures() -> impl Iterator<Item = Deep> {
        DEPTHS.into_iter().map(|d| Deep { e: 3, d })
    }

    fn algorithm(self) -> String {
        format!("deep-dfpn:E={},D={}+delayed", self.e, self.d)
    }

    fn name(self) -> String {
        if self == DEPTH_FIRST { "E = 0".to_owned() } else { self.d.to_string() }
    }
}

/// The measurements of some of the problems.
struct Results<'a> {
    cells: &'a Cells,
    instances: Vec<Instance>,
}

impl Results<'_> {
    fn cost(&self, instance: &Instance, deep: Deep, key: &str) -> Option<f64> {
        cost(self.cells, instance, &deep.algorithm(), key)
    }

    fn median(&self, deep: Deep, key: &str) -> Option<Median> {
        Median::of(self.instances.iter().filter_map(|instance| self.cost(instance, deep, key)))
    }

    /// The median ratio to df-pn.
    fn ratio(&self, deep: Deep, key: &str) -> Option<Median> {
        ratio(self.cells, &self.instances, &deep.algorithm(), &DFPN.algorithm(), key)
    }

    fn decided(&self, deep: Deep) -> usize {
        let decided = |instance: &&Instance| is_decided(self.cells, instance, &deep.algorithm());
        self.instances.iter().filter(decided).count()
    }

    /// The numbers of problems that cost less, the same and more than with df-pn. Those that neither decides are left out.
    fn against_dfpn(&self, deep: Deep, key: &str) -> [usize; 3] {
        let mut numbers = [0; 3];
        for instance in &self.instances {
            let costs = (self.cost(instance, deep, key), self.cost(instance, DFPN, key));
            if let (Some(ours), Some(dfpn)) = costs
                && (ours.is_finite() || dfpn.is_finite())
            {
                numbers[if ours < dfpn { 0 } else { 1 + usize::from(ours > dfpn) }] += 1;
            }
        }
        numbers
    }

    /// The problems of which half of the searches over D need [`HARD`] visits or more.
    fn hard(&self) -> Results<'_> {
        let is_hard = |instance: &&Instance| {
            let visits = Deep::of_figures().filter_map(|deep| self.cost(instance, deep, "visits"));
            Median::of(visits).is_some_and(|visits| visits.value >= HARD)
        };
        Results { cells: self.cells, instances: self.instances.iter().filter(is_hard).cloned().collect() }
    }

    /// The claim of a figure that every D > 0 costs less than df-pn. With D = 1 only the root has another number, which no
    /// search looks at, so it is left out.
    fn always_cheaper(&self, figure: &Figure) -> Claim {
        let depths = || Deep::of_figures().filter(|deep| deep.d > 1);
        let list = |wanted: fn(Median) -> bool| {
            let names =
                depths().filter(|&deep| self.ratio(deep, figure.key).is_some_and(wanted)).map(Deep::name);
            let names: Vec<String> = names.collect();
            if names.is_empty() { "no D".to_owned() } else { format!("D = {}", names.join(", ")) }
        };
        let medians: Vec<Median> = depths().filter_map(|deep| self.ratio(deep, figure.key)).collect();
        let below = medians.iter().filter(|ratio| ratio.value < 1.0).count();
        let on_each = depths().map(|deep| {
            let [less, _, more] = self.against_dfpn(deep, figure.key);
            format!("D = {}: {less} less, {more} more", deep.name())
        });
        Claim::new(
            format!("§5.3, figure {}: with D > 0 the {} is less than df-pn's", figure.number, figure.what),
            format!(
                "{}: by the median ratio less with {}, and with an interval below 1 with {}. Problem by problem: {}. D = 1 is df-pn",
                if below == medians.len() { "with every D" } else { "not with every D" },
                list(|ratio| ratio.value < 1.0),
                list(|ratio| ratio.high < 1.0),
                on_each.collect::<Vec<_>>().join("; ")
            ),
            match below {
                _ if medians.is_empty() => Holds::Open,
                0 => Holds::No,
                all if all == medians.len() => Holds::Yes,
                _ => Holds::Partly,
            },
        )
    }

    /// Whether every D > 0 is cheaper than df-pn, in a few sentences.
    fn conclusion(&self) -> String {
        let fewer = Deep::of_figures().filter(|&deep| self.decided(deep) < self.decided(DFPN));
        let fewer: Vec<String> =
            fewer.map(|deep| format!("D = {} decides {}", deep.d, self.decided(deep))).collect();
        let cheaper = |deep: Deep| {
            FIGURES.iter().all(|figure| self.ratio(deep, figure.key).is_some_and(|ratio| ratio.value < 1.0))
        };
        let (yes, no): (Vec<Deep>, Vec<Deep>) =
            Deep::of_figures().filter(|deep| deep.d > 1).partition(|&deep| cheaper(deep));
        let list = |deeps: &[Deep]| {
            let names: Vec<String> = deeps.iter().map(|deep| deep.name()).collect();
            if names.is_empty() { "no D".to_owned() } else { format!("D = {}", names.join(", ")) }
        };
        let fewer = match fewer.len() {
            0 => "No D decides fewer problems".to_owned(),
            _ => fewer.join(", "),
        };
        format!(
            "**Is D > 0 always cheaper than df-pn?** {}. In the median of time, tree size and seesaw count alike {} is cheaper, {} is not. \
             Of the {} hard problems df-pn decides {} within the limit. {fewer}.",
            if no.is_empty() { "Yes" } else { "No" },
            list(&yes),
            list(&no),
            self.instances.len(),
            self.decided(DFPN)
        )
    }

    /// The claims of the paper on these problems.
    fn claims(&self) -> Vec<Claim> {
        let mut claims: Vec<Claim> = FIGURES.iter().map(|figure| self.always_cheaper(figure)).collect();
        let best = Deep::of_figures()
            .filter(|deep| deep.d > 1)
            .filter_map(|deep| Some((deep, self.ratio(deep, "generated")?)))
            .min_by(|(_, one), (_, other)| one.high.total_cmp(&other.high));
        claims.push(Claim::new(
            "§5.3: with suitable E and D the performance is best, and better than df-pn's",
            best.map_or("nothing was measured".to_owned(), |(deep, ratio)| {
                format!(
                    "of E = 3 the interval of D = {} ends lowest: {} times the nodes of df-pn; {} problems decided, by df-pn {}. The D is \
                     chosen on the same problems",
                    deep.d,
                    ratio.text(|value| format!("{value:.2}")),
                    self.decided(deep),
                    self.decided(DFPN)
                )
            }),
            Holds::known(best.map(|(_, ratio)| ratio.high < 1.0)),
        ));
        let seesaws =
            |instance: &Instance| self.cost(instance, DEPTH_FIRST, "seesaw").filter(|n| n.is_finite());
        let seesaws: Vec<f64> = self.instances.iter().filter_map(seesaws).collect();
        let most = seesaws.iter().copied().reduce(f64::max);
        claims.push(Claim::new(
            "§5.3, table 1: with E = 0 the search is depth-first, and its seesaw count is 0",
            format!(
                "the largest count of the {} problems that it decides is {}. df-pn decides {} of {}",
                seesaws.len(),
                most.map_or("–".to_owned(), |most| grouped(most as u64)),
                self.decided(DFPN),
                self.instances.len()
            ),
            Holds::known(most.map(|most| most == 0.0)),
        ));
        claims
    }

    fn table(&self, figure: &Figure) -> Table {
        let mut table = Table::new(
            format!("Figure {}: {}, {} hard problems", figure.number, figure.label, self.instances.len()),
            &["D", "decided", "median", "median ratio to D = 0", "less / same / more than D = 0"],
        );
        for deep in Deep::all() {
            let text = |median: Option<Median>, show: &dyn Fn(f64) -> String| {
                median.map_or("–".to_owned(), |median| median.text(show))
            };
            let [less, same, more] = self.against_dfpn(deep, figure.key);
            table.rows.push(vec![
                deep.name(),
                self.decided(deep).to_string(),
                text(self.median(deep, figure.key), &|value| figure.show(value)),
                text(self.ratio(deep, figure.key), &|value| format!("{value:.2}")),
                format!("{less} / {same} / {more}"),
            ]);
        }
        table
    }

    fn plot(&self, figure: &Figure) -> Drawing {
        let curve = |name: &str, line: LineStyle, of: fn(Median) -> f64| {
            let points = Deep::of_figures()
                .filter_map(|deep| Some((f64::from(deep.d), of(self.ratio(deep, figure.key)?))));
            Series::new(name, line, 0, points)
        };
        Drawing::Plot(Plot {
            title: format!(
                "Figure {}: {}, ratio to df-pn (E = 3, hard problems)",
                figure.number, figure.label
            ),
            x_label: "D (0 is df-pn)".to_owned(),
            y_label: "median ratio".to_owned(),
            x: Scale::Linear,
            y: Scale::Linear,
            series: vec![
                curve("median", LineStyle::Solid, |median| median.value),
                curve("95 % from", LineStyle::Dashed, |median| median.low),
                curve("to", LineStyle::Dashed, |median| median.high),
            ],
        })
    }
}

impl Experiment for SongFigures {
    fn about(&self) -> About {
        About::new("song-figures", "Deep df-pn's paper, figures 4–6: time, tree size and seesaw count over D (E = 3, and E = 0), on a suite of Connect6 problems")
            .limited(Duration::from_secs(300))
            .limited_to(CONNECT6_NODES)
            .taking("8 min")
            .timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |instance: Instance| Deep::all().map(move |deep| instance.task(&deep.algorithm()));
        connect6(self.problems).into_iter().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let all = Results { cells, instances: connect6(self.problems) };
        let hard = all.hard();
        let decided = |results: &Results<'_>| {
            let of = |deep: Deep| match deep {
                DEPTH_FIRST => format!("{} with E = 0", results.decided(deep)),
                deep => format!("{} with D = {}", results.decided(deep), deep.d),
            };
            Deep::all().map(of).collect::<Vec<_>>().join(", ")
        };
        let mut report = Report {
            title: "Song, Iida and van den Herik, figures 4–6: Deep df-pn over D on Connect6, E = 3"
                .to_owned(),
            notes: vec![
                format!(
                    "{} problems of `data/connect6_suite.tsv` (wins of {SHORTEST} plies or more), the winner to move, in the paper's \
                     setting: the attacker has his best 10 moves, the defender the moves that relevance zones leave. Leaf searches \
                     have the effort {LEAF_EFFORT} (`--leaf-effort`; the solver's own is 400), so that the work is done by the search \
                     that is measured, and null moves are refuted by leaf searches alone. D = 0 is df-pn. The paper has one position \
                     and one run; here are medians with 95 % bootstrap intervals in brackets. A search is given {} visits; one that \
                     reaches them counts as more than any other (∞), and a ratio is taken wherever one of the two searches decides. \
                     *Seesaw* is the paper's count: a node that was visited before is traced again.",
                    all.instances.len(),
                    grouped(CONNECT6_NODES)
                ),
                format!(
                    "The figures and the claims are over the {} *hard* problems: those of which half of the nine searches over D need {} \
                     visits or more. The rule favours no D. df-pn needs {} visits for them in the median.",
                    hard.instances.len(),
                    grouped(HARD as u64),
                    hard.median(DFPN, "visits")
                        .map_or("–".to_owned(), |median| median.text(|value| grouped(value as u64)))
                ),
                hard.conclusion(),
                format!("Decided, of all {} problems: {}.", all.instances.len(), decided(&all)),
                format!("Decided, of the {} hard ones: {}.", hard.instances.len(), decided(&hard)),
            ],
            ..Report::default()
        };
        for figure in &FIGURES {
            report.tables.push(hard.table(figure));
            report.drawings.push(hard.plot(figure));
        }
        report.claims = hard.claims();
        for instance in &all.instances {
            for deep in Deep::all() {
                let cell = cells.get(&instance.id(&deep.algorithm()));
                let get = |key: &str| json!(cell.and_then(|cell| cell.get(key)));
                let mut record = ReportRecord::from_iter([
                    ("problem".to_owned(), json!(instance.name())),
                    ("length".to_owned(), json!(instance.length())),
                    ("E".to_owned(), json!(deep.e)),
                    ("D".to_owned(), json!(deep.d)),
                ]);
                let keys = ["proven", "seconds", "generated", "expanded", "visits", "seesaw"];
                record.extend(keys.map(|key| (key.to_owned(), get(key))));
                record.insert("state".to_owned(), json!(cell.and_then(Cell::missing_reason)));
                report.records.push(record);
            }
        }
        report
    }
}
