//! Mate problems.

mod annotations;
mod case;
mod kif;
mod solutions;
mod tries;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;
use yomikiri_pns::{Algorithm, Limits};
use yomikiri_service::{Answer, Case, ListQuestion, MateTask, Solved, Sought, task};
use yomikiri_tsume::{
    CertifiableAnswer, Checkpoint, CheckpointError, NotAProblem, RefutationSize, SolveOptions, Solver,
    SolverEvent,
};

use super::answer::AnswerText as _;
use super::{GameOptions, save_beside};
use crate::args::{self, Target, seconds};
use crate::certificate::{Certifiable, CertificateTarget, Certified};
use crate::commands::batch::{Batch, ListArgs, ListQuery, Settings};
use crate::complaint::{Complaint, bad_option};
use crate::exit::ExitVerdict;
use crate::input::{self, ProblemInput, SourceProblem};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::SearchLine;
pub use annotations::Annotations;
use case::SolvedText as _;
pub use case::{CaseText, line_text};
pub use kif::{KifArgs, RecordSource, Solution, record};

/// The options of mate problems
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Mate problems")]
pub struct TsumeArgs {
    /// Save what the search of a single problem knows to this file, and go on from it if it exists
    ///
    /// For searches of hours and days: after a crash, a stop or a power cut, the same command goes on from where the file was last written.
    /// It is replaced as a whole, so there is always a complete one.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Save this often, in minutes
    #[arg(long, value_name = "MINUTES", value_parser = minutes, default_value = "10", requires = "checkpoint", allow_negative_numbers = true)]
    every: Duration,
}

/// A time in minutes, with decimals if wanted.
fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = seconds(text).map_err(|_| "expected a number of minutes above 0".to_owned())?;
    minutes.checked_mul(60).ok_or_else(|| "expected fewer minutes".to_owned())
}

/// What is asked of mate problems, and the options that other commands have as well.
#[derive(Clone, Copy)]
pub struct MateOptions<'a> {
    pub task: &'a task::Solve,
    pub lists: &'a ListArgs,
    pub kif: &'a KifArgs,
}

fn bad_checkpoint(path: &Path, error: &CheckpointError) -> anyhow::Error {
    Complaint::of(error).about(&format!("--checkpoint: {}", path.display()))
}

/// The search for a mate.
pub struct MateQuery {
    settings: Settings,
    task: task::Solve,
    query: SolveOptions,
    /// Where certificates go.
    certificates: Option<CertificateTarget>,
}

impl ListQuestion for MateQuery {
    type Row = Answer;

    fn algorithm(&self) -> &str {
        &self.settings.algorithm_name
    }

    fn sought(&self) -> Sought {
        Sought::Mate
    }

    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Answer, NotAProblem> {
        let mut solved = case.solve(&self.task(false), solver, on_event)?;
        if let Some(target) = &self.certificates {
            let certificate = target.certify_row(self.certified(&solved), solver, &self.settings, on_event);
            solved.answer.certificate = Some(certificate);
        }
        Ok(solved.answer)
    }

    fn faulty(&self, answer: Answer) -> Answer {
        answer
    }
}

impl ListQuery for MateQuery {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn command(&self) -> Option<String> {
        // Rows that were made without options have no key.
        Some(self.task.key()).filter(|key| key != "solve")
    }
}

impl TsumeArgs {
    /// Opens the file of `--checkpoint`, if it is given.
    fn open_checkpoint(&self, algorithm: Algorithm, name: &str) -> anyhow::Result<Option<Checkpoint>> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        if !matches!(algorithm, Algorithm::DfPn { .. }) {
            let fault = Complaint::new(
                format!("`{name}` keeps no table that could be saved"),
                format!("「{name}」には保存できる表がありません"),
            );
            return Err(fault.about("--checkpoint"));
        }
        let opened = Checkpoint::open(path.clone(), self.every);
        opened.map(Some).map_err(|error| bad_checkpoint(path, &error))
    }

    /// Solves the problems that arguments name.
    pub fn run(
        &self,
        arguments: &[String],
        options: &GameOptions<'_>,
        mate_options: MateOptions<'_>,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        let MateOptions { task, lists, kif: kif_args } = mate_options;
        let certificate = options.certificate;
        let GameOptions { json, style, .. } = *options;
        let algorithm_name = task.algorithm.name.clone();
        let mut search = task.query().map_err(bad_option)?;
        let interrupt = Interrupt::listen()?;
        let limits: Limits = options.limits.limits(interrupt.flag());
        search.limits = limits.clone();
        search.threads = options.threads.for_each();
        search.checkpoint = self.open_checkpoint(search.algorithm, &algorithm_name)?;
        let (goal, hands) = (search.goal, task.hands());
        let settings = Settings { algorithm_name, limits, goal, json, interrupt, hands, style };
        let mut query = MateQuery { settings, task: task.clone(), query: search, certificates: None };

        let kif = kif_args.target();
        if let Some(target) = &kif {
            out.check(target)?;
        }
        let problems = input::problems(arguments, &query.settings.interrupt, query.settings.style.lang)?;
        let (name, size) = (problems.name.clone(), problems.size);
        let given = if lists.are_for_a_list() {
            ProblemInput::Many(Box::new(problems))
        } else {
            // In JSON a single problem looks as one of many, so there is no need to wait for the next line of a pipe.
            problems.given(!json || kif.is_some() || options.svg.is_some() || certificate.is_given())?
        };
        let problems = match given {
            ProblemInput::One(problem) => {
                let kif = kif.map(|target| (target, kif_args.size()));
                query.certificates = certificate.file();
                query.query.compare_rules |= !json;
                query.query.threads = options.threads.for_one();
                return query.single(&name, *problem, kif, options.svg.as_ref(), out);
            }
            ProblemInput::Many(problems) => problems,
        };
        for (option, given) in [("--kif", kif.is_some()), ("--checkpoint", self.checkpoint.is_some())] {
            if given {
                return Err(Complaint::for_one_problem().about(option));
            }
        }
        options.no_svg()?;
        query.certificates = certificate.folder()?;
        let verdict = Batch { query: &query, args: lists, size }.run(problems, out)?;
        verdict.ok_or_else(|| input::empty(&name))
    }
}

impl MateQuery {
    /// What is asked of each problem; `reasons` asks why there is no mate.
    fn task(&self, reasons: bool) -> MateTask<'_> {
        let algorithm = &self.settings.algorithm_name;
        let reasons = reasons.then_some(MateTask::SHORT);
        MateTask { algorithm, query: &self.query, all: self.task.all(), reasons }
    }

    /// Solves one problem, and shows all there is to show.
    fn single(
        &self,
        source: &str,
        problem: SourceProblem,
        kif: Option<(Target, RefutationSize)>,
        svg: Option<&Target>,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        let Settings { json, style, hands, ref limits, .. } = self.settings;
        let case =
            Case::read(problem, hands).map_err(|faulty| Complaint::Words(*faulty.fault).about(source))?;
        if let Some(target) = &self.certificates {
            target.check()?;
        }
        let mut solver = args::solver(limits.memory)?;
        if let Some(checkpoint) = &self.query.checkpoint {
            solver
                .resume(&case.position, case.attacker, &self.query)
                .map_err(|error| bad_checkpoint(checkpoint.path(), &error))?;
        }
        let mut solved = {
            let line = SearchLine::start(style.lang).with_capacity(solver.capacity());
            case.solve(&self.task(true), &mut solver, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about(source))?
        };
        if !json {
            out.text(&solved.page(style, solver.capacity()))?;
            // The answer need not wait for files.
            out.flush()?;
        }
        let mut certificate = None;
        if let Some(target) = &self.certificates {
            let what = self.certified(&solved);
            let certified = target.certify_single(what, &mut solver, &self.settings, out)?;
            solved.answer.certificate = Some(json!(certified));
            certificate = Some(certified);
        }
        if json {
            out.json(&solved.answer)?;
        }
        if let Some(target) = svg {
            let picture = solved.case.picture(&solved.answer);
            save_beside(out, target, &picture, json)?;
        }
        if let Some((target, size)) = kif {
            // The answer need not wait for the variations.
            out.flush()?;
            let record = record(&solved.source(), &self.query, size, &mut solver);
            save_beside(out, &target, &yomikiri_notation::kif::write(&record), json)?;
        }
        let exit = solved.answer.exit();
        certificate.as_ref().map_or(Ok(()), Certified::finish)?;
        Ok(exit)
    }

    /// What a certificate shows.
    fn certified<'a>(&'a self, solved: &'a Solved) -> Certifiable<'a> {
        Certifiable {
            case: &solved.case,
            answer: CertifiableAnswer::Mate(&solved.verdict),
            query: &self.query,
        }
    }
}
