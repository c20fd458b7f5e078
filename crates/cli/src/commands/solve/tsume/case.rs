//! One mate problem and its answer.

use std::time::Duration;

use yomikiri_notation::diagram::{self, Picture};
use yomikiri_notation::japanese;
use yomikiri_notation::sfen_list::Expected;
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{
    Event, ExplainQuery, Mate, MateVerdict, NotAProblem, Solver, TreeSize, WhyNoMate, attacker,
};

use super::kif::{Solution, Subject};
use super::solutions::Solutions;
use super::{MateQuery, futile};
use crate::clock::CpuClock;
use crate::commands::explain::{Place, TreeText, why_json};
use crate::commands::solve::answer::{Answer, RuledAnswer};
use crate::exit::one_line;
use crate::hands::{Hands, HandsUsed};
use crate::input::{Origin, Problem};
use crate::language::{Label, Message, Sought};
use crate::page::Page;
use crate::style::Style;
use crate::verdict::{AnswerVerdict, LengthStatus};

/// How much of a refutation is shown where nobody asked for more.
const SHORT: TreeSize = TreeSize { depth: 3, width: 3 };

/// Visits that a refutation may take at least. Otherwise it may take as many as the search.
const LEAST_VISITS: u64 = 1000;

/// The game's name in answers.
pub const GAME: &str = "tsume";

/// A problem that could be read.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// The position, with the hands that it was solved with.
    pub position: Position,
    /// How these hands came about.
    pub hands: HandsUsed,
    /// Who is to mate.
    pub attacker: Color,
}

/// A problem that could not be read.
#[derive(Debug)]
pub struct Faulty {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// What is wrong.
    pub fault: String,
}

impl Case {
    /// The problem that a position stands for.
    pub fn read(problem: Problem, hands: Hands) -> Result<Case, Faulty> {
        let Problem { name, origin, position, .. } = problem;
        match position {
            Ok(position) => {
                let attacker = attacker(&position);
                let (position, hands) = hands.of(position, attacker);
                Ok(Case { name, origin, position, hands, attacker })
            }
            Err(fault) => Err(Faulty { name, origin, fault }),
        }
    }

    /// Solves it. If there is no mate, `reasons` asks why.
    pub fn solve(
        self,
        query: &MateQuery,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(Event<'_>),
        reasons: bool,
    ) -> Result<Solved, NotAProblem> {
        let cpu = CpuClock::start(query.query.threads);
        let memory = solver.memory();
        let asked = ExplainQuery {
            query: query.query.clone(),
            tree: Some(SHORT),
            solutions: query.all,
            visits: None,
        };
        let mut explainer = solver.explainer(&asked, on_event);
        let found = explainer.solve(&self.position, self.attacker)?;
        let cpu_seconds = cpu.seconds();
        let answer = self.answer(&query.settings.algorithm_name, Sought::Mate);
        let mut answer = answer.by_rules(query.query.rules);
        answer.memory = Some(Some(memory));
        answer.nodes = found.counters.visits;
        answer.cpu_seconds = cpu_seconds;
        answer.wall_seconds = found.elapsed.as_secs_f64();
        answer.counters = found.counters.into();
        answer.stop_reason = found.stopped.map(Into::into);
        let verdict = found.verdict;
        let mate = match &verdict {
            MateVerdict::Mate(mate) => {
                answer.take_mate(mate, query.query.rules);
                Some(mate.clone())
            }
            MateVerdict::NoMate => {
                answer.verdict = Some(AnswerVerdict::NoMate);
                None
            }
            MateVerdict::Unknown(_) => {
                answer.verdict = Some(AnswerVerdict::Unknown);
                None
            }
        };
        answer.compare_length();
        let refutation = if reasons && answer.verdict == Some(AnswerVerdict::NoMate) {
            explainer.refute(&self.position, self.attacker, answer.nodes.max(LEAST_VISITS))?
        } else {
            None
        };
        answer.refutation = refutation.as_ref().map(why_json);
        let solutions = match query.all {
            Some(most) if self.position.side_to_move() == self.attacker => {
                explainer.set_tree(None);
                Some(Solutions::of(explainer.explain(&self.position, self.attacker)?, most))
            }
            _ => None,
        };
        if let Some(solutions) = &solutions {
            solutions.put(&mut answer);
        }
        Ok(Solved { answer, verdict, mate, refutation, solutions, case: self })
    }

    /// The length of the mate that its source gives, if any.
    pub fn intended_length(&self) -> Option<u32> {
        match self.origin.expected {
            Some(Expected::Mate(plies)) => u32::try_from(plies).ok(),
            _ => None,
        }
    }

    /// The answer before anything is known.
    pub fn answer(&self, algorithm: &str, sought: Sought) -> Answer {
        let (name, sfen) = (self.name.clone(), self.position.to_sfen());
        let answer = Answer::new(name, sfen, GAME, algorithm.to_owned(), sought).with_origin(&self.origin);
        let (hands, memory, ruled) =
            (Some(Some(self.hands.name())), Some(None), Some(RuledAnswer::default()));
        Answer { hands, memory, ruled, ..answer }
    }
}

impl Faulty {
    /// The row of a problem that could not be read.
    pub fn answer(self, algorithm: &str, sought: Sought) -> Answer {
        let text = self.origin.text.clone().unwrap_or_default();
        let answer = Answer::new(self.name, text, GAME, algorithm.to_owned(), sought);
        let answer = answer.with_origin(&self.origin);
        let (hands, memory, ruled) = (Some(None), Some(None), Some(RuledAnswer::default()));
        Answer { error: Some(self.fault.into()), hands, memory, ruled, ..answer }
    }
}

/// A problem after the search.
#[derive(Debug)]
pub struct Solved {
    /// What is known.
    pub answer: Answer,
    /// What the solver found.
    pub verdict: MateVerdict,
    /// The mate, if there is one.
    pub mate: Option<Mate>,
    /// Why there is no mate, if that was asked.
    pub refutation: Option<WhyNoMate>,
    /// The first moves that mate, if they were asked for.
    pub solutions: Option<Solutions>,
    /// The problem.
    pub case: Case,
}

impl Solved {
    /// What a record is made of.
    pub fn subject(&self) -> Subject<'_> {
        let mates = match self.answer.verdict {
            Some(AnswerVerdict::Mate) => Some(true),
            Some(AnswerVerdict::NoMate) => Some(false),
            _ => None,
        };
        Subject {
            case: &self.case,
            path: &[],
            solution: self.mate.as_ref().map(Solution::of),
            mates,
            marks: None,
            spent: (
                self.answer.nodes,
                Duration::try_from_secs_f64(self.answer.wall_seconds).unwrap_or_default(),
            ),
        }
    }

    /// All there is to show, for people. `capacity` is the number of entries that the table can hold.
    pub fn page(&self, style: Style, capacity: u64) -> String {
        let body = |page: &mut Page| {
            if let Some(mate) = &self.mate {
                self.case.show_mate(page, mate, style);
            }
            let place = Place::new(self.case.position.clone());
            if let Some(solutions) = &self.solutions {
                solutions.show(page, &place, style);
            }
            if let Some(why) = &self.refutation {
                let mut tree = TreeText::new(&place, style);
                tree.add_position(why);
                page.raw(&tree.finish());
            }
            self.case.show(page);
        };
        let percent = self.answer.counters.search.table_entries * 100 / capacity.max(1);
        self.answer.page(style, 0, body, |figures| figures.message(Label::Table, &Message::Table { percent }))
    }
}

impl Case {
    /// Adds a mate to a page: its moves, and what is left in hand at its end.
    pub fn show_mate(&self, page: &mut Page, mate: &Mate, style: Style) {
        let (line, leftover) = mate.line_by_rules();
        if !line.is_empty() {
            page.line(&line_text(&self.position, line), &usi(line));
        }
        page.message(Label::LeftOver, &Message::Hand(leftover));
        if let Some(ruled) = &mate.ruled {
            futile::show(page, &self.position, ruled, style.lang);
            futile::show_contested(page, ruled);
        }
    }

    /// The problem as a picture, an SVG file: its name above the diagram, what was found below it.
    pub fn picture(&self, answer: &Answer) -> String {
        let mut picture = Picture::new();
        if let Some(name) = &self.name {
            picture = picture.title(one_line(name));
        }
        // In Japanese, as all words of the picture.
        let kind = match answer.verdict {
            Some(AnswerVerdict::Mate) => Some("詰"),
            Some(AnswerVerdict::Brinkmate) => Some("必至"),
            _ => None,
        };
        if let (Some(kind), Some(length), Some(LengthStatus::Minimal)) =
            (kind, answer.length, answer.length_status)
        {
            picture = picture.caption(format!("{length}手{kind}"));
        }
        picture.svg(&self.position)
    }

    /// Adds the problem to a page: where the hands come from, the name, the diagram.
    pub fn show(&self, page: &mut Page) {
        if self.hands != HandsUsed::Certain {
            page.message(Label::Hands, &Message::Hands(self.hands));
        }
        let title = self.name.as_ref().map(|name| format!("{}\n", one_line(name))).unwrap_or_default();
        page.block(&format!("{title}{}", diagram::text(&self.position)));
    }
}

/// A line in USI.
pub fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// A line by the names of its moves.
pub fn line_text(position: &Position, line: &[Move]) -> String {
    japanese::line_names(position, line).join(" ")
}
