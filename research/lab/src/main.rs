//! `yomikiri-lab`: runs experiments that compare the papers' tables and figures with ours.
//!
//! It is a binary of its own, because the experiments take longer to compile than the command that solves problems.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use serde_json::json;
use yomikiri_console::args::{self, JsonArgs};
use yomikiri_console::exit::{self, ExitVerdict, bad_input};
use yomikiri_console::interrupt::Interrupt;
use yomikiri_console::output::Output;
use yomikiri_console::progress;
use yomikiri_lab::{
    EXPERIMENTS, Experiment, ExperimentInfo, Lab, LabError, LabSettings, Outdated, Sample, StoredReport,
    experiment,
};

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
    /// With --out, the results are written to NAME.json.gz, NAME.csv, NAME.md and NAME.svg. A run
    /// that is stopped (Ctrl-C) writes its results so far, and continues from there when it is
    /// started again with the same folder. What a smaller limit left open is then measured again.
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
        /// Node limit of a single measurement. Most experiments have a limit of their own
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
        /// Continue a run that another build of the program began
        ///
        /// Such a run is refused otherwise, because this build may count differently. The report
        /// names the builds and their numbers of cells.
        #[arg(long)]
        mix: bool,
    },
    /// Write reports again from the cells that were measured before, without a measurement
    Report {
        /// Names of experiments
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
        /// Folder of the results
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Find out whether stored reports are what the program would write
    ///
    /// Each report is made again from its cells, and some of the cells are measured again. Times
    /// may differ, nothing else. The exit code is 10 if all agree, 20 if one does not. Reports that
    /// are marked as stored by an older version may have other results.
    Check {
        /// Names of experiments; all if none is given
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Folder of the results
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Measure again only what took at most this many seconds
        #[arg(long, value_name = "S", value_parser = args::seconds, default_value = "1", allow_negative_numbers = true)]
        each: Duration,
        /// The most measurements of each experiment: the most expensive ones
        #[arg(long, value_name = "N", default_value_t = 10)]
        count: usize,
        /// Measure again the cells that this number chooses instead of the most expensive ones.
        /// Consecutive numbers come round to every cell
        #[arg(long, value_name = "N", conflicts_with = "count")]
        rotation: Option<u64>,
        /// With --rotation: the time of the cells of an experiment together, in seconds
        #[arg(long, value_name = "S", value_parser = args::seconds, default_value = "1", requires = "rotation", allow_negative_numbers = true)]
        total: Duration,
        /// Mark reports with other results as stored by an older version
        #[arg(long)]
        mark: bool,
    },
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => exit::code(act(cli.action)),
        Err(usage) => exit::usage(&usage),
    }
}

fn act(action: Action) -> anyhow::Result<ExitVerdict> {
    let mut out = Output::new();
    let verdict = match action {
        Action::List { json } => list(json, &mut out).map(|()| ExitVerdict::None),
        Action::Run { names, out: folder, time, nodes, mix } => {
            let settings = LabSettings { out: folder, time, nodes, mix, stop: None };
            run(&names, settings, &mut out).map(|()| ExitVerdict::None)
        }
        Action::Report { names, out: folder } => {
            report(&names, &folder, &mut out).map(|()| ExitVerdict::None)
        }
        Action::Check { names, out: folder, each, count, rotation, total, mark } => {
            let sample = rotation.map_or(Sample::Most(count), |number| Sample::Rotating { total, number });
            check(&names, &folder, each, sample, mark, &mut out)
        }
    }?;
    out.flush()?;
    Ok(verdict)
}

fn list(json: JsonArgs, out: &mut Output) -> anyhow::Result<()> {
    let all = EXPERIMENTS.iter().map(|experiment| experiment.info());
    if json.json {
        let entry = |about: ExperimentInfo| json!({ "name": about.name, "summary": about.summary, "takes": about.takes });
        return out.json(&all.map(entry).collect::<Vec<_>>());
    }
    let mut text = String::new();
    for ExperimentInfo { name, summary, takes, .. } in all {
        let _ = writeln!(text, "{name:<26} {takes:<20} {summary}");
    }
    out.text(&text)
}

/// The experiments with these names. All names are checked first, so that a typing error in the last one shows at once.
fn named(names: &[String]) -> anyhow::Result<Vec<&'static dyn Experiment>> {
    let find = |name: &String| {
        experiment(name)
            .ok_or_else(|| bad_input(format_args!("no experiment `{name}`; see `yomikiri-lab list`")))
    };
    names.iter().map(find).collect()
}

fn run(names: &[String], settings: LabSettings, out: &mut Output) -> anyhow::Result<()> {
    let experiments = named(names)?;
    if let Some(file) = settings.out.as_ref().filter(|folder| folder.exists() && !folder.is_dir()) {
        return Err(bad_input(format_args!("--out: {} is not a folder", file.display())));
    }
    let interrupt = Interrupt::listen()?;
    let mut lab = Lab::new(LabSettings { stop: Some(interrupt.flag()), ..settings });
    for experiment in &experiments {
        lab.may_run(*experiment).map_err(|error| match error {
            LabError::OtherBuild { .. } => bad_input(format_args!(
                "{error}; continue with --mix, or remove the file to measure all anew"
            )),
            error => error.into(),
        })?;
    }
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

fn report(names: &[String], folder: &Path, out: &mut Output) -> anyhow::Result<()> {
    for experiment in named(names)? {
        let stored = StoredReport::read(folder, experiment.name())?;
        for file in stored.write(folder, experiment.name(), &stored.report(experiment))? {
            out.text(&format!("{}\n", file.display()))?;
        }
    }
    Ok(())
}

fn check(
    names: &[String],
    folder: &Path,
    each: Duration,
    sample: Sample,
    mark: bool,
    out: &mut Output,
) -> anyhow::Result<ExitVerdict> {
    let experiments = if names.is_empty() { EXPERIMENTS.to_vec() } else { named(names)? };
    let mut all_agree = true;
    for experiment in experiments {
        let name = experiment.name();
        let mut stored = StoredReport::read(folder, name)?;
        let mut differences = stored.compare_text(experiment, &stored.report(experiment), folder)?;
        let (measured, changed) = stored.measure_again(experiment, each, sample);
        let differ = changed.len();
        if mark && differ > 0 {
            stored.outdated = Some(Outdated { measured_again: measured, differ });
            stored.write(folder, name, &stored.report(experiment))?;
        }
        let marked = if stored.outdated.is_some() { ", marked as stored by an older version" } else { "" };
        out.text(&format!(
            "{name}: {measured} of {} cells measured again, {} differences{marked}\n",
            stored.cells.iter().count(),
            differences.len() + differ
        ))?;
        if stored.outdated.is_none() {
            differences.extend(changed);
        }
        all_agree &= differences.is_empty();
        for difference in differences {
            out.text(&format!("  {difference}\n"))?;
        }
        out.flush()?;
    }
    Ok(if all_agree { ExitVerdict::Proven } else { ExitVerdict::Disproven })
}
