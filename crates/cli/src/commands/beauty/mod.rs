//! `yomikiri beauty`: what can be measured of a problem's beauty.

mod card;

use std::time::Instant;

use clap::ValueEnum;
use cpu_time::ThreadTime;
use yomikiri_compose::Features;
use yomikiri_compose::measure::{MeasureSettings, NodeStore, OrderSurvey, rules_only};
use yomikiri_pns::{LeafRule, Limits, Progress};
use yomikiri_service::task::{HandsArgs, RulesArgs};
use yomikiri_service::{Answer, Case, JudgeFindings, Sought};
use yomikiri_tsume::{InterpositionRules, JudgeOptions, Judgement, MateVerdict, NotAProblem, SolveOptions};

use crate::args::{self, JsonArgs, LimitArgs};
use crate::complaint::Complaint;
use crate::exit::ExitVerdict;
use crate::hands::{DefenderHand, RestArgs};
use crate::input;
use crate::interrupt::Interrupt;
use crate::language::Lang;
use crate::output::Output;
use crate::progress::SearchLine;
use crate::remaining;
use crate::style::{Style, VerboseArgs};
use crate::text;
use crate::verdict::AnswerVerdict;
use card::{Card, CardJudgement, comparison};

/// Measure the beauty of mate problems, as far as it can be measured
///
/// Each problem is solved first: the shortest mate. Then a plain proof-number search without any of the solver's techniques
/// solves it again and its root's numbers are watched: the largest proof number (MAX PN), the largest disproof number (MAX DN) and
/// how often the root was renewed (iterations), after Ishitobi, Cincotti and Iida (2013). They depend on the order of moves, so they
/// are taken in several orders. What a limit cuts off is shown as a lower bound (≥). At last, with whatever time is left, the problem is
/// judged up to its first fault, as `judge` does it. Sacrifices, interpositions and the like are counted in the solution.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri beauty \"8k/6S2/8N/9/8N/9/9/9/9 b - 1\"
  yomikiri beauty problems.sfen another.kif --orders 2 --time 30

Exit codes: 0, or 2 if a problem could not be read.")]
pub struct Beauty {
    /// Positions, files of positions, folders, or - for standard input
    #[arg(value_name = "POSITION|FILE", required = true)]
    problems: Vec<String>,
    /// Measure in the generator's order and in this many shuffled ones; each measurement visits at most a million nodes, or as
    /// many as --nodes says
    #[arg(long, value_name = "K", default_value_t = 8, value_parser = clap::value_parser!(u64).range(0..=10_000), allow_negative_numbers = true)]
    orders: u64,
    /// What a new leaf counts
    #[arg(long, value_enum, default_value_t = LeafRuleArg::Unit)]
    leaf: LeafRuleArg,
    /// Measure df-pn on a table, where a position is one node, instead of PN search on a tree, where it is one for each line that
    /// reaches it
    #[arg(long)]
    table: bool,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    verbose: VerboseArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    hands: HandsArgs,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

/// A leaf rule by name
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LeafRuleArg {
    /// (1, 1)
    Unit,
    /// As many as the player has moves
    Mobility,
}

/// How answers name the search that finds the mate.
const ALGORITHM: &str = "default";

/// Nodes of a single measurement, unless `--nodes` says otherwise.
const NODES: u64 = 1_000_000;

impl Beauty {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let style = style.with_verbose(self.verbose);
        let interrupt = Interrupt::listen()?;
        let mut problems = input::problems(&self.problems, &interrupt, style.lang)?;
        let (name, single) = (problems.name.clone(), problems.is_text);
        let limits = self.limits.limits(interrupt.flag());
        let mut cards = Vec::new();
        let mut verdict = ExitVerdict::None;
        for problem in problems.by_ref() {
            let card = match Case::read(problem?, self.rest.or(self.hands, DefenderHand::Rest)) {
                Ok(case) => self.card(case, &limits, style.lang)?,
                Err(faulty) => Card::new(faulty.answer(ALGORITHM, Sought::Mate)),
            };
            if let Some(fault) = &card.answer.error {
                if single {
                    return Err(Complaint::from(fault).about(&name));
                }
                verdict = ExitVerdict::BadRows;
            }
            if self.json.json {
                out.json(&card.json())?;
            } else {
                let space = if cards.is_empty() { "" } else { "\n" };
                out.text(&format!("{space}{}", card.text(style)))?;
            }
            // The reader may be waiting for this one.
            out.flush()?;
            cards.push(card);
            if interrupt.is_set() {
                break;
            }
        }
        if cards.is_empty() {
            return Err(input::empty(&name));
        }
        if !self.json.json && cards.len() > 1 {
            out.text(&comparison(&cards, style))?;
        }
        if interrupt.is_set() && !self.json.json && !single {
            let size = problems.size;
            remaining::report(problems, size, style, out)?;
        }
        Ok(verdict)
    }

    fn settings(&self) -> MeasureSettings {
        MeasureSettings {
            leaf: match self.leaf {
                LeafRuleArg::Unit => LeafRule::Unit,
                LeafRuleArg::Mobility => LeafRule::Mobility,
            },
            store: if self.table { NodeStore::Table } else { NodeStore::Tree },
            ..MeasureSettings::default()
        }
    }

    fn card(&self, case: Case, limits: &Limits, lang: Lang) -> anyhow::Result<Card> {
        let faulty = |case: Case, fault: NotAProblem| {
            let answer = case.answer(ALGORITHM, Sought::Mate);
            Card::new(Answer { error: Some(fault.into()), ..answer })
        };
        if let Err(fault) = NotAProblem::check_with_move(&case.position, case.attacker) {
            return Ok(faulty(case, fault));
        }
        let (start, cpu) = (Instant::now(), ThreadTime::now());
        let line = SearchLine::start(lang);
        let rules = self.rules.rules;
        let query = SolveOptions { limits: limits.clone(), rules, ..SolveOptions::default() };
        let mut solver = args::solver(limits.memory)?;
        let found = solver.solve(&case.position, case.attacker, &query, &mut |event| line.event(&event));
        let memory = solver.memory();
        // The measurements have its memory.
        drop(solver);
        let found = match found {
            Ok(found) => found,
            Err(fault) => return Ok(faulty(case, fault)),
        };
        let mut card = Card::new(case.answer(ALGORITHM, Sought::Mate).by_rules(rules));
        card.answer.memory = Some(Some(memory));
        card.answer.nodes = found.counters.visits;
        card.answer.counters = found.counters.into();
        card.answer.stop_reason = found.stopped.map(Into::into);
        match found.verdict {
            MateVerdict::Mate(mate) => {
                let left = |nodes| Limits {
                    time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
                    visits: nodes,
                    ..limits.clone()
                };
                let game = rules_only(&case.position, case.attacker);
                let mut report = |progress: Progress<'_>| line.update(progress);
                let measuring = left(limits.visits.or(Some(NODES)));
                card.survey =
                    Some(OrderSurvey::measure(&game, self.settings(), self.orders, &measuring, &mut report));
                let judgement = judge(&case, left(limits.visits), rules, &line)?;
                card.judged = judgement.as_ref().map(|judgement| CardJudgement {
                    verdict: judgement.verdict,
                    findings: JudgeFindings::new(judgement, &case.position),
                    faults: text::counted_terms(judgement, lang),
                });
                // Of all shortest mates a sound problem's main line is the one that counts: it leaves nothing in hand.
                let mate = judgement
                    .filter(Judgement::is_sound)
                    .and_then(|judgement| judgement.mate)
                    .unwrap_or(mate);
                card.answer.take_mate(&mate, rules);
                card.features = Features::new(&case.position, mate.line_by_rules().0).ok();
                card.mate = Some(mate);
            }
            MateVerdict::NoMate => card.answer.verdict = Some(AnswerVerdict::NoMate),
            MateVerdict::Unknown(_) => card.answer.verdict = Some(AnswerVerdict::Unknown),
        }
        card.answer.compare_length();
        card.case = Some(case);
        card.answer.cpu_seconds = cpu.elapsed().as_secs_f64();
        card.answer.wall_seconds = start.elapsed().as_secs_f64();
        Ok(card)
    }
}

/// Is it sound? The first fault suffices, `judge` lists them all. What is no problem has no answer.
fn judge(
    case: &Case,
    limits: Limits,
    rules: InterpositionRules,
    line: &SearchLine,
) -> anyhow::Result<Option<Judgement>> {
    let mut solver = args::solver(limits.memory)?;
    let query = SolveOptions { limits, rules, ..SolveOptions::default() };
    let intended = case.intended_length();
    let query = JudgeOptions { solve: query, intended, first_fault: true, ..JudgeOptions::default() };
    Ok(solver.judge(&case.position, case.attacker, &query, &mut |event| line.event(&event)).ok())
}
