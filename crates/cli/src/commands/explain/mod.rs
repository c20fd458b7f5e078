//! `yomikiri explain`: every move of a position with its fate, and why.

mod list;
mod session;
mod tree;

use std::cell::RefCell;
use std::io::{self, BufReader, IsTerminal as _};

use anyhow::Context as _;
use cpu_time::ThreadTime;
use yomikiri_notation::Record;
use yomikiri_service::{Case, MoveError, ReachedPosition, find_problem_move, task, usi};
use yomikiri_shogi::{Color, Move};
use yomikiri_tsume::{
    ExplainedMove, Explainer, Explanation, NotAProblem, RefutationSize, SolveOptions, Solver, SolverEvent,
};

use super::solve::{CaseText as _, KifArgs, RecordSource, Solution, record, save_beside};
use crate::args::{self, JsonArgs, LimitArgs};
use crate::complaint::{Complaint, bad_option};
use crate::exit::{ExitVerdict, bad_input_bilingual, one_line};
use crate::hands::RestArgs;
use crate::input::{self, ProblemInput};
use crate::interrupt::Interrupt;
use crate::language::Lang;
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::{Style, Verbosity, VerbosityArgs};
use crate::text::{self, Label};
use crate::verdict;
pub use list::Explained;
use session::InteractiveSession;
pub use tree::TreeText;

/// Say what becomes of every move of a position, and why
///
/// With the attacker to move these are his checks: each mates in a number of plies, does not mate because of an answer, or is open. With
/// the defender to move these are his answers: each is mated in a number of plies, or escapes. Moves after the position lead to
/// the one that is explained. On a terminal a session follows: type a move to go on, `back`, `why MOVE`, `best`, `quit`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri explain \"4k4/9/4P4/9/9/9/9/9/9 b RG 1\"
  yomikiri explain \"4k4/9/4P4/9/9/9/9/9/9 b RG 1\" 5二飛
  yomikiri explain problem.kif --time 20 --json

Exit codes: 10 mate, 20 no mate, 0 unknown or after a session, 2 bad input.")]
pub struct Explain {
    /// A position, a file with one, or - for standard input
    #[arg(value_name = "POSITION|FILE")]
    position: String,
    /// Moves that lead to the position to be explained, in USI (G*5b) or by their Japanese names (5二金)
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Read moves and questions from standard input, also if it is no terminal
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    interactive: bool,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    verbosity: VerbosityArgs,
    #[command(flatten)]
    task: task::Explain,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    kif: KifArgs,
}

/// How much of refutations a list shows: the first answer.
const LIST_TREE: RefutationSize = RefutationSize { depth: 1, width: 1 };

impl Explain {
    /// Runs the command.
    pub fn run(mut self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let style = style.with(self.verbosity);
        let JsonArgs { json } = self.json;
        self.rest.set(&mut self.task.hands);
        let mut query = self.task.query().map_err(bad_option)?;
        let quiet = style.verbosity == Verbosity::Quiet;
        let on_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let kif = self.kif.target();
        let interactive = self.interactive || on_terminal && !json && !quiet && kif.is_none();
        if interactive && self.position == "-" {
            let fault = Complaint::new(
                "standard input cannot be the position as well",
                "標準入力から局面を読むときは使えません",
            );
            return Err(fault.about("--interactive"));
        }
        if let Some(target) = &kif {
            out.check(target)?;
        }
        let interrupt = Interrupt::listen()?;
        let (case, places) = self.places(&interrupt, style.lang)?;
        query.solve.limits = self.limits.limits(interrupt.flag());
        let full = self.task.tree();
        let mut solver = args::solver(self.limits.memory)?;
        let progress = Progress { line: RefCell::new(None), lang: style.lang, capacity: solver.capacity() };
        let mut on_event = |event: SolverEvent<'_>| progress.event(&event);
        let explainer = solver.explainer(&query, &mut on_event);
        let attacker = case.attacker;
        let mut questioner =
            Questioner { explainer, attacker, name: self.position.clone(), interrupt, progress: &progress };

        let place = &places[places.len() - 1];
        let cpu = ThreadTime::now();
        let whole = json || style.verbosity == Verbosity::Verbose;
        let explanation = questioner.explain(place, if whole { full } else { LIST_TREE })?;
        let explained = Explained { place, explanation: &explanation, style };
        if json {
            out.json(&explained.object().json_from(&case, &usi(&made(&places))))?;
        } else if quiet {
            out.text(&explained.list())?;
        } else {
            out.text(&page(
                &explained,
                &case,
                &places,
                &self.task.algorithm.name,
                cpu.elapsed().as_secs_f64(),
            ))?;
        }
        let verdict = verdict::exit(explained.verdict());
        let kif = kif.map(|target| (target, explanation.clone(), made(&places)));
        if interactive {
            let input = questioner.interrupt.reader(|| Ok(io::stdin())).context("standard input")?;
            let input = BufReader::new(input);
            InteractiveSession::new(&mut questioner, places, explanation, full, style).run(input, out)?;
        }
        if let Some((target, explanation, path)) = kif {
            out.flush()?;
            let record = self.record(&case, &path, &explanation, &query.solve, &mut solver);
            save_beside(out, &target, &yomikiri_notation::kif::write(&record), json)?;
        }
        Ok(if interactive { ExitVerdict::None } else { verdict })
    }

    /// The record of an explanation: its main line is that of the best move.
    fn record(
        &self,
        case: &Case,
        path: &[Move],
        explanation: &Explanation,
        query: &SolveOptions,
        solver: &mut Solver,
    ) -> Record {
        let mates = explanation.mates();
        // If all answers are futile, the defender is mated.
        let best = explanation.best().filter(|best| mates == Some(true) && best.futile.is_none());
        let line = best.map(ExplainedMove::line_by_rules).unwrap_or_default();
        let solution = (mates == Some(true)).then(|| Solution {
            line: &line,
            length: path.len() + line.len(),
            empty_handed: best.and_then(ExplainedMove::leftover_by_rules).map(|hand| hand.is_empty()),
            futile: &[],
        });
        let spent = (explanation.counters.visits, explanation.elapsed);
        record(
            &RecordSource { case, path, solution, mates, annotations: None, spent },
            query,
            self.kif.size(),
            solver,
        )
    }

    /// The problem, and the places from its position to the one that is to be explained.
    fn places(&self, interrupt: &Interrupt, lang: Lang) -> anyhow::Result<(Case, Vec<ReachedPosition>)> {
        let problems = input::problems(std::slice::from_ref(&self.position), interrupt, lang)?;
        let name = problems.name.clone();
        let problem = match problems.given(true)? {
            ProblemInput::One(problem) => *problem,
            ProblemInput::Many(_) => {
                return Err(Complaint::Words(input::only_one()).about(&name));
            }
        };
        let hands = self.task.hands();
        let mut case = Case::read(problem.clone(), hands)
            .map_err(|faulty| Complaint::Words(*faulty.fault).about(&name))?;
        if self.task.explain.defend
            && let Ok(position) = problem.position
        {
            case.attacker = !position.side_to_move();
            (case.position, case.hands) = hands.complete(position, case.attacker);
        }
        let mut places = vec![ReachedPosition::new(case.position.clone())];
        for text in &self.moves {
            let place = &places[places.len() - 1];
            let mv = find_problem_move(place, case.attacker, text).map_err(|error| wrong_move(&error))?;
            places.push(place.after(mv));
        }
        Ok((case, places))
    }
}

/// The error about a move that a person typed.
fn wrong_move(error: &MoveError) -> anyhow::Error {
    let text = |lang| one_line(&text::move_error(error, lang));
    bad_input_bilingual(text(Lang::En), text(Lang::Ja))
}

/// The moves that led through some places.
fn made(places: &[ReachedPosition]) -> Vec<Move> {
    places.iter().filter_map(|place| place.last_move).collect()
}

/// The page for people.
fn page(
    explained: &Explained<'_>,
    case: &Case,
    places: &[ReachedPosition],
    algorithm: &str,
    cpu: f64,
) -> String {
    let ply = places.len() - 1;
    let style = explained.style;
    let mut page = Page::new(style, explained.verdict(), &explained.headline());
    if let (Some(mv), Some(before)) = (explained.place.last_move, ply.checked_sub(1).map(|at| &places[at])) {
        let name = before.name(mv);
        page.detail(Label::Line, &text::after_move(ply, &name, style.lang));
    }
    page.raw(&explained.list());
    let shown = Case { position: explained.place.position.clone(), ..case.clone() };
    shown.show(&mut page);
    page.figures(|page| {
        let Explanation { counters, elapsed, .. } = explained.explanation;
        let wall = elapsed.as_secs_f64();
        page.detail(Label::Search, &text::figures::search(algorithm, counters, style.lang));
        page.detail(Label::Time, &text::figures::time(wall, cpu, style.lang));
    });
    page.finish()
}

/// Asks questions about the positions of one problem, and shows the progress of each.
pub struct Questioner<'a> {
    explainer: Explainer<'a>,
    attacker: Color,
    /// What the position is called in errors.
    name: String,
    interrupt: Interrupt,
    progress: &'a Progress,
}

/// The line about the question at work.
pub struct Progress {
    line: RefCell<Option<SearchLine>>,
    lang: Lang,
    capacity: u64,
}

impl Progress {
    fn event(&self, event: &SolverEvent<'_>) {
        // The mates that are found are those of single moves.
        if let (SolverEvent::Searching(_), Some(line)) = (event, self.line.borrow().as_ref()) {
            line.event(event);
        }
    }

    fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        *self.line.borrow_mut() = Some(SearchLine::start(self.lang).with_capacity(self.capacity));
        let result = work();
        self.line.borrow_mut().take();
        result
    }
}

impl Questioner<'_> {
    fn explain(&mut self, place: &ReachedPosition, tree: RefutationSize) -> anyhow::Result<Explanation> {
        let Questioner { explainer, attacker, progress, .. } = self;
        explainer.renew_limits();
        explainer.set_tree(Some(tree));
        let explanation = progress.during(|| explainer.explain(&place.position, *attacker));
        explanation.map_err(|error| self.fault(error))
    }

    fn explain_move(
        &mut self,
        place: &ReachedPosition,
        mv: Move,
        tree: RefutationSize,
    ) -> anyhow::Result<Explanation> {
        let Questioner { explainer, attacker, progress, .. } = self;
        explainer.renew_limits();
        explainer.set_tree(Some(tree));
        let explanation = progress.during(|| explainer.explain_move(&place.position, *attacker, mv));
        explanation.map_err(|error| self.fault(error))
    }

    fn fault(&self, error: NotAProblem) -> anyhow::Error {
        Complaint::from(error).about(&self.name)
    }
}
