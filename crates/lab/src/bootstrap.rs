//! Medians, and how sure they are.

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

#[cfg(test)]
mod tests {
    use super::*;

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
