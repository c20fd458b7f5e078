//! A certificate that was checked: the object of `verify`.

use serde_json::{Map, Value, json};
use yomikiri_certificate::{CheckError, Report};

/// What became of the check of a certificate. `file` is its name, as it was given.
pub fn verify_json(file: &str, answer: &Result<Report, CheckError>) -> Value {
    match answer {
        Ok(report) => {
            let nodes: Map<String, Value> =
                report.nodes.iter().map(|&(section, nodes)| (section.to_owned(), nodes.into())).collect();
            json!({
                "file": file, "verdict": "holds", "game": report.game, "claim": report.claim, "nodes": nodes,
                "not_shown": report.not_shown, "line": null, "why": null,
            })
        }
        Err(error) => {
            let (verdict, line, why) = match error {
                CheckError::DoesNotHold { line, why } => ("does-not-hold", Some(line), why.clone()),
                CheckError::NotACertificate { line, why } => ("not-a-certificate", Some(line), why.clone()),
                error => ("error", None, error.to_string()),
            };
            json!({
                "file": file, "verdict": verdict, "game": null, "claim": null, "nodes": null,
                "not_shown": null, "line": line, "why": why,
            })
        }
    }
}
