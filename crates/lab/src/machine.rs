//! Where figures were measured.

use std::fs;

use serde::Serialize;

/// A machine, and the program on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// Model of the processor.
    pub cpu: String,
    /// Processors that this program may use.
    pub cores: usize,
    /// Memory, in MiB; 0 if not known.
    pub memory_mib: u64,
    /// Processes that wanted to run when the lab was opened, on the average of a minute; empty if not known. Times from a
    /// busy machine are longer than they need be.
    pub load: String,
    /// Operating system and architecture.
    pub system: String,
    /// Version of the program.
    pub version: &'static str,
    /// Whether the program was compiled with optimisation only, without checks for developers.
    pub release: bool,
}

impl Machine {
    /// This machine.
    pub fn this() -> Machine {
        Machine {
            cpu: entry("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: entry("/proc/meminfo", "MemTotal")
                .and_then(|size| size.trim_end_matches("kB").trim().parse::<u64>().ok())
                .map_or(0, |kib| kib / 1024),
            load: fs::read_to_string("/proc/loadavg")
                .ok()
                .and_then(|text| text.split(' ').next().map(String::from))
                .unwrap_or_default(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            version: env!("CARGO_PKG_VERSION"),
            release: !cfg!(debug_assertions),
        }
    }

    /// One line about it.
    pub fn describe(&self) -> String {
        let Machine { cpu, cores, memory_mib, load, system, version, release } = self;
        let build = if *release { "" } else { " (debug build)" };
        format!(
            "{cpu}, {cores} cores, {memory_mib} MiB, {system}, load {load} before the start; yomikiri {version}{build}; \
             one thread"
        )
    }
}

/// The value after `name:` in a file of the system.
fn entry(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
