//! The report on shape keeping and repair.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use yomikiri_compose::measure::{Bound, Measurement};

use super::super::{FEW, KEYS, numbers, shown};
use super::examined::{Examined, Made};
use super::{Reshaping, Source};
use crate::bootstrap::Median;
use crate::cell::Cells;
use crate::plot::{Drawing, LineStyle, Scale, Series};
use crate::report::{Claim, Holds, ReportRecord, Table, add_values, object, or_dash};

/// MAX PN, MAX DN and iterations.
type Measures = [Bound<u64>; 3];

/// The number of problems in a table of examples.
const EXAMPLES: usize = 10;

/// A new problem, with all orders of pieces that led to it.
struct Distinct {
    from: String,
    orders: Vec<u64>,
    made: Made,
}

impl Distinct {
    fn orders(&self) -> String {
        self.orders.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl Reshaping {
    /// The new problems of one source and one order of pieces.
    fn made(&self, cells: &Cells, source: Source, order: u64) -> Vec<Made> {
        let problems = source.collection.problems();
        let cell = |problem| cells.get(&self.id(source, problem, order));
        problems.iter().filter_map(|problem| cell(problem).and_then(Made::from_cell)).collect()
    }

    /// Every source with every order of pieces.
    fn runs(&self) -> impl Iterator<Item = (Source, u64)> + use<> {
        self.sources.into_iter().flat_map(|source| (0..source.orders).map(move |order| (source, order)))
    }

    fn all_made(&self, cells: &Cells) -> Vec<Made> {
        self.runs().flat_map(|(source, order)| self.made(cells, source, order)).collect()
    }

    /// The distinct new problems of one source.
    fn distinct(&self, cells: &Cells, source: Source) -> Vec<Distinct> {
        let mut distinct: Vec<Distinct> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for problem in source.collection.problems() {
            for order in 0..source.orders {
                let cell = cells.get(&self.id(source, &problem, order));
                let Some(made) = cell.and_then(Made::from_cell) else { continue };
                let next = distinct.len();
                match *known.entry(made.after.position.clone()).or_insert(next) {
                    at if at < next => distinct[at].orders.push(order),
                    _ => distinct.push(Distinct { from: problem.name.clone(), orders: vec![order], made }),
                }
            }
        }
        distinct
    }

    /// A table with a row for each source and order of pieces.
    pub(super) fn table(&self, cells: &Cells) -> Table {
        let title = "The new problems: median length, and median factor from the original to the new problem";
        let heading = "problems | order | runs | made | plies | longer | MAX PN | MAX DN | iterations | sound | \
            flawed | unsound | unknown";
        let mut table = Table::new(title, heading);
        for (source, order) in self.runs() {
            let made = self.made(cells, source, order);
            let pairs = changes(&made);
            let mut row = vec![
                source.collection.name.to_owned(),
                order.to_string(),
                source.collection.problems().len().to_string(),
                made.len().to_string(),
                plies_text(Median::new(lengths(&made))),
                lengths(&made).filter(|&plies| plies > self.plies as f64).count().to_string(),
            ];
            row.extend([0, 1, 2].map(|at| factor_text(factor(&pairs, at))));
            row.extend(["sound", "flawed", "unsound", "unknown"].map(|verdict| {
                made.iter().filter(|made| made.after.soundness == verdict).count().to_string()
            }));
            table.rows.push(row);
        }
        table
    }

    /// A table of the new problems with the highest MAX DN.
    pub(super) fn highest(&self, cells: &Cells) -> Table {
        let heading = "from | orders | MAX PN | MAX DN | iterations | → plies | MAX PN | MAX DN | iterations | \
            soundness | position";
        let title = format!(
            "The {EXAMPLES} new problems from {} with the highest MAX DN, before and after",
            self.sources[0].collection.name
        );
        let mut table = Table::new(title, heading);
        let mut distinct = self.distinct(cells, self.sources[0]);
        distinct.sort_by_key(|distinct| std::cmp::Reverse(distinct.made.after.numbers[1].least()));
        for distinct in distinct.iter().take(EXAMPLES) {
            let made = &distinct.made;
            let mut row = vec![distinct.from.clone(), distinct.orders()];
            row.extend(made.before.map(shown));
            row.push(made.after.plies());
            row.extend(made.after.numbers.map(shown));
            row.push(made.after.verdict());
            row.push(format!("`{}`", made.after.position));
            table.rows.push(row);
        }
        table
    }

    /// A table of the longest sound problems, made by shape keeping alone or after repair.
    pub(super) fn longest_sound(&self, cells: &Cells) -> Table {
        let heading = "from | by | plies | MAX PN | MAX DN | iterations | position";
        let mut table = Table::new(format!("The {EXAMPLES} longest sound problems"), heading);
        let mut sound: Vec<(String, &str, Examined)> = Vec::new();
        for Distinct { from, made, .. } in
            self.sources.into_iter().flat_map(|source| self.distinct(cells, source))
        {
            if made.after.is_sound() {
                sound.push((from, "shape keeping", made.after));
            } else if let Some(repaired) = made.repaired {
                sound.push((from, "shape keeping and repair", repaired));
            }
        }
        sound.sort_by_key(|(_, _, sound)| std::cmp::Reverse((sound.length(), sound.numbers[1].least())));
        for (from, by, sound) in sound.into_iter().take(EXAMPLES) {
            let mut row = vec![from, by.to_owned(), sound.plies()];
            row.extend(sound.numbers.map(shown));
            row.push(format!("`{}`", sound.position));
            table.rows.push(row);
        }
        table
    }

    /// The conclusion on shape keeping, in a few sentences.
    pub(super) fn conclusion(&self, cells: &Cells) -> String {
        let of = |source: Source| {
            let made = self.made(cells, source, 0);
            format!(
                "{}, {} of {} runs: {}",
                source.collection.name,
                made.len(),
                source.collection.problems().len(),
                [0, 1, 2].map(|at| change(&changes(&made), at)).join("; ")
            )
        };
        format!(
            "**Pieces in the order of squares: {}.** The other runs ended with a strong piece, because every \
             candidate for its square was rejected: no mate, not solved, or PN above DN.",
            self.sources.map(of).join(". ")
        )
    }

    /// The conclusion on soundness and repair, in a few sentences.
    pub(super) fn conclusion_on_soundness(&self, cells: &Cells) -> String {
        let of = |source: Source| {
            let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
            let distinct = self.distinct(cells, source);
            for distinct in &distinct {
                *verdicts.entry(distinct.made.after.verdict()).or_default() += 1;
            }
            let verdicts: Vec<String> =
                verdicts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
            let verdicts = or_dash(Some(verdicts.join(", ")).filter(|verdicts| !verdicts.is_empty()));
            format!("{} different problems from {}: {verdicts}", distinct.len(), source.collection.name)
        };
        let repairs = self.repairs(cells);
        let pairs = |before: fn(&Made) -> Measures| {
            let pairs: Vec<(Measures, Measures)> =
                repairs.done.iter().map(|(made, repaired)| (before(made), repaired.numbers)).collect();
            [0, 1].map(|at| change(&pairs, at)).join("; ")
        };
        format!(
            "**{}.** {} **Repair made sound problems of {} of the {} of {} that are not known to be sound.** Against \
             what shape keeping had made, the repaired ones: {}. Against the problems it started from: {}.",
            self.sources.map(of).join("; "),
            self.printed_soundness,
            repairs.done.len(),
            repairs.needed,
            self.sources[0].collection.name,
            pairs(|made| made.after.numbers),
            pairs(|made| made.before)
        )
    }

    fn repairs(&self, cells: &Cells) -> Repairs {
        let repaired = self.sources.into_iter().filter(|source| source.tries > 0);
        let made = repaired.flat_map(|source| self.distinct(cells, source)).map(|distinct| distinct.made);
        let needed: Vec<Made> = made.filter(|made| !made.after.is_sound()).collect();
        let count = needed.len();
        let done = needed.into_iter().filter_map(|made| {
            let repaired = made.repaired.clone()?;
            Some((made, repaired))
        });
        Repairs { needed: count, done: done.collect() }
    }

    /// The paper's claims about shape keeping.
    pub(super) fn claims(&self, cells: &Cells) -> Vec<Claim> {
        let table = if self.printed_cook { "Table 3" } else { "Table 4" };
        let [(_, before), (_, after)] = [self.printed[0], self.printed[1]];
        let printed = [0, 1, 2]
            .map(|at| format!("{} {} → {}", Measurement::NAMES[at], before[at], after[at]))
            .join(", ");
        let made = self.sources.map(|source| self.made(cells, source, 0));
        let factors: Vec<Option<Median>> =
            made.iter().flat_map(|made| [0, 1, 2].map(|at| factor(&changes(made), at))).collect();
        let higher = factors.iter().filter(|factor| factor.is_some_and(|median| median.low > 1.0)).count();
        let measured = factors.iter().any(Option::is_some);
        let holds = if measured { Holds::share(higher, factors.len()) } else { Holds::Open };
        let said = |at: usize| {
            let factors = [0, 1, 2].map(|measure| {
                format!("{} × {}", Measurement::NAMES[measure], factor_text(factors[3 * at + measure]))
            });
            format!("{} ({}): {}", self.sources[at].collection.name, made[at].len(), factors.join(", "))
        };
        let growth = Claim::new(
            format!(
                "{table} and conclusion: the composed problem has higher numbers than the original ({printed})"
            ),
            format!("median factors: {}", [0, 1].map(said).join("; ")),
            holds,
        );
        let lengths: Vec<f64> = made.iter().flat_map(|made| lengths(made)).collect();
        let longer = lengths.iter().filter(|&&plies| plies > self.plies as f64).count();
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        let median = Median::new(lengths.iter().copied());
        let length = Claim::new(
            format!(
                "{table}: the composed problem is longer ({} → {} plies)",
                self.plies,
                if self.printed_cook { 11 } else { 17 }
            ),
            format!(
                "longer in {longer} of {}, median {} plies, longest {longest}",
                lengths.len(),
                plies_text(median)
            ),
            match median {
                None => Holds::Open,
                Some(median) if median.low > self.plies as f64 => Holds::Yes,
                Some(_) if longer > 0 => Holds::Partly,
                Some(_) => Holds::No,
            },
        );
        let distinct: Vec<Distinct> =
            self.sources.into_iter().flat_map(|source| self.distinct(cells, source)).collect();
        let sound = distinct.iter().filter(|distinct| distinct.made.after.is_sound()).count();
        let cooked = distinct.iter().filter(|distinct| distinct.made.after.fault.as_deref() == Some("cook"));
        let soundness = Claim::new(
            format!(
                "{table} and conclusion: shape keeping alone does not always satisfy the rules; here {}",
                {
                    if self.printed_cook {
                        "the result has several solutions"
                    } else {
                        "the result has one solution and meaningless pieces"
                    }
                }
            ),
            format!(
                "{sound} of {} different new problems are sound, {} have a cook",
                distinct.len(),
                cooked.count()
            ),
            Holds::known((!distinct.is_empty()).then_some(sound < distinct.len())),
        );
        let repairs = self.repairs(cells);
        let repair = Claim::new(
            "Conclusion: together with Noshita's repair the problems can be made to satisfy the rules",
            format!(
                "{} of {} that are not known to be sound were repaired with at most {} judgements each",
                repairs.done.len(),
                repairs.needed,
                self.sources[0].tries
            ),
            Holds::share(repairs.done.len(), repairs.needed),
        );
        vec![growth, length, soundness, repair]
    }

    pub(super) fn plot(&self, cells: &Cells, at: usize) -> Drawing {
        let made = self.all_made(cells);
        let point =
            |made: &Made, after: &Measures| (made.before[at].least() as f64, after[at].least() as f64);
        let points: Vec<(f64, f64)> = made.iter().map(|made| point(made, &made.after.numbers)).collect();
        let repaired = made.iter().filter_map(|made| Some(point(made, &made.repaired.as_ref()?.numbers)));
        let most = points.iter().map(|&(before, _)| before).fold(1.0, f64::max);
        Drawing::plot(
            format!("{} before and after shape keeping", Measurement::NAMES[at]),
            ("before", Scale::Log),
            ("after", Scale::Log),
            [
                Series::new("a problem, an order", LineStyle::Dots, 0, points),
                Series::new("repaired", LineStyle::Dots, 1, repaired.collect::<Vec<_>>()),
                Series::new("unchanged", LineStyle::Dashed, 7, [(1.0, 1.0), (most, most)]),
            ],
        )
    }

    pub(super) fn records(&self, cells: &Cells) -> Vec<ReportRecord> {
        let mut records = Vec::new();
        for (source, problem) in self.problems() {
            for order in 0..source.orders {
                let cell = cells.get(&self.id(source, &problem, order));
                let (collection, name) = (problem.collection, &problem.name);
                let mut record = object(json!({ "collection": collection, "problem": name, "order": order }));
                for when in ["before", "after", "repaired"] {
                    let numbers = cell.and_then(|cell| numbers(cell, when));
                    for (key, at) in KEYS.into_iter().zip(0..) {
                        let number = numbers.map(|numbers| numbers[at]);
                        record.insert(format!("{when}_{key}"), json!(number.map(Bound::least)));
                    }
                    let cut = numbers.map(|numbers| numbers[0].exact().is_none());
                    record.insert(format!("{when}_at_least"), json!(cut));
                }
                for when in ["after", "repaired"] {
                    let outcome = cell.and_then(|cell| cell.get(when));
                    for key in ["position", "length", "minimal", "soundness", "fault"] {
                        record.insert(format!("{when}_{key}"), json!(outcome.map(|outcome| &outcome[key])));
                    }
                }
                add_values(&mut record, cell, &["rounds", "trials", "end"]);
                let strong = cell.and_then(|cell| cell.get("strong")).and_then(Value::as_array).map(Vec::len);
                record.insert("strong".to_owned(), json!(strong));
                records.push(record);
            }
        }
        records
    }
}

/// The problems that needed repair, and those that were repaired.
struct Repairs {
    needed: usize,
    done: Vec<(Made, Examined)>,
}

/// A factor as tables show it.
fn times(value: f64) -> String {
    if value < 0.1 { format!("{value:.3}") } else { format!("{value:.1}") }
}

fn factor_text(factor: Option<Median>) -> String {
    or_dash(factor.map(|median| median.text(times)))
}

fn plies_text(plies: Option<Median>) -> String {
    or_dash(plies.map(|median| median.text(|plies| plies.to_string())))
}

/// The lengths of the new problems in plies.
fn lengths(made: &[Made]) -> impl Iterator<Item = f64> {
    made.iter().filter_map(|made| made.after.length()).map(|plies| plies as f64)
}

/// The measures of each problem before and after shape keeping.
fn changes(made: &[Made]) -> Vec<(Measures, Measures)> {
    made.iter().map(|made| (made.before, made.after.numbers)).collect()
}

/// The measure of both problems of each pair. Lower bounds are left out.
fn known(pairs: &[(Measures, Measures)], at: usize) -> Vec<(u64, u64)> {
    pairs.iter().filter_map(|(one, other)| one[at].exact().zip(other[at].exact())).collect()
}

/// The median factor from the first to the second of each pair, or `None` if there are too few.
fn factor(pairs: &[(Measures, Measures)], at: usize) -> Option<Median> {
    let known = known(pairs, at);
    let ratios = known.iter().map(|&(one, other)| other as f64 / one as f64);
    (known.len() >= FEW).then(|| Median::new(ratios)).flatten()
}

/// The change of a measure from the first to the second of each pair, in words.
fn change(pairs: &[(Measures, Measures)], at: usize) -> String {
    let known = known(pairs, at);
    let rose = known.iter().filter(|(one, other)| other > one).count();
    let fell = known.iter().filter(|(one, other)| other < one).count();
    let factor =
        factor(pairs, at).map_or(String::new(), |median| format!(", median factor {}", median.text(times)));
    format!("{} rose in {rose} of {}, fell in {fell}{factor}", Measurement::NAMES[at], known.len())
}
