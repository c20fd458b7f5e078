//! `yomikiri hisshi`: brinkmates. Also what `solve --order` does.

use std::ffi::OsString;
use std::fmt::Write as _;

use cpu_time::ThreadTime;
use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_notation::{EndKind, Line, Ply, Record, diagram, kif};
use yomikiri_pns::{Algorithm, Order, Scheme};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    AttackerWin, Brinkmate, Defence, Goal, Mate, NotAProblem, Query, Solver, ThreatAnswer, ThreatQuery,
    ThreatVerdict,
};

use super::solve::{Answer, Case, Faulty, GAME, line_text};
use crate::args::{self, JsonArgs, LimitArgs, Target};
use crate::exit::{Verdict, bad_input};
use crate::hands::{Hands, HandsArgs};
use crate::input::{self, Problem};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::SearchLine;

/// Find a mate or a brinkmate (必至): the same as `solve --order 2`
///
/// A brinkmate is won by checks and threatmates (詰めろ): whatever the defender plays, a mate follows. Every legal defence is
/// looked at. Hands are those that are written: a defender without a hand holds nothing, unless --hands says otherwise.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 10 mate or brinkmate, 20 neither, 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read."
)]
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
    #[command(flatten)]
    json: JsonArgs,
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
    /// How the orders of threats are gone through: nagai, nagai+, stronger-first, widening
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
    pub json: bool,
    pub limits: LimitArgs,
    pub hands: Hands,
    pub brinkmate: BrinkmateArgs,
}

impl Hisshi {
    /// Runs the command.
    pub fn run(self, out: &mut Output) -> anyhow::Result<Verdict> {
        let Hisshi { problems, algorithm, first, kif, json: JsonArgs { json }, limits, hands, brinkmate } =
            self;
        let (order, hands) = (Order::TWO.get(), hands.or(Hands::Written));
        Question { problems, order, algorithm, first, kif, json, limits, hands, brinkmate }.run(out)
    }
}

impl Question {
    /// Answers it.
    pub fn run(self, out: &mut Output) -> anyhow::Result<Verdict> {
        let interrupt = Interrupt::listen()?;
        let query = self.query(&interrupt)?;
        let mut solver = args::solver(query.query.limits.memory)?;
        let kif = self.kif.clone().map(Target::from);
        if let Some(target) = &kif {
            out.check(target)?;
        }
        let mut problems = input::problems(&self.problems)?;
        let name = problems.name.clone();
        if problems.is_text {
            let problem = problems.next().transpose()?;
            let problem = problem.ok_or_else(|| input::empty(&name))?;
            let case = Case::read(problem, self.hands)
                .map_err(|Faulty { fault, .. }| bad_input(format_args!("{name}: {fault}")))?;
            let solved = solve(case, &self, &query, &mut solver)
                .map_err(|error| bad_input(format_args!("{name}: {error}")))?;
            if self.json {
                out.json(&solved.row(self.brinkmate.all_defences))?;
            } else {
                out.text(&solved.page(self.brinkmate.all_defences))?;
            }
            match kif {
                Some(Target::Stdout) if self.json => {}
                Some(target) => out.save(&target, kif::write(&solved.record()).as_bytes())?,
                None => {}
            }
            return Ok(solved.answer.exit());
        }
        if kif.is_some() {
            return Err(bad_input("--kif: this is for a single problem"));
        }
        self.list(problems, &query, &mut solver, &interrupt, out)
    }

    /// Many problems, a row each.
    fn list(
        &self,
        problems: impl Iterator<Item = anyhow::Result<Problem>>,
        query: &ThreatQuery,
        solver: &mut Solver,
        interrupt: &Interrupt,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let mut verdict = Verdict::None;
        for problem in problems {
            let case = Case::read(problem?, self.hands);
            let solved = case.and_then(|case| {
                let (name, text) = (case.name.clone(), case.position.to_sfen());
                solve(case, self, query, solver).map_err(|error| Faulty {
                    name,
                    text,
                    fault: error.to_string(),
                })
            });
            let row = solved.unwrap_or_else(|Faulty { name, text, fault }| {
                verdict = Verdict::BadRows;
                let answer = Answer::new(name, text, GAME, self.algorithm.clone());
                let answer = Answer { error: Some(fault), hands: Some(None), ..answer };
                Solved { answer, found: None, case: None, order: self.order }
            });
            if self.json {
                out.json(&row.row(self.brinkmate.all_defences))?;
            } else {
                out.text(&row.answer.line())?;
            }
            // The reader may be waiting for this row.
            out.flush()?;
            if interrupt.is_set() {
                break;
            }
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
) -> Result<Solved, NotAProblem> {
    let cpu = ThreadTime::now();
    let found = {
        let line = SearchLine::start().with_capacity(solver.capacity());
        solver.solve_threats(&case.position, case.attacker, query, &mut |event| line.event(&event))?
    };
    let sfen = case.position.to_sfen();
    let mut answer = Answer::new(case.name.clone(), sfen, GAME, question.algorithm.clone());
    answer.hands = Some(Some(case.hands.name()));
    answer.cpu_seconds = cpu.elapsed().as_secs_f64();
    fill(&mut answer, &found);
    Ok(Solved { answer, found: Some(found), case: Some(case), order: question.order })
}

/// Takes over what was found.
pub fn fill(answer: &mut Answer, found: &ThreatAnswer) {
    answer.nodes = found.counters.visits;
    answer.wall_seconds = found.elapsed.as_secs_f64();
    answer.counters = found.counters.into();
    answer.stop_reason = found.stopped.map(|reason| reason.to_string());
    let status = |minimal: bool| Some(if minimal { "minimal" } else { "at-most" });
    match &found.verdict {
        ThreatVerdict::Mate(mate) => answer.take_mate(mate),
        ThreatVerdict::Brinkmate(brinkmate) => {
            answer.verdict = Some("brinkmate");
            answer.length = Some(brinkmate.length() as u64);
            answer.length_status = status(brinkmate.minimal);
            answer.moves = usi(&brinkmate.line);
            answer.counters.proof_size = Some(brinkmate.proof_size);
            answer.counters.proof_depth = Some(brinkmate.length() as u64);
        }
        ThreatVerdict::None => answer.verdict = Some("nomate"),
        ThreatVerdict::Unknown(_) => answer.verdict = Some("unknown"),
    }
}

fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
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
    fn page(&self, all_defences: bool) -> String {
        let Some(Case { position, hands, attacker, .. }) = &self.case else { return self.answer.line() };
        let side = if *attacker == Color::Black { "Black" } else { "White" };
        let length = self.answer.length_text().unwrap_or_default();
        let mut details = Vec::new();
        if !self.answer.moves.is_empty() {
            let line: Vec<Move> = self.answer.moves.iter().filter_map(|mv| mv.parse().ok()).collect();
            details.push(("line", line_text(position, &line)));
            details.push(("USI", self.answer.moves.join(" ")));
        }
        let mut defences = String::new();
        let meaning = match self.found.as_ref().map(|found| &found.verdict) {
            Some(ThreatVerdict::Mate(_)) => format!("{side} mates {length}"),
            Some(ThreatVerdict::Brinkmate(brinkmate)) => {
                let after = after_first(position, brinkmate, *attacker);
                if let Some(threat) = &brinkmate.threat {
                    details.push(("threat", threat_text(&passed(&after), threat)));
                }
                let ruled_out = if brinkmate.no_mate { "ruled out" } else { "not ruled out" };
                details.push(("a mate", ruled_out.to_owned()));
                details.push(("defences", format!("{}, each of them met", brinkmate.defences.len())));
                if all_defences {
                    defences = defences_text(&after, &brinkmate.defences);
                }
                if brinkmate.length() == 0 {
                    format!("{side} has a brinkmate on the board")
                } else {
                    format!("{side} has a brinkmate {length}")
                }
            }
            Some(ThreatVerdict::None) => {
                format!("{side} can neither mate nor win by threats of order {}", self.order)
            }
            _ => format!("nobody knows whether {side} has a mate or a brinkmate"),
        };
        details.extend(hands.remark().map(|remark| ("hands", remark)));
        let title = self.answer.name.as_ref().map(|name| format!("{}\n", crate::exit::one_line(name)));
        let (title, board) = (title.unwrap_or_default(), diagram::text(position));
        format!("{title}{board}\n{}{defences}", self.answer.text(&meaning, &details))
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

/// A threat for people, from the position in which it is carried out.
pub fn threat_text(position: &Position, threat: &AttackerWin) -> String {
    match threat {
        AttackerWin::Mate(mate) => mate_text(position, mate),
        AttackerWin::Threats(order, Some(mv)) => {
            format!("{} and on with threats of order {}", line_text(position, &[*mv]), order.get())
        }
        AttackerWin::Threats(order, None) => format!("threats of order {}", order.get()),
    }
}

/// A mate for people.
pub fn mate_text(position: &Position, mate: &Mate) -> String {
    format!("mate in {}: {}", mate.length(), line_text(position, &mate.line))
}

/// A line for each defence.
pub fn defences_text(position: &Position, defences: &[Defence]) -> String {
    let mut text = String::new();
    for defence in defences {
        let name = line_text(position, &[defence.defence]);
        let mut after = position.clone();
        let _ = after.make(defence.defence);
        let _ = writeln!(text, "  {name} → {}", threat_text(&after, &defence.answered_by));
    }
    text
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
