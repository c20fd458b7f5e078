//! The checker of certificates: reading, and the conditions of every node.

#![allow(missing_docs, unused_qualifications, reason = "the macros generate items")]

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use std::hint::black_box;
use yomikiri_certificate::{CheckOptions, check};

fn limit(instructions: u64) -> LibraryBenchmarkConfig {
    LibraryBenchmarkConfig::default()
        .tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]))
        .clone()
}

/// 13,498 nodes, almost all of them `no-mate`.
const EXACT_LENGTH: &[u8] = include_bytes!("../../../data/certificates/zuko-012-exactly-27.cert.gz");

#[library_benchmark]
#[bench::exact_length(args = (EXACT_LENGTH), config = limit(240_000_000))]
fn checked(certificate: &[u8]) -> bool {
    black_box(check(certificate, CheckOptions::default())).is_ok()
}

library_benchmark_group!(name = certificate, benchmarks = [checked]);
main!(library_benchmark_groups = certificate);
