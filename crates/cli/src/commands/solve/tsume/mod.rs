//! Mate problems.

mod batch;
mod case;
mod kif;
mod resume;

use std::ffi::OsString;
use std::path::PathBuf;

use yomikiri_pns::{Algorithm, Limits};
use yomikiri_tsume::{Goal, Query, Techniques};

use super::{GameOptions, save_beside};
use crate::args::{self, Target};
use crate::complaint::Complaint;
use crate::exit::{Verdict, bad_input};
use crate::hands::Hands;
use crate::input::{self, Given, Problem};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::SearchLine;
use crate::style::Style;
use batch::Batch;
pub use case::{Case, Faulty, GAME, line_text, usi};
use resume::Ledger;

/// The options of mate problems
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Mate problems")]
pub struct TsumeArgs {
    /// Stop at the first mate, whatever its length
    #[arg(long)]
    first: bool,
    /// Write the solution of a single problem as KIF, with the defender's other answers as variations
    #[arg(long, value_name = "FILE")]
    kif: Option<OsString>,
    /// Solve this many problems of a list at once; they share the memory
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256), allow_negative_numbers = true)]
    jobs: u16,
    /// Keep the rows of a list in this file of JSON lines, and skip the problems that have a row in it
    ///
    /// A problem that a limit left open is asked again if --time, --nodes or --memory is larger than it was then. Its new row
    /// replaces the old one.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// `[--without NAME,…]`
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Mate problems")]
pub struct TechniqueArgs {
    /// Switch techniques of the solver off, to see what they are worth: delay, dominance, proof-hands, borrowing, mate-in-one,
    /// fine-leaves, liberties
    #[arg(long, value_name = "NAME,…", default_value = "", hide_default_value = true)]
    without: String,
}

impl TechniqueArgs {
    /// Whether none is switched.
    pub fn is_default(&self) -> bool {
        self.without.is_empty()
    }

    /// The techniques that are at work.
    pub fn techniques(&self) -> anyhow::Result<Techniques> {
        Techniques::default().without(&self.without).map_err(bad_input)
    }
}

/// What all problems of a run have in common.
pub struct Settings {
    algorithm_name: String,
    query: Query,
    memory: usize,
    json: bool,
    interrupt: Interrupt,
    hands: Hands,
    style: Style,
}

impl TsumeArgs {
    /// The options that brinkmates take as well: `--first` and `--kif`.
    pub fn for_threats(&self) -> anyhow::Result<(bool, Option<OsString>)> {
        if self.jobs > 1 || self.resume.is_some() {
            return Err(bad_input("--order: brinkmates do not take --jobs or --resume"));
        }
        Ok((self.first, self.kif.clone()))
    }

    /// Solves the problems that arguments name.
    pub fn run(
        &self,
        arguments: &[String],
        options: &GameOptions<'_>,
        techniques: &TechniqueArgs,
        hands: Hands,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let GameOptions { algorithm, json, style, .. } = *options;
        let algorithm_name = algorithm.to_owned();
        let algorithm: Algorithm = algorithm.parse().map_err(bad_input)?;
        let interrupt = Interrupt::listen()?;
        let limits: Limits = options.limits.limits(interrupt.flag());
        let memory = limits.memory;
        let techniques = techniques.techniques()?;
        let goal = if self.first { Goal::First } else { Goal::MainLine };
        let query = Query { algorithm, limits, goal, techniques };
        let settings = Settings { algorithm_name, query, memory, json, interrupt, hands, style };

        let kif = self.kif.clone().map(Target::from);
        if let Some(target) = &kif {
            out.check(target)?;
        }
        let problems = input::problems(arguments)?;
        let (name, size) = (problems.name.clone(), problems.size);
        let given = match self.resume {
            Some(_) => Given::Many(Box::new(problems)),
            // In JSON a single problem looks as one of many, so there is no need to wait for the next line of a pipe.
            None => problems.given(!json || kif.is_some() || options.svg.is_some())?,
        };
        let problems = match given {
            Given::One(problem) => {
                return settings.single(&name, *problem, kif, options.svg.as_ref(), out);
            }
            Given::Many(problems) => problems,
        };
        if kif.is_some() {
            return Err(bad_input("--kif: this is for a single problem"));
        }
        options.no_svg()?;
        let ledger = self.resume.as_deref().map(|path| Ledger::open(path, &settings)).transpose()?;
        let batch = Batch { settings: &settings, jobs: self.jobs.into(), size };
        let verdict = batch.run(problems, ledger, out)?;
        verdict.ok_or_else(|| input::empty(&name))
    }
}

impl Settings {
    /// Solves one problem, and shows all there is to show.
    fn single(
        &self,
        source: &str,
        problem: Problem,
        kif: Option<Target>,
        svg: Option<&Target>,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let case = Case::read(problem, self.hands)
            .map_err(|faulty| bad_input(format_args!("{source}: {}", faulty.fault)))?;
        let mut solver = args::solver(self.memory)?;
        let solved = {
            let line = SearchLine::start(self.style.lang).with_capacity(solver.capacity());
            case.solve(self, &mut solver, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about(source))?
        };
        if self.json {
            out.json(&solved.answer)?;
        } else {
            out.text(&solved.page(self.style, solver.capacity()))?;
        }
        if let Some(target) = svg {
            let picture = solved.case.picture(&solved.answer);
            save_beside(out, target, picture.as_bytes(), self.json)?;
        }
        if let Some(target) = kif {
            // The answer need not wait for the variations.
            out.flush()?;
            let record = kif::record(&solved, self, &mut solver);
            save_beside(out, &target, yomikiri_notation::kif::write(&record).as_bytes(), self.json)?;
        }
        Ok(solved.answer.exit())
    }
}
