//! The figures printed in the paper.

/// A row of table 1: vacant squares; terminal nodes, wins of Black, draws, wins of White, wins of White by four or more.
pub const TABLE_1: [(u32, [u64; 5]); 6] = [
    (7, [305, 200, 14, 91, 70]),
    (9, [3_381, 2_336, 242, 803, 617]),
    (11, [119_923, 75_716, 7_938, 36_269, 27_834]),
    (13, [3_619_363, 1_959_233, 206_417, 1_453_713, 1_225_048]),
    (15, [251_184_784, 109_753_338, 14_934_037, 126_497_409, 110_580_515]),
    (17, [20_200_398_479, 11_147_001_000, 1_257_191_715, 7_796_205_764, 6_552_920_862]),
];

/// A row of tables 2, 3 and 5 for one search.
#[derive(Clone, Copy, Debug)]
pub struct PrintedSearch {
    /// Vacant squares.
    pub vacant: u32,
    /// Nodes in the table (PN*, PDS) or in memory (PN search).
    pub count: u64,
    /// Time on a Pentium II with 450 MHz.
    pub seconds: f64,
    /// Nodes of the solution tree.
    pub tree: u64,
    /// The depth of the solution tree.
    pub depth: u64,
}

const fn row(vacant: u32, count: u64, seconds: f64, tree: u64, depth: u64) -> PrintedSearch {
    PrintedSearch { vacant, count, seconds, tree, depth }
}

/// The three columns of a table.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// PN*.
    pub pn_star: &'static [PrintedSearch],
    /// PDS.
    pub pds: &'static [PrintedSearch],
    /// PN search.
    pub pn: &'static [PrintedSearch],
}

/// Table 2: White wins by at least 1.
pub const TABLE_2: Columns = Columns {
    pn_star: &[
        row(3, 7, 8.7e-4, 5, 4),
        row(5, 11, 9.9e-4, 7, 6),
        row(7, 32, 1.87e-2, 16, 8),
        row(9, 128, 2.96e-2, 84, 11),
        row(11, 695, 8.07e-2, 236, 14),
        row(13, 3_180, 0.370, 561, 17),
        row(15, 27_948, 2.444, 2_439, 20),
        row(17, 123_532, 8.429, 5_492, 23),
        row(19, 536_875, 32.50, 44_201, 27),
        row(21, 3_305_531, 195.42, 138_284, 31),
    ],
    pds: &[
        row(3, 7, 6.5e-4, 5, 4),
        row(5, 9, 8.3e-4, 7, 6),
        row(7, 23, 2.2e-3, 16, 8),
        row(9, 100, 1.20e-2, 84, 11),
        row(11, 547, 7.16e-2, 236, 14),
        row(13, 2_674, 0.360, 559, 17),
        row(15, 6_530, 0.878, 2_320, 20),
        row(17, 23_874, 2.555, 5_494, 23),
        row(19, 322_605, 25.26, 55_247, 27),
        row(21, 850_351, 67.02, 100_791, 31),
    ],
    pn: &[
        row(3, 12, 2.3e-4, 5, 4),
        row(5, 16, 2.8e-4, 7, 6),
        row(7, 50, 6.8e-4, 16, 8),
        row(9, 378, 5.1e-3, 85, 11),
        row(11, 2_472, 2.92e-2, 233, 13),
        row(13, 9_779, 0.110, 520, 17),
        row(15, 34_394, 0.366, 2_178, 19),
        row(17, 223_738, 2.325, 4_588, 21),
        row(19, 3_050_725, 30.33, 35_267, 25),
        row(21, 13_114_201, 127.10, 83_487, 29),
    ],
};

/// Table 3: White wins by at least 4.
pub const TABLE_3: Columns = Columns {
    pn_star: &[
        row(3, 7, 6.7e-4, 5, 4),
        row(5, 11, 1.0e-3, 7, 6),
        row(7, 32, 1.09e-2, 16, 8),
        row(9, 128, 1.43e-2, 84, 11),
        row(11, 685, 7.86e-2, 236, 13),
        row(13, 3_184, 0.370, 557, 17),
        row(15, 27_325, 2.407, 2_469, 20),
        row(17, 108_120, 7.686, 5_687, 23),
        row(19, 569_874, 34.71, 44_241, 27),
        row(21, 4_937_376, 300.22, 120_276, 31),
    ],
    pds: &[
        row(3, 7, 6.9e-4, 5, 4),
        row(5, 9, 8.1e-4, 7, 6),
        row(7, 23, 2.2e-3, 16, 8),
        row(9, 100, 1.23e-2, 84, 11),
        row(11, 579, 7.32e-2, 236, 13),
        row(13, 2_664, 0.360, 559, 17),
        row(15, 7_457, 0.963, 2_347, 20),
        row(17, 27_798, 2.867, 5_574, 23),
        row(19, 322_709, 24.65, 45_002, 27),
        row(21, 885_778, 67.03, 116_046, 31),
    ],
    pn: &[
        row(3, 12, 2.3e-4, 5, 4),
        row(5, 16, 2.8e-4, 7, 6),
        row(7, 50, 6.8e-4, 16, 8),
        row(9, 378, 5.0e-3, 85, 11),
        row(11, 2_495, 2.97e-2, 235, 13),
        row(13, 10_067, 0.113, 522, 17),
        row(15, 35_449, 0.380, 2_204, 19),
        row(17, 226_205, 2.362, 4_728, 21),
        row(19, 3_384_774, 33.88, 37_904, 25),
        row(21, 14_134_470, 136.98, 88_349, 29),
    ],
};

/// Table 5: White does not win by at least 5.
pub const TABLE_5: Columns = Columns {
    pn_star: &[
        row(3, 13, 9.5e-4, 13, 4),
        row(5, 27, 3.1e-3, 27, 7),
        row(7, 75, 9.7e-3, 81, 9),
        row(9, 140, 1.91e-2, 119, 11),
        row(11, 472, 6.82e-2, 457, 14),
        row(13, 4_268, 0.513, 2_067, 18),
        row(15, 30_708, 2.720, 4_787, 20),
        row(17, 100_132, 7.307, 25_878, 22),
        row(19, 723_942, 44.31, 77_520, 26),
        row(21, 4_777_343, 292.31, 526_228, 28),
    ],
    pds: &[
        row(3, 13, 8.6e-4, 13, 4),
        row(5, 27, 1.9e-3, 27, 7),
        row(7, 99, 9.3e-3, 81, 9),
        row(9, 202, 2.04e-2, 119, 11),
        row(11, 775, 9.75e-2, 347, 13),
        row(13, 5_890, 0.675, 1_849, 18),
        row(15, 26_973, 2.715, 4_697, 20),
        row(17, 98_478, 7.847, 14_700, 22),
        row(19, 343_001, 25.73, 24_283, 24),
        row(21, 2_928_420, 223.60, 109_755, 28),
        row(23, 6_176_601, 552.27, 314_670, 30),
    ],
    pn: &[
        row(3, 13, 2.5e-4, 13, 4),
        row(5, 37, 6.4e-4, 27, 7),
        row(7, 165, 2.4e-3, 82, 10),
        row(9, 411, 5.5e-3, 114, 12),
        row(11, 2_839, 3.44e-2, 343, 14),
        row(13, 20_158, 0.243, 1_577, 17),
        row(15, 156_949, 1.653, 3_275, 19),
        row(17, 652_769, 6.497, 10_642, 22),
        row(19, 2_887_320, 28.58, 20_552, 26),
        row(21, 28_338_861, 307.41, 90_549, 28),
    ],
};

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
    fn rounded_counts_agree() {
        let row = pvs(19, 3_240_000, false, 0.0, 0);
        assert!(row.agrees(3_244_999) && row.agrees(3_235_000));
        assert!(!row.agrees(3_245_000) && !row.agrees(3_234_999));
        let exact = pvs(3, 15, true, 0.0, 0);
        assert!(exact.agrees(15) && !exact.agrees(16));
    }
}
