//! What becomes of forged certificates.

use std::fmt;
use std::iter::Sum;

use crate::checkers::{Answer, agreed_answers};

/// How many forged certificates were refused, and what is known of the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Both checkers refuse them.
    pub refused: usize,
    /// Both checkers accept them, and the claim is true by brute force.
    pub still_true: usize,
    /// Both checkers accept them, and brute force takes too long.
    pub beyond: usize,
}

impl Sum for Outcome {
    fn sum<I: Iterator<Item = Outcome>>(outcomes: I) -> Outcome {
        outcomes.fold(Outcome::default(), |sum, more| Outcome {
            refused: sum.refused + more.refused,
            still_true: sum.still_true + more.still_true,
            beyond: sum.beyond + more.beyond,
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { refused, still_true, beyond } = self;
        let all = refused + still_true + beyond;
        write!(f, "{all} forgeries: {refused} refused, {still_true} still true, {beyond} beyond brute force")
    }
}

/// Both checkers must agree on every certificate and accept the genuine ones. What they accept must be true by brute force, which is
/// `None` if it takes too long; for genuine ones it must not.
pub fn judge(genuine: &[String], forged: &[Vec<u8>], is_true: impl Fn(&str) -> Option<bool>) -> Outcome {
    for (text, answer) in genuine.iter().zip(agreed_answers(genuine)) {
        assert_eq!((answer, is_true(text)), (Answer::Holds, Some(true)), "{text}");
    }
    let mut outcome = Outcome::default();
    for (bytes, answer) in forged.iter().zip(agreed_answers(forged)) {
        let text = String::from_utf8_lossy(bytes);
        if answer != Answer::Holds {
            outcome.refused += 1;
        } else if let Some(is_true) = is_true(&text) {
            assert!(is_true, "{text}");
            outcome.still_true += 1;
        } else {
            let header: Vec<&str> = text.lines().take_while(|line| !line.starts_with("nodes ")).collect();
            println!("beyond brute force: {}", header.join(", "));
            outcome.beyond += 1;
        }
    }
    outcome
}

/// The number of kinds of forgeries of each game. The last two need no knowledge of the game.
pub const KINDS: usize = 12;
const CUT_OFF: usize = 10;

/// The file with these lines, nine times in ten with the right number of nodes at its end. It is cut off if `kind` says so, or one byte
/// becomes one of `bytes`. `below` gives a random number below another.
pub fn write(
    mut lines: Vec<String>,
    nodes: usize,
    kind: usize,
    bytes: &[u8],
    mut below: impl FnMut(usize) -> usize,
) -> Vec<u8> {
    if below(10) != 0
        && let Some(last) = lines.iter_mut().rfind(|line| line.starts_with("end "))
    {
        *last = format!("end {nodes}");
    }
    let mut file = (lines.join("\n") + "\n").into_bytes();
    let at = below(file.len());
    if kind == CUT_OFF {
        file.truncate(at);
    } else if kind > CUT_OFF {
        file[at] = bytes[below(bytes.len())];
    }
    file
}
