//! Is Deep df-pn more than a large ε? A grid of its E and D is compared with 1+ε, DeepPN and plain df-pn on three kinds of
//! games.

use std::time::Duration;

use serde_json::json;

use super::instance::{
    CONNECT6_NODES, Instance, LEAF_EFFORT, OTHER_NODES, VALUES, connect6, decided, othello6, ratio, trees,
};
use crate::bootstrap::{Median, ratio_text};
use crate::cell::{Cells, Task};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::plot::Drawing;
use crate::report::{Claim, Holds, Report, Table, grouped, or_dash, record};

/// The comparison of Deep df-pn with other methods that make the search stay with a child.
#[derive(Clone, Copy, Debug)]
pub struct DeepVersusEpsilon {
    /// The number of instances of each game; twice as many of Connect6 and of random trees.
    pub instances: usize,
}

const PLAIN: &str = "dfpn+delayed";
/// E = 0, whatever D is.
const DEPTH_FIRST: &str = "deep-dfpn:E=0,D=0+delayed";
const EPSILONS: [&str; 6] = ["0.1", "0.25", "0.5", "1", "2", "8"];
const BASES: [u32; 4] = [2, 3, 5, 10];
const DEPTHS: [u32; 3] = [2, 4, 8];
const SHARES: [&str; 3] = ["0.2", "0.5", "0.8"];

/// The longest bar of the figure.
const MAX_BAR: f64 = 4.0;

/// A family of algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Plain,
    Epsilon,
    Deep,
    DepthFirst,
    DeepPn,
}

/// The family that needs fewer nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Deep,
    Epsilon,
    Neither,
}

fn algorithms() -> Vec<(Family, String)> {
    let mut all = vec![(Family::Plain, PLAIN.to_owned())];
    all.extend(EPSILONS.map(|epsilon| (Family::Epsilon, format!("dfpn+epsilon={epsilon}+delayed"))));
    for e in BASES {
        all.extend(DEPTHS.map(|d| (Family::Deep, format!("deep-dfpn:E={e},D={d}+delayed"))));
    }
    all.push((Family::DepthFirst, DEPTH_FIRST.to_owned()));
    all.extend(SHARES.map(|r| (Family::DeepPn, format!("deep-pn:R={r}+delayed"))));
    all
}

/// A game and its instances.
struct World {
    name: &'static str,
    instances: Vec<Instance>,
}

impl DeepVersusEpsilon {
    fn worlds(&self) -> Vec<World> {
        let number = self.instances;
        vec![
            World { name: "Connect6", instances: connect6(2 * number) },
            World { name: "6×6 Othello", instances: othello6(number) },
            World { name: "random trees, branching 2", instances: trees(2, 2 * number) },
            World { name: "random trees, branching 3", instances: trees(3, 2 * number) },
            World { name: "random trees, branching 5", instances: trees(5, 2 * number) },
        ]
    }
}

impl World {
    fn ratio(&self, cells: &Cells, one: &str, other: &str, key: &str) -> Option<Median> {
        ratio(cells, &self.instances, one, other, key)
    }

    /// Every second instance, from the first (0) or the second (1). Settings are chosen on one half and compared on the other,
    /// so that a larger grid has no advantage by chance.
    fn half(&self, from: usize) -> Vec<Instance> {
        self.instances.iter().skip(from).step_by(2).cloned().collect()
    }

    /// The member of a family that solves most of the first half; of equals, the one that generates the fewest nodes.
    fn best(&self, cells: &Cells, family: Family) -> Option<String> {
        let half = self.half(0);
        let members = algorithms().into_iter().filter(|(of, _)| *of == family).map(|(_, name)| name);
        members
            .filter_map(|name| {
                let ratio = ratio(cells, &half, &name, PLAIN, "generated")?.value;
                Some((decided(cells, &half, &name), ratio, name))
            })
            .min_by(|one, other| other.0.cmp(&one.0).then(one.1.total_cmp(&other.1)))
            .map(|(_, _, name)| name)
    }

    /// The best Deep df-pn and the best 1+ε on the first half, and the ratio of their nodes on the second.
    fn compared(&self, cells: &Cells) -> Option<(String, String, Median)> {
        let (deep, epsilon) = (self.best(cells, Family::Deep)?, self.best(cells, Family::Epsilon)?);
        let ratio = ratio(cells, &self.half(1), &deep, &epsilon, "generated")?;
        Some((deep, epsilon, ratio))
    }

    fn answer(&self, cells: &Cells) -> Option<Answer> {
        let (_, _, ratio) = self.compared(cells)?;
        Some(match (ratio.low, ratio.high) {
            (_, high) if high < 1.0 => Answer::Deep,
            (low, _) if low > 1.0 => Answer::Epsilon,
            _ => Answer::Neither,
        })
    }

    /// The best Deep df-pn on the first half, and the ratio of a value of it to df-pn's on the second.
    fn against_plain(&self, cells: &Cells, key: &str) -> Option<(String, Median)> {
        let deep = self.best(cells, Family::Deep)?;
        let ratio = ratio(cells, &self.half(1), &deep, PLAIN, key)?;
        Some((deep, ratio))
    }

    /// The smallest and the largest number of instances that a member of a family solves.
    fn range(&self, cells: &Cells, family: Family) -> String {
        let members = algorithms().into_iter().filter(|(of, _)| *of == family);
        let decided: Vec<usize> = members.map(|(_, name)| decided(cells, &self.instances, &name)).collect();
        match (decided.iter().min(), decided.iter().max()) {
            (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
            (Some(all), _) => all.to_string(),
            _ => "0".to_owned(),
        }
    }

    /// The result for this game, in a few sentences.
    fn conclusion(&self, cells: &Cells) -> String {
        let Some((deep, epsilon, ratio)) = self.compared(cells) else {
            return format!("{}: nothing can be compared.", self.name);
        };
        let verdict = match self.answer(cells) {
            Some(Answer::Deep) => "Deep df-pn needs fewer nodes",
            Some(Answer::Epsilon) => "1+ε needs fewer nodes",
            _ => "no difference can be told",
        };
        format!(
            "**{}**: {verdict}. Chosen on one half, compared on the other: `{deep}` over `{epsilon}`, nodes × {}, over {} instances. Of \
             all {} instances the settings of Deep df-pn decide {}, those of 1+ε {}.",
            self.name,
            ratio_text(Some(ratio)),
            ratio.count,
            self.instances.len(),
            self.range(cells, Family::Deep),
            self.range(cells, Family::Epsilon)
        )
    }
}

/// The claims of the paper that these measurements bear on.
fn claims(worlds: &[World], cells: &Cells) -> Vec<Claim> {
    let against = |key: &str| {
        let found = worlds.iter().filter_map(|world| Some((world.name, world.against_plain(cells, key)?)));
        let found: Vec<(&str, (String, Median))> = found.collect();
        let fewer = found.iter().filter(|(_, (_, ratio))| ratio.high < 1.0).count();
        let holds = if found.is_empty() { Holds::Open } else { Holds::share(fewer, worlds.len()) };
        let text = found.into_iter().map(|(name, (deep, ratio))| {
            let short = deep.trim_end_matches("+delayed").to_owned();
            format!("{name}: {} (`{short}`)", ratio_text(Some(ratio)))
        });
        (text.collect::<Vec<_>>().join("; "), holds)
    };
    let (seesaws, mut fewer_seesaws) = against("seesaw");
    // Every setting of Deep df-pn in every game.
    let pairs: Vec<Median> = worlds
        .iter()
        .flat_map(|world| {
            let members = algorithms().into_iter().filter(|(family, _)| *family == Family::Deep);
            members.filter_map(|(_, name)| world.ratio(cells, &name, PLAIN, "seesaw"))
        })
        .collect();
    let more_seesaws = pairs.iter().filter(|ratio| ratio.value > 1.0).count();
    if more_seesaws > 0 && fewer_seesaws == Holds::Yes {
        fewer_seesaws = Holds::Partly;
    }
    let (nodes, fewer_nodes) = against("generated");
    let depth_first: Vec<f64> = worlds
        .iter()
        .flat_map(|world| &world.instances)
        .filter_map(|instance| cells.get(&instance.id(DEPTH_FIRST))?.number("seesaw"))
        .collect();
    let most = depth_first.iter().copied().reduce(f64::max);
    let settings = "ratio to df-pn with the E and D that were best on the other half of the instances";
    vec![
        Claim::new(
            "Theorem 1: Deep df-pn has fewer seesaws than df-pn",
            format!(
                "{settings}: {seesaws}. But of all {} pairs of a setting and a game, {more_seesaws} have more seesaws in the median",
                pairs.len()
            ),
            fewer_seesaws,
        ),
        Claim::new(
            "§6: Deep df-pn has a better performance than df-pn (Connect6; Othello is left for later)",
            format!("nodes, {settings}: {nodes}"),
            fewer_nodes,
        ),
        Claim::new(
            "Table 1: with E = 0 the search is depth-first; §5.3: its seesaw count is 0",
            format!(
                "the largest count of the {} instances that it decides is {}",
                depth_first.len(),
                or_dash(most.map(|most| grouped(most as u64)))
            ),
            Holds::known(most.map(|most| most == 0.0)),
        ),
    ]
}

/// The result for all games, in a few sentences.
fn overall(worlds: &[World], cells: &Cells) -> String {
    let names = |answer: Answer| {
        let of = worlds.iter().filter(|world| world.answer(cells) == Some(answer)).map(|world| world.name);
        let names: Vec<&str> = of.collect();
        if names.is_empty() { "nowhere".to_owned() } else { format!("in {}", names.join("; in ")) }
    };
    format!(
        "**Is Deep df-pn more than a large ε?** With settings chosen on other instances, it needs fewer nodes than 1+ε {}; 1+ε needs \
         fewer {}; no difference can be told {}. The interval of a median over so few instances is wide: *no difference can be \
         told* is not *there is none*.",
        names(Answer::Deep),
        names(Answer::Epsilon),
        names(Answer::Neither)
    )
}

impl Experiment for DeepVersusEpsilon {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new("deep-vs-epsilon", "Deep df-pn (grid of E and D) against 1+ε, DeepPN and df-pn on Connect6, 6×6 Othello and random trees")
            .limited(Duration::from_secs(300))
            .limited_to(OTHER_NODES)
            .taking("2 min")
            .timed_by("CPU seconds of the search")
    }

    fn tasks(&self) -> Vec<Task> {
        let mut tasks = Vec::new();
        for instance in self.worlds().into_iter().flat_map(|world| world.instances) {
            tasks.extend(algorithms().iter().map(|(_, algorithm)| instance.task(algorithm)));
        }
        tasks
    }

    fn report(&self, cells: &Cells) -> Report {
        let worlds = self.worlds();
        let mut report = Report {
            title: "Is Deep df-pn more than a large ε?".to_owned(),
            notes: vec![format!(
                "Deep df-pn gives new leaves the numbers E^(D − depth), so that a chosen child stays chosen longer; with E = 0 it is \
                 depth-first. 1+ε lets the chosen child run beyond the second best; DeepPN mixes depth into the choice of a \
                 best-first search. Instances: Connect6 problems in the paper's setting (10-move attack graph, relevance zones, leaf \
                 effort {LEAF_EFFORT}; {} visits), White's wins by 2, 4 and 6 in 6×6 Othello, random trees of fixed branching whose \
                 leaves are balanced ({} visits). Ratios are to plain df-pn, medians over the instances that one of the two decides, \
                 with 95 % bootstrap intervals; a search that reached its limit counts as more than any that did not (∞). For the \
                 question of the title, the best setting of each family is chosen on every second instance and compared on the rest; \
                 the tables are over all.",
                grouped(CONNECT6_NODES),
                grouped(OTHER_NODES)
            )],
            ..Report::default()
        };
        report.notes.push(overall(&worlds, cells));
        report.notes.extend(worlds.iter().map(|world| world.conclusion(cells)));
        for world in &worlds {
            let title = format!("{}: {} instances, ratios to df-pn", world.name, world.instances.len());
            let mut table = Table::new(title, "algorithm | decided | nodes | time | seesaw");
            let mut bars = Vec::new();
            for (family, algorithm) in algorithms() {
                let ratio = |key: &str| world.ratio(cells, &algorithm, PLAIN, key);
                let text = |key: &str| ratio_text(ratio(key));
                table.rows.push(vec![
                    format!("`{algorithm}`"),
                    decided(cells, &world.instances, &algorithm).to_string(),
                    text("generated"),
                    text("seconds"),
                    // A best-first search always starts at the root, so the count does not apply to it.
                    if family == Family::DeepPn { "–".to_owned() } else { text("seesaw") },
                ]);
                let nodes = ratio("generated").map_or(0.0, |ratio| ratio.value);
                bars.push((algorithm.trim_end_matches("+delayed").to_owned(), vec![nodes.min(MAX_BAR)]));
            }
            report.tables.push(table);
            report.drawings.push(Drawing::bars(
                format!("{}: nodes generated, median ratio to df-pn", world.name),
                format!("ratio; less is better; {MAX_BAR} stands for more, too"),
                ["nodes"],
                bars,
            ));
            for instance in &world.instances {
                for (_, algorithm) in algorithms() {
                    let cell = cells.get(&instance.id(&algorithm));
                    let instance = instance.name();
                    let values = json!({ "world": world.name, "instance": instance, "algorithm": algorithm });
                    report.records.push(record(values, cell, &VALUES));
                }
            }
        }
        report.claims = claims(&worlds, cells);
        report
    }
}
