//! Names for algorithms: one registry, used by the command line, the documentation and the tests.

use std::fmt;
use std::str::FromStr;

use crate::best_first::{PnRules, SecondLevelBudget, TieBreak};
use crate::deepening::DeepeningMethod;
use crate::dfpn::combine::SumRule;
use crate::dfpn::loops::LoopRule;
use crate::dfpn::rules::{LeafRule, ThresholdRule};
use crate::dfpn::{DfPnRules, SOURCE_NODES_PART};

/// Where depth-first search keeps its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableKind {
    /// A map that forgets nothing.
    Unbounded,
    /// A table of fixed size with replacement and garbage collection.
    #[default]
    Bounded,
}

/// A search algorithm with its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// Best-first: PN search, PN², DeepPN.
    Pn(PnRules),
    /// Depth-first with thresholds: df-pn and its variants.
    DfPn {
        /// The combination rule.
        sum: SumRule,
        /// The loop rule.
        loops: LoopRule,
        /// Leaf, slack, evaluation.
        rules: DfPnRules,
        /// The table.
        table: TableKind,
    },
    /// Depth-first by deepening: PN*, PDS, iterative deepening.
    Deepening {
        /// What is deepened.
        method: DeepeningMethod,
        /// Whether terminal nodes are recognised when generated or when entered.
        immediate: bool,
    },
}

impl Algorithm {
    /// Decides every finite graph we know of, and forgets nothing: for second searches.
    pub(crate) const THOROUGH: Algorithm = Algorithm::DfPn {
        sum: SumRule::Sum,
        loops: LoopRule::Tca,
        rules: DfPnRules {
            leaf: LeafRule::Heuristic,
            threshold: ThresholdRule::Epsilon(0.25),
            immediate: true,
        },
        table: TableKind::Unbounded,
    };

    /// How much of a memory limit is for the table. NAGAI and SNDA need a part for the parents and marks of nodes.
    pub fn table_memory(&self, memory: usize) -> usize {
        match self {
            Algorithm::DfPn { sum, .. } if sum.finds_shared() => memory - memory / SOURCE_NODES_PART,
            _ => memory,
        }
    }
}

impl Default for Algorithm {
    /// df-pn that does not run in circles, with 1 + ε thresholds and the game's leaf numbers.
    fn default() -> Self {
        Algorithm::DfPn {
            sum: SumRule::Sum,
            loops: LoopRule::StallGuard,
            rules: DfPnRules {
                leaf: LeafRule::Heuristic,
                threshold: ThresholdRule::Epsilon(0.25),
                immediate: true,
            },
            table: TableKind::Bounded,
        }
    }
}

/// A base algorithm of the registry.
#[derive(Clone, Copy, Debug)]
pub struct BaseAlgorithm {
    /// Its name.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    algorithm: fn() -> Algorithm,
}

/// A part that can be joined to a name with `+`.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// Its name, and parameters with their defaults.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
}

fn dfpn() -> Algorithm {
    Algorithm::DfPn {
        sum: SumRule::Sum,
        loops: LoopRule::Unguarded,
        rules: DfPnRules::default(),
        table: TableKind::Bounded,
    }
}

fn dfpn_with(change: impl Fn(&mut DfPnRules)) -> Algorithm {
    let mut algorithm = dfpn();
    if let Algorithm::DfPn { rules, .. } = &mut algorithm {
        change(rules);
    }
    algorithm
}

fn pds(second_level: SecondLevelBudget) -> Algorithm {
    Algorithm::Deepening {
        method: DeepeningMethod::Pds { ties: TieBreak::Leftmost, second_level },
        immediate: false,
    }
}

/// Every base algorithm.
pub const ALGORITHMS: &[BaseAlgorithm] = &[
    BaseAlgorithm {
        name: "default",
        summary: "dfpn+estimate+epsilon=0.25+stall-guard: 1+ε thresholds, the game's leaf numbers, no circles",
        algorithm: Algorithm::default,
    },
    BaseAlgorithm {
        name: "dfpn",
        summary: "depth-first proof-number search (Nagai and Imai)",
        algorithm: dfpn,
    },
    BaseAlgorithm {
        name: "dfpn-plus",
        summary: "df-pn+ (Nagai): leaf numbers from the game",
        algorithm: || dfpn_with(|rules| rules.leaf = LeafRule::Heuristic),
    },
    BaseAlgorithm {
        name: "deep-dfpn",
        summary: "Deep df-pn (Song et al.): leaf numbers E^(D − depth), depth-first if E=0; parameters E=3, D=8",
        algorithm: || dfpn_with(|rules| rules.leaf = LeafRule::Deep { e: 3, d: 8 }),
    },
    BaseAlgorithm {
        name: "pn",
        summary: "best-first proof-number search (Allis); the tree is kept in memory",
        algorithm: || Algorithm::Pn(PnRules::default()),
    },
    BaseAlgorithm {
        name: "pn2",
        summary: "PN² (Allis; Breuker): leaves are expanded by a second search; parameters a=1800000, b=240000, or y",
        algorithm: || {
            let second_level = SecondLevelBudget::Logistic { a: 1_800_000.0, b: 240_000.0 };
            Algorithm::Pn(PnRules { second_level, ..PnRules::default() })
        },
    },
    BaseAlgorithm {
        name: "deep-pn",
        summary: "DeepPN (Ishitobi et al.): best-first, mixed with depth; parameter R=0.5",
        algorithm: || Algorithm::Pn(PnRules { deep: 0.5, ..PnRules::default() }),
    },
    BaseAlgorithm {
        name: "pn-star",
        summary: "PN* (Seo; the rule of Sakuta and Iida): depth-first, a threshold on the proof number alone",
        algorithm: || Algorithm::Deepening { method: DeepeningMethod::PnStar, immediate: false },
    },
    BaseAlgorithm {
        name: "pds",
        summary: "PDS (Nagai; the rule of Sakuta and Iida): depth-first, a node is left when both thresholds are reached",
        algorithm: || pds(SecondLevelBudget::Fixed(0)),
    },
    BaseAlgorithm {
        name: "pds-pn",
        summary: "PDS-PN (Winands et al.): PDS whose leaves are searched by PN search; parameters a=450000, b=300000, or y",
        algorithm: || pds(SecondLevelBudget::Logistic { a: 450_000.0, b: 300_000.0 }),
    },
    BaseAlgorithm {
        name: "pds-star",
        summary: "PDS*, as we take it: the thresholds of PDS, children deepened one after the other as in PN*",
        algorithm: || Algorithm::Deepening { method: DeepeningMethod::PdsStar, immediate: false },
    },
    BaseAlgorithm {
        name: "iterative",
        summary: "depth-first iterative deepening with a table; parameter step=1",
        algorithm: || Algorithm::Deepening {
            method: DeepeningMethod::Iterative { step: 1 },
            immediate: true,
        },
    },
];

/// Every part that can be joined.
pub fn modifiers() -> impl Iterator<Item = Modifier> {
    let sums = SumRule::ALL.iter().map(|&(_, name, summary)| Modifier { name, summary });
    let loops = LoopRule::ALL.iter().map(|&(_, name, summary)| Modifier { name, summary });
    sums.chain(loops).chain(OTHER_MODIFIERS.iter().copied())
}

const OTHER_MODIFIERS: &[Modifier] = &[
    Modifier { name: "epsilon=0.25", summary: "1+ε thresholds (Pawlewicz and Lew)" },
    Modifier { name: "leftmost", summary: "of equally good children the first" },
    Modifier { name: "sticky", summary: "PN search, PDS: of equally good children the one taken last time" },
    Modifier {
        name: "smaller-sum",
        summary: "PN search, PDS: of equally good children the one that adds less to the parent's sum",
    },
    Modifier { name: "unit", summary: "leaf numbers (1, 1)" },
    Modifier { name: "estimate", summary: "leaf numbers from the game" },
    Modifier { name: "mobility", summary: "leaf numbers from the number of moves" },
    Modifier { name: "immediate", summary: "terminal nodes are recognised when generated" },
    Modifier { name: "delayed", summary: "terminal nodes are recognised when entered" },
    Modifier { name: "exact", summary: "a table that forgets nothing" },
    Modifier { name: "fixed", summary: "a table of fixed size" },
];

/// A name that is not in the registry, or a part that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAlgorithmError {
    /// No such base algorithm.
    #[error("unknown algorithm `{0}` (see `yomikiri algorithms`)")]
    UnknownName(String),
    /// No such part, or not for this algorithm.
    #[error("`{part}` is not a part of `{name}` (see `yomikiri algorithms`)")]
    UnknownModifier {
        /// The base algorithm.
        name: String,
        /// The part.
        part: String,
    },
    /// A parameter that is not a number in its range.
    #[error("`{0}` is not a valid parameter")]
    BadParameter(String),
}

impl FromStr for Algorithm {
    type Err = ParseAlgorithmError;

    /// Reads names such as `dfpn+tca+snda`, `dfpn+epsilon=0.1`, `deep-dfpn:E=3,D=8`, `pn+mobility`.
    fn from_str(text: &str) -> Result<Algorithm, ParseAlgorithmError> {
        let mut parts = text.split('+');
        let base = parts.next().unwrap_or_default();
        let (name, parameters) = base.split_once(':').unwrap_or((base, ""));
        let listed = ALGORITHMS.iter().find(|listed| listed.name == name);
        let mut algorithm = listed
            .map(|listed| (listed.algorithm)())
            .ok_or_else(|| ParseAlgorithmError::UnknownName(name.into()))?;
        for parameter in parameters.split(',').filter(|parameter| !parameter.is_empty()) {
            algorithm.set(name, parameter)?;
        }
        for part in parts {
            algorithm.join(name, part)?;
        }
        Ok(algorithm)
    }
}

fn number<T: FromStr>(text: &str, value: &str) -> Result<T, ParseAlgorithmError> {
    value.parse().map_err(|_| ParseAlgorithmError::BadParameter(text.into()))
}

/// A number between 0 and `most`.
fn fraction(text: &str, value: &str, most: f64) -> Result<f64, ParseAlgorithmError> {
    let value = number::<f64>(text, value)?;
    if (0.0..=most).contains(&value) {
        Ok(value)
    } else {
        Err(ParseAlgorithmError::BadParameter(text.into()))
    }
}

impl Algorithm {
    /// Sets a parameter such as `E=3`.
    fn set(&mut self, name: &str, parameter: &str) -> Result<(), ParseAlgorithmError> {
        let unknown = || ParseAlgorithmError::UnknownModifier { name: name.into(), part: parameter.into() };
        let (key, value) = parameter.split_once('=').ok_or_else(unknown)?;
        match (self, key) {
            (Algorithm::DfPn { rules: DfPnRules { leaf: LeafRule::Deep { e, .. }, .. }, .. }, "E") => {
                *e = number(parameter, value)?;
            }
            (Algorithm::DfPn { rules: DfPnRules { leaf: LeafRule::Deep { d, .. }, .. }, .. }, "D") => {
                *d = number(parameter, value)?;
            }
            (Algorithm::Pn(rules), "R") => rules.deep = fraction(parameter, value, 1.0)?,
            (
                Algorithm::Pn(PnRules { second_level, .. })
                | Algorithm::Deepening { method: DeepeningMethod::Pds { second_level, .. }, .. },
                "y" | "a" | "b",
            ) => match (second_level, key) {
                (second_level, "y") => *second_level = SecondLevelBudget::Fixed(number(parameter, value)?),
                (SecondLevelBudget::Logistic { a, .. }, "a") => *a = fraction(parameter, value, 1e12)?,
                (SecondLevelBudget::Logistic { b, .. }, "b") => *b = fraction(parameter, value, 1e12)?,
                _ => return Err(unknown()),
            },
            (Algorithm::Deepening { method: DeepeningMethod::Iterative { step }, .. }, "step") => {
                *step = number(parameter, value)?
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// Joins a part such as `tca`.
    fn join(&mut self, name: &str, part: &str) -> Result<(), ParseAlgorithmError> {
        if let Algorithm::DfPn { sum, loops, .. } = self {
            if let Some(rule) = SumRule::named(part) {
                *sum = rule;
                return Ok(());
            }
            if let Some(rule) = LoopRule::named(part) {
                *loops = rule;
                return Ok(());
            }
        }
        match (&mut *self, part) {
            (Algorithm::DfPn { rules, .. }, "leftmost") => rules.threshold = ThresholdRule::Leftmost,
            (Algorithm::DfPn { table, .. }, "exact") => *table = TableKind::Unbounded,
            (Algorithm::DfPn { table, .. }, "fixed") => *table = TableKind::Bounded,
            (Algorithm::DfPn { rules, .. }, epsilon) if epsilon.starts_with("epsilon") => {
                let value = epsilon.strip_prefix("epsilon=").unwrap_or("0.25");
                rules.threshold = ThresholdRule::Epsilon(fraction(epsilon, value, 1e6)?);
            }
            (
                Algorithm::Pn(PnRules { ties, .. })
                | Algorithm::Deepening { method: DeepeningMethod::Pds { ties, .. }, .. },
                "leftmost" | "sticky" | "smaller-sum",
            ) => {
                *ties = match part {
                    "leftmost" => TieBreak::Leftmost,
                    "sticky" => TieBreak::Sticky,
                    _ => TieBreak::SmallerSum,
                }
            }
            (
                Algorithm::DfPn { rules: DfPnRules { leaf, .. }, .. } | Algorithm::Pn(PnRules { leaf, .. }),
                "unit" | "estimate" | "mobility",
            ) => {
                *leaf = match part {
                    "unit" => LeafRule::Unit,
                    "estimate" => LeafRule::Heuristic,
                    _ => LeafRule::Mobility,
                }
            }
            (
                Algorithm::DfPn { rules: DfPnRules { immediate, .. }, .. }
                | Algorithm::Pn(PnRules { immediate, .. })
                | Algorithm::Deepening { immediate, .. },
                "immediate" | "delayed",
            ) => *immediate = part == "immediate",
            _ => return Err(ParseAlgorithmError::UnknownModifier { name: name.into(), part: part.into() }),
        }
        Ok(())
    }
}

impl fmt::Display for BaseAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_name_and_part_is_accepted() {
        for listed in ALGORITHMS {
            assert_eq!(listed.name.parse::<Algorithm>(), Ok((listed.algorithm)()));
        }
        for part in modifiers() {
            let joined =
                ["dfpn", "pn", "pds"].map(|base| format!("{base}+{}", part.name).parse::<Algorithm>());
            assert!(joined.iter().any(Result::is_ok), "{}", part.name);
        }
        let deep = "deep-dfpn:E=5,D=2+tca".parse::<Algorithm>().unwrap();
        assert!(matches!(
            deep,
            Algorithm::DfPn {
                loops: LoopRule::Tca,
                rules: DfPnRules { leaf: LeafRule::Deep { e: 5, d: 2 }, .. },
                ..
            }
        ));
    }

    /// The published parameters of the two-level searches, and what their growth function grants.
    #[test]
    fn second_levels_of_the_literature() {
        for (short, long, a) in
            [("pn2", "pn2:a=1800000,b=240000", 1_800_000), ("pds-pn", "pds-pn:a=450000,b=300000", 450_000)]
        {
            let algorithm = short.parse::<Algorithm>().unwrap();
            assert_eq!(long.parse(), Ok(algorithm));
            let (Algorithm::Pn(PnRules { second_level, .. })
            | Algorithm::Deepening { method: DeepeningMethod::Pds { second_level, .. }, .. }) = algorithm
            else {
                panic!("{short} has no second level")
            };
            assert_eq!(second_level.expansions(0), 1, "{short}");
            assert_eq!(second_level.expansions(a), a as u64 / 2, "{short}");
            // Far beyond a, the second level becomes as large as the first.
            assert_eq!(second_level.expansions(100 * a), 100 * a as u64, "{short}");
        }
        // 150,000 / (1 + e)
        assert_eq!(SecondLevelBudget::Logistic { a: 450_000.0, b: 300_000.0 }.expansions(150_000), 40_341);
    }

    #[test]
    fn faulty_names_are_told_apart() {
        for (bad, why) in [
            ("", "unknown algorithm ``"),
            ("dfpm", "unknown algorithm `dfpm`"),
            ("dfpn+sticky", "`sticky` is not a part of `dfpn`"),
            ("pn+tca", "`tca` is not a part of `pn`"),
            ("dfpn+epsilon=-1", "`epsilon=-1` is not a valid"),
            ("dfpn+epsilon=NaN", "`epsilon=NaN` is not a valid"),
            ("deep-dfpn:E=x", "`E=x` is not a valid"),
            ("dfpn:E=3", "`E=3` is not a part of `dfpn`"),
            ("deep-pn:R=2", "`R=2` is not a valid"),
        ] {
            let error = bad.parse::<Algorithm>().unwrap_err().to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
