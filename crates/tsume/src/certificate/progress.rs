//! What writing a certificate has in common with a search: it reports progress and ends at a limit.

use yomikiri_pns::StopReason;

use crate::answer::SolverEvent;
use crate::replay::Aborted;
use crate::solver_run::SolverRun;

/// Nodes between two looks at the clock.
const BETWEEN_LOOKS: u32 = 256;

/// The bytes that a node takes while a certificate is made, with its share of the boards and of their index.
const NODE_BYTES: u64 = 64;

/// Counts the nodes of a certificate.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Nodes of sections that are complete.
    pub before: u64,
    steps: u32,
}

impl Progress {
    /// A node is looked at; `nodes` of its section are known by now.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn step(&mut self, run: &mut SolverRun<'_>, nodes: usize) -> Result<(), Aborted> {
        self.steps += 1;
        if self.steps.is_multiple_of(BETWEEN_LOOKS) {
            run.keep_going()?;
            let nodes = self.before + nodes as u64;
            if nodes.saturating_mul(NODE_BYTES) > run.options.limits.memory as u64 {
                return Err(Aborted::Limit(StopReason::Memory));
            }
            (run.on_event)(SolverEvent::CertifyProgress { nodes });
        }
        Ok(())
    }
}
