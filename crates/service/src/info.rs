//! What can be asked: commands, algorithms, rules and strategies.

use serde_json::{Value, json};
use yomikiri_compose::Strategy;
use yomikiri_pns::{ALGORITHMS, Algorithm, parts};
use yomikiri_tsume::InterpositionRules;

use crate::questions::COMMANDS;

/// The algorithms, and the parts that can be joined to them: the list of `algorithms --json`.
pub fn algorithms_json() -> Value {
    let names = ALGORITHMS.iter().map(|listed| json!({ "name": listed.name, "summary": listed.summary }));
    // Every name can be given to `solve` as it stands, so a part is shown joined to an algorithm it fits.
    let parts = parts().filter_map(|part| {
        let bases = ALGORITHMS.iter().filter(|listed| listed.name != "default");
        let mut joined = bases.map(|listed| format!("{}+{}", listed.name, part.name));
        let name = joined.find(|name| name.parse::<Algorithm>().is_ok())?;
        Some(json!({ "name": name, "summary": part.summary, "part": part.name }))
    });
    names.chain(parts).collect()
}

/// The version, and what can be asked. A host adds its limits.
pub fn info() -> Value {
    let strategies = Strategy::ALL.map(|one| {
        json!({ "name": one.name(), "summary": one.summary(), "needs_start": one.needs_start(), "takes_start": one.takes_start() })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commands": COMMANDS,
        "algorithms": algorithms_json(),
        "rules": InterpositionRules::ALL.map(InterpositionRules::name),
        "strategies": strategies,
        "games": ["othello4", "othello6", "othello8", "connect6"],
    })
}
