//! Medians and probabilities of superiority, and how sure they are.

use yomikiri_pns::Random;

/// A median with the bounds between which nine hundred and fifty of a thousand resampled medians lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Median {
    /// The median.
    pub value: f64,
    /// Lower end of the 95 % bootstrap interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Number of values.
    pub count: usize,
}

/// Resampled medians.
const SAMPLES: usize = 1000;

impl Median {
    /// The median of these values; nothing of no values. The same values give the same interval. Infinite values count: what
    /// was not measured to its end is larger than what was.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Median> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| !value.is_nan()).collect();
        let value = median(&mut values)?;
        let mut random = Random::new(values.len() as u64);
        let mut medians: Vec<f64> = (0..SAMPLES)
            .filter_map(|_| {
                let mut sample: Vec<f64> =
                    (0..values.len()).map(|_| values[random.below(values.len())]).collect();
                median(&mut sample)
            })
            .collect();
        medians.sort_by(f64::total_cmp);
        let at = |share: f64| medians[((SAMPLES - 1) as f64 * share).round() as usize];
        Some(Median { value, low: at(0.025), high: at(0.975), count: values.len() })
    }

    /// As tables show it: the median, and the interval in brackets.
    pub fn text(&self, show: impl Fn(f64) -> String) -> String {
        let show = |value: f64| if value.is_finite() { show(value) } else { "∞".to_owned() };
        format!("{} [{}, {}]", show(self.value), show(self.low), show(self.high))
    }
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        even if even.is_multiple_of(2) => Some((values[middle - 1] + values[middle]) / 2.0),
        _ => Some(values[middle]),
    }
}

/// How often a value of one group is larger than one of another (the area under the ROC curve): 0.5 says that they cannot be told
/// apart, 1 that it always is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Superiority {
    /// The share of pairs; equal values, and pairs of which nobody knows, count one half.
    pub value: f64,
    /// Lower end of the 95 % bootstrap interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Number of pairs.
    pub pairs: usize,
    /// Those of which nobody knows.
    pub unknown: usize,
    /// How many clusters of each list have a part in them. With a handful, resampling tells little of what others would be like.
    pub clusters: (usize, usize),
}

impl Superiority {
    /// Of values in one list over those in another. `compare` tells of a pair whether the first is larger, if the two may be compared
    /// (the outer `None` says that they may not) and if that is known. A list has clusters of values that belong together: whole clusters
    /// are resampled.
    pub fn of<T>(
        one: &[Vec<T>],
        other: &[Vec<T>],
        compare: impl Fn(&T, &T) -> Option<Option<std::cmp::Ordering>>,
    ) -> Option<Superiority> {
        // What each pair of clusters contributes: points, pairs, unknown ones.
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
        let pairs: Vec<Vec<(f64, usize, usize)>> =
            one.iter().map(|one| other.iter().map(|other| pair(one, other)).collect()).collect();
        let share = |ones: &[usize], others: &[usize]| {
            let all = ones.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
            let sum = all.fold((0.0, 0, 0), |sum, (one, other)| {
                let more = pairs[one][other];
                (sum.0 + more.0, sum.1 + more.1, sum.2 + more.2)
            });
            (sum.1 > 0).then_some((sum.0 / sum.1 as f64, sum.1, sum.2))
        };
        let (ones, others): (Vec<usize>, Vec<usize>) = ((0..one.len()).collect(), (0..other.len()).collect());
        let (value, count, unknown) = share(&ones, &others)?;
        let compared = |one: usize, other: usize| pairs[one][other].1 > 0;
        let clusters = (
            ones.iter().filter(|&&one| others.iter().any(|&other| compared(one, other))).count(),
            others.iter().filter(|&&other| ones.iter().any(|&one| compared(one, other))).count(),
        );
        let mut random = Random::new(count as u64);
        let mut shares: Vec<f64> = (0..SAMPLES)
            .filter_map(|_| {
                let mut again = |list: &[usize]| -> Vec<usize> {
                    (0..list.len()).map(|_| random.below(list.len())).collect()
                };
                let (ones, others) = (again(&ones), again(&others));
                share(&ones, &others).map(|(share, ..)| share)
            })
            .collect();
        shares.sort_by(f64::total_cmp);
        let at =
            |part: f64| shares.get((shares.len().saturating_sub(1) as f64 * part).round() as usize).copied();
        Some(Superiority {
            value,
            low: at(0.025).unwrap_or(value),
            high: at(0.975).unwrap_or(value),
            pairs: count,
            unknown,
            clusters,
        })
    }

    /// As tables show it.
    pub fn text(&self) -> String {
        format!("{:.2} [{:.2}, {:.2}]", self.value, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn superiority() {
        let compare = |a: &i32, b: &i32| Some(Some(a.cmp(b)));
        let list = |values: &[i32]| values.iter().map(|&value| vec![value]).collect::<Vec<_>>();
        assert_eq!(Superiority::of(&[], &list(&[1]), compare), None);
        let sure = Superiority::of(&list(&[5, 6, 7]), &list(&[1, 2]), compare).unwrap();
        assert_eq!((sure.value, sure.low, sure.high, sure.pairs), (1.0, 1.0, 1.0, 6));
        // 2 > 1, 2 = 2, 2 < 3; 4 above all: 1 + ½ + 0 + 3 of 6.
        let some = Superiority::of(&list(&[2, 4]), &list(&[1, 2, 3]), compare).unwrap();
        assert_eq!((some.value, some.unknown), (0.75, 0));
        assert!(some.low < 0.75 && some.high > 0.75 && some.text().starts_with("0.75 ["));
        // Only what may be compared counts, and what is not known counts one half.
        let even = |a: &i32, b: &i32| ((a + b) % 2 == 0).then_some((a != b).then(|| a.cmp(b)));
        let half = Superiority::of(&list(&[2, 4]), &list(&[1, 2, 3]), even).unwrap();
        assert_eq!((half.value, half.pairs, half.unknown), (0.75, 2, 1));
        assert_eq!((half.clusters, some.clusters), ((2, 1), (2, 3)));
        // A cluster is one thing, however many values it has.
        let cluster = Superiority::of(&[vec![2, 4, 6]], &list(&[1, 3, 5]), compare).unwrap();
        assert_eq!((cluster.pairs, cluster.clusters), (9, (1, 3)));
        assert_eq!(Superiority::of(&list(&[2, 4]), &list(&[1, 2, 3]), compare), Some(some), "reproducible");
    }

    #[test]
    fn medians_and_their_intervals() {
        assert_eq!(Median::of([]), None);
        let one = Median::of([3.0]).unwrap();
        assert_eq!((one.value, one.low, one.high, one.count), (3.0, 3.0, 3.0, 1));
        let many = Median::of((0..101).map(f64::from)).unwrap();
        assert_eq!(many.value, 50.0);
        // The interval of a median of 101 evenly spread values is about ±10.
        assert!((36.0..46.0).contains(&many.low) && (54.0..64.0).contains(&many.high), "{many:?}");
        assert_eq!(Median::of((0..101).map(f64::from)), Some(many), "reproducible");
        assert_eq!(Median::of([1.0, 2.0, f64::NAN]).unwrap().value, 1.5);
        let open = Median::of([1.0, 2.0, 3.0, f64::INFINITY, f64::INFINITY]).unwrap();
        assert_eq!((open.value, open.text(|value| value.to_string()).as_str()), (3.0, "3 [1, ∞]"));
    }
}
