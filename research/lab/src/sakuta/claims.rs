//! The paper's claims on 6×6 Othello, held against the measurements.

use super::tables::SakutaTable;
use crate::cell::Cells;
use crate::mates::geometric_mean;
use crate::report::{Claim, Holds, two_decimals};

/// Figures of the paper, and those of ours that are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equal {
    equal: usize,
    measured: usize,
}

impl Equal {
    /// Notes a figure of the paper and ours. Returns the sign for tables.
    pub fn note(&mut self, paper: u64, ours: Option<u64>) -> &'static str {
        let same = ours.map(|ours| ours == paper);
        self.measured += usize::from(same.is_some());
        self.equal += usize::from(same == Some(true));
        sign(same)
    }
}

/// Returns the sign for a figure that is the paper's or another one.
pub fn sign(same: Option<bool>) -> &'static str {
    same.map_or("", |same| if same { "=" } else { "≠" })
}

/// How far one search agrees with its column of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Agreement {
    label: &'static str,
    /// The rows of the paper.
    pub rows: usize,
    /// Nodes.
    pub counts: Equal,
    /// Sizes of the solution tree.
    pub trees: Equal,
    /// Depths of the solution tree.
    pub depths: Equal,
}

impl Agreement {
    /// The agreement of a search without rows.
    pub fn new(label: &'static str) -> Agreement {
        let none = Equal::default();
        Agreement { label, rows: 0, counts: none, trees: none, depths: none }
    }

    /// The equal counts, for a note.
    pub fn summary(&self) -> String {
        format!("{} **{} of {}**", self.label, self.counts.equal, self.rows)
    }
}

/// The claims on table 2, 3 or 5.
pub fn table_claims(number: u32, agreements: &[Agreement], table: &SakutaTable, cells: &Cells) -> Vec<Claim> {
    let mut claims: Vec<Claim> = agreements
        .iter()
        .map(|agreement| {
            let parts = [agreement.counts, agreement.trees, agreement.depths];
            let measured = agreement.counts.measured;
            let equal = parts.iter().map(|part| part.equal).sum();
            Claim::new(
                format!("Table {number}, {}: nodes, size and depth of the solution tree", agreement.label),
                format!(
                    "equal in {}, {} and {} of {measured} rows",
                    parts[0].equal, parts[1].equal, parts[2].equal
                ),
                Holds::share(equal, 3 * measured),
            )
        })
        .collect();
    let counts = table.measured(cells, "count");
    let times = table.measured(cells, "seconds");
    if number == 5 {
        claims.push(most_nodes(&counts));
        claims.push(close_times(&times));
    } else {
        claims.push(two_to_five(&counts));
    }
    claims
}

/// The rows of larger positions, where the paper sees its tendencies.
const LARGE: u32 = 15;

fn two_to_five(counts: &[(u32, [f64; 3])]) -> Claim {
    let large = counts.iter().filter(|row| row.0 >= LARGE);
    let ratios: Vec<(u32, f64)> = large.map(|(vacant, [pn_star, pds, _])| (*vacant, pn_star / pds)).collect();
    let listed: Vec<String> = ratios.iter().map(|(vacant, ratio)| format!("{vacant}: {ratio:.2}")).collect();
    let within = ratios.iter().filter(|(_, ratio)| (2.0..=5.0).contains(ratio)).count();
    Claim::new(
        "Section 3.3: PDS surpasses PN* by a factor of 2 to 5 in table entries as the search space increases",
        format!("PN* : PDS by vacant squares: {}", listed.join(", ")),
        Holds::share(within, ratios.len()),
    )
}

fn most_nodes(counts: &[(u32, [f64; 3])]) -> Claim {
    let most = counts.iter().filter(|(_, [pn_star, pds, pn])| pn >= pn_star && pn >= pds).count();
    Claim::new(
        "Section 3.3, table 5: PN search expands the most nodes",
        format!("it has at least as many as PN* and PDS in {most} of {} rows", counts.len()),
        Holds::share(most, counts.len()),
    )
}

fn close_times(times: &[(u32, [f64; 3])]) -> Claim {
    let (ratio, rows) = geometric_mean(times.iter().map(|(_, [pn_star, pds, _])| pn_star / pds));
    Claim::new(
        "Section 3.3, table 5: there is no significant difference between PN* and PDS in the solving time",
        ratio.map_or("not measured".to_owned(), |ratio| {
            format!("PN* : PDS {ratio:.2} (geometric mean of {rows} rows)")
        }),
        Holds::known(ratio.map(|ratio| (0.5..=2.0).contains(&ratio))),
    )
}

/// The claims on figures 2 and 3. `pvs` returns a value of PVS.
pub fn figure_claims(
    table: &SakutaTable,
    cells: &Cells,
    pvs: impl Fn(u32, &str) -> Option<f64>,
) -> Vec<Claim> {
    let with_pvs = |key: &str| -> Vec<[f64; 4]> {
        let rows = table.measured(cells, key).into_iter();
        rows.filter_map(|(vacant, [pn_star, pds, pn])| {
            Some([pn_star, pds, pn, pvs(vacant, key_of_pvs(key))?])
        })
        .collect()
    };
    let counts = with_pvs("count");
    let ordered = counts.iter().filter(|[pn_star, pds, pn, pvs]| pds <= pn_star && *pn_star <= pn.min(*pvs));
    let ordered = ordered.count();
    let times = with_pvs("seconds");
    let mean = |one: usize, other: usize| geometric_mean(times.iter().map(|row| row[one] / row[other])).0;
    let [pds, pn, pn_star] = [mean(1, 3), mean(2, 3), mean(0, 3)];
    let near = |ratio: f64| Some((0.5..=2.0).contains(&ratio));
    let quicker = pn_star.zip(pds).zip(pn).map(|((pn_star, pds), pn)| pds < pn_star && pn < pn_star);
    vec![
        Claim::new(
            "Figure 2: PDS expands the fewest nodes, then PN*; PN search and alpha-beta expand the most",
            format!("in {ordered} of {} rows", counts.len()),
            Holds::share(ordered, counts.len()),
        ),
        Claim::new(
            "Figure 3: PN search and PDS are roughly as fast as PVS",
            format!(
                "time beside PVS: PN search {}, PDS {} (geometric means of {} rows)",
                two_decimals(pn),
                two_decimals(pds),
                times.len()
            ),
            pn.zip(pds).map_or(Holds::Open, |(pn, pds)| Holds::together(&[near(pn), near(pds)])),
        ),
        Claim::new(
            "Figure 3: PN search and PDS are faster than PN* in general",
            format!(
                "time beside PVS: PN search {}, PDS {}, PN* {}",
                two_decimals(pn),
                two_decimals(pds),
                two_decimals(pn_star)
            ),
            Holds::known(quicker),
        ),
    ]
}

/// The name of a value of the proof-number searches in the cells of PVS.
fn key_of_pvs(key: &str) -> &str {
    if key == "count" { "nodes" } else { key }
}
