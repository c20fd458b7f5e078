//! The figures printed in the paper.

use std::collections::BTreeMap;

/// A row of table 1: vacant squares; terminal nodes, wins of Black, draws, wins of White, wins of
/// White by four or more.
pub const TABLE_1: [(u32, [u64; 5]); 6] = [
    (7, [305, 200, 14, 91, 70]),
    (9, [3_381, 2_336, 242, 803, 617]),
    (11, [119_923, 75_716, 7_938, 36_269, 27_834]),
    (13, [3_619_363, 1_959_233, 206_417, 1_453_713, 1_225_048]),
    (15, [251_184_784, 109_753_338, 14_934_037, 126_497_409, 110_580_515]),
    (17, [20_200_398_479, 11_147_001_000, 1_257_191_715, 7_796_205_764, 6_552_920_862]),
];

/// The figures printed for one search on one position of tables 2, 3, 5, 6 and 7.
#[derive(Clone, Copy, Debug)]
pub struct PrintedSearch {
    /// Nodes in the table, or in memory for PN search.
    pub count: u64,
    /// Time on a Pentium II with 450 MHz.
    pub seconds: f64,
    /// Nodes of the solution tree.
    pub tree: u64,
    /// The depth of the solution tree.
    pub depth: u64,
    /// The depth of the iteration that solved the position, for iterative deepening.
    pub solved_at: Option<u64>,
}

/// The figures of a search by position.
pub type Column = BTreeMap<u32, PrintedSearch>;

/// The tables 2, 3, 5, 6 and 7. A position that was not solved has no row.
const TABLES: &str = include_str!("tables.tsv");

/// Returns the column of a search in a table. A position is a number of vacant squares in tables 2,
/// 3 and 5, and one of the thirty positions from games in tables 6 and 7.
pub fn column(table: u32, search: &str) -> Column {
    let table = table.to_string();
    let rows = TABLES.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let rows = rows.filter(|row| row[..2] == [&table, search]);
    rows.filter_map(|row| Some((row[2].parse().ok()?, printed(&row[3..])?))).collect()
}

fn printed(fields: &[&str]) -> Option<PrintedSearch> {
    Some(PrintedSearch {
        count: fields[0].parse().ok()?,
        seconds: fields[1].parse().ok()?,
        tree: fields[2].parse().ok()?,
        depth: fields[3].parse().ok()?,
        solved_at: fields.get(4).and_then(|depth| depth.parse().ok()),
    })
}

/// A row of table 4: principal variation search.
#[derive(Clone, Copy, Debug)]
pub struct Pvs {
    /// Vacant squares.
    pub vacant: u32,
    /// Nodes visited. The last three rows are printed with three digits only.
    pub nodes: u64,
    /// Whether all digits are printed.
    pub exact: bool,
    /// Time on a Pentium II with 450 MHz.
    pub seconds: f64,
    /// Length of the line found.
    pub depth: u64,
}

impl Pvs {
    /// Whether a count agrees with the printed digits.
    pub fn agrees(&self, nodes: u64) -> bool {
        let unit = if self.exact { 1 } else { 10_u64.pow(self.nodes.ilog10() - 2) };
        // The paper rounds to the nearest.
        (nodes + unit / 2) / unit == self.nodes / unit
    }
}

const fn pvs(vacant: u32, nodes: u64, exact: bool, seconds: f64, depth: u64) -> Pvs {
    Pvs { vacant, nodes, exact, seconds, depth }
}

/// Table 4.
pub const TABLE_4: [Pvs; 11] = [
    pvs(3, 15, true, 1.4e-4, 4),
    pvs(5, 29, true, 3.7e-4, 6),
    pvs(7, 92, true, 1.2e-3, 8),
    pvs(9, 300, true, 4.1e-3, 10),
    pvs(11, 1_037, true, 1.46e-2, 12),
    pvs(13, 16_375, true, 0.219, 14),
    pvs(15, 109_329, true, 1.395, 16),
    pvs(17, 232_713, true, 3.062, 18),
    pvs(19, 3_240_000, false, 43.50, 20),
    pvs(21, 12_500_000, false, 166.92, 22),
    pvs(23, 254_000_000, false, 3371.11, 24),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_read() {
        let columns = [(2, "PN*"), (2, "PDS"), (2, "PN"), (3, "PN*"), (3, "PDS"), (3, "PN")];
        assert!(columns.iter().all(|(table, search)| column(*table, search).len() == 10));
        assert_eq!(["PN*", "PDS", "PN"].map(|search| column(5, search).len()), [10, 11, 10]);
        let mates = [(6, "PN*"), (6, "PDS"), (7, "PN"), (7, "iterative deepening")];
        assert_eq!(mates.map(|(table, search)| column(table, search).len()), [25, 30, 19, 19]);
        assert!(column(7, "iterative deepening").values().all(|mate| mate.solved_at.is_some()));
    }

    #[test]
    fn rounded_counts_agree() {
        let row = pvs(19, 3_240_000, false, 0.0, 0);
        assert!(row.agrees(3_244_999) && row.agrees(3_235_000));
        assert!(!row.agrees(3_245_000) && !row.agrees(3_234_999));
        let exact = pvs(3, 15, true, 0.0, 0);
        assert!(exact.agrees(15) && !exact.agrees(16));
    }
}
