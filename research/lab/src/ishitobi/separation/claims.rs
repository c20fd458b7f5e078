//! The paper's claims about the measures, and what is found here.

use std::collections::BTreeMap;

use yomikiri_compose::measure::{MeasureSettings, Measurement, NodeStore};

use super::comparison::{Near, PLAIN, are_few};
use super::{Separation, SolvedProblem};
use crate::cell::Cells;
use crate::report::{Claim, Holds};

impl Separation {
    /// The claims with what the cells say.
    pub(super) fn claims(&self, cells: &Cells, problems: &[SolvedProblem]) -> Vec<Claim> {
        vec![
            self.classics_measure_more(cells, problems),
            self.same_pn_other_dn(cells, problems),
            self.stores_agree(cells, problems),
        ]
    }

    fn classics_measure_more(&self, cells: &Cells, problems: &[SolvedProblem]) -> Claim {
        let printed: Vec<String> =
            self.printed.iter().map(|(name, numbers)| format!("{name} {}", numbers[0])).collect();
        let found = self.superiorities(cells, problems, PLAIN, Near::WITHIN_2, MeasureSettings::default());
        let ours = match found[0] {
            Some(pn) => format!(
                "a problem of Zukō has the larger MAX PN in {} of the pairs with plain ones within two plies ({} : {} sources)",
                pn.text(),
                pn.clusters.0,
                pn.clusters.1
            ),
            None => "no pair of problems within two plies of each other".to_owned(),
        };
        let decided = found[0].filter(|_| !are_few(&found));
        let holds = decided.and_then(|pn| match pn {
            pn if pn.low > 0.5 => Some(true),
            pn if pn.high < 0.5 => Some(false),
            _ => None,
        });
        Claim::new(
            format!(
                "Table {}: good problems have larger proof numbers than general ones (MAX PN: {})",
                self.number,
                printed.join(", ")
            ),
            ours,
            Holds::known(holds),
        )
    }

    /// Pairs of problems of equal length and equal MAX PN.
    fn same_pn_other_dn(&self, cells: &Cells, problems: &[SolvedProblem]) -> Claim {
        let mut groups: BTreeMap<(u64, u64), Vec<u64>> = BTreeMap::new();
        for problem in problems {
            let numbers = self.numbers(cells, problem, MeasureSettings::default());
            if let Some([Some(pn), Some(dn), _]) = numbers.map(|numbers| numbers.map(|number| number.exact()))
            {
                groups.entry((problem.length, pn)).or_default().push(dn);
            }
        }
        let (mut pairs, mut other) = (0_usize, 0);
        for numbers in groups.values() {
            for (at, one) in numbers.iter().enumerate() {
                pairs += numbers.len() - at - 1;
                other += numbers[at + 1..].iter().filter(|&dn| dn != one).count();
            }
        }
        Claim::new(
            "Experiments: the maximum disproof number differs between problems with the same maximum proof number",
            format!("MAX DN differs in {other} of {pairs} pairs of equal length and equal MAX PN"),
            Holds::known((pairs > 0).then_some(2 * other > pairs)),
        )
    }

    /// PN search on a tree beside df-pn on a table.
    fn stores_agree(&self, cells: &Cells, problems: &[SolvedProblem]) -> Claim {
        let tree = MeasureSettings::default();
        let table = MeasureSettings { store: NodeStore::Table, ..tree };
        let both = problems.iter().filter_map(|problem| {
            Some((self.numbers(cells, problem, tree)?, self.numbers(cells, problem, table)?))
        });
        let both: Vec<_> = both.collect();
        let mut shares = Vec::new();
        let said = [0, 1, 2].map(|at| {
            let exact = both.iter().filter_map(|(tree, table)| tree[at].exact().zip(table[at].exact()));
            let known: Vec<(u64, u64)> = exact.collect();
            let equal = known.iter().filter(|(tree, table)| tree == table).count();
            let near = known.iter().filter(|&&(tree, table)| tree <= 2 * table && table <= 2 * tree).count();
            if !known.is_empty() {
                shares.push(near as f64 / known.len() as f64);
            }
            let name = Measurement::NAMES[at];
            format!("{name} equal in {equal} and within a factor of 2 in {near} of {}", known.len())
        });
        Claim::new(
            "Shape keeping: df-pn behaves the same as PN search, and their results are not so different",
            said.join("; "),
            match shares.iter().copied().reduce(f64::min) {
                None => Holds::Open,
                Some(least) if least >= 0.9 => Holds::Yes,
                Some(least) if least >= 0.5 => Holds::Partly,
                Some(_) => Holds::No,
            },
        )
    }
}
