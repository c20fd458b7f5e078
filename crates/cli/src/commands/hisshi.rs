//! `yomikiri hisshi`: brinkmates. Also what `solve --order` does.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use serde_json::json;
use yomikiri_notation::{EndKind, Line, Ply, Record, kif};
use yomikiri_service::{
    Answer, BrinkmateRow, Case, Faulty, IssueCounts, ListQuestion, SolvedThreats, Sought, task, usi,
};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{
    Brinkmate, BrinkmateOptions, BrinkmateVerdict, CertifiableAnswer, Defence, NotAProblem, Solver,
    SolverEvent, WinBy,
};

use super::batch::{Batch, ListArgs, ListQuery, Settings};
use super::solve::{AnswerText as _, CaseText as _, line_text, save_beside};
use crate::args::{self, JsonArgs, LimitArgs, Target, ThreadArgs};
use crate::certificate::{Certifiable, CertificateArgs, CertificateTarget};
use crate::complaint::{Complaint, bad_option};
use crate::exit::ExitVerdict;
use crate::hands::{DefenderHandUsed, RestArgs};
use crate::input::{self, ProblemInput, SourceProblem};
use crate::interrupt::Interrupt;
use crate::language::Lang;
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::{Style, VerbosityArgs};
use crate::text::{self, Label};

/// When a hint about the hands is given, unless there is an answer.
const HINT_AFTER: Duration = Duration::from_secs(3);

/// Find a mate or a brinkmate (必至): the same as `solve --order 2`
///
/// A brinkmate is won by checks and threatmates (詰めろ): whatever the defender plays, a mate follows. Every legal defence is
/// looked at. Hands are those that are written: a defender without a hand holds nothing, unless --hands says otherwise.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri hisshi \"8k/8g/6P1P/9/9/9/9/9/9 b R 1\" --all-defences
  yomikiri hisshi problems.sfen --time 60 --jobs 2 --json --resume rows.jsonl

Exit codes: 10 mate or brinkmate, 20 neither, 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read.")]
pub struct Hisshi {
    /// Positions, files of positions, folders, or - for standard input
    #[arg(value_name = "POSITION|FILE", required = true)]
    problems: Vec<String>,
    /// Write the solution of a single problem as KIF, with the defender's answers to the first move as variations
    #[arg(long, value_name = "FILE")]
    kif: Option<OsString>,
    /// Write the diagram of a single problem
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    verbosity: VerbosityArgs,
    #[command(flatten)]
    task: task::Hisshi,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    certificate: CertificateArgs,
}

/// What is asked about brinkmates, by whichever command.
pub struct Question {
    pub problems: Vec<String>,
    pub task: task::Hisshi,
    pub kif: Option<OsString>,
    pub svg: Option<Target>,
    pub json: bool,
    pub limits: LimitArgs,
    pub threads: ThreadArgs,
    pub lists: ListArgs,
    pub certificate: CertificateArgs,
    pub style: Style,
}

impl Hisshi {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let Hisshi {
            problems,
            kif,
            svg,
            json: JsonArgs { json },
            verbosity,
            mut task,
            rest,
            limits,
            threads,
            lists,
            certificate,
        } = self;
        rest.set(&mut task.hands);
        let (svg, style) = (svg.map(Target::from), style.with(verbosity));
        Question { problems, task, kif, svg, json, limits, threads, lists, certificate, style }.run(out)
    }
}

impl Question {
    /// Answers it.
    pub fn run(self, out: &mut Output) -> anyhow::Result<ExitVerdict> {
        let mut query = self.query()?;
        let Question { kif, svg, lists, json, certificate, .. } = self;
        let kif = kif.map(Target::from);
        for target in kif.iter().chain(&svg) {
            out.check(target)?;
        }
        let problems = input::problems(&self.problems, &query.settings.interrupt, query.settings.style.lang)?;
        let (name, size) = (problems.name.clone(), problems.size);
        let given = if lists.are_for_a_list() {
            ProblemInput::Many(Box::new(problems))
        } else {
            // In JSON a single problem looks as one of many, so there is no need to wait for the next line of a pipe.
            problems.given(!json || kif.is_some() || svg.is_some() || certificate.is_given())?
        };
        match given {
            ProblemInput::One(problem) => {
                query.certificates = certificate.file();
                query.query.solve.threads = self.threads.for_one();
                query.single(&name, *problem, kif, svg, out)
            }
            ProblemInput::Many(problems) => {
                for (option, given) in [("--kif", kif.is_some()), ("--svg", svg.is_some())] {
                    if given {
                        return Err(Complaint::for_one_problem().about(option));
                    }
                }
                query.certificates = certificate.folder()?;
                let verdict = Batch { query: &query, args: &lists, size }.run(problems, out)?;
                verdict.ok_or_else(|| input::empty(&name))
            }
        }
    }

    fn query(&self) -> anyhow::Result<BrinkmateQuery> {
        let mut options = self.task.query().map_err(bad_option)?;
        let interrupt = Interrupt::listen()?;
        let limits = self.limits.limits(interrupt.flag());
        options.solve.limits = limits.clone();
        options.solve.threads = self.threads.for_each();
        let settings = Settings {
            algorithm_name: self.task.algorithm.name.clone(),
            limits,
            goal: options.solve.goal,
            json: self.json,
            interrupt,
            hands: self.task.hands(),
            style: self.style,
        };
        Ok(BrinkmateQuery { settings, task: self.task.clone(), query: options, certificates: None })
    }
}

/// The search for a mate or a brinkmate.
struct BrinkmateQuery {
    settings: Settings,
    task: task::Hisshi,
    query: BrinkmateOptions,
    /// Where certificates go.
    certificates: Option<CertificateTarget>,
}

impl BrinkmateQuery {
    /// Solves one problem, and shows all there is to show.
    fn single(
        &self,
        source: &str,
        problem: SourceProblem,
        kif: Option<Target>,
        svg: Option<Target>,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        let Settings { json, style, hands, ref limits, .. } = self.settings;
        let case = Case::read(problem, hands)
            .map_err(|Faulty { fault, .. }| Complaint::Words(*fault).about(source))?;
        if let Some(target) = &self.certificates {
            target.check()?;
        }
        let mut solver = args::solver(limits.memory)?;
        let line = SearchLine::start(style.lang).with_capacity(solver.capacity());
        // Missing pieces give the defender so many answers that the search may not end.
        let hint = (case.hands == DefenderHandUsed::Rest).then(|| text::try_written_hands(style.lang));
        let (start, mut untold) = (Instant::now(), hint.as_deref());
        let mut on_event = |event: SolverEvent<'_>| {
            if start.elapsed() >= HINT_AFTER
                && let Some(hint) = untold.take()
            {
                line.say(hint);
            }
            line.event(&event);
        };
        let mut solved = case
            .solve_threats(&self.settings.algorithm_name, &self.query, &mut solver, &mut on_event)
            .map_err(|error| Complaint::from(error).about(source))?;
        drop(line);
        let record = kif.map(|target| (target, kif::write(&record(&solved))));
        let picture = svg.map(|target| (target, solved.case.picture(&solved.answer)));
        let verdict = solved.answer.exit();
        if !json {
            out.text(&page(&solved, style, self.task.brinkmate.all_defences))?;
            // The answer need not wait for files.
            out.flush()?;
        }
        let mut failed = Ok(());
        if let Some(target) = &self.certificates {
            let what = self.certified(&solved);
            let certified = target.certify_single(what, &mut solver, &self.settings, out)?;
            failed = certified.finish();
            solved.answer.certificate = Some(json!(certified));
        }
        if json {
            out.json(&solved.row(self.task.brinkmate.all_defences))?;
        }
        for (target, text) in picture.iter().chain(&record) {
            save_beside(out, target, text, json)?;
        }
        failed.map(|()| verdict)
    }

    /// What a certificate shows.
    fn certified<'a>(&'a self, solved: &'a SolvedThreats) -> Certifiable<'a> {
        let answer = CertifiableAnswer::Brinkmate(&solved.found.verdict);
        Certifiable { case: &solved.case, answer, query: &self.query.solve }
    }
}

impl ListQuestion for BrinkmateQuery {
    type Row = BrinkmateRow;

    fn algorithm(&self) -> &str {
        &self.settings.algorithm_name
    }

    fn sought(&self) -> Sought {
        Sought::Brinkmate { order: self.query.order.get() }
    }

    fn solve(
        &self,
        case: Case,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<BrinkmateRow, NotAProblem> {
        let mut solved = case.solve_threats(&self.settings.algorithm_name, &self.query, solver, on_event)?;
        if let Some(target) = &self.certificates {
            let certificate = target.certify_row(self.certified(&solved), solver, &self.settings, on_event);
            solved.answer.certificate = Some(certificate);
        }
        Ok(solved.row(self.task.brinkmate.all_defences))
    }

    fn faulty(&self, answer: Answer) -> BrinkmateRow {
        BrinkmateRow::faulty(answer, self.query.order)
    }
}

impl ListQuery for BrinkmateQuery {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn command(&self) -> Option<String> {
        Some(self.task.key())
    }
}

/// All there is to show, for people.
fn page(solved: &SolvedThreats, style: Style, all_defences: bool) -> String {
    let SolvedThreats { case, found, .. } = solved;
    let body = |page: &mut Page| {
        match &found.verdict {
            BrinkmateVerdict::Mate(mate) => case.show_mate(page, mate, style),
            BrinkmateVerdict::Brinkmate(brinkmate) => {
                if !brinkmate.line.is_empty() {
                    page.line(&line_text(&case.position, &brinkmate.line), &usi(&brinkmate.line));
                }
                let after = after_first(&case.position, brinkmate, case.attacker);
                show_threat(page, style.lang, brinkmate, &after);
                page.detail(Label::Mate, &text::mate_excluded(brinkmate.no_mate, style.lang));
                show_defences(page, style.lang, brinkmate, &after, all_defences);
            }
            BrinkmateVerdict::Unknown(_) if case.hands == DefenderHandUsed::Rest => {
                page.detail(Label::Remark, &text::try_written_hands(style.lang));
            }
            BrinkmateVerdict::None | BrinkmateVerdict::Unknown(_) => {}
        }
        case.show(page);
    };
    solved.answer.page(style, IssueCounts::default(), body, |_| {})
}

/// The solution as a record: the line, then the defence that holds out longest; the others as its variations.
fn record(solved: &SolvedThreats) -> Record {
    let mut record = Record::new(solved.case.position.clone());
    if let Some(name) = &solved.answer.name {
        record.headers.push(("作品名".into(), name.clone()));
    }
    match &solved.found.verdict {
        BrinkmateVerdict::Mate(mate) => {
            record.line.extend(mate.line.iter().copied().map(Ply::new));
            record.line.push(Ply::end(EndKind::Mate));
        }
        BrinkmateVerdict::Brinkmate(brinkmate) => {
            record.line = brinkmate_line(brinkmate, solved.case.attacker, &record.initial)
        }
        BrinkmateVerdict::None => record.line.push(Ply::end(EndKind::NoMate)),
        BrinkmateVerdict::Unknown(_) => {}
    }
    record
}

fn brinkmate_line(brinkmate: &Brinkmate, attacker: Color, position: &Position) -> Line {
    let mut line: Line = Vec::new();
    let mut rest = brinkmate.line.iter().copied();
    if position.side_to_move() == attacker {
        line.extend(rest.next().map(Ply::new));
    }
    let after = |defence: &Defence| -> Line {
        let mut line = vec![Ply::new(defence.defence)];
        match &defence.answered_by {
            WinBy::Mate(mate) => {
                line.extend(mate.line.iter().copied().map(Ply::new));
                line.push(Ply::end(EndKind::Mate));
            }
            WinBy::Threats(_, mv) => line.extend(mv.map(Ply::new)),
        }
        line
    };
    let length = |defence: &Defence| match &defence.answered_by {
        WinBy::Mate(mate) => mate.length(),
        WinBy::Threats(..) => 0,
    };
    let next = rest.next();
    let main = brinkmate
        .defences
        .iter()
        .rev()
        .filter(|defence| next.is_none_or(|next| next == defence.defence))
        .max_by_key(|defence| length(defence));
    let Some(main) = main else { return line };
    let mut continued = match next {
        Some(mv) => std::iter::once(mv).chain(rest).map(Ply::new).collect(),
        None => after(main),
    };
    if let Some(first) = continued.first_mut() {
        first.variations =
            brinkmate.defences.iter().filter(|defence| defence.defence != main.defence).map(after).collect();
    }
    line.extend(continued);
    line
}

/// The position in which the defender answers.
pub fn after_first(position: &Position, brinkmate: &Brinkmate, attacker: Color) -> Position {
    let mut position = position.clone();
    if position.side_to_move() == attacker
        && let Some(&first) = brinkmate.line.first()
    {
        let _ = position.make(first);
    }
    position
}

/// The position after a pass.
pub fn passed(position: &Position) -> Position {
    let mut position = position.clone();
    position.make_pass();
    position
}

/// Adds to a page what is threatened if the side to move at `position` passes.
pub fn show_threat(page: &mut Page, lang: Lang, brinkmate: &Brinkmate, position: &Position) {
    if let Some(threat) = &brinkmate.threat {
        page.detail(Label::Threat, &text::win(threat, &passed(position), lang));
    }
}

/// Adds to a page how many defences the side to move at `position` has, and if wanted each of them.
pub fn show_defences(page: &mut Page, lang: Lang, brinkmate: &Brinkmate, position: &Position, each: bool) {
    page.detail(Label::Defences, &text::defences(brinkmate.defences.len(), lang));
    if each {
        page.raw(&defences_text(lang, position, &brinkmate.defences));
    }
}

/// A line for each defence.
fn defences_text(lang: Lang, position: &Position, defences: &[Defence]) -> String {
    let row = |defence: &Defence| {
        let name = line_text(position, &[defence.defence]);
        let mut after = position.clone();
        let _ = after.make(defence.defence);
        format!("  {name} → {}\n", text::win(&defence.answered_by, &after, lang))
    };
    defences.iter().map(row).collect()
}
