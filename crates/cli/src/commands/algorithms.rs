//! `yomikiri algorithms`: what `solve --algorithm` takes.

use std::fmt::Write as _;

use yomikiri_pns::{ALGORITHMS, modifiers};
use yomikiri_service::algorithms_json;

use crate::args::JsonArgs;
use crate::exit::Verdict;
use crate::output::Output;
use crate::style::Style;

/// List the search algorithms, and the parts that can be joined to them
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri algorithms
  yomikiri solve problem.kif --algorithm dfpn+tca+snda")]
pub struct Algorithms {
    #[command(flatten)]
    json: JsonArgs,
}

impl Algorithms {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<Verdict> {
        let names = ALGORITHMS.iter().map(|listed| (listed.name, listed.summary));
        let parts = modifiers().map(|part| (part.name, part.summary));
        if self.json.json {
            out.json(&algorithms_json())?;
            return Ok(Verdict::None);
        }
        let mut text = String::new();
        for (name, summary) in names {
            let _ = writeln!(text, "{name:<13} {summary}");
        }
        text.push_str(
            "\nJoined with +, as in dfpn+tca+snda; parameters follow a colon, as in deep-dfpn:E=3,D=8\n\n",
        );
        for (name, summary) in parts {
            let _ = writeln!(text, "{:<13} {summary}", format!("+{name}"));
        }
        out.text(&text)?;
        Ok(Verdict::None)
    }
}
