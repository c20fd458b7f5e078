//! The fuzz targets on their seeds and on what random changes make of them: a short version of `scripts/fuzz` that needs no
//! sanitizer and no other build.

use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use yomikiri_pns::Random;

#[path = "../../../../fuzz/src/lib.rs"]
mod targets;

/// Changed inputs for each target.
const CHANGES: usize = 400;
/// Changes made to one input, one upon the other, at most.
const MAX_CHANGES: usize = 6;

fn seeds(folder: &Path) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    // The order of a folder differs between machines, and the changes depend on it.
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A part of the input: where it starts and ends.
fn part(length: usize, random: &mut Random) -> (usize, usize) {
    let start = random.below(length + 1);
    (start, (start + random.below(16)).min(length))
}

/// Cuts, doubles, moves or replaces a part of the input.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let (start, end) = part(input.len(), random);
    match random.below(5) {
        0 => drop(input.drain(start..end)),
        1 => {
            let copy = input[start..end].to_vec();
            let (at, _) = part(input.len(), random);
            input.splice(at..at, copy);
        }
        2 => {
            let other = &seeds[random.below(seeds.len())];
            let (from, to) = part(other.len(), random);
            input.splice(start..end, other[from..to].iter().copied());
        }
        3 => {
            if let Some(byte) = input.get_mut(start) {
                *byte ^= 1 << random.below(8);
            }
        }
        _ => input.truncate(end),
    }
}

#[test]
fn every_target_on_changed_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for (name, target) in targets::TARGETS {
        let seeds = seeds(&folder.join(name));
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let mut random = Random::new(1);
        let changed = (0..CHANGES).map(|_| {
            let mut input = seeds[random.below(seeds.len())].clone();
            for _ in 0..=random.below(MAX_CHANGES) {
                change(&mut input, &seeds, &mut random);
            }
            input
        });
        for input in seeds.iter().cloned().chain(changed.collect::<Vec<_>>()) {
            let fine = panic::catch_unwind(|| target(&input)).is_ok();
            assert!(fine, "{name} fails on {:?}", String::from_utf8_lossy(&input));
        }
    }
}
