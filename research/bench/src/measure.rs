//! One problem, measured.

use cpu_time::ThreadTime;
use serde_json::{Value, json};
use yomikiri_console::exit::{bad_input, one_line};
use yomikiri_pns::StopReason;
use yomikiri_tsume::{MateVerdict, SolveOptions, Solver, SolverEvent};

use crate::suite::{Measured, Reference, Took};

/// A measured problem.
#[derive(Debug)]
pub struct MateRow {
    pub name: String,
    position: String,
    pub reference: Reference,
    pub verdict: &'static str,
    /// Of the first mate and what followed to its replay.
    pub first: Option<Took>,
    first_length: Option<usize>,
    /// Of everything.
    pub all: Took,
    pub length: Option<usize>,
    pub minimal: bool,
    stopped: Option<StopReason>,
}

/// Solves a problem and watches the CPU time of this thread.
pub fn measure(problem: Measured, options: &SolveOptions, solver: &mut Solver) -> anyhow::Result<MateRow> {
    let cpu = ThreadTime::now();
    let mut first = None;
    let answer = solver.solve(&problem.position, problem.attacker, options, &mut |event| {
        if let (SolverEvent::Found(mate), None) = (event, first) {
            first = Some((cpu.elapsed().as_secs_f64(), mate.length()));
        }
    });
    let answer = answer.map_err(|error| bad_input(format_args!("{}: {error}", problem.name)))?;
    let all = Took { cpu_seconds: cpu.elapsed().as_secs_f64(), nodes: answer.counters.visits };
    let (verdict, length, minimal) = match &answer.verdict {
        MateVerdict::Mate(mate) => ("mate", Some(mate.length()), mate.minimal),
        MateVerdict::NoMate => ("nomate", None, false),
        MateVerdict::Unknown(_) => ("unknown", None, false),
    };
    let visits = answer.first_mate.map(|effort| effort.visits);
    Ok(MateRow {
        name: problem.name,
        position: problem.position.to_sfen(),
        reference: problem.reference.unwrap_or_default(),
        verdict,
        first: first.zip(visits).map(|((cpu_seconds, _), nodes)| Took { cpu_seconds, nodes }),
        first_length: first.map(|(_, length)| length),
        all,
        length,
        minimal,
        stopped: answer.stopped,
    })
}

impl MateRow {
    /// What two runs of the same program have in common, unless the clock stopped them.
    pub fn behaviour(&self) -> Option<(&str, u64, u64)> {
        let by_clock = matches!(self.stopped, Some(StopReason::TimeLimit | StopReason::Stopped));
        (!by_clock).then(|| (self.verdict, self.length.unwrap_or_default() as u64, self.all.nodes))
    }

    /// One line for people; the name, which may have any width, stands last.
    pub fn line(&self) -> String {
        let took = |took: Option<Took>| match took {
            Some(Took { cpu_seconds, nodes }) => format!("{cpu_seconds:9.3} {nodes:11}"),
            None => format!("{:>9} {:>11}", "-", "-"),
        };
        let plies = |length: Option<usize>| length.map_or("-".to_owned(), |length| length.to_string());
        let status = match (self.verdict, self.minimal) {
            ("mate", true) => "minimal",
            ("mate", false) => "at most",
            (verdict, _) => verdict,
        };
        let seconds = |took: Option<Took>| match took {
            Some(took) => format!("{:.2}", took.cpu_seconds),
            None => "-".to_owned(),
        };
        format!(
            "{} {:>5}  {} {:>5} {status:<8} {:>7} {:>7}  {}\n",
            took(self.first),
            plies(self.first_length),
            took(Some(self.all)),
            plies(self.length),
            seconds(self.reference.komoring_heights),
            seconds(self.reference.osl),
            one_line(&self.name)
        )
    }

    /// For programs.
    pub fn object(&self) -> Value {
        json!({
            "name": self.name,
            "position": self.position,
            "verdict": self.verdict,
            "first": self.first,
            "first_length": self.first_length,
            "cpu_seconds": self.all.cpu_seconds,
            "nodes": self.all.nodes,
            "length": self.length,
            "length_status": self.length.map(|_| if self.minimal { "minimal" } else { "at-most" }),
            "stop_reason": self.stopped.map(|reason| reason.to_string()),
            "reference": {
                "komoring_heights": self.reference.komoring_heights,
                "osl": self.reference.osl,
            },
        })
    }
}
