//! `yomikiri judge`: is a mate problem sound?

use serde_json::json;
use yomikiri_notation::Record;
use yomikiri_service::{Answer, Case, JudgeFindings, JudgeRow, JudgeTask, ListQuestion, Sought, task};
use yomikiri_tsume::{
    CertifiableAnswer, Fault, JudgeOptions, Judgement, NotAProblem, OpenQuestion, RefutationSize,
    SolveOptions, Solver, SolverEvent,
};

use super::batch::{Batch, ListArgs, ListQuery, Settings};
use super::solve::{
    Annotations, AnswerText as _, CaseText as _, KifArgs, RecordSource, Solution, record, save_beside,
};
use crate::args::{self, JsonArgs, LimitArgs, Target, ThreadArgs};
use crate::certificate::{Certifiable, CertificateArgs, CertificateTarget, Certified};
use crate::complaint::{Complaint, bad_option};
use crate::exit::ExitVerdict;
use crate::hands::RestArgs;
use crate::input::{self, ProblemInput, SourceProblem};
use crate::interrupt::Interrupt;
use crate::language::Lang;
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::{Style, Verbosity, VerbosityArgs};
use crate::text::{self, Label, SolutionLine};

/// Judge whether mate problems are sound
///
/// A problem is unsound (不完全作) if it has a fault: no mate (不詰), a second solution of whatever length (余詰), pieces left in hand at
/// the end (駒余り), or another length than the list or the record says (早詰, 変長). It is sound with flaws (キズ) if the square of a
/// drop or a promotion is free (非限定), if a detour comes back to the solution (迂回), if another defence is as good (変同), if there are
/// several last moves (最終手余詰) or a piece is not needed (不要駒). Futile interpositions (無駄合) do not count, see --rules.
/// Problems come as in `solve`, and hands are read as there (see --hands). What the limits leave undecided is listed, and a problem with
/// open questions is never called sound.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri judge \"4k4/9/4P4/9/9/9/9/9/9 b RG 1\"
  yomikiri judge problems.sfen --time 60 -q
  yomikiri judge collection/ --jobs 2 --json --resume rows.jsonl

Exit codes: 10 sound (with or without flaws), 20 unsound (with --strict also flawed), 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read.")]
pub struct Judge {
    /// Positions, files of positions, folders, or - for standard input
    #[arg(value_name = "POSITION|FILE", required = true)]
    problems: Vec<String>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    verbosity: VerbosityArgs,
    #[command(flatten)]
    task: task::Judge,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    kif: KifArgs,
    #[command(flatten)]
    certificate: CertificateArgs,
}

/// The question whether a problem is sound.
struct SoundnessQuery {
    settings: Settings,
    task: task::Judge,
    query: JudgeOptions,
    /// Where certificates go.
    certificates: Option<CertificateTarget>,
}

impl Judge {
    /// Runs the command.
    pub fn run(mut self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        self.rest.set(&mut self.task.hands);
        let mut options = self.task.query().map_err(bad_option)?;
        let interrupt = Interrupt::listen()?;
        let limits = self.limits.limits(interrupt.flag());
        options.solve.limits = limits.clone();
        options.solve.threads = self.threads.for_each();
        let JsonArgs { json } = self.json;
        let settings = Settings {
            algorithm_name: self.task.algorithm.name.clone(),
            limits,
            goal: options.solve.goal,
            json,
            interrupt,
            hands: self.task.hands(),
            style: style.with(self.verbosity),
        };
        let mut query = SoundnessQuery { settings, task: self.task, query: options, certificates: None };

        let kif = self.kif.target();
        if let Some(target) = &kif {
            out.check(target)?;
        }
        let problems = input::problems(&self.problems, &query.settings.interrupt, query.settings.style.lang)?;
        let (name, size) = (problems.name.clone(), problems.size);
        let given = if self.lists.are_for_a_list() {
            ProblemInput::Many(Box::new(problems))
        } else {
            // As in `solve`: a row of JSON looks the same whether it is alone or not.
            problems.given(!json || kif.is_some() || self.certificate.is_given())?
        };
        match given {
            ProblemInput::One(problem) => {
                query.certificates = self.certificate.file();
                query.query.solve.compare_rules |= !json;
                query.query.solve.threads = self.threads.for_one();
                query.single(&name, *problem, kif.map(|target| (target, self.kif.size())), out)
            }
            ProblemInput::Many(_) if kif.is_some() => Err(Complaint::for_one_problem().about("--kif")),
            ProblemInput::Many(problems) => {
                query.certificates = self.certificate.folder()?;
                let verdict = Batch { query: &query, args: &self.lists, size }.run(problems, out)?;
                verdict.ok_or_else(|| input::empty(&name))
            }
        }
    }
}

impl SoundnessQuery {
    /// One problem, and all there is to say of it.
    fn single(
        &self,
        source: &str,
        problem: SourceProblem,
        kif: Option<(Target, RefutationSize)>,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        let Settings { json, style, hands, ref limits, .. } = self.settings;
        if let Some(target) = &self.certificates {
            target.check()?;
        }
        let mut solver = args::solver(limits.memory)?;
        let case = match Case::read(problem, hands) {
            Ok(case) => case,
            Err(faulty) => return Err(Complaint::Words(*faulty.fault).about(source)),
        };
        let mut judged = {
            let line = SearchLine::start(style.lang).with_capacity(solver.capacity());
            case.judge(&self.task(), &mut solver, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about(source))?
        };
        if !json {
            out.text(&page(&judged, self.query.thorough, style))?;
            // The verdict need not wait for files.
            out.flush()?;
        }
        let mut certificate = None;
        if let Some(target) = &self.certificates
            && let Some(what) = self.certified(&judged)
        {
            let certified = target.certify_single(what, &mut solver, &self.settings, out)?;
            judged.answer.certificate = Some(json!(certified));
            certificate = Some(certified);
        }
        if json {
            out.json(&judged)?;
        }
        if let Some((target, size)) = kif
            && let (Some(case), Some(judgement)) = (&judged.case, &judged.judgement)
        {
            // The verdict need not wait for the variations.
            out.flush()?;
            let record = judged_record(case, judgement, &self.query.solve, size, &mut solver);
            save_beside(out, &target, &yomikiri_notation::kif::write(&record), json)?;
        }
        let exit = judged.answer.exit();
        certificate.as_ref().map_or(Ok(()), Certified::finish)?;
        Ok(exit)
    }

    /// What a certificate shows, if the problem was judged.
    fn certified<'a>(&'a self, judged: &'a JudgeRow) -> Option<Certifiable<'a>> {
        let (case, judgement) = (judged.case.as_ref()?, judged.judgement.as_ref()?);
        Some(Certifiable { case, answer: CertifiableAnswer::Judgement(judgement), query: &self.query.solve })
    }

    /// What is asked of each problem.
    fn task(&self) -> JudgeTask<'_> {
        let algorithm = &self.settings.algorithm_name;
        JudgeTask { algorithm, query: &self.query, strict: self.task.judge.strict }
    }
}

impl ListQuestion for SoundnessQuery {
    type Row = JudgeRow;

    fn algorithm(&self) -> &str {
        &self.settings.algorithm_name
    }

    fn sought(&self) -> Sought {
        Sought::Soundness
    }

    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<JudgeRow, NotAProblem> {
        let mut judged = case.judge(&self.task(), solver, on_event)?;
        if let Some(target) = &self.certificates
            && let Some(what) = self.certified(&judged)
        {
            let certificate = target.certify_row(what, solver, &self.settings, on_event);
            judged.answer.certificate = Some(certificate);
        }
        Ok(judged)
    }

    fn faulty(&self, answer: Answer) -> JudgeRow {
        JudgeRow::faulty(answer)
    }
}

impl ListQuery for SoundnessQuery {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn command(&self) -> Option<String> {
        Some(self.task.key())
    }

    fn line(&self, row: &JudgeRow, style: Style) -> String {
        let terms = row.judgement.as_ref().map(|judgement| text::counted_terms(judgement, style.lang));
        row.answer.judged_line(style, row.issues(), &terms.unwrap_or_default())
    }

    fn terms(&self, row: &JudgeRow) -> Vec<&'static str> {
        let lang = self.settings.style.lang;
        row.judgement.as_ref().map(|judgement| text::terms(judgement, lang)).unwrap_or_default()
    }
}

/// The record of a judged problem: each fault and flaw at its move.
fn judged_record(
    case: &Case,
    judgement: &Judgement,
    query: &SolveOptions,
    size: RefutationSize,
    solver: &mut Solver,
) -> Record {
    // In Japanese, as all words of a record.
    let line = SolutionLine::new(&case.position, &judgement.line);
    let annotations = Annotations::new(judgement, text::about_the_whole(judgement, &line, Lang::Ja));
    let solution = judgement.mate.as_ref().map(Solution::new);
    let no_mate = judgement.faults.contains(&Fault::NoMate);
    let mates = if no_mate { Some(false) } else { solution.as_ref().map(|_| true) };
    let (annotations, spent) = (Some(&annotations), (judgement.counters.visits, judgement.elapsed));
    record(&RecordSource { case, path: &[], solution, mates, annotations, spent }, query, size, solver)
}

/// All there is to show, for people.
fn page(judged: &JudgeRow, thorough: bool, style: Style) -> String {
    let body = |page: &mut Page| {
        let (Some(case), Some(judgement)) = (&judged.case, &judged.judgement) else { return };
        if let Some(mate) = &judgement.mate {
            case.show_mate(page, mate, style);
        }
        show_findings(page, case, judgement, style);
        let JudgeFindings { tries, sound_from, .. } = &judged.findings;
        for tries in tries.iter().filter(|tries| tries.settled < tries.tries) {
            page.detail(Label::Tries, &text::tries(tries, style.lang));
        }
        if !thorough && !judgement.faults.is_empty() && !judgement.open.is_empty() {
            page.detail(Label::Tries, &text::more_if_thorough(style.lang));
        }
        if let Some(ply) = sound_from.filter(|&ply| ply > 1) {
            page.detail(Label::Tries, &text::sound_from(ply, style.lang));
        }
        case.show(page);
    };
    judged.answer.page(style, judged.issues(), body, |_| {})
}

/// Adds a line for each finding.
fn show_findings(page: &mut Page, case: &Case, judgement: &Judgement, style: Style) {
    let Style { lang, verbosity, .. } = style;
    let line = SolutionLine::new(&case.position, &judgement.line);
    for fault in &judgement.faults {
        page.detail(Label::Fault, &text::fault(fault, &line, lang));
    }
    for flaw in &judgement.flaws {
        page.detail(Label::Flaw, &text::flaw(flaw, &line, lang));
    }
    for remark in &judgement.remarks {
        page.detail(Label::Remark, &text::remark(remark, &line, lang));
    }
    for open in &judgement.open {
        // A problem can have dozens of open tries. Only `--verbose` lists each of them.
        if verbosity == Verbosity::Verbose || !matches!(open, OpenQuestion::Try { .. }) {
            page.detail(Label::Open, &text::open_question(open, &line, lang));
        }
    }
}
