//! `yomikiri-lab`: runs experiments that put the papers' tables and figures beside ours.
//!
//! A binary of its own, because the experiments take longer to compile than the command that solves problems. `yomikiri lab`
//! hands over to it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use serde_json::json;
use yomikiri_console::args::{self, JsonArgs};
use yomikiri_console::exit::{self, Verdict, bad_input};
use yomikiri_console::interrupt::Interrupt;
use yomikiri_console::output::Output;
use yomikiri_console::progress;
use yomikiri_lab::{EXPERIMENTS, Experiment, Settings, experiment};

/// Run experiments that put the papers' tables and figures beside ours
#[derive(Debug, Parser)]
#[command(name = "yomikiri-lab", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the experiments
    List {
        #[command(flatten)]
        json: JsonArgs,
    },
    /// Run experiments and print their tables
    ///
    /// With --out, the results are written to NAME.json, NAME.csv, NAME.md and NAME.svg. A run that was stopped (Ctrl-C)
    /// writes what it has, and continues from there when it is started again with the same folder.
    Run {
        /// Names of experiments; see `yomikiri-lab list`
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// Folder for the results; made if there is none
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Longest time of a single measurement, in seconds; longer ones are shown as `> S s`. Experiments on mate problems have
        /// a limit of their own if none is given
        #[arg(long, value_name = "S", value_parser = args::seconds, allow_negative_numbers = true)]
        time: Option<Duration>,
    },
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => exit::code(act(cli.action)),
        Err(usage) => exit::usage(&usage),
    }
}

fn act(action: Action) -> anyhow::Result<Verdict> {
    let mut out = Output::new();
    match action {
        Action::List { json } => list(json, &mut out)?,
        Action::Run { names, out: folder, time } => run(&names, folder, time, &mut out)?,
    }
    out.flush()?;
    Ok(Verdict::None)
}

fn list(json: JsonArgs, out: &mut Output) -> anyhow::Result<()> {
    let all = EXPERIMENTS.iter().map(|experiment| (experiment.name(), experiment.summary()));
    if json.json {
        return out.json(
            &all.map(|(name, summary)| json!({ "name": name, "summary": summary })).collect::<Vec<_>>(),
        );
    }
    let mut text = String::new();
    for (name, summary) in all {
        let _ = writeln!(text, "{name:<17} {summary}");
    }
    out.text(&text)
}

fn run(
    names: &[String],
    folder: Option<PathBuf>,
    time: Option<Duration>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let find = |name: &String| {
        experiment(name)
            .ok_or_else(|| bad_input(format_args!("no experiment `{name}`; see `yomikiri-lab list`")))
    };
    // A typing error in the last name shall not show after an hour.
    let experiments: Vec<&dyn Experiment> = names.iter().map(find).collect::<anyhow::Result<_>>()?;
    if let Some(file) = folder.as_ref().filter(|folder| folder.exists() && !folder.is_dir()) {
        return Err(bad_input(format_args!("--out: {} is not a folder", file.display())));
    }
    let interrupt = Interrupt::listen()?;
    let mut lab = yomikiri_lab::Lab::new(Settings { out: folder, time, stop: Some(interrupt.flag()) });
    for experiment in experiments {
        let bar = progress::bar(experiment.name());
        let result = lab.run(experiment, |progress| {
            bar.set_length(progress.of as u64);
            bar.set_position(progress.done as u64);
            bar.set_message(progress.task.unwrap_or_default().to_owned());
        })?;
        bar.finish_and_clear();
        out.text(&result.report.markdown())?;
        out.text("\n")?;
        out.flush()?;
        if interrupt.is_set() {
            break;
        }
    }
    Ok(())
}
