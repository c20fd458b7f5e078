//! Ctrl-C: the first one asks the work to stop and print what it has, the second one ends the program.
//!
//! Either way the exit code is the one that shells expect: 128 and the number of the signal, 130 for Ctrl-C.

use std::io::{self, Cursor, ErrorKind, Read};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

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

    /// Returns a reader of a source that may keep its reader waiting, such as a pipe. After a
    /// signal, reading fails with [`Interrupted`].
    ///
    /// # Errors
    /// If no thread can be started. If `open` fails, the first read returns its error.
    pub fn reader<R: Read>(
        &self,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<InterruptibleReader> {
        // A thread that waits for a source cannot look at the flag, so another thread waits.
        let (sender, chunks) = mpsc::sync_channel(1);
        thread::Builder::new().spawn(move || {
            if let Err(error) = open().and_then(|source| send_all(source, &sender)) {
                // The receiver may be gone.
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(InterruptibleReader { interrupt: self.clone(), chunks, chunk: Cursor::default() })
    }
}

/// A signal ended the wait for input.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

impl Interrupted {
    /// Whether this is the cause of an error.
    pub fn caused(error: &anyhow::Error) -> bool {
        let errors = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
        errors.filter_map(io::Error::get_ref).any(|inner| inner.is::<Interrupted>())
    }
}

/// A source whose reader does not wait after a signal; see [`Interrupt::reader`].
pub struct InterruptibleReader {
    interrupt: Interrupt,
    chunks: Receiver<io::Result<Vec<u8>>>,
    /// The chunk that is being read.
    chunk: Cursor<Vec<u8>>,
}

/// The interval at which a waiting reader checks the flag.
const PATIENCE: Duration = Duration::from_millis(50);

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.chunk.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if self.interrupt.is_set() {
                return Err(io::Error::other(Interrupted));
            }
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// Sends all that a source holds, until its end or until nobody listens.
fn send_all(mut source: impl Read, chunks: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut chunk = vec![0; 1 << 16];
        match source.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(read) => chunk.truncate(read),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if chunks.send(Ok(chunk)).is_err() {
            return Ok(());
        }
    }
}

/// The exit code of a run that a signal stopped; `None` if there was no signal.
pub(crate) fn exit_code() -> Option<ExitCode> {
    let signal = SIGNAL.get()?.load(Ordering::Relaxed);
    u8::try_from(signal)
        .ok()
        .filter(|&signal| (1..128).contains(&signal))
        .map(|signal| ExitCode::from(128 + signal))
}
