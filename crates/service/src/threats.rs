//! What the moves of a position threaten, and whether a defender is lost: the objects of `threats`.

use serde_json::{Value, json};
use yomikiri_pns::Counters;
use yomikiri_shogi::Move;
use yomikiri_tsume::{
    BrinkmateAnswer, BrinkmateOptions, BrinkmateVerdict, NotAProblem, Solver, SolverEvent, Threat,
};

use crate::answer::Answer;
use crate::brinkmate::{defences_json, threat_json};
use crate::case::{Case, GAME};
use crate::place::usi;
use crate::sought::Sought;
use crate::verdict::LengthStatus;

/// What the attacker's quiet moves threaten.
#[derive(Debug)]
pub struct ThreatList {
    /// Every move that was looked at.
    pub outlooks: Vec<(Move, Threat)>,
    /// What it took.
    pub counters: Counters,
}

/// Whether the defender, who is to move, is lost.
#[derive(Debug)]
pub struct Defended {
    /// What is known.
    pub answer: Answer,
    /// What was found.
    pub found: BrinkmateAnswer,
}

impl Case {
    /// Says of every quiet move of the attacker what it threatens.
    ///
    /// # Errors
    ///
    /// If the defender has no king or is to move.
    pub fn list_threats(
        &self,
        query: &BrinkmateOptions,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<ThreatList, NotAProblem> {
        let (outlooks, counters) = solver.threats(&self.position, self.attacker, query, on_event)?;
        Ok(ThreatList { outlooks, counters })
    }

    /// Says whether the defender is lost whatever he plays.
    ///
    /// # Errors
    ///
    /// If the defender has no king.
    pub fn defend(
        &self,
        query: &BrinkmateOptions,
        solver: &mut Solver,
        on_event: &mut dyn FnMut(SolverEvent<'_>),
    ) -> Result<Defended, NotAProblem> {
        let found = solver.solve_threats(&self.position, self.attacker, query, on_event)?;
        let sought = Sought::Brinkmate { order: query.order.get() };
        let mut answer = Answer::new(None, self.position.to_sfen(), GAME, "default".to_owned(), sought);
        answer.hands = Some(Some(self.hands.name()));
        answer.take_threats(&found, query.solve.rules);
        Ok(Defended { answer, found })
    }
}

impl ThreatList {
    /// How many moves threaten a mate.
    pub fn count(&self) -> usize {
        self.outlooks.iter().filter(|(_, outlook)| matches!(outlook, Threat::Threatmate(_))).count()
    }

    /// The object of the moves of a position.
    pub fn json(&self, case: &Case) -> Value {
        let (mut rows, mut unknown) = (Vec::new(), Vec::new());
        for (mv, outlook) in &self.outlooks {
            match outlook {
                Threat::Threatmate(mate) => rows.push(json!({
                    "move": mv.to_string(),
                    "length": mate.length(),
                    "length_status": LengthStatus::of(mate.minimal),
                    "moves": usi(&mate.line),
                })),
                Threat::Nothing => {}
                Threat::Unknown(_) => unknown.push(mv.to_string()),
            }
        }
        json!({
            "position": case.position.to_sfen(),
            "hands": case.hands.name(),
            "looked_at": self.outlooks.len(),
            "count": rows.len(),
            "threatmates": rows,
            "unknown": unknown,
            "nodes": self.counters.visits,
        })
    }
}

impl Defended {
    /// The object of `solve` with the threat and every defence.
    pub fn json(&self) -> Value {
        let brinkmate = match &self.found.verdict {
            BrinkmateVerdict::Brinkmate(brinkmate) => Some(brinkmate),
            _ => None,
        };
        let mut row = json!(self.answer);
        let threat = brinkmate.and_then(|brinkmate| brinkmate.threat.as_ref());
        row["threat"] = threat.map_or(Value::Null, threat_json);
        row["defences"] =
            brinkmate.map_or(Value::Null, |brinkmate| defences_json(&brinkmate.defences).into());
        row
    }
}
