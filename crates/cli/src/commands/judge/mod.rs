//! `yomikiri judge`: is a mate problem sound?

mod finding;

use cpu_time::ThreadTime;
use serde::Serialize;
use yomikiri_notation::diagram;
use yomikiri_shogi::Position;
use yomikiri_tsume::{JudgeQuery, Judgement, Query, Solver, Soundness};

use super::solve::{Answer, Case, Faulty, GAME, TechniqueArgs, line_text};
use crate::args::{self, JsonArgs, LimitArgs};
use crate::exit::{Verdict, bad_input, one_line};
use crate::hands::{Hands, HandsArgs, HandsUsed};
use crate::input::{self, Given, Problem};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::{self, SearchLine};
pub use finding::Findings;

/// Judge whether mate problems are sound
///
/// A problem is sound if it has a mate, if along its solution no other check mates (余詰; the last move apart), if nothing is left in
/// hand at its end (駒余り), and if no piece could be taken away (不要駒). Every interposition counts, futile ones as well.
/// Problems come as in `solve`, and hands are read as there (see --hands). What the limits leave undecided is listed, and makes a problem without faults unknown.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: 10 sound, 20 unsound, 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read."
)]
pub struct Judge {
    /// Positions, files of positions, folders, or - for standard input
    #[arg(value_name = "POSITION|FILE", required = true)]
    problems: Vec<String>,
    /// How to search: a name, with parts joined by +; see `yomikiri algorithms`
    #[arg(long, value_name = "NAME", default_value = "default")]
    algorithm: String,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    hands: HandsArgs,
    #[command(flatten)]
    techniques: TechniqueArgs,
}

/// What all problems of a run have in common.
struct Bench {
    algorithm_name: String,
    query: JudgeQuery,
    json: bool,
    interrupt: Interrupt,
    hands: Hands,
}

impl Judge {
    /// Runs the command.
    pub fn run(self, out: &mut Output) -> anyhow::Result<Verdict> {
        let algorithm = self.algorithm.parse().map_err(bad_input)?;
        let techniques = self.techniques.techniques()?;
        let interrupt = Interrupt::listen()?;
        let limits = self.limits.limits(interrupt.flag());
        let query = Query { algorithm, limits, techniques, ..Query::default() };
        let query = JudgeQuery { query, first_fault: false };
        let JsonArgs { json } = self.json;
        let hands = self.hands.or(Hands::Rest);
        let bench = Bench { algorithm_name: self.algorithm, query, json, interrupt, hands };

        let problems = input::problems(&self.problems)?;
        let (name, size) = (problems.name.clone(), problems.size);
        // As in `solve`: a row of JSON looks the same whether it is alone or not.
        match problems.given(!json)? {
            Given::One(problem) => bench.single(&name, *problem, out),
            Given::Many(problems) => {
                let verdict = bench.list(problems, size, out)?;
                verdict.ok_or_else(|| input::empty(&name))
            }
        }
    }
}

impl Bench {
    fn solver(&self) -> anyhow::Result<Solver> {
        args::solver(self.query.query.limits.memory)
    }

    /// One problem, and all there is to say of it.
    fn single(&self, source: &str, problem: Problem, out: &mut Output) -> anyhow::Result<Verdict> {
        let mut solver = self.solver()?;
        let line = SearchLine::start().with_capacity(solver.capacity());
        let judged = self.judge(problem, &mut solver, Some(&line));
        drop(line);
        if let Some(error) = &judged.answer.error {
            return Err(bad_input(format_args!("{source}: {error}")));
        }
        if self.json {
            out.json(&judged.row())?;
        } else {
            out.text(&judged.page())?;
        }
        Ok(judged.answer.exit())
    }

    /// Many problems, a row each. The verdict is that of the list, or of its only problem; none if there is no problem.
    fn list(
        &self,
        problems: impl Iterator<Item = anyhow::Result<Problem>>,
        size: Option<u64>,
        out: &mut Output,
    ) -> anyhow::Result<Option<Verdict>> {
        let mut solver = self.solver()?;
        let bar = progress::batch(size);
        let mut count = Count::default();
        let mut last = None;
        for problem in problems {
            let problem = problem?;
            let end = problem.end;
            let judged = self.judge(problem, &mut solver, None);
            count.add(&judged.answer);
            last = Some(judged.answer.exit());
            bar.suspend(|| {
                if self.json {
                    out.json(&judged.row())?;
                } else {
                    out.text(&judged.line())?;
                }
                // The reader may be waiting for this row.
                out.flush()
            })?;
            bar.set_position(end);
            bar.set_message(count.short());
            if self.interrupt.is_set() {
                break;
            }
        }
        bar.finish_and_clear();
        if !self.json && count.rows > 0 {
            out.text(&format!("\n{}\n", count.short()))?;
        }
        Ok(match count {
            Count { bad: 1.., .. } => Some(Verdict::BadRows),
            Count { rows: 0 | 1, .. } => last,
            _ => Some(Verdict::None),
        })
    }

    fn judge(&self, problem: Problem, solver: &mut Solver, line: Option<&SearchLine>) -> Judged {
        let answer = |name, position: String| Answer::new(name, position, GAME, self.algorithm_name.clone());
        let Case { name, position, hands, attacker } = match Case::read(problem, self.hands) {
            Ok(case) => case,
            Err(Faulty { name, text, fault }) => {
                let answer = answer(name, text);
                return Judged::bad(Answer { error: Some(fault), hands: Some(None), ..answer });
            }
        };
        let mut answer = Answer { hands: Some(Some(hands.name())), ..answer(name, position.to_sfen()) };
        let cpu = ThreadTime::now();
        let judgement = solver.judge(&position, attacker, &self.query, &mut |event| {
            if let Some(line) = line {
                line.event(&event);
            }
        });
        match judgement {
            Ok(judgement) => {
                answer.cpu_seconds = cpu.elapsed().as_secs_f64();
                Judged::new(answer, position, hands, &judgement)
            }
            Err(error) => Judged::bad(Answer { error: Some(error.to_string()), ..answer }),
        }
    }
}

/// A problem that was judged, or could not be read.
struct Judged {
    answer: Answer,
    position: Option<Position>,
    /// The solution in Japanese, with what goes with it.
    details: Vec<(&'static str, String)>,
    findings: Findings,
}

/// A row of JSON: the object of `solve`, with another verdict and with what the judge found.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(flatten)]
    findings: &'a Findings,
    /// Which interpositions count as futile.
    profile: &'static str,
}

impl Judged {
    fn bad(answer: Answer) -> Judged {
        Judged { answer, position: None, details: Vec::new(), findings: Findings::default() }
    }

    fn new(mut answer: Answer, position: Position, hands: HandsUsed, judgement: &Judgement) -> Judged {
        answer.nodes = judgement.counters.visits;
        answer.wall_seconds = judgement.elapsed.as_secs_f64();
        answer.counters = judgement.counters.into();
        let mut details = Vec::new();
        if let Some(mate) = &judgement.mate {
            answer.take_mate(mate);
            details.push(("line", line_text(&position, &mate.line)));
            details.push(("USI", answer.moves.join(" ")));
            details.push(("left over", diagram::hand_text(mate.leftover)));
        }
        details.extend(hands.remark().map(|remark| ("hands", remark)));
        answer.verdict = Some(judgement.verdict.name());
        if let Soundness::Unknown(reason) = judgement.verdict {
            answer.stop_reason = Some(reason.to_string());
        }
        let findings = Findings::of(judgement, &position);
        Judged { answer, position: Some(position), details, findings }
    }

    fn row(&self) -> Row<'_> {
        let Judged { answer, findings, .. } = self;
        Row { answer, findings, profile: "raw" }
    }

    /// One line for a list: the verdict, and the words for what is wrong.
    fn line(&self) -> String {
        let line = self.answer.line();
        let faults = self.findings.short();
        if faults.is_empty() { line } else { format!("{}: {faults}\n", line.trim_end()) }
    }

    /// All there is to show, for people.
    fn page(&self) -> String {
        let title = self.answer.name.as_ref().map(|name| format!("{}\n", one_line(name))).unwrap_or_default();
        let board = self.position.as_ref().map(diagram::text).unwrap_or_default();
        let mate = self.answer.length_text().map_or("no mate".to_owned(), |length| format!("mate {length}"));
        let meaning = match self.answer.verdict {
            Some("sound") => format!("{mate}, and nothing is wrong with it"),
            Some("unsound") => match self.findings.reasons.len() {
                1 => format!("{mate}, 1 fault"),
                faults => format!("{mate}, {faults} faults"),
            },
            _ if self.answer.length.is_none() => "nobody knows whether there is a mate".to_owned(),
            _ => format!("{mate}, no fault was found, but some are not ruled out"),
        };
        let mut details = self.details.clone();
        let Findings { reasons, open, remarks } = &self.findings;
        for (label, findings) in [("fault", reasons), ("open", open), ("remark", remarks)] {
            details.extend(findings.iter().map(|finding| (label, finding.sentence().to_owned())));
        }
        format!("{title}{board}\n{}", self.answer.text(&meaning, &details))
    }
}

/// What a list came to.
#[derive(Default)]
struct Count {
    rows: u64,
    sound: u64,
    unsound: u64,
    unknown: u64,
    bad: u64,
}

impl Count {
    fn add(&mut self, answer: &Answer) {
        self.rows += 1;
        match answer.verdict {
            Some("sound") => self.sound += 1,
            Some("unsound") => self.unsound += 1,
            Some(_) => self.unknown += 1,
            None => self.bad += 1,
        }
    }

    fn short(&self) -> String {
        let Count { rows, sound, unsound, unknown, bad } = self;
        let problems = if *rows == 1 { "problem" } else { "problems" };
        format!("{rows} {problems}: {sound} sound, {unsound} unsound, {unknown} unknown, {bad} bad")
    }
}
