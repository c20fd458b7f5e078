//! Whether the claims of the paper hold: every D against df-pn.

use super::figures::{DEPTH_FIRST, DFPN, Deep, FIGURES, Figure, Results};
use super::instance::Instance;
use crate::bootstrap::{Median, ratio_text};
use crate::report::{Claim, Holds, Table, grouped, or_dash};

/// The values of D, for sentences.
fn list(deeps: &[Deep]) -> String {
    let names: Vec<String> = deeps.iter().map(|deep| deep.d.to_string()).collect();
    if names.is_empty() { "no D".to_owned() } else { format!("D = {}", names.join(", ")) }
}

/// All problems and the hard ones among them.
pub struct Comparison<'a> {
    pub all: &'a Results<'a>,
    pub hard: &'a Results<'a>,
}

impl Comparison<'_> {
    /// Whether every D > 0 is cheaper than df-pn, in a few sentences.
    pub fn conclusion(&self) -> String {
        let Comparison { all, hard } = self;
        let decided = all.decided(DFPN);
        let fewer = Deep::of_figures().filter(|&deep| all.decided(deep) < decided);
        let fewer: Vec<String> = fewer.map(|deep| format!("D = {} {}", deep.d, all.decided(deep))).collect();
        let always = FIGURES.iter().all(|figure| self.is_less_with_every_depth(figure) == Some(true));
        format!(
            "**Is D > 0 always cheaper than df-pn?** {}. Within the limit df-pn decides {decided} of all {} problems, {}. The tree is \
             smaller in the median with {} on all problems and with {} on the hard ones; larger with {} on all and with {} on \
             the hard ones.{}",
            if always { "Yes" } else { "No" },
            all.instances.len(),
            if fewer.is_empty() { "and no D decides fewer".to_owned() } else { fewer.join(", ") },
            list(&all.depths("generated", |ratio| ratio.value < 1.0)),
            list(&hard.depths("generated", |ratio| ratio.value < 1.0)),
            list(&all.depths("generated", |ratio| ratio.value > 1.0)),
            list(&hard.depths("generated", |ratio| ratio.value > 1.0)),
            if always || fewer.is_empty() { "" } else { " So a D that is too large is worse than df-pn." },
        )
    }

    /// Whether the median ratio to df-pn is below 1 with every D above 1, on all problems and on the hard ones; `None` without
    /// measurements.
    fn is_less_with_every_depth(&self, figure: &Figure) -> Option<bool> {
        let measured = self.all.depths(figure.key, |_| true).len();
        let less = |results: &Results<'_>| results.depths(figure.key, |ratio| ratio.value < 1.0).len();
        (measured > 0).then(|| less(self.all) == measured && less(self.hard) == measured)
    }

    /// The claim of a figure that every D > 0 costs less than df-pn.
    fn always_cheaper(&self, figure: &Figure) -> Claim {
        let less: fn(Median) -> bool = |ratio| ratio.value < 1.0;
        let surely_less: fn(Median) -> bool = |ratio| ratio.high < 1.0;
        let on = |results: &Results<'_>| {
            format!(
                "less in the median with {} (interval below 1: {}), more with {}",
                list(&results.depths(figure.key, less)),
                list(&results.depths(figure.key, surely_less)),
                list(&results.depths(figure.key, |ratio| ratio.value > 1.0)),
            )
        };
        let some =
            !self.all.depths(figure.key, less).is_empty() || !self.hard.depths(figure.key, less).is_empty();
        Claim::new(
            format!("§5.3, figure {}: with D > 0 the {} is less than df-pn's", figure.number, figure.what),
            format!("hard problems: {}. All problems: {}. D = 1 is df-pn", on(self.hard), on(self.all)),
            match self.is_less_with_every_depth(figure) {
                Some(false) if some => Holds::Partly,
                found => Holds::known(found),
            },
        )
    }

    /// The claims of the paper.
    pub fn claims(&self) -> Vec<Claim> {
        let Comparison { all, hard } = self;
        let mut claims: Vec<Claim> = FIGURES.iter().map(|figure| self.always_cheaper(figure)).collect();
        let best = Deep::of_figures()
            .filter(|deep| deep.d > 1)
            .filter_map(|deep| Some((deep, all.ratio(deep, "generated")?)))
            .min_by(|(_, one), (_, other)| one.high.total_cmp(&other.high));
        claims.push(Claim::new(
            "§5.3: with suitable E and D the performance is best, and better than df-pn's",
            best.map_or("nothing was measured".to_owned(), |(deep, ratio)| {
                format!(
                    "of E = 3 the interval of D = {} ends lowest: {} times the nodes of df-pn on all problems, {} on the hard ones; {} \
                     decided, by df-pn {}. The D is chosen on the same problems",
                    deep.d,
                    ratio_text(Some(ratio)),
                    ratio_text(hard.ratio(deep, "generated")),
                    all.decided(deep),
                    all.decided(DFPN)
                )
            }),
            match best {
                None => Holds::Open,
                Some((_, ratio)) if ratio.high >= 1.0 => Holds::No,
                Some((deep, _)) if hard.ratio(deep, "generated").is_some_and(|ratio| ratio.high < 1.0) => Holds::Yes,
                Some(_) => Holds::Partly,
            },
        ));
        let seesaws =
            |instance: &Instance| all.cost(instance, DEPTH_FIRST, "seesaw").filter(|n| n.is_finite());
        let seesaws: Vec<f64> = all.instances.iter().filter_map(seesaws).collect();
        let most = seesaws.iter().copied().reduce(f64::max);
        claims.push(Claim::new(
            "§5.3, table 1: with E = 0 the search is depth-first, and its seesaw count is 0",
            format!(
                "the largest count of the {} problems that it decides is {}. df-pn decides {} of {}",
                seesaws.len(),
                or_dash(most.map(|most| grouped(most as u64))),
                all.decided(DFPN),
                all.instances.len()
            ),
            Holds::known(most.map(|most| most == 0.0)),
        ));
        claims
    }

    /// All problems in one table.
    pub fn table(&self) -> Table {
        let title = format!("All {} problems, median ratios to D = 0", self.all.instances.len());
        let mut table = Table::new(title, "D | decided | time | tree size | seesaw count");
        for deep in Deep::all() {
            let mut row = vec![deep.name(), self.all.decided(deep).to_string()];
            row.extend(FIGURES.iter().map(|figure| ratio_text(self.all.ratio(deep, figure.key))));
            table.rows.push(row);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::instance::connect6;
    use super::*;
    use crate::cell::{Cell, Cells, done};

    /// Results in which df-pn takes 100 for every problem, and D what `cost` says: nothing if the search is not decided.
    fn results(cost: fn(Deep) -> Option<u64>) -> (Cells, Vec<Instance>) {
        let instances = connect6(usize::MAX);
        let mut cells = Cells::default();
        for instance in &instances {
            for deep in Deep::all() {
                let cell = match cost(deep) {
                    Some(cost) => {
                        done(json!({ "seconds": cost, "generated": cost, "seesaw": cost, "visits": cost }))
                    }
                    None => Cell::OverNodes { nodes: 1 },
                };
                cells.insert(instance.id(&deep.algorithm()), cell);
            }
        }
        (cells, instances)
    }

    fn report(cost: fn(Deep) -> Option<u64>) -> (String, Vec<Holds>) {
        let (cells, instances) = results(cost);
        let all = Results { cells: &cells, instances };
        let hard = all.hard();
        assert!(!hard.instances.is_empty() && hard.instances.len() < all.instances.len());
        let comparison = Comparison { all: &all, hard: &hard };
        (comparison.conclusion(), comparison.claims().into_iter().map(|claim| claim.holds).collect())
    }

    #[test]
    fn claims_follow_from_the_cells() {
        let [cheaper, mixed, dearer] =
            [
                report(|deep| {
                    Some(if deep.e == 0 {
                        0
                    } else if deep.d > 1 {
                        50
                    } else {
                        100
                    })
                }),
                report(|deep| {
                    if deep.e == 0 || deep.d == 12 { None } else { Some(100 - u64::from(deep.d == 4) * 60) }
                }),
                report(|deep| Some(100 + u64::from(deep.d))),
            ];
        assert!(cheaper.0.contains("** Yes. ") && cheaper.0.contains("no D decides fewer"), "{}", cheaper.0);
        assert_eq!(cheaper.1, [Holds::Yes; 5]);
        assert!(mixed.0.contains("** No. ") && mixed.0.contains("D = 12 0. "), "{}", mixed.0);
        assert_eq!(mixed.1, [Holds::Partly, Holds::Partly, Holds::Partly, Holds::Yes, Holds::Open]);
        assert_eq!(dearer.1, [Holds::No; 5]);
    }
}
