//! A game whose rules fail in the middle of a search, as those that are written in another language may.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_pns::{Algorithm, Game, Knowledge, Limits, NodeKind, Search, StopReason, Verdict};

/// One to three of the sticks are taken in turns. After some questions there are no moves any more, the side to move is always the same, and the search is
/// told to stop.
#[derive(Clone)]
struct Sticks<'a> {
    left: u32,
    is_or: bool,
    questions: &'a Cell<u32>,
    stop: &'a AtomicBool,
}

impl Sticks<'_> {
    fn fails(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Game for Sticks<'_> {
    type Move = u32;
    type Key = (u32, bool);
    type Undo = ();

    const ACYCLIC: bool = true;

    fn key(&self) -> (u32, bool) {
        (self.left, self.is_or)
    }

    fn kind(&self) -> NodeKind {
        if self.is_or || self.fails() { NodeKind::Or } else { NodeKind::And }
    }

    fn moves(&self, moves: &mut Vec<u32>) {
        let left = self.questions.get().saturating_sub(1);
        self.questions.set(left);
        if left == 0 {
            self.stop.store(true, Ordering::Relaxed);
        } else {
            moves.extend(1..=self.left.min(3));
        }
    }

    fn make(&mut self, taken: u32) {
        self.left -= taken;
        self.is_or = !self.is_or;
    }

    fn unmake(&mut self, taken: u32, (): ()) {
        self.left += taken;
        self.is_or = !self.is_or;
    }
}

impl Knowledge for Sticks<'_> {}

#[test]
fn a_search_ends_when_the_rules_fail() {
    for name in
        ["default", "dfpn+tca", "pn", "pn2", "deep-pn", "pn-star", "pds", "pds-pn", "pds-star", "iterative"]
    {
        let algorithm: Algorithm = name.parse().unwrap();
        for questions in 1..60 {
            let (stop, left) = (Arc::new(AtomicBool::new(false)), Cell::new(questions));
            let game = Sticks { left: 30, is_or: true, questions: &left, stop: &stop };
            // Enough for the search to see the flag, which it does not look at every visit.
            let limits = Limits { stop: Some(stop.clone()), visits: Some(100_000), ..Limits::default() };
            let verdict = Search::new(game).algorithm(algorithm).limits(limits).run().verdict;
            // What it says is not worth anything then.
            assert_ne!(verdict, Verdict::Unknown(StopReason::MemoryLimit), "{name}, {questions} questions");
            assert!(stop.load(Ordering::Relaxed), "{name}, {questions} questions");
        }
    }
}
