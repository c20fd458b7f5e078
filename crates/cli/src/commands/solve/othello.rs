//! Othello problems: does a side win by at least a given number of discs?

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::json;
use yomikiri_certificate::othello::{Bound, MAX_LEAVES};
use yomikiri_othello::{BoardSize, CertificateError, CertificateQuery, MoveOrder, Solver, TextError};
use yomikiri_pns::{Algorithm, StopReason};
use yomikiri_service::{
    Answer, BilingualText, IssueCounts, OthelloTask, Side, SolvedOthello, Sought, othello_side,
};
use yomikiri_tsume::{CertifyError, SolverEvent};

use super::GameOptions;
use super::answer::AnswerText as _;
use crate::certificate::{CertificateTarget, Certified, NotCertified};
use crate::complaint::{Complaint, bad};
use crate::exit::ExitVerdict;
use crate::input::{self, ProblemSource, TextRow};
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::remaining;
use crate::style::Style;
use crate::text::{self, Label};
use crate::verdict::AnswerVerdict;

/// The options of Othello games
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Othello")]
pub struct OthelloArgs {
    /// Win by at least this many discs; 0 is a draw or better
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true)]
    at_least: i32,
    /// Who is to win; the side to move if not given
    #[arg(long, value_enum)]
    prover: Option<Side>,
    /// The order in which moves are tried
    #[arg(long, value_name = "ORDER", default_value = "file", value_parser = order)]
    move_order: MoveOrder,
    /// Solve positions with at most this many vacant squares by alpha-beta
    ///
    /// A dozen or so make a search faster; alpha-beta has no table here and cannot be stopped, so 20 is the most.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=20))]
    leaf_empties: u32,
    /// In certificates, leave positions with at most this many vacant squares to the checker
    ///
    /// It searches them exhaustively. More make a smaller file that takes longer to check.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_LEAVES)))]
    certificate_leaves: u32,
}

fn order(name: &str) -> Result<MoveOrder, String> {
    let found = MoveOrder::ALL.iter().find(|(known, _)| *known == name);
    found.map(|&(_, order)| order).ok_or_else(|| {
        let names: Vec<&str> = MoveOrder::ALL.iter().map(|(known, _)| *known).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// What all problems of a run have in common.
pub struct OthelloRun<'a> {
    /// The options of Othello.
    pub args: &'a OthelloArgs,
    /// The name of the game in answers.
    pub game: &'static str,
    /// The options of every game.
    pub options: &'a GameOptions<'a>,
}

/// The most memory for the table of the solver that makes certificates.
const MAX_SOLVER_MEMORY: usize = 512 << 20;

impl OthelloRun<'_> {
    /// Solves the problem, or every problem of the file, that an argument names.
    pub fn run<S: BoardSize>(&self, problem: &str, out: &mut Output) -> anyhow::Result<ExitVerdict> {
        let algorithm: Algorithm = self.options.algorithm.parse().map_err(bad)?;
        let interrupt = Interrupt::listen()?;
        if problem != "-" && is_position(problem) {
            let target = self.options.certificate.file();
            target.as_ref().map_or(Ok(()), CertificateTarget::check)?;
            let mut solved = self
                .solve::<S>(None, problem, algorithm, self.options.threads.for_one(), &interrupt)
                .map_err(|error| Complaint::of(error).about(input::POSITION))?;
            if !self.options.json {
                out.text(&page(&solved, self.options.style))?;
                // The answer need not wait for the file.
                out.flush()?;
            }
            let certified =
                target.map(|target| self.certify(&target, &ProblemSource::default(), &solved, &interrupt));
            if let (false, Some(certified)) = (self.options.json, &certified) {
                certified.show(self.options.style, out)?;
            }
            solved.answer.certificate = certified.as_ref().map(|certified| json!(certified));
            if self.options.json {
                out.json(&solved.answer)?;
            }
            certified.as_ref().map_or(Ok(()), Certified::finish)?;
            return Ok(solved.answer.exit());
        }
        let target = self.options.certificate.folder()?;
        let mut verdict = ExitVerdict::None;
        let mut rows = input::rows(problem, &interrupt)?.into_iter();
        let size = Some(rows.len() as u64);
        for row in rows.by_ref() {
            let origin = ProblemSource::from(&row);
            let TextRow { name, text, .. } = row;
            let threads = self.options.threads.for_each();
            let answer = match self.solve::<S>(name.clone(), &text, algorithm, threads, &interrupt) {
                Ok(mut solved) => {
                    if let Some(target) = &target {
                        let certified = self.certify(target, &origin, &solved, &interrupt);
                        certified.complain_about(&origin, solved.answer.name.as_deref());
                        solved.answer.certificate = Some(json!(certified));
                    }
                    solved.answer
                }
                Err(error) => {
                    verdict = ExitVerdict::BadRows;
                    // Whose win is asked for is not known without a position.
                    let sought = Sought::Discs { side: Side::Black, margin: self.args.at_least };
                    let answer =
                        Answer::new(name, text, self.game, self.options.algorithm.to_owned(), sought);
                    Answer { error: Some(BilingualText::from_error(error).into()), ..answer }
                }
            };
            let answer = answer.with_origin(&origin);
            if self.options.json {
                out.json(&answer)?;
            } else {
                out.text(&answer.line(self.options.style))?;
            }
            // The reader may be waiting for this row.
            out.flush()?;
            if interrupt.is_set() {
                break;
            }
        }
        if interrupt.is_set() && !self.options.json {
            remaining::report(rows, size, self.options.style, out)?;
        }
        Ok(verdict)
    }

    /// Reads a position and searches it.
    fn solve<S: BoardSize>(
        &self,
        name: Option<String>,
        text: &str,
        algorithm: Algorithm,
        threads: usize,
        interrupt: &Interrupt,
    ) -> Result<SolvedOthello<S>, TextError> {
        let position = text.parse()?;
        let &OthelloArgs { at_least, prover, move_order, leaf_empties, .. } = self.args;
        let (game, algorithm_name) = (self.game, self.options.algorithm);
        let task = OthelloTask {
            game,
            algorithm_name,
            algorithm,
            at_least,
            prover,
            move_order,
            leaf_empties,
            threads,
        };
        let line = SearchLine::start(self.options.style.lang);
        let limits = self.options.limits.limits(interrupt.flag());
        Ok(task.solve(name, position, limits, &mut |progress| line.update(progress)))
    }

    /// Writes the certificate of an answer: a strategy of the side for which it is good.
    fn certify<S: BoardSize>(
        &self,
        target: &CertificateTarget,
        origin: &ProblemSource,
        solved: &SolvedOthello<S>,
        interrupt: &Interrupt,
    ) -> Certified {
        let name = solved.answer.name.as_deref();
        let (bound, discs) = match solved.answer.verdict {
            Some(AnswerVerdict::Proven) => (Bound::AtLeast, self.args.at_least),
            Some(AnswerVerdict::Disproven) => (Bound::AtMost, self.args.at_least.saturating_sub(1)),
            _ => return Certified::failed(NotCertified::NotMade(CertifyError::Unknown)),
        };
        // No score is beyond the number of squares, and the format has no such numbers.
        let discs = discs.clamp(-(S::CELLS as i32), S::CELLS as i32);
        let limits = self.options.limits.limits(interrupt.flag());
        let deadline = limits.time.map(|time| Instant::now() + time);
        let stop = limits.stop.clone();
        let goes_on = move || {
            deadline.is_none_or(|deadline| Instant::now() < deadline)
                && !stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
        };
        let poll = goes_on.clone();
        let memory = limits.memory.min(MAX_SOLVER_MEMORY);
        let mut solver = Solver::<S>::new(memory).with_poll(move |_| poll());
        let (position, leaves) = (solved.position, self.args.certificate_leaves);
        let query = CertificateQuery { position, bound, discs, side: solved.prover, leaves };
        let line = SearchLine::start(self.options.style.lang);
        let mut on_progress = |nodes| {
            line.event(&SolverEvent::CertifyProgress { nodes });
            goes_on()
        };
        target.write(origin, name, interrupt, |out, compression| {
            match query.write(&mut solver, out, compression, &mut on_progress) {
                Ok(nodes) => Ok((query.claim().to_string(), nodes)),
                Err(CertificateError::Io(error)) => Err(error.into()),
                Err(CertificateError::False(_)) => Err(NotCertified::NotMade(CertifyError::Refuted)),
                Err(CertificateError::Stopped) => {
                    let reason = if interrupt.is_set() { StopReason::Stopped } else { StopReason::TimeLimit };
                    Err(NotCertified::NotMade(CertifyError::Stopped(reason)))
                }
            }
        })
    }
}

/// All there is to show, for people.
fn page<S: BoardSize>(solved: &SolvedOthello<S>, style: Style) -> String {
    let body = |page: &mut Page| {
        if !solved.answer.moves.is_empty() {
            page.detail(Label::Line, &solved.answer.moves.join(" "));
        }
        let turn = text::to_move(othello_side(solved.position.side_to_move()), style.lang);
        page.block(&format!("{}\n{turn}\n", solved.position.diagram()));
    };
    solved.answer.page(style, IssueCounts::default(), body, |_| {})
}

/// Whether an argument is a position rather than the name of a file: nothing but cells and blanks, or two words of which
/// the second is a side; that way mistyped positions are not taken for file names.
fn is_position(argument: &str) -> bool {
    let mut words = argument.split_whitespace();
    let cells = words.next().unwrap_or_default();
    let plain = cells.len() > 1 && cells.chars().all(|c| matches!(c, 'X' | 'O' | '-'));
    (plain || words.next().is_some_and(|side| side.len() == 1)) && !Path::new(argument).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_file_names() {
        for text in ["-----OX--XO----- X", "XO", "-----OX--XO-----", "-----OX--XZ----- X", "foo X"] {
            assert!(is_position(text), "{text}");
        }
        for name in ["", "-", "X", "problems.tsv", "/tmp/a b.tsv", "-x", "O problems.txt"] {
            assert!(!is_position(name), "{name}");
        }
    }
}
