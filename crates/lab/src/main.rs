//! `yomikiri-lab`: runs experiments that compare the papers' tables and figures with ours.
//!
//! It is a binary of its own, because the experiments take longer to compile than the command that solves problems.
//! `yomikiri lab` runs it.

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
use yomikiri_lab::{EXPERIMENTS, Experiment, LabSettings, experiment};

/// Run experiments that compare the papers' tables and figures with ours
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
    /// With --out, the results are written to NAME.json, NAME.csv, NAME.md and NAME.svg. A run that is stopped (Ctrl-C)
    /// writes its results so far, and continues from there when it is started again with the same folder.
    Run {
        /// Names of experiments; see `yomikiri-lab list`
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// Folder for the results; created if it does not exist
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Time limit of a single measurement, in seconds; longer ones are shown as `> S s`. Experiments on mate problems have
        /// a default limit
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
    let all = EXPERIMENTS.iter().map(|experiment| (experiment.name(), experiment.about().summary));
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
    // Check all names first, so that a typing error in the last one shows at once.
    let experiments: Vec<&dyn Experiment> = names.iter().map(find).collect::<anyhow::Result<_>>()?;
    if let Some(file) = folder.as_ref().filter(|folder| folder.exists() && !folder.is_dir()) {
        return Err(bad_input(format_args!("--out: {} is not a folder", file.display())));
    }
    let interrupt = Interrupt::listen()?;
    let mut lab = yomikiri_lab::Lab::new(LabSettings { out: folder, time, stop: Some(interrupt.flag()) });
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
