//! One problem of mates and brinkmates: the object of `hisshi`.

use serde::Serialize;
use serde_json::{Value, json};
use yomikiri_pns::Order;
use yomikiri_tsume::{
    Brinkmate, BrinkmateAnswer, BrinkmateOptions, BrinkmateVerdict, Defence, InterpositionRules, NotAProblem,
    Solver, SolverEvent, WinBy,
};

use crate::answer::Answer;
use crate::case::Case;
use crate::clock::CpuClock;
use crate::place::usi;
use crate::sought::Sought;
use crate::verdict::{AnswerVerdict, LengthStatus};

/// A problem after the search for a mate or a brinkmate.
#[derive(Debug)]
pub struct SolvedThreats {
    /// What is known.
    pub answer: Answer,
    /// What was found.
    pub found: BrinkmateAnswer,
    /// The problem.
    pub case: Case,
    /// The order of threats that was asked for.
    pub order: Order,
}

/// A row of JSON: the object of `solve`, and what brinkmates have besides.
#[derive(Debug, Serialize)]
pub struct BrinkmateRow {
    /// The object of `solve`.
    #[serde(flatten)]
    pub answer: Answer,
    /// The order of the threats.
    order: u8,
    /// The mate that the first move threatens.
    threat: Value,
    /// Whether it is proved that there is no mate; nothing if there is no brinkmate.
    no_mate: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defences: Option<Vec<Value>>,
}

impl AsRef<Answer> for BrinkmateRow {
    fn as_ref(&self) -> &Answer {
        &self.answer
    }
}

impl BrinkmateRow {
    /// The row of a problem that was not solved.
    pub fn faulty(answer: Answer, order: Order) -> BrinkmateRow {
        let order = order.get();
        BrinkmateRow { answer, order, threat: Value::Null, no_mate: None, defences: None }
    }
}

impl Case {
    /// Looks for a mate or a win by threats. `algorithm` is its name as it was asked for.
    ///
    /// # Errors
    ///
    /// If it is not a problem.
    pub fn solve_threats(
        self,
        algorithm: &str,
        query: &BrinkmateOptions,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<SolvedThreats, NotAProblem> {
        let cpu = CpuClock::start(query.solve.threads);
        let found = solver.solve_threats(&self.position, self.attacker, query, on_event)?;
        let answer = self.answer(algorithm, Sought::Brinkmate { order: query.order.get() });
        let mut answer = answer.by_rules(query.solve.rules);
        answer.memory = Some(Some(solver.memory()));
        answer.cpu_seconds = cpu.seconds();
        answer.take_threats(&found, query.solve.rules);
        Ok(SolvedThreats { answer, found, case: self, order: query.order })
    }
}

impl SolvedThreats {
    /// The brinkmate, if there is one and no mate.
    pub fn brinkmate(&self) -> Option<&Brinkmate> {
        match &self.found.verdict {
            BrinkmateVerdict::Brinkmate(brinkmate) => Some(brinkmate),
            _ => None,
        }
    }

    /// The row, if wanted with every defence.
    pub fn row(self, all_defences: bool) -> BrinkmateRow {
        let brinkmate = self.brinkmate();
        let order = brinkmate.map_or(self.order, |brinkmate| brinkmate.order).get();
        let threat = brinkmate.and_then(|brinkmate| brinkmate.threat.as_ref());
        let threat = threat.map_or(Value::Null, threat_json);
        let no_mate = brinkmate.map(|brinkmate| brinkmate.no_mate);
        let defences = brinkmate.filter(|_| all_defences).map(|brinkmate| defences_json(&brinkmate.defences));
        BrinkmateRow { answer: self.answer, order, threat, no_mate, defences }
    }
}

impl Answer {
    /// Takes over what a search for threats found.
    pub fn take_threats(&mut self, found: &BrinkmateAnswer, rules: InterpositionRules) {
        self.nodes = found.counters.visits;
        self.wall_seconds = found.elapsed.as_secs_f64();
        self.counters = found.counters.into();
        self.stop_reason = found.stopped.map(Into::into);
        match &found.verdict {
            BrinkmateVerdict::Mate(mate) => self.take_mate(mate, rules),
            BrinkmateVerdict::Brinkmate(brinkmate) => {
                self.verdict = Some(AnswerVerdict::Brinkmate);
                self.length = Some(brinkmate.length() as u64);
                self.length_status = Some(LengthStatus::of(brinkmate.minimal));
                self.moves = usi(&brinkmate.line);
                self.counters.proof_size = Some(brinkmate.proof_size);
                self.counters.proof_depth = Some(brinkmate.length() as u64);
            }
            BrinkmateVerdict::None => self.verdict = Some(AnswerVerdict::NoMate),
            BrinkmateVerdict::Unknown(_) => self.verdict = Some(AnswerVerdict::Unknown),
        }
        self.compare_length();
    }
}

/// A threat.
pub(crate) fn threat_json(threat: &WinBy) -> Value {
    match threat {
        WinBy::Mate(mate) => json!({ "order": 1, "length": mate.length(), "moves": usi(&mate.line) }),
        WinBy::Threats(order, mv) => {
            json!({ "order": order.get(), "length": null, "moves": usi(mv.as_slice()) })
        }
    }
}

/// Every defence.
pub(crate) fn defences_json(defences: &[Defence]) -> Vec<Value> {
    let row = |defence: &Defence| json!({ "move": defence.defence.to_string(), "met_by": threat_json(&defence.answered_by) });
    defences.iter().map(row).collect()
}
