//! Numbers that may be lower bounds, and their statistics.

use std::fmt;

/// A number, or a lower bound of it if the search that measures it was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound<T> {
    /// The exact number.
    Exact(T),
    /// A lower bound.
    AtLeast(T),
}

impl<T: Copy> Bound<T> {
    /// The number or its lower bound.
    pub fn least(self) -> T {
        match self {
            Bound::Exact(number) | Bound::AtLeast(number) => number,
        }
    }

    /// The number, or `None` if only a bound is known.
    pub fn exact(self) -> Option<T> {
        match self {
            Bound::Exact(number) => Some(number),
            Bound::AtLeast(_) => None,
        }
    }

    /// Applies an increasing function to the number or bound.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Bound<U> {
        match self {
            Bound::Exact(number) => Bound::Exact(change(number)),
            Bound::AtLeast(number) => Bound::AtLeast(change(number)),
        }
    }
}

impl<T: fmt::Display> fmt::Display for Bound<T> {
    /// Writes `12` or `≥ 12`. Width and precision apply to the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Exact(number) => number.fmt(f),
            Bound::AtLeast(number) => {
                f.write_str("≥ ")?;
                number.fmt(f)
            }
        }
    }
}

/// Statistics of a number over several searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The number of searches.
    pub count: usize,
    /// The mean.
    pub mean: Bound<f64>,
    /// The standard deviation of a sample; `None` for a single number, or if a search was stopped.
    pub deviation: Option<f64>,
    /// The least number.
    pub least: Bound<u64>,
    /// The largest number.
    pub most: Bound<u64>,
}

impl Statistics {
    /// The statistics of these numbers, or `None` if there are none.
    pub fn from_numbers(numbers: impl IntoIterator<Item = Bound<u64>>) -> Option<Statistics> {
        let numbers: Vec<Bound<u64>> = numbers.into_iter().collect();
        let count = numbers.len();
        let whole = numbers.iter().all(|number| number.exact().is_some());
        let bound = |number| if whole { Bound::Exact(number) } else { Bound::AtLeast(number) };
        let values: Vec<u64> = numbers.iter().map(|number| number.least()).collect();
        let (least, most) = (*values.iter().min()?, *values.iter().max()?);
        let mean = values.iter().map(|&value| value as f64).sum::<f64>() / count as f64;
        let squares = values.iter().map(|&value| (value as f64 - mean).powi(2)).sum::<f64>();
        Some(Statistics {
            count,
            mean: if whole { Bound::Exact(mean) } else { Bound::AtLeast(mean) },
            deviation: (whole && count > 1).then(|| (squares / (count - 1) as f64).sqrt()),
            // A bound is not below the least value, so if an exact number equals it, that is the exact minimum.
            least: if numbers.contains(&Bound::Exact(least)) { Bound::Exact(least) } else { bound(least) },
            most: bound(most),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Bound::{AtLeast, Exact};
    use super::*;

    #[test]
    fn statistics() {
        assert_eq!(Statistics::from_numbers([]), None);
        let one = Statistics::from_numbers([Exact(7)]).unwrap();
        assert_eq!((one.mean, one.deviation, one.least, one.most), (Exact(7.0), None, Exact(7), Exact(7)));
        let some = Statistics::from_numbers([2, 4, 4, 4, 5, 5, 7, 9].map(Exact)).unwrap();
        assert_eq!((some.count, some.mean, some.least, some.most), (8, Exact(5.0), Exact(2), Exact(9)));
        // Squares of the differences: 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16.
        assert!((some.deviation.unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn what_was_cut_off_is_a_lower_bound() {
        let statistics = Statistics::from_numbers([Exact(3), AtLeast(5)]).unwrap();
        assert_eq!((statistics.mean, statistics.deviation), (AtLeast(4.0), None));
        assert_eq!((statistics.least, statistics.most), (Exact(3), AtLeast(5)));
        let statistics = Statistics::from_numbers([Exact(6), AtLeast(5)]).unwrap();
        assert_eq!((statistics.least, statistics.most), (AtLeast(5), AtLeast(6)));
        assert_eq!(format!("{} {:.1} {}", Exact(12), AtLeast(4.0), AtLeast(3)), "12 ≥ 4.0 ≥ 3");
    }
}
