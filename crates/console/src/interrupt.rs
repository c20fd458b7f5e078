//! Ctrl-C: the first one asks the work to stop and print what it has, the second one ends the program.
//!
//! Either way the exit code is the one that shells expect: 128 and the number of the signal, 130 for Ctrl-C.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use signal_hook::consts::TERM_SIGNALS;
use signal_hook::flag;

/// The signal that stopped the work, 0 if none did. Signals are the process's own, so there is one for all listeners.
static SIGNAL: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// Becomes true when the user (or the system) asks the program to stop.
#[derive(Clone, Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens to signals from now on.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let stop = Arc::new(AtomicBool::new(false));
        let received = SIGNAL.get_or_init(Arc::default);
        for &signal in TERM_SIGNALS {
            let number = usize::try_from(signal).context("signal handler")?;
            // The order matters: the second signal finds the flag set by the first.
            flag::register_conditional_default(signal, Arc::clone(&stop)).context("signal handler")?;
            flag::register_usize(signal, Arc::clone(received), number).context("signal handler")?;
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

/// The exit code of a run that a signal stopped; `None` if there was no signal.
pub fn exit_code() -> Option<ExitCode> {
    let signal = SIGNAL.get()?.load(Ordering::Relaxed);
    u8::try_from(signal)
        .ok()
        .filter(|&signal| (1..128).contains(&signal))
        .map(|signal| ExitCode::from(128 + signal))
}
