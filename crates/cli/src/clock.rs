//! CPU time of a search.

use cpu_time::{ProcessTime, ThreadTime};

/// The CPU time of this thread, or of the whole process if the search has several threads. With other jobs beside them, theirs is
/// among it.
pub enum CpuClock {
    Thread(ThreadTime),
    Process(ProcessTime),
}

impl CpuClock {
    /// Starts for a search with this many threads.
    pub fn start(threads: usize) -> CpuClock {
        if threads > 1 { CpuClock::Process(ProcessTime::now()) } else { CpuClock::Thread(ThreadTime::now()) }
    }

    /// The seconds since then.
    pub fn seconds(&self) -> f64 {
        match self {
            CpuClock::Thread(start) => start.elapsed().as_secs_f64(),
            CpuClock::Process(start) => start.elapsed().as_secs_f64(),
        }
    }
}
