//! `--shard I/N`: a part of a list, so that several machines share it without knowing of each other.

use std::str::FromStr;

/// Every `of`-th problem, from the `first`-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `of`.
    first: u64,
    of: u64,
}

impl Shard {
    /// The whole list.
    pub const ALL: Shard = Shard { first: 1, of: 1 };

    /// Whether the problem with this number, from 1, belongs to it.
    pub fn takes(self, number: u64) -> bool {
        number % self.of == self.first % self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.parse::<u64>().ok();
        let parts = text.split_once('/').and_then(|(first, of)| number(first).zip(number(of)));
        let shard = parts.map(|(first, of)| Shard { first, of });
        shard
            .filter(|shard| (1..=shard.of).contains(&shard.first))
            .ok_or_else(|| "expected I/N with I from 1 to N, as in 2/8".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_in_one_shard() {
        for of in 1..=5 {
            let shards: Vec<Shard> = (1..=of).map(|first| format!("{first}/{of}").parse().unwrap()).collect();
            for number in 1..=20 {
                let takers = shards.iter().filter(|shard| shard.takes(number)).count();
                assert_eq!(takers, 1, "problem {number} of {of} shards");
            }
            assert!(shards[0].takes(1) && (of == 1 || shards[1].takes(2)));
        }
        assert_eq!("1/1".parse(), Ok(Shard::ALL));
    }

    #[test]
    fn what_is_no_shard() {
        for text in
            ["", "1", "/", "0/4", "5/4", "1/0", "0/0", "-1/4", "a/b", "1/2/3", "1/99999999999999999999"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
