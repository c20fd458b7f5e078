//! One mate problem and its judgement: the object of `judge`.

use serde::Serialize;
use yomikiri_tsume::{JudgeOptions, Judgement, NotAProblem, Solver, SolverEvent, Soundness};

use crate::answer::Answer;
use crate::case::Case;
use crate::clock::CpuClock;
use crate::findings::JudgeFindings;
use crate::sought::Sought;
use crate::verdict::AnswerVerdict;

/// What is asked of the judge.
#[derive(Clone, Copy, Debug)]
pub struct JudgeTask<'a> {
    /// The algorithm as it was asked for.
    pub algorithm: &'a str,
    /// How to judge. Where it does not say which length is intended, that of the problem's source is.
    pub query: &'a JudgeOptions,
    /// Whether a problem with flaws is unsound.
    pub strict: bool,
}

/// The numbers of faults and flaws of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IssueCounts {
    /// Faults, which make a problem unsound.
    pub faults: usize,
    /// Flaws, which make a problem unsound only if the judge is strict.
    pub flaws: usize,
}

/// A problem that was judged, or could not be read: the object of `solve`, with another verdict and with what the judge found.
#[derive(Debug, Serialize)]
pub struct JudgeRow {
    /// The object of `solve`.
    #[serde(flatten)]
    pub answer: Answer,
    /// What the judge found.
    #[serde(flatten)]
    pub findings: JudgeFindings,
    /// `sound`, `flawed`, `unsound` or `unknown`.
    pub grade: Option<&'static str>,
    /// Another name of `rules`, from before other commands had rules.
    pub profile: Option<&'static str>,
    /// The problem.
    #[serde(skip)]
    pub case: Option<Case>,
    /// The judgement.
    #[serde(skip)]
    pub judgement: Option<Judgement>,
}

impl AsRef<Answer> for JudgeRow {
    fn as_ref(&self) -> &Answer {
        &self.answer
    }
}

impl JudgeRow {
    /// The row of a problem that was not judged.
    pub fn faulty(answer: Answer) -> JudgeRow {
        let findings = JudgeFindings::default();
        JudgeRow { answer, findings, grade: None, profile: None, case: None, judgement: None }
    }

    /// The numbers of its faults and flaws.
    pub fn issues(&self) -> IssueCounts {
        let JudgeFindings { reasons, flaws, .. } = &self.findings;
        IssueCounts { faults: reasons.len(), flaws: flaws.len() }
    }
}

impl JudgeTask<'_> {
    /// The object of a judgement that is not complete. `memory` is that of the solver.
    pub(crate) fn report(&self, case: Case, memory: u64, judgement: Judgement) -> JudgeRow {
        let mut answer = case.answer(self.algorithm, Sought::Soundness).by_rules(self.query.solve.rules);
        answer.memory = Some(Some(memory));
        self.judged(answer, case, judgement)
    }

    /// The object of a judgement. `answer` is that before anything is known.
    fn judged(&self, mut answer: Answer, case: Case, judgement: Judgement) -> JudgeRow {
        let rules = self.query.solve.rules;
        answer.nodes = judgement.counters.visits;
        answer.wall_seconds = judgement.elapsed.as_secs_f64();
        answer.counters = judgement.counters.into();
        if let Some(mate) = &judgement.mate {
            answer.take_mate(mate, rules);
        }
        answer.verdict = Some(match judgement.verdict {
            Soundness::Flawed if self.strict => AnswerVerdict::Unsound,
            verdict => verdict.into(),
        });
        // A row of a list that a limit left open in part is asked again with larger limits.
        if matches!(judgement.verdict, Soundness::Unknown(_)) {
            answer.stop_reason = judgement.stopped.map(Into::into);
        }
        answer.compare_length();
        JudgeRow {
            findings: JudgeFindings::new(&judgement, &case.position),
            answer,
            grade: Some(judgement.verdict.name()),
            profile: Some(rules.name()),
            case: Some(case),
            judgement: Some(judgement),
        }
    }
}

impl Case {
    /// Judges it.
    ///
    /// # Errors
    ///
    /// If it is not a mate problem with the attacker to move.
    pub fn judge(
        self,
        task: &JudgeTask<'_>,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<JudgeRow, NotAProblem> {
        let mut answer = self.answer(task.algorithm, Sought::Soundness).by_rules(task.query.solve.rules);
        answer.memory = Some(Some(solver.memory()));
        let cpu = CpuClock::start(task.query.solve.threads);
        let intended = task.query.intended.or(self.intended_length());
        let query = JudgeOptions { intended, ..task.query.clone() };
        let judgement = solver.judge(&self.position, self.attacker, &query, on_event)?;
        answer.cpu_seconds = cpu.seconds();
        Ok(task.judged(answer, self, judgement))
    }
}
