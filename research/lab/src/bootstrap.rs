//! Medians, probabilities of superiority and rank correlations, with bootstrap confidence intervals.

use std::collections::{BTreeMap, BTreeSet};

use yomikiri_pns::Random;

use crate::report::or_dash;

/// A median with its 95 % bootstrap interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Median {
    /// The median.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of values.
    pub count: usize,
}

/// The number of bootstrap samples.
const SAMPLES: usize = 1000;

impl Median {
    /// The median of these values, or `None` without values. The interval is the same for the same values. An infinite value
    /// stands for a measurement that reached its limit, which is larger than any other.
    pub fn new(values: impl IntoIterator<Item = f64>) -> Option<Median> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        values.sort_by(f64::total_cmp);
        let middle = middle_pair(values.len())?;
        let mean = |[low, high]: [usize; 2]| (values[low] + values[high]) / 2.0;
        let value = mean(middle);
        let mut random = Random::new(values.len() as u64);
        let mut drawn = vec![0_usize; values.len()];
        let mut medians: Vec<f64> = (0..SAMPLES)
            .map(|_| {
                random.draw_sample(&mut drawn);
                // The values are in order, so how often each was drawn says where the middle of the sample is.
                mean(middle.map(|rank| place_of_rank(&drawn, rank)))
            })
            .collect();
        let (low, high) = interval(&mut medians, value);
        Some(Median { value, low, high, count: values.len() })
    }

    /// The median with its interval in brackets, as tables show it.
    pub fn text(&self, show: impl Fn(f64) -> String) -> String {
        let show = |value: f64| if value.is_finite() { show(value) } else { "∞".to_owned() };
        format!("{} [{}, {}]", show(self.value), show(self.low), show(self.high))
    }
}

/// Returns a median ratio as tables show it, or a dash.
pub fn ratio_text(ratio: Option<Median>) -> String {
    or_dash(ratio.map(|ratio| ratio.text(|value| format!("{value:.2}"))))
}

/// Returns the 95 % interval of the values of bootstrap samples; without samples it is the value
/// itself.
fn interval(samples: &mut [f64], value: f64) -> (f64, f64) {
    samples.sort_by(f64::total_cmp);
    let last = samples.len().saturating_sub(1) as f64;
    let at = |share: f64| samples.get((last * share).round() as usize).copied().unwrap_or(value);
    (at(0.025), at(0.975))
}

/// The ranks, from 0 on, of the two values in the middle of a list in order; they are the same if its length is odd.
fn middle_pair(length: usize) -> Option<[usize; 2]> {
    (length > 0).then(|| [(length - 1) / 2, length / 2])
}

/// Which place a rank falls on, if each place is taken as often as `drawn` says.
fn place_of_rank(drawn: &[usize], rank: usize) -> usize {
    let (mut place, mut up_to) = (0, drawn[0]);
    while up_to <= rank {
        place += 1;
        up_to += drawn[place];
    }
    place
}

/// The probability of superiority: how often a value of one group is larger than a value of another (the area under the ROC
/// curve). 0.5 means that the groups do not differ, 1 that the first is always larger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Superiority {
    /// The share of pairs in which the first value is larger. Equal and unknown pairs count one half.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of pairs.
    pub pairs: usize,
    /// The number of pairs whose order is unknown.
    pub unknown: usize,
    /// The number of clusters of each list that take part in pairs. With only a few, the interval says little.
    pub clusters: (usize, usize),
}

impl Superiority {
    /// The superiority of the values in `one` over those in `other`, or `None` if no pair may be compared.
    ///
    /// `compare` returns `None` for a pair that may not be compared, and `Some(None)` for one whose order is unknown. A list
    /// consists of clusters of dependent values, and whole clusters are resampled.
    pub fn new<T>(
        one: &[Vec<T>],
        other: &[Vec<T>],
        compare: impl Fn(&T, &T) -> Option<Option<std::cmp::Ordering>>,
    ) -> Option<Superiority> {
        // For each pair of clusters with values that may be compared: the other one's place, the points, the number of pairs, the number of
        // unknown pairs.
        let pair = |one: &[T], other: &[T]| {
            let mut sum = (0.0, 0, 0);
            for ordering in one.iter().flat_map(|a| other.iter().filter_map(|b| compare(a, b))) {
                sum.0 += match ordering {
                    Some(std::cmp::Ordering::Greater) => 1.0,
                    Some(std::cmp::Ordering::Less) => 0.0,
                    _ => 0.5,
                };
                sum.1 += 1;
                sum.2 += usize::from(ordering.is_none());
            }
            sum
        };
        let pairs_of = |one: &Vec<T>| {
            let pairs = other.iter().enumerate().map(|(place, other)| (place, pair(one, other)));
            pairs.filter(|(_, (_, pairs, _))| *pairs > 0).collect::<Vec<_>>()
        };
        let pairs: Vec<_> = one.iter().map(pairs_of).collect();
        // How often each cluster is taken. Points are halves, so their sum does not depend on its order.
        let share = |ones: &[usize], others: &[usize]| {
            let mut sum = (0.0, 0, 0);
            for (pairs, &one) in pairs.iter().zip(ones).filter(|&(_, &one)| one > 0) {
                for &(other, more) in pairs {
                    let times = one * others[other];
                    sum = (sum.0 + more.0 * times as f64, sum.1 + more.1 * times, sum.2 + more.2 * times);
                }
            }
            (sum.1 > 0).then_some((sum.0 / sum.1 as f64, sum.1, sum.2))
        };
        let (mut ones, mut others) = (vec![1; one.len()], vec![1; other.len()]);
        let (value, count, unknown) = share(&ones, &others)?;
        let compared: BTreeSet<usize> = pairs.iter().flatten().map(|&(other, _)| other).collect();
        let clusters = (pairs.iter().filter(|pairs| !pairs.is_empty()).count(), compared.len());
        let mut random = Random::new(count as u64);
        let mut shares: Vec<f64> = (0..SAMPLES)
            .filter_map(|_| {
                random.draw_sample(&mut ones);
                random.draw_sample(&mut others);
                share(&ones, &others).map(|(share, ..)| share)
            })
            .collect();
        let (low, high) = interval(&mut shares, value);
        Some(Superiority { value, low, high, pairs: count, unknown, clusters })
    }

    /// The value with its interval, as tables show it.
    pub fn text(&self) -> String {
        format!("{:.2} [{:.2}, {:.2}]", self.value, self.low, self.high)
    }
}

/// A problem with two values, as a rank correlation takes it.
#[derive(Clone, Debug)]
pub struct RankedPair {
    /// Pairs of one cluster depend on each other and are resampled together.
    pub cluster: String,
    /// Values are ranked among those of the same stratum only.
    pub stratum: u64,
    /// The two values.
    pub values: [f64; 2],
}

/// Spearman's rank correlation within strata: 1 if the order of one value is the order of the other in every stratum, 0 if the
/// orders have nothing to do with each other, −1 if they are opposite. With one stratum it is Spearman's ρ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankCorrelation {
    /// The correlation.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of pairs in strata with at least two of them.
    pub count: usize,
}

impl RankCorrelation {
    /// The correlation of these pairs, or `None` if one of the values never differs within a stratum.
    ///
    /// Equal values have the mean of their ranks. Ranks are divided by the size of the stratum, so that every pair weighs the
    /// same. They are taken once, and whole clusters are resampled.
    pub fn new(pairs: &[RankedPair]) -> Option<RankCorrelation> {
        let mut strata: BTreeMap<u64, Vec<&RankedPair>> = BTreeMap::new();
        for pair in pairs {
            strata.entry(pair.stratum).or_default().push(pair);
        }
        strata.retain(|_, stratum| stratum.len() > 1);
        // For each cluster the sums of xy, xx and yy, where x and y are ranks without the mean of the stratum.
        let mut clusters: BTreeMap<&str, [f64; 3]> = BTreeMap::new();
        for stratum in strata.values() {
            let [x, y] = [0, 1].map(|at| centred_ranks(stratum.iter().map(|pair| pair.values[at]).collect()));
            for ((pair, x), y) in stratum.iter().zip(x).zip(y) {
                let sums = clusters.entry(&pair.cluster).or_default();
                *sums = [sums[0] + x * y, sums[1] + x * x, sums[2] + y * y];
            }
        }
        let clusters: Vec<[f64; 3]> = clusters.into_values().collect();
        let correlation = |choose: &mut dyn FnMut(usize) -> usize| {
            let (mut xy, mut xx, mut yy) = (0.0, 0.0, 0.0);
            for at in 0..clusters.len() {
                let more = &clusters[choose(at)];
                xy += more[0];
                xx += more[1];
                yy += more[2];
            }
            (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
        };
        let value = correlation(&mut |at| at)?;
        let mut random = Random::new(pairs.len() as u64);
        let mut values: Vec<f64> =
            (0..SAMPLES).filter_map(|_| correlation(&mut |_| random.below(clusters.len()))).collect();
        let (low, high) = interval(&mut values, value);
        Some(RankCorrelation { value, low, high, count: strata.values().map(Vec::len).sum() })
    }

    /// The value with its interval, as tables show it.
    pub fn text(&self) -> String {
        format!("{:.2} [{:.2}, {:.2}]", self.value, self.low, self.high)
    }
}

/// The ranks of the values, divided by their number and without their mean.
fn centred_ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut ranks = vec![0.0; values.len()];
    let (count, mut before) = (values.len() as f64, 0);
    for equal in order.chunk_by(|&one, &other| values[one] == values[other]) {
        // The mean of the ranks before + 1, …, before + n is before + (n + 1) / 2.
        let rank = before as f64 + (equal.len() + 1) as f64 / 2.0;
        for &at in equal {
            ranks[at] = (rank - (count + 1.0) / 2.0) / count;
        }
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn superiority() {
        let compare = |a: &i32, b: &i32| Some(Some(a.cmp(b)));
        let list = |values: &[i32]| values.iter().map(|&value| vec![value]).collect::<Vec<_>>();
        assert_eq!(Superiority::new(&[], &list(&[1]), compare), None);
        let sure = Superiority::new(&list(&[5, 6, 7]), &list(&[1, 2]), compare).unwrap();
        assert_eq!((sure.value, sure.low, sure.high, sure.pairs), (1.0, 1.0, 1.0, 6));
        // 2 > 1, 2 = 2, 2 < 3; 4 above all: 1 + ½ + 0 + 3 of 6.
        let some = Superiority::new(&list(&[2, 4]), &list(&[1, 2, 3]), compare).unwrap();
        assert_eq!((some.value, some.unknown), (0.75, 0));
        assert!(some.low < 0.75 && some.high > 0.75 && some.text().starts_with("0.75 ["));
        // Only what may be compared counts, and what is not known counts one half.
        let even = |a: &i32, b: &i32| ((a + b) % 2 == 0).then_some((a != b).then(|| a.cmp(b)));
        let half = Superiority::new(&list(&[2, 4]), &list(&[1, 2, 3]), even).unwrap();
        assert_eq!((half.value, half.pairs, half.unknown), (0.75, 2, 1));
        assert_eq!((half.clusters, some.clusters), ((2, 1), (2, 3)));
        // A cluster is one thing, however many values it has.
        let cluster = Superiority::new(&[vec![2, 4, 6]], &list(&[1, 3, 5]), compare).unwrap();
        assert_eq!((cluster.pairs, cluster.clusters), (9, (1, 3)));
        assert_eq!(Superiority::new(&list(&[2, 4]), &list(&[1, 2, 3]), compare), Some(some), "reproducible");
    }

    #[test]
    fn medians_and_their_intervals() {
        assert_eq!(Median::new([]), None);
        let one = Median::new([3.0]).unwrap();
        assert_eq!((one.value, one.low, one.high, one.count), (3.0, 3.0, 3.0, 1));
        let many = Median::new((0..101).map(f64::from)).unwrap();
        assert_eq!(many.value, 50.0);
        // The interval of a median of 101 evenly spread values is about ±10.
        assert!((36.0..46.0).contains(&many.low) && (54.0..64.0).contains(&many.high), "{many:?}");
        assert_eq!(Median::new((0..101).map(f64::from)), Some(many), "reproducible");
        assert_eq!(Median::new([1.0, 2.0, f64::NAN]).unwrap().value, 1.5);
        let open = Median::new([1.0, 2.0, 3.0, f64::INFINITY, f64::INFINITY]).unwrap();
        assert_eq!((open.value, open.text(|value| value.to_string()).as_str()), (3.0, "3 [1, ∞]"));
    }

    fn pairs(values: &[(u64, f64, f64)]) -> Vec<RankedPair> {
        let pair = |(at, &(stratum, x, y)): (usize, &(u64, f64, f64))| RankedPair {
            cluster: at.to_string(),
            stratum,
            values: [x, y],
        };
        values.iter().enumerate().map(pair).collect()
    }

    #[test]
    fn rank_correlations() {
        let of = |values: &[(u64, f64, f64)]| RankCorrelation::new(&pairs(values));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(0, 1.0, 1.0), (0, 1.0, 2.0)]), None, "the first value never differs");
        let same = of(&[(0, 1.0, 10.0), (0, 2.0, 100.0), (0, 9.0, 101.0)]).unwrap();
        assert!((same.value - 1.0).abs() < 1e-12 && same.count == 3, "{same:?}");
        // Ranks 1 2 3 4 5 and 2 1 4 3 5: ρ = 1 − 6 · 4 / (5 · 24) = 0.8.
        let some =
            of(&[(0, 1.0, 20.0), (0, 2.0, 10.0), (0, 3.0, 40.0), (0, 4.0, 30.0), (0, 5.0, 50.0)]).unwrap();
        assert!((some.value - 0.8).abs() < 1e-12, "{some:?}");
        assert!(some.low <= 0.8 && 0.8 <= some.high && some.text().starts_with("0.80 ["), "{some:?}");
        // Ranks 1.5 1.5 3 and 1 2 3: the sums of squares are 1.5 and 2, that of products is 1.5.
        let ties = of(&[(0, 1.0, 1.0), (0, 1.0, 2.0), (0, 2.0, 3.0)]).unwrap();
        assert!((ties.value - 1.5 / 3.0_f64.sqrt()).abs() < 1e-12, "{ties:?}");
    }

    /// Both values grow from stratum to stratum, but within each they run against each other. A pair alone in its stratum says
    /// nothing.
    #[test]
    fn strata_are_ranked_by_themselves() {
        let values = [(3, 1.0, 2.0), (3, 2.0, 1.0), (5, 11.0, 12.0), (5, 12.0, 11.0), (7, 90.0, 90.0)];
        let within = RankCorrelation::new(&pairs(&values)).unwrap();
        assert!((within.value + 1.0).abs() < 1e-12 && within.count == 4, "{within:?}");
        let all = RankCorrelation::new(&pairs(&values.map(|(_, x, y)| (0, x, y)))).unwrap();
        assert!(all.value > 0.5, "{all:?}");
    }

    /// One cluster has nothing to be resampled with, so its interval is a point.
    #[test]
    fn clusters_are_resampled_as_a_whole() {
        let mut one = pairs(&[(0, 1.0, 2.0), (0, 2.0, 1.0), (0, 3.0, 3.0), (0, 4.0, 4.0)]);
        one.iter_mut().for_each(|pair| pair.cluster = "one".to_owned());
        let found = RankCorrelation::new(&one).unwrap();
        assert_eq!((found.low, found.high), (found.value, found.value));
    }
}
