//! The problems of `data/` that benchmarks and experiments need, compiled in, so that they run from
//! any folder.
//!
//! `data/README.md` describes each file: its columns, where it comes from and who has rights to it.
//! A constant has the name of its file. `reference_times.tsv`, what other solvers took, is in this
//! crate: name, result, plies, nodes and seconds to the first mate of KomoringHeights 1.1.0, then
//! of OSL 0.8.0; its first line names the machine.
//!
//! ```
//! let first = yomikiri_data::ZUKO.lines().next().unwrap_or_default();
//! assert!(first.contains("将棋図巧 001"));
//! ```

/// Problems composed by `yomikiri compose`.
pub const COMPOSED: &str = include_str!("../../../data/composed.tsv");
/// Complete games of Connect6.
pub const CONNECT6_GAMES: &str = include_str!("../../../data/connect6_games.tsv");
/// Wins at Connect6 in one or two moves.
pub const CONNECT6_PUZZLES: &str = include_str!("../../../data/connect6_puzzles.tsv");
/// Wins at Connect6 with checked proofs.
pub const CONNECT6_SUITE: &str = include_str!("../../../data/connect6_suite.tsv");
/// Mates of many lengths from the endings of a few games.
pub const ENDINGS: &str = include_str!("../../../data/endings.tsv");
/// Brinkmates as published.
pub const HISSHI: &str = include_str!("../../../data/hisshi.tsv");
/// Brinkmates in one, generated.
pub const HISSHI_GENERATED: &str = include_str!("../../../data/hisshi_generated.tsv");
/// Brinkmates of one to nine plies, many of them from games, checked by definition.
pub const HISSHI_SUITE: &str = include_str!("../../../data/hisshi_suite.tsv");
/// Famous long or hard mate problems.
pub const LONG_MODERN: &str = include_str!("../../../data/long_modern.tsv");
/// Times and nodes of other solvers.
pub const REFERENCE_TIMES: &str = include_str!("../reference_times.tsv");
/// Generated mate problems of 3 plies.
pub const TANUKI_MATE3: &str = include_str!("../../../data/tanuki_mate3.tsv");
/// Generated mate problems of 5 plies.
pub const TANUKI_MATE5: &str = include_str!("../../../data/tanuki_mate5.tsv");
/// Generated mate problems of 7 plies.
pub const TANUKI_MATE7: &str = include_str!("../../../data/tanuki_mate7.tsv");
/// Generated mate problems of 9 plies.
pub const TANUKI_MATE9: &str = include_str!("../../../data/tanuki_mate9.tsv");
/// Generated mate problems of 11 plies.
pub const TANUKI_MATE11: &str = include_str!("../../../data/tanuki_mate11.tsv");
/// Mates from games, within 3 plies.
pub const YANEURAOU_MATE3: &str = include_str!("../../../data/yaneuraou_mate3_1000.tsv");
/// Mates from games, within 5 plies.
pub const YANEURAOU_MATE5: &str = include_str!("../../../data/yaneuraou_mate5_1000.tsv");
/// Mates from games, within 7 plies.
pub const YANEURAOU_MATE7: &str = include_str!("../../../data/yaneuraou_mate7_1000.tsv");
/// Mates from games, within 9 plies.
pub const YANEURAOU_MATE9: &str = include_str!("../../../data/yaneuraou_mate9_1000.tsv");
/// Mates from games, within 11 plies.
pub const YANEURAOU_MATE11: &str = include_str!("../../../data/yaneuraou_mate11_1000.tsv");
/// Mates in game endings, as an SFEN list.
pub const YO_TESTMATE: &str = include_str!("../../../data/yo_testmate.sfen");
/// All problems of 将棋図巧 (Shōgi Zukō).
pub const ZUKO: &str = include_str!("../../../data/zuko.tsv");
/// The book's solutions to some problems of 将棋図巧.
pub const ZUKO_SOLUTIONS: &str = include_str!("../../../data/zuko_solutions.tsv");
