//! The machine on which an experiment was measured.

use std::fs;

use serde::{Deserialize, Serialize};

/// A machine and the version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the CPU.
    pub cpu: String,
    /// The number of CPUs that the program may use.
    pub cores: usize,
    /// The memory in MiB; 0 if unknown.
    pub memory_mib: u64,
    /// The load average of the last minute at the start; empty if unknown. On a busy machine, wall-clock times are too long.
    pub load: String,
    /// The operating system and the architecture.
    pub system: String,
    /// The version of the program.
    pub version: String,
    /// Whether the program was compiled without debug assertions.
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
            version: env!("CARGO_PKG_VERSION").to_owned(),
            release: !cfg!(debug_assertions),
        }
    }

    /// A description in one line.
    pub fn describe(&self) -> String {
        let Machine { cpu, cores, memory_mib, load, system, version, release } = self;
        let build = if *release { "" } else { " (debug build)" };
        format!(
            "{cpu}, {cores} cores, {memory_mib} MiB, {system}, load {load} before the start; yomikiri {version}{build}; \
             one thread"
        )
    }
}

/// The value after `name:` in a file of `/proc`.
fn entry(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
