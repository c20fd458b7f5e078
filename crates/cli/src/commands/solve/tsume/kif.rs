//! A solution as a record: the main line, and what happens if the defender answers otherwise.

use std::time::Instant;

use yomikiri_notation::{EndKind, Line, Ply, Record};
use yomikiri_shogi::{Move, Position};
use yomikiri_tsume::{MateVerdict, Query, Solver};

use super::MateQuery;
use super::case::Solved;
use crate::verdict::AnswerVerdict;

/// What a variation may cost at most, in nodes, beside what the problem itself did cost.
const LEAST_NODES: u64 = 100_000;

/// The record of a solved problem. Variations are solved with what the problem left of its limits; none costs more nodes than
/// the problem did, and of those that would only the first move is written.
pub fn record(solved: &Solved, query: &MateQuery, solver: &mut Solver) -> Record {
    let mut record = Record::new(solved.case.position.clone());
    if let Some(name) = &solved.case.name {
        record.headers.push(("作品名".into(), name.clone()));
    }
    let Some(mate) = &solved.mate else {
        if solved.answer.verdict == Some(AnswerVerdict::NoMate) {
            record.line.push(Ply::end(EndKind::NoMate));
        }
        return record;
    };
    record.headers.push(("手数".into(), mate.length().to_string()));
    let mut variations = Variations { solved, query, solver, start: Instant::now(), spent: 0 };
    let mut position = solved.case.position.clone();
    for &mv in &mate.line {
        let mut ply = Ply::new(mv);
        if position.side_to_move() != solved.case.attacker {
            ply.variations = variations.instead_of(mv, &position);
        }
        let _ = position.make(mv);
        record.line.push(ply);
    }
    record.line.push(Ply::end(EndKind::Mate));
    record
}

struct Variations<'a> {
    solved: &'a Solved,
    query: &'a MateQuery,
    solver: &'a mut Solver,
    start: Instant,
    spent: u64,
}

impl Variations<'_> {
    /// The lines after the defender's other moves.
    fn instead_of(&mut self, main: Move, position: &Position) -> Vec<Line> {
        let others = position.legal_moves().into_iter().filter(|&mv| mv != main);
        others.map(|mv| self.after(mv, position.clone())).collect()
    }

    fn after(&mut self, mv: Move, mut position: Position) -> Line {
        let _ = position.make(mv);
        let mut line = vec![Ply::new(mv)];
        let Some(query) = self.query() else { return line };
        let answer = self.solver.solve(&position, self.solved.case.attacker, &query, &mut |_| {});
        if let Ok(answer) = answer {
            self.spent += answer.counters.visits;
            if let MateVerdict::Mate(mate) = answer.verdict {
                line.extend(mate.line.into_iter().map(Ply::new));
                line.push(Ply::end(EndKind::Mate));
            }
        }
        line
    }

    /// What may still be asked.
    fn query(&self) -> Option<Query> {
        let mut query = self.query.query.clone();
        let answer = &self.solved.answer;
        if let Some(time) = &mut query.limits.time {
            let spent = self.start.elapsed().as_secs_f64() + answer.wall_seconds;
            *time = time.checked_sub(std::time::Duration::try_from_secs_f64(spent).ok()?)?;
            if time.is_zero() {
                return None;
            }
        }
        let fair = answer.nodes.max(LEAST_NODES);
        let left = match query.limits.nodes {
            Some(nodes) => nodes.checked_sub(answer.nodes + self.spent).filter(|&left| left > 0)?,
            None => fair,
        };
        query.limits.nodes = Some(left.min(fair));
        (!self.query.settings.interrupt.is_set()).then_some(query)
    }
}
