//! The figures printed in the paper.

/// A row of a table: the problem, and its MAX PN, MAX DN and iterations.
pub type PrintedProblem = (&'static str, [u64; 3]);

/// Table 1: problems of 7 plies from a contest, and the mean of forty from books.
pub const TABLE_1: [PrintedProblem; 3] = [
    ("1st of the contest", [116, 3258, 235_574]),
    ("2nd of the contest", [32, 3985, 58_276]),
    ("general (mean of 40)", [19, 1720, 62_136]),
];

/// Table 2: problems of 15 plies that won the Kanju award, and the mean of twenty from books.
pub const TABLE_2: [PrintedProblem; 5] = [
    ("award of 1998", [47, 42_427, 1_066_572]),
    ("award of 2001", [49, 36_417, 1_023_204]),
    ("award of 2005", [67, 117_561, 4_462_292]),
    ("award of 2011", [25, 62_046, 741_920]),
    ("general (mean of 20)", [32, 5528, 173_553]),
];

/// Table 3: a problem of 3 plies, and the one of 11 plies that shape keeping made from it.
pub const TABLE_3: [PrintedProblem; 2] =
    [("original, 3 plies", [1, 27, 42]), ("composed, 11 plies", [13, 1951, 16_979])];

/// Table 4: a problem of 5 plies, and the one of 17 plies that shape keeping made from it.
pub const TABLE_4: [PrintedProblem; 2] =
    [("original, 5 plies", [8, 455, 2080]), ("composed, 17 plies", [81, 31_347, 1_486_717])];
