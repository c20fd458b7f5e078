//! `yomikiri judge`: is a mate problem sound?

mod finding;

use cpu_time::ThreadTime;
use serde::Serialize;
use yomikiri_tsume::{JudgeQuery, Judgement, Mate, Query, Solver, Soundness};

use super::solve::{Answer, Case, TechniqueArgs};
use crate::args::{self, JsonArgs, LimitArgs};
use crate::exit::{Verdict, bad_input};
use crate::hands::{Hands, HandsArgs};
use crate::input::{self, Given, Problem};
use crate::interrupt::Interrupt;
use crate::language::{Label, Message, Sought};
use crate::output::Output;
use crate::page::Page;
use crate::progress::{BatchLine, SearchLine};
use crate::style::{Detail, DetailArgs, Style};
use crate::unreached;
use crate::verdict::AnswerVerdict;
pub use finding::Findings;

/// Judge whether mate problems are sound
///
/// A problem is sound if it has a mate, if along its solution no other check mates (余詰; the last move apart), if nothing is left in
/// hand at its end (駒余り), and if no piece could be taken away (不要駒). Every interposition counts, futile ones as well.
/// Problems come as in `solve`, and hands are read as there (see --hands). What the limits leave undecided is listed, and makes a problem without faults unknown.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri judge \"4k4/9/4P4/9/9/9/9/9/9 b RG 1\"
  yomikiri judge problems.sfen --time 60 -q

Exit codes: 10 sound, 20 unsound, 0 unknown, 2 bad input. Several problems: 0, or 2 if a row could not be read.")]
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
    detail: DetailArgs,
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
    style: Style,
}

impl Judge {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<Verdict> {
        let algorithm = self.algorithm.parse().map_err(bad_input)?;
        let techniques = self.techniques.techniques()?;
        let interrupt = Interrupt::listen()?;
        let limits = self.limits.limits(interrupt.flag());
        let query = Query { algorithm, limits, techniques, ..Query::default() };
        let query = JudgeQuery { query, first_fault: false };
        let JsonArgs { json } = self.json;
        let hands = self.hands.or(Hands::Rest);
        let bench = Bench {
            algorithm_name: self.algorithm,
            query,
            json,
            interrupt,
            hands,
            style: style.with(self.detail),
        };

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
        let line = SearchLine::start(self.style.lang).with_capacity(solver.capacity());
        let judged = self.judge(problem, &mut solver, Some(&line));
        drop(line);
        if let Some(error) = &judged.answer.error {
            return Err(error.about(source));
        }
        if self.json {
            out.json(&judged.row())?;
        } else {
            out.text(&judged.page(self.style))?;
        }
        Ok(judged.answer.exit())
    }

    /// Many problems, a row each. The verdict is that of the list, or of its only problem; none if there is no problem.
    fn list(
        &self,
        mut problems: impl Iterator<Item = anyhow::Result<Problem>>,
        size: Option<u64>,
        out: &mut Output,
    ) -> anyhow::Result<Option<Verdict>> {
        let mut solver = self.solver()?;
        let line = BatchLine::start(size, self.style.lang);
        let mut count = Count::default();
        let mut last = None;
        for problem in problems.by_ref() {
            let problem = problem?;
            let end = problem.end;
            line.begin(problem.name.as_deref().unwrap_or_default());
            let judged = self.judge(problem, &mut solver, None);
            count.add(&judged.answer);
            last = Some(judged.answer.exit());
            line.suspend(|| {
                if self.json {
                    out.json(&judged.row())?;
                } else {
                    out.text(&judged.line(self.style))?;
                }
                // The reader may be waiting for this row.
                out.flush()
            })?;
            line.solved(count.rows, end);
            if self.interrupt.is_set() {
                break;
            }
        }
        drop(line);
        if !self.json && self.style.detail != Detail::Quiet && count.rows > 0 {
            out.text(&format!("\n{}\n", self.style.lang.text(&count.message())))?;
        }
        if self.interrupt.is_set() && !self.json {
            unreached::report(problems, size, self.style, out)?;
        }
        Ok(match count {
            Count { bad: 1.., .. } => Some(Verdict::BadRows),
            Count { rows: 0 | 1, .. } => last,
            _ => Some(Verdict::None),
        })
    }

    fn judge(&self, problem: Problem, solver: &mut Solver, line: Option<&SearchLine>) -> Judged {
        let algorithm = &self.algorithm_name;
        let case = match Case::read(problem, self.hands) {
            Ok(case) => case,
            Err(faulty) => return Judged::bad(faulty.answer(algorithm, Sought::Soundness)),
        };
        let mut answer = case.answer(algorithm, Sought::Soundness);
        answer.memory = Some(Some(solver.memory()));
        let cpu = ThreadTime::now();
        let judgement = solver.judge(&case.position, case.attacker, &self.query, &mut |event| {
            if let Some(line) = line {
                line.event(&event);
            }
        });
        match judgement {
            Ok(judgement) => {
                answer.cpu_seconds = cpu.elapsed().as_secs_f64();
                let findings = Findings::of(&judgement, &case.position, self.style.lang);
                Judged::new(answer, case, judgement, findings)
            }
            Err(error) => Judged::bad(Answer { error: Some(error.into()), ..answer }),
        }
    }
}

/// A problem that was judged, or could not be read.
struct Judged {
    answer: Answer,
    case: Option<Case>,
    mate: Option<Mate>,
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
        Judged { answer, case: None, mate: None, findings: Findings::default() }
    }

    fn new(mut answer: Answer, case: Case, judgement: Judgement, findings: Findings) -> Judged {
        answer.nodes = judgement.counters.visits;
        answer.wall_seconds = judgement.elapsed.as_secs_f64();
        answer.counters = judgement.counters.into();
        if let Some(mate) = &judgement.mate {
            answer.take_mate(mate);
        }
        answer.verdict = Some(judgement.verdict.into());
        if let Soundness::Unknown(reason) = judgement.verdict {
            answer.stop_reason = Some(reason.into());
        }
        answer.compare_length();
        Judged { answer, case: Some(case), mate: judgement.mate, findings }
    }

    fn row(&self) -> Row<'_> {
        let Judged { answer, findings, .. } = self;
        Row { answer, findings, profile: "raw" }
    }

    /// One line for a list: the verdict, and the words for what is wrong.
    fn line(&self, style: Style) -> String {
        self.answer.judged_line(style, self.findings.reasons.len(), &self.findings.short())
    }

    /// All there is to show, for people.
    fn page(&self, style: Style) -> String {
        let Findings { reasons, open, remarks } = &self.findings;
        let body = |page: &mut Page| {
            if let (Some(case), Some(mate)) = (&self.case, &self.mate) {
                case.show_mate(page, mate);
            }
            let lists = [(Label::Fault, reasons), (Label::Open, open), (Label::Remark, remarks)];
            for (label, findings) in lists {
                for finding in findings {
                    page.detail(label, &finding.sentence);
                }
            }
            if let Some(case) = &self.case {
                case.show(page);
            }
        };
        self.answer.page(style, reasons.len(), body, |_| {})
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
            Some(AnswerVerdict::Sound) => self.sound += 1,
            Some(AnswerVerdict::Unsound) => self.unsound += 1,
            Some(_) => self.unknown += 1,
            None => self.bad += 1,
        }
    }

    fn message(&self) -> Message<'static> {
        let Count { rows, sound, unsound, unknown, bad } = *self;
        Message::SoundCounts { problems: rows, sound, unsound, unknown, bad }
    }
}
