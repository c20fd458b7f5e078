//! Tables 3 and 4: shape keeping on short problems, followed by repair.

mod examined;
mod report;

use serde_json::{Value, json};
use yomikiri_compose::measure::{MeasureSettings, NodeStore, rules_only};
use yomikiri_compose::{BoundedJudge, ComposeRequest, Interrupted, ReshapeEnd, Setup, ShapeKeeping, repair};
use yomikiri_pns::{Limits, Random, StopReason};
use yomikiri_shogi::{Color, PieceKind, Position, Square};
use yomikiri_tsume::{
    Fault, Goal, InterpositionRules, JudgeOptions, MateVerdict, SolveOptions, Solver, Soundness,
};

use super::paper::{self, PrintedProblem};
use super::{CLOCK, numbers_json, printed};
use crate::cell::{Cell, Cells, Task, done};
use crate::experiment::{Experiment, ExperimentInfo};
use crate::mates::{Collection, FROM_GAMES, MEMORY, MateProblem};
use crate::report::{Report, grouped};

/// Shape keeping on problems of one length.
#[derive(Clone, Copy, Debug)]
pub struct Reshaping {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    takes: &'static str,
    printed: &'static [PrintedProblem],
    /// The paper's statement on the soundness of its result.
    printed_soundness: &'static str,
    /// Whether the paper's own result has a cook.
    printed_cook: bool,
    sources: [Source; 2],
    /// The length of the problems before shape keeping, and the smallest length of a repaired one.
    plies: usize,
}

/// A collection of problems, and how they are reshaped.
#[derive(Clone, Copy, Debug)]
struct Source {
    collection: Collection,
    /// The node limit of each candidate.
    nodes: u64,
    /// The number of orders of pieces: that of the squares, and shuffled ones.
    orders: u64,
    /// The largest number of judgements of a repair; 0 for no repair.
    tries: u32,
}

impl Source {
    /// All problems of a generator. They have few pieces, as problems in books have.
    const fn generated(name: &'static str, text: &'static str) -> Source {
        let collection = Collection { name, text, sample: usize::MAX };
        Source { collection, nodes: 2_000, orders: 2, tries: 200 }
    }

    /// Mates from games. They have some 35 pieces, each with up to thirteen candidates in every round, so the limits are small.
    const fn from_games(collection: Collection) -> Source {
        Source { collection: collection.with_sample(usize::MAX), nodes: 300, orders: 1, tries: 0 }
    }
}

/// The seed of every repair.
const SEED: u64 = 1;

impl Reshaping {
    /// Table 3: problems of three plies.
    pub const TABLE_3: Reshaping = Reshaping {
        name: "ishitobi-table-3",
        title: "Ishitobi, Cincotti and Iida, table 3: shape keeping on problems of 3 plies",
        summary: "shape keeping on 771 problems of 3 plies: measures, lengths and soundness, before and after repair",
        takes: "10 min",
        printed: &paper::TABLE_3,
        printed_soundness: "The paper's has several solutions, as it says.",
        printed_cook: true,
        sources: [
            Source::generated("tanuki_mate3", yomikiri_data::TANUKI_MATE3),
            Source::from_games(FROM_GAMES[0]),
        ],
        plies: 3,
    };

    /// Table 4: problems of five plies.
    pub const TABLE_4: Reshaping = Reshaping {
        name: "ishitobi-table-4",
        title: "Ishitobi, Cincotti and Iida, table 4: shape keeping on problems of 5 plies",
        summary: "shape keeping on 647 problems of 5 plies: measures, lengths and soundness, before and after repair",
        printed: &paper::TABLE_4,
        printed_soundness: "The paper's has one solution and pieces without a meaning, as it says.",
        printed_cook: false,
        sources: [
            Source::generated("tanuki_mate5", yomikiri_data::TANUKI_MATE5),
            Source::from_games(FROM_GAMES[1]),
        ],
        plies: 5,
        ..Reshaping::TABLE_3
    };

    /// A small version with the given number of generated problems and node limit, and one mate from a game.
    #[must_use]
    pub const fn small(self, problems: usize, nodes: u64) -> Reshaping {
        let [one, other] = self.sources;
        let one = Source { collection: one.collection.with_sample(problems), nodes, tries: 100, ..one };
        let other = Source { collection: other.collection.with_sample(1), nodes: nodes / 20, ..other };
        Reshaping { sources: [one, other], ..self }
    }

    /// All problems, each with its source.
    fn problems(&self) -> impl Iterator<Item = (Source, MateProblem)> + use<> {
        let of =
            |source: Source| source.collection.problems().into_iter().map(move |problem| (source, problem));
        self.sources.into_iter().flat_map(of)
    }

    fn id(&self, source: Source, problem: &MateProblem, order: u64) -> String {
        let (collection, number) = (problem.collection, problem.number);
        let Source { nodes, tries, .. } = source;
        let repair = match tries {
            0 => "not repaired".to_owned(),
            _ => format!("repaired with seed {SEED} and {tries} tries to {} plies", self.plies),
        };
        format!("reshape {collection} {number}: order {order}, {nodes} nodes, {repair}")
    }

    fn measure(&self, source: Source, problem: &MateProblem, order: u64, limits: &Limits) -> Cell {
        let setup = match Setup::from_position(&problem.position) {
            Ok(setup) => setup,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        // The attacker of a setup is Black, that of the problem may be White.
        let Ok(position) = setup.position() else {
            return Cell::Failed { reason: "not a legal position".to_owned() };
        };
        let solvers = Solver::new(MEMORY).and_then(|one| Ok((one, Solver::new(BoundedJudge::MEMORY)?)));
        let (mut solver, judge) = match solvers {
            Ok(solvers) => solvers,
            Err(error) => return Cell::Failed { reason: error.to_string() },
        };
        let technique =
            ShapeKeeping { nodes: source.nodes, order: squares(&setup, order), ..ShapeKeeping::default() };
        let reshaped = technique.run(&setup, limits.stop.as_ref(), &mut |_| {});
        if reshaped.end == ReshapeEnd::Stopped {
            return Cell::Stopped;
        }
        let made = reshaped
            .setup
            .as_ref()
            .map(|setup| self.examined_and_repaired(source, setup, limits, &mut solver, judge));
        let Ok(made) = made.transpose() else { return Cell::Stopped };
        let (after, repaired) = made.unzip();
        done(json!({
            "before": numbers_of(&position),
            "after": after,
            "repaired": repaired.flatten(),
            "strong": reshaped.strong.iter().map(Square::to_string).collect::<Vec<_>>(),
            "rounds": reshaped.rounds,
            "trials": reshaped.trials,
            "end": format!("{:?}", reshaped.end).to_lowercase(),
        }))
    }

    /// The examined problem and, if it is not known to be sound, the examined result of its repair.
    fn examined_and_repaired(
        &self,
        source: Source,
        setup: &Setup,
        limits: &Limits,
        solver: &mut Solver,
        judge: Solver,
    ) -> Result<(Value, Option<Value>), Interrupted> {
        let after = examined(setup, limits, solver)?;
        if after["soundness"] == Soundness::Sound.name() || source.tries == 0 {
            return Ok((after, None));
        }
        let stop = limits.stop.clone().unwrap_or_default();
        let mut watch = |_: &Setup, _| {};
        let mut bounded =
            BoundedJudge::new(judge, self.plies..=ComposeRequest::MAX_PLIES, JUDGED_NODES, stop, &mut watch);
        let repaired = repair(setup, source.tries, &mut Random::new(SEED), &mut bounded)?;
        Ok((after, repaired.map(|setup| examined(&setup, limits, solver)).transpose()?))
    }
}

/// The squares of the pieces in an order: 0 is the order of the squares, others are shuffled.
fn squares(setup: &Setup, order: u64) -> Vec<Square> {
    let pieces = setup.pieces().filter(|(_, piece)| piece.kind() != PieceKind::King);
    let mut squares: Vec<Square> = pieces.map(|(square, _)| square).collect();
    if order > 0 {
        Random::new(order).shuffle(&mut squares);
    }
    squares
}

/// The node limit for the measures of a problem, and for its exact length.
const NODES: u64 = 100_000;
/// The node limit of the judge, who searches every check.
const JUDGED_NODES: u64 = 300_000;

fn allowed(nodes: u64, limits: &Limits) -> Limits {
    Limits { visits: Some(nodes), memory: MEMORY, ..limits.clone() }
}

fn numbers_of(position: &Position) -> Value {
    let settings = MeasureSettings { store: NodeStore::Table, ..MeasureSettings::default() };
    numbers_json(&settings.measure(
        rules_only(position, Color::Black),
        allowed(NODES, &Limits::default()),
        None,
    ))
}

/// A problem as a cell stores it: its measures, its length and whether that is proved minimal, and the judgement.
/// [`examined::Examined`] reads it.
fn examined(setup: &Setup, limits: &Limits, solver: &mut Solver) -> Result<Value, Interrupted> {
    let Ok(position) = setup.position() else { return Ok(Value::Null) };
    let mut object = numbers_of(&position);
    let options =
        SolveOptions { limits: allowed(NODES, limits), goal: Goal::Shortest, ..SolveOptions::default() };
    let answer = solver.solve(&position, Color::Black, &options, &mut |_| {});
    let mate = match answer.map(|answer| answer.verdict) {
        Ok(MateVerdict::Mate(mate)) => Some(mate),
        _ => None,
    };
    let options = SolveOptions {
        limits: allowed(JUDGED_NODES, limits),
        rules: InterpositionRules::TRADITIONAL,
        ..options
    };
    let options = JudgeOptions { solve: options, first_fault: true, ..JudgeOptions::default() };
    let Ok(judgement) = solver.judge(&position, Color::Black, &options, &mut |_| {}) else {
        return Ok(Value::Null);
    };
    if judgement.verdict == Soundness::Unknown(StopReason::Stopped) {
        return Err(Interrupted);
    }
    object["position"] = json!(position.to_sfen());
    object["length"] = json!(mate.as_ref().map(|mate| mate.length()));
    object["minimal"] = json!(mate.is_some_and(|mate| mate.minimal));
    object["soundness"] = json!(judgement.verdict.name());
    object["fault"] = json!(judgement.faults.first().map(Fault::name));
    Ok(object)
}

const HOW: &str = "Pseudo-code 3 of the paper: all pieces but the kings become strong ones (rook, bishop and king together: the paper's figure of their moves is \
    missing), then each becomes the shogi piece with which the problem is still a mate and its MAX PN (once no other piece is strong, its MAX DN) is \
    highest, until nothing changes. The attacker's hand does not change. Candidates that are not solved within the \
        node limit are rejected, and so are those with PN / DN above 1. The paper does not state the order in which \
        pieces are replaced, and much depends on it: order 0 is that of the squares (file by file from the right), the \
    others are shuffled. Measures are those of df-pn on a table, leaves (1, 1), moves as generated.";

impl Experiment for Reshaping {
    fn info(&self) -> ExperimentInfo {
        ExperimentInfo::new(self.name, self.summary).taking(self.takes).timed_by(CLOCK)
    }

    fn tasks(&self) -> Vec<Task> {
        let of = |(source, problem): (Source, MateProblem)| {
            let this = *self;
            (0..source.orders).map(move |order| {
                let problem = problem.clone();
                Task::new(this.id(source, &problem, order), move |limits| {
                    this.measure(source, &problem, order, limits)
                })
            })
        };
        self.problems().flat_map(of).collect()
    }

    fn report(&self, cells: &Cells) -> Report {
        let source = |source: Source| {
            let Source { collection, nodes, orders, tries } = source;
            let (count, all) =
                (collection.problems().len(), collection.with_sample(usize::MAX).problems().len());
            let share =
                if count == all { format!("all {all}") } else { format!("{count} of {all}, evenly spread") };
            let orders = if orders == 1 { "one order".to_owned() } else { format!("{orders} orders") };
            let repair = match tries {
                0 => "no repair".to_owned(),
                _ => format!("repair with at most {} judgements", grouped(tries.into())),
            };
            format!(
                "- {}: {share}, {} nodes for each candidate, {orders} of pieces, {repair}.",
                collection.name,
                grouped(nodes)
            )
        };
        let which = format!(
            "The paper shows one problem, from a book. Ours are the problems of this length in `data/`:\n\n{}\n\nMates from games have some 35 \
             pieces and up to thirteen candidates for each in every round. So their candidates have few nodes, and they are not \
             repaired: with the limits of the others they would take more than ten times as long as the whole experiment. Problems are \
             measured with up to {} nodes, and their lengths proved with as many; the judge of soundness has {}, and stops at the first fault.",
            self.sources.map(source).join("\n"),
            grouped(NODES),
            grouped(JUDGED_NODES)
        );
        let repairs = format!(
            "A problem that is not known to be sound is then *repaired*, which the paper proposes as the next step \
             (after Noshita): small changes until the judge calls it sound, seed {SEED}, and no shorter than {} plies. \
             Shape keeping aims at high measures, repair at soundness alone.",
            self.plies
        );
        Report {
            title: self.title.to_owned(),
            notes: vec![
                which,
                HOW.to_owned(),
                repairs,
                self.conclusion(cells),
                self.conclusion_on_soundness(cells),
            ],
            tables: vec![
                printed("The paper", self.printed),
                self.table(cells),
                self.highest(cells),
                self.longest_sound(cells),
            ],
            records: self.records(cells),
            drawings: [0, 1, 2].map(|at| self.plot(cells, at)).to_vec(),
            claims: self.claims(cells),
        }
    }
}
