//! CPU time of a search.

#[cfg(not(target_family = "wasm"))]
use cpu_time::{ProcessTime, ThreadTime};

/// The CPU time of this thread, or of the whole process if the search has several threads. With other jobs beside them, theirs is
/// among it. A page has no such clock: there it is the time of the wall.
#[derive(Debug)]
pub struct CpuClock(Start);

#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
enum Start {
    Thread(ThreadTime),
    Process(ProcessTime),
}

#[cfg(target_family = "wasm")]
type Start = yomikiri_pns::clock::Instant;

impl CpuClock {
    /// Starts for a search with this many threads.
    #[cfg(not(target_family = "wasm"))]
    pub fn start(threads: usize) -> CpuClock {
        CpuClock(match threads {
            0 | 1 => Start::Thread(ThreadTime::now()),
            _ => Start::Process(ProcessTime::now()),
        })
    }

    /// Starts for a search with this many threads.
    #[cfg(target_family = "wasm")]
    pub fn start(_threads: usize) -> CpuClock {
        CpuClock(Start::now())
    }

    /// The seconds since then.
    pub fn seconds(&self) -> f64 {
        #[cfg(not(target_family = "wasm"))]
        let elapsed = match &self.0 {
            Start::Thread(start) => start.elapsed(),
            Start::Process(start) => start.elapsed(),
        };
        #[cfg(target_family = "wasm")]
        let elapsed = self.0.elapsed();
        elapsed.as_secs_f64()
    }
}
