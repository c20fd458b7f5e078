//! Ctrl-C: the first one asks the work to stop and print what it has, the second one ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;

/// Becomes true when the user (or the system) asks the program to stop.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens to signals from now on.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let stop = Arc::new(AtomicBool::new(false));
        for &signal in TERM_SIGNALS {
            // The order matters: the second signal finds the flag set by the first.
            flag::register_conditional_default(signal, Arc::clone(&stop)).context("signal handler")?;
            flag::register(signal, Arc::clone(&stop)).context("signal handler")?;
        }
        Ok(Interrupt(stop))
    }

    /// The flag, for limits.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether it is time to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
