//! `yomikiri hisshi`: brinkmates. Also what `solve --order` does.

use std::ffi::OsString;

use cpu_time::ThreadTime;
use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_notation::{EndKind, Line, Ply, Record, kif};
use yomikiri_pns::{Algorithm, Order, Scheme};
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{
    AttackerWin, Brinkmate, Defence, Event, Goal, Mate, NotAProblem, Query, Solver, ThreatAnswer,
    ThreatQuery, ThreatVerdict,
};

use super::solve::{Answer, Case, Faulty, line_text, save_beside, usi};
use crate::args::{self, JsonArgs, LimitArgs, Target};
use crate::complaint::Complaint;
use crate::exit::{Verdict, bad_input};
use crate::hands::{Hands, HandsArgs};
use crate::input::{self, Problems};
use crate::interrupt::Interrupt;
use crate::language::{Label, Lang, Message, Sought, ThreatText};
use crate::output::Output;
use crate::page::Page;
use crate::progress::{BatchLine, SearchLine};
use crate::style::{DetailArgs, Style};
use crate::unreached;
use crate::verdict::{AnswerVerdict, LengthStatus};

/// Find a mate or a brinkmate (必至): the same as `solve --order 2`
///
/// A brinkmate is won by checks and threatmates (詰めろ): whatever the defender plays, a mate follows. Every legal defence is
/// looked at. Hands are those that are written: a defender without a hand holds nothing, unless --hands says otherwise.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri hisshi \"8k/8g/6P1P/9/9/9/9/9/9 b R 1\" --all-defences
  yomikiri hisshi problems.sfen --time 60 --json

Exit codes: 10 mate or brinkmate, 20 neither, 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read.")]
pub struct Hisshi {
    /// Positions, files of positions, folders, or - for standard input
    #[arg(value_name = "POSITION|FILE", required = true)]
    problems: Vec<String>,
    /// How to search: the name of a depth-first search; see `yomikiri algorithms`
    #[arg(long, value_name = "NAME", default_value = "default")]
    algorithm: String,
    /// Stop at the first win, whatever its length
    #[arg(long)]
    first: bool,
    /// Write the solution of a single problem as KIF, with the defender's answers to the first move as variations
    #[arg(long, value_name = "FILE")]
    kif: Option<OsString>,
    /// Write the diagram of a single problem
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    detail: DetailArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    hands: HandsArgs,
    #[command(flatten)]
    brinkmate: BrinkmateArgs,
}

/// The options of brinkmates
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Brinkmates")]
pub struct BrinkmateArgs {
    /// In which order the orders of threats are searched: nagai, nagai+, stronger-first, widening
    #[arg(long, value_name = "NAME", default_value = "widening")]
    pub scheme: String,
    /// List every legal answer to the first move, and how it is met
    #[arg(long)]
    pub all_defences: bool,
}

/// What is asked about brinkmates, by whichever command.
pub struct Question {
    pub problems: Vec<String>,
    pub order: u8,
    pub algorithm: String,
    pub first: bool,
    pub kif: Option<OsString>,
    pub svg: Option<Target>,
    pub json: bool,
    pub limits: LimitArgs,
    pub hands: Hands,
    pub brinkmate: BrinkmateArgs,
    pub style: Style,
}

impl Hisshi {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<Verdict> {
        let Hisshi { problems, algorithm, first, kif, svg, json, detail, limits, hands, brinkmate } = self;
        let (order, hands) = (Order::TWO.get(), hands.or(Hands::Written));
        let (JsonArgs { json }, style) = (json, style.with(detail));
        let svg = svg.map(Target::from);
        Question { problems, order, algorithm, first, kif, svg, json, limits, hands, brinkmate, style }
            .run(out)
    }
}

impl Question {
    /// Answers it.
    pub fn run(self, out: &mut Output) -> anyhow::Result<Verdict> {
        let interrupt = Interrupt::listen()?;
        let query = self.query(&interrupt)?;
        let mut solver = args::solver(query.query.limits.memory)?;
        let kif = self.kif.clone().map(Target::from);
        for target in kif.iter().chain(&self.svg) {
            out.check(target)?;
        }
        let mut problems = input::problems(&self.problems)?;
        let name = problems.name.clone();
        if problems.is_text {
            let problem = problems.next().transpose()?;
            let problem = problem.ok_or_else(|| input::empty(&name))?;
            let case = Case::read(problem, self.hands)
                .map_err(|Faulty { fault, .. }| bad_input(format_args!("{name}: {fault}")))?;
            let line = SearchLine::start(self.style.lang).with_capacity(solver.capacity());
            let solved = solve(case, &self, &query, &mut solver, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about(&name))?;
            drop(line);
            if self.json {
                out.json(&solved.row(self.brinkmate.all_defences))?;
            } else {
                out.text(&solved.page(self.style, self.brinkmate.all_defences))?;
            }
            if let (Some(target), Some(case)) = (&self.svg, &solved.case) {
                save_beside(out, target, case.picture(&solved.answer).as_bytes(), self.json)?;
            }
            if let Some(target) = kif {
                save_beside(out, &target, kif::write(&solved.record()).as_bytes(), self.json)?;
            }
            return Ok(solved.answer.exit());
        }
        for (option, given) in [("kif", kif.is_some()), ("svg", self.svg.is_some())] {
            if given {
                return Err(bad_input(format_args!("--{option}: this is for a single problem")));
            }
        }
        self.list(problems, &query, &mut solver, &interrupt, out)
    }

    /// Many problems, a row each.
    fn list(
        &self,
        mut problems: Problems,
        query: &ThreatQuery,
        solver: &mut Solver,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let mut verdict = Verdict::None;
        let line = BatchLine::start(problems.size, self.style.lang);
        for (number, problem) in (1..).zip(problems.by_ref()) {
            let problem = problem?;
            let end = problem.end;
            line.begin(problem.name.as_deref().unwrap_or_default());
            let sought = Sought::Brinkmate { order: self.order };
            let mut bad = |answer| {
                verdict = Verdict::BadRows;
                Solved { answer, found: None, case: None, order: self.order }
            };
            let row = match Case::read(problem, self.hands) {
                Ok(case) => {
                    let unsolved = case.answer(&self.algorithm, sought);
                    solve(case, self, query, solver, &mut |_| {})
                        .unwrap_or_else(|error| bad(Answer { error: Some(error.into()), ..unsolved }))
                }
                Err(faulty) => bad(faulty.answer(&self.algorithm, sought)),
            };
            line.suspend(|| {
                if self.json {
                    out.json(&row.row(self.brinkmate.all_defences))?;
                } else {
                    out.text(&row.answer.line(self.style))?;
                }
                // The reader may be waiting for this row.
                out.flush()
            })?;
            line.solved(number, end);
            if interrupt.is_set() {
                break;
            }
        }
        drop(line);
        if interrupt.is_set() && !self.json {
            let size = problems.size;
            unreached::report(problems, size, self.style, out)?;
        }
        Ok(verdict)
    }

    fn query(&self, interrupt: &Interrupt) -> anyhow::Result<ThreatQuery> {
        let algorithm: Algorithm = self.algorithm.parse().map_err(bad_input)?;
        if !matches!(algorithm, Algorithm::DfPn { .. }) {
            return Err(bad_input("--algorithm: brinkmates take a depth-first search, such as dfpn+tca"));
        }
        let scheme: Scheme = self.brinkmate.scheme.parse().map_err(bad_input)?;
        let limits = self.limits.limits(interrupt.flag());
        let goal = if self.first { Goal::First } else { Goal::MainLine };
        let query = Query { algorithm, limits, goal, ..Query::default() };
        Ok(ThreatQuery { order: Order::new(self.order), scheme, query })
    }
}

/// Solves a problem.
fn solve(
    case: Case,
    question: &Question,
    query: &ThreatQuery,
    solver: &mut Solver,
    on_event: &mut dyn FnMut(Event<'_>),
) -> Result<Solved, NotAProblem> {
    let cpu = ThreadTime::now();
    let found = solver.solve_threats(&case.position, case.attacker, query, on_event)?;
    let mut answer = case.answer(&question.algorithm, Sought::Brinkmate { order: question.order });
    answer.memory = Some(Some(solver.memory()));
    answer.cpu_seconds = cpu.elapsed().as_secs_f64();
    fill(&mut answer, &found);
    Ok(Solved { answer, found: Some(found), case: Some(case), order: question.order })
}

/// Takes over what was found.
pub fn fill(answer: &mut Answer, found: &ThreatAnswer) {
    answer.nodes = found.counters.visits;
    answer.wall_seconds = found.elapsed.as_secs_f64();
    answer.counters = found.counters.into();
    answer.stop_reason = found.stopped.map(Into::into);
    match &found.verdict {
        ThreatVerdict::Mate(mate) => answer.take_mate(mate),
        ThreatVerdict::Brinkmate(brinkmate) => {
            answer.verdict = Some(AnswerVerdict::Brinkmate);
            answer.length = Some(brinkmate.length() as u64);
            answer.length_status = Some(LengthStatus::of(brinkmate.minimal));
            answer.moves = usi(&brinkmate.line);
            answer.counters.proof_size = Some(brinkmate.proof_size);
            answer.counters.proof_depth = Some(brinkmate.length() as u64);
        }
        ThreatVerdict::None => answer.verdict = Some(AnswerVerdict::NoMate),
        ThreatVerdict::Unknown(_) => answer.verdict = Some(AnswerVerdict::Unknown),
    }
    answer.compare_length();
}

/// A problem after the search.
struct Solved {
    answer: Answer,
    /// Nothing if it could not be read.
    found: Option<ThreatAnswer>,
    case: Option<Case>,
    order: u8,
}

/// A row of JSON: the object of `solve`, and what brinkmates have besides.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    order: u8,
    /// The mate that the first move threatens.
    threat: Value,
    /// Whether it is proved that there is no mate; nothing if there is no brinkmate.
    no_mate: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defences: Option<Vec<Value>>,
}

impl Solved {
    fn brinkmate(&self) -> Option<&Brinkmate> {
        match &self.found.as_ref()?.verdict {
            ThreatVerdict::Brinkmate(brinkmate) => Some(brinkmate),
            _ => None,
        }
    }

    fn row(&self, all_defences: bool) -> Row<'_> {
        let brinkmate = self.brinkmate();
        Row {
            answer: &self.answer,
            order: brinkmate.map_or(self.order, |brinkmate| brinkmate.order.get()),
            threat: brinkmate
                .and_then(|brinkmate| brinkmate.threat.as_ref())
                .map_or(Value::Null, threat_json),
            no_mate: brinkmate.map(|brinkmate| brinkmate.no_mate),
            defences: brinkmate.filter(|_| all_defences).map(|brinkmate| defences_json(&brinkmate.defences)),
        }
    }

    /// All there is to show, for people.
    fn page(&self, style: Style, all_defences: bool) -> String {
        let (Some(case), Some(found)) = (&self.case, &self.found) else { return self.answer.line(style) };
        let body = |page: &mut Page| {
            match &found.verdict {
                ThreatVerdict::Mate(mate) => case.show_mate(page, mate),
                ThreatVerdict::Brinkmate(brinkmate) => {
                    if !brinkmate.line.is_empty() {
                        page.line(&line_text(&case.position, &brinkmate.line), &usi(&brinkmate.line));
                    }
                    let after = after_first(&case.position, brinkmate, case.attacker);
                    show_threat(page, style.lang, brinkmate, &after);
                    page.message(Label::Mate, &Message::MateExcluded(brinkmate.no_mate));
                    show_defences(page, style.lang, brinkmate, &after, all_defences);
                }
                ThreatVerdict::None | ThreatVerdict::Unknown(_) => {}
            }
            case.show(page);
        };
        self.answer.page(style, 0, body, |_| {})
    }

    /// The solution as a record: the line, then the defence that holds out longest; the others as its variations.
    fn record(&self) -> Record {
        let case = self.case.as_ref();
        let mut record = Record::new(case.map_or_else(Position::startpos, |case| case.position.clone()));
        let attacker = case.map_or(Color::Black, |case| case.attacker);
        if let Some(name) = &self.answer.name {
            record.headers.push(("作品名".into(), name.clone()));
        }
        match self.found.as_ref().map(|found| &found.verdict) {
            Some(ThreatVerdict::Mate(mate)) => {
                record.line.extend(mate.line.iter().copied().map(Ply::new));
                record.line.push(Ply::end(EndKind::Mate));
            }
            Some(ThreatVerdict::Brinkmate(brinkmate)) => {
                record.line = brinkmate_line(brinkmate, attacker, &record.initial)
            }
            Some(ThreatVerdict::None) => record.line.push(Ply::end(EndKind::NoMate)),
            _ => {}
        }
        record
    }
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
            AttackerWin::Mate(mate) => {
                line.extend(mate.line.iter().copied().map(Ply::new));
                line.push(Ply::end(EndKind::Mate));
            }
            AttackerWin::Threats(_, mv) => line.extend(mv.map(Ply::new)),
        }
        line
    };
    let length = |defence: &Defence| match &defence.answered_by {
        AttackerWin::Mate(mate) => mate.length(),
        AttackerWin::Threats(..) => 0,
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
        page.detail(Label::Threat, &threat_text(lang, &passed(position), threat));
    }
}

/// Adds to a page how many defences the side to move at `position` has, and if wanted each of them.
pub fn show_defences(page: &mut Page, lang: Lang, brinkmate: &Brinkmate, position: &Position, each: bool) {
    page.message(Label::Defences, &Message::Defences(brinkmate.defences.len()));
    if each {
        page.raw(&defences_text(lang, position, &brinkmate.defences));
    }
}

/// A threat for people, from the position in which it is carried out.
fn threat_text(lang: Lang, position: &Position, threat: &AttackerWin) -> String {
    match threat {
        AttackerWin::Mate(mate) => mate_text(lang, position, mate),
        AttackerWin::Threats(order, mv) => {
            let first = mv.map(|mv| line_text(position, &[mv]));
            let threat = ThreatText::Order { order: order.get(), first: first.as_deref() };
            lang.text(&Message::Threat(threat))
        }
    }
}

/// A mate for people.
pub fn mate_text(lang: Lang, position: &Position, mate: &Mate) -> String {
    let line = line_text(position, &mate.line);
    lang.text(&Message::Threat(ThreatText::Mate { plies: mate.length(), line: &line }))
}

/// A line for each defence.
fn defences_text(lang: Lang, position: &Position, defences: &[Defence]) -> String {
    let row = |defence: &Defence| {
        let name = line_text(position, &[defence.defence]);
        let mut after = position.clone();
        let _ = after.make(defence.defence);
        format!("  {name} → {}\n", threat_text(lang, &after, &defence.answered_by))
    };
    defences.iter().map(row).collect()
}

/// A threat for programs.
pub fn threat_json(threat: &AttackerWin) -> Value {
    match threat {
        AttackerWin::Mate(mate) => json!({ "order": 1, "length": mate.length(), "moves": usi(&mate.line) }),
        AttackerWin::Threats(order, mv) => {
            json!({ "order": order.get(), "length": null, "moves": usi(mv.as_slice()) })
        }
    }
}

/// Every defence for programs.
pub fn defences_json(defences: &[Defence]) -> Vec<Value> {
    let row = |defence: &Defence| json!({ "move": defence.defence.to_string(), "met_by": threat_json(&defence.answered_by) });
    defences.iter().map(row).collect()
}
