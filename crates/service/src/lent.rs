//! Solvers that are lent to requests.
//!
//! On most systems a new table takes no memory before it is used, and it is to be returned when a request is over. In WebAssembly no memory
//! is ever returned, and all of a new table must be set to zero: hundreds of megabytes for every question of a page. So the solver of
//! the last request is kept there. It clears what was used when it gets another problem.

use std::cell::RefCell;

use yomikiri_memory::OutOfMemory;
use yomikiri_tsume::Solver;

thread_local! {
    static KEPT: RefCell<Option<LentSolver>> = const { RefCell::new(None) };
}

/// A solver for one request.
pub(crate) struct LentSolver {
    pub solver: Solver,
    /// The bytes that it was asked for with.
    memory: usize,
}

impl LentSolver {
    /// A solver whose table may use this many bytes.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn new(memory: usize) -> Result<LentSolver, OutOfMemory> {
        // Another one goes before a new one comes: there may not be room for both.
        match KEPT.take().filter(|kept| kept.memory == memory) {
            Some(kept) => Ok(kept),
            None => Ok(LentSolver { solver: Solver::new(memory)?, memory }),
        }
    }

    /// The request is over.
    pub fn give_back(self) {
        if cfg!(target_family = "wasm") {
            KEPT.set(Some(self));
        }
    }
}
