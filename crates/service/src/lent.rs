//! Solvers that are lent to requests.
//!
//! On most systems a new table takes no memory before it is used, and it is to be returned when a request is over. In WebAssembly no memory
//! is ever returned, and all of a new table must be set to zero: hundreds of megabytes for every question of a page. So the solver of
//! the last request is kept there. It clears what was used when it gets another problem.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use yomikiri_memory::OutOfMemory;
use yomikiri_tsume::Solver;

thread_local! {
    static KEPT: RefCell<Option<KeptSolver>> = const { RefCell::new(None) };
}

/// Whether the solver of a request is kept for the next one.
const KEEPS: bool = cfg!(any(test, target_family = "wasm"));

/// Why a lent solver is there.
const LENT: &str = "it is given back only when it is dropped";

/// A solver, and the bytes that it was asked for with.
struct KeptSolver {
    solver: Solver,
    memory: usize,
}

/// A solver for one request. It is given back when it is dropped.
pub(crate) struct LentSolver(Option<KeptSolver>);

impl LentSolver {
    /// Lends a solver whose table may use this many bytes.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn new(memory: usize) -> Result<LentSolver, OutOfMemory> {
        // Another one goes before a new one comes: there may not be room for both.
        let kept = match KEPT.take().filter(|kept| kept.memory == memory) {
            Some(kept) => kept,
            None => KeptSolver { solver: Solver::new(memory)?, memory },
        };
        Ok(LentSolver(Some(kept)))
    }

    /// Takes the solver away for good.
    pub fn keep(mut self) -> Solver {
        self.0.take().expect(LENT).solver
    }
}

impl Deref for LentSolver {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        &self.0.as_ref().expect(LENT).solver
    }
}

impl DerefMut for LentSolver {
    fn deref_mut(&mut self) -> &mut Solver {
        &mut self.0.as_mut().expect(LENT).solver
    }
}

impl Drop for LentSolver {
    fn drop(&mut self) {
        if KEEPS {
            KEPT.set(self.0.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::event::Event;
    use crate::request::{LimitCaps, Request};

    #[test]
    fn the_solver_is_kept_whatever_becomes_of_the_question() {
        let caps = LimitCaps { time: None, nodes: None, memory: 1 << 20, threads: 1 };
        for (position, fails) in [("4k4/9/4P4/9/9/9/9/9/9 b G 1", false), ("9/9/9/9/9/9/9/9/9 b - 1", true)] {
            for command in ["solve", "judge", "explain", "hisshi", "threats"] {
                KEPT.take();
                let request = json!({ "command": command, "position": position, "nodes": 1000 });
                let request = Request::parse(request.to_string().as_bytes()).unwrap();
                let mut failed = false;
                request.run(&caps, Arc::default(), &mut |event: Event| {
                    failed |= json!(event)["event"] == "error";
                });
                assert_eq!(failed, fails, "{command}");
                assert!(KEPT.take().is_some(), "{command} {position}");
            }
        }
    }
}
