//! `yomikiri threats`: what the moves of a position threaten, and whether a position is a brinkmate.

use std::fmt::Write as _;

use serde_json::{Value, json};
use yomikiri_notation::japanese;
use yomikiri_pns::{Order, Scheme};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{MoveThreat, Query, ThreatQuery, ThreatVerdict, attacker};

use super::hisshi::{self, defences_json, defences_text, mate_text, passed, threat_json, threat_text};
use super::solve::Answer;
use crate::args::{self, JsonArgs, LimitArgs, PositionArgs};
use crate::exit::{Verdict, bad_input};
use crate::hands::{Hands, HandsArgs, HandsUsed};
use crate::input;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::SearchLine;

/// Tell which moves are threatmates (詰めろ), or whether the position is a brinkmate (必至)
///
/// The side to move attacks, and every move of his that is no check is looked at. With --defend it defends: then the
/// question is whether it is lost whatever it plays, and every legal move of it is shown with the mate that meets it. A side
/// whose opponent has no king always defends.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Exit codes: threatmates 0; with --defend 10 mate or brinkmate, 20 neither, 0 unknown; 2 bad input."
)]
pub struct Threats {
    #[command(flatten)]
    position: PositionArgs,
    /// The side to move defends: is it lost?
    #[arg(long)]
    defend: bool,
    #[command(flatten)]
    hands: HandsArgs,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Threats {
    /// Runs the command.
    pub fn run(self, out: &mut Output) -> anyhow::Result<Verdict> {
        let position = input::position(&self.position)?.position;
        let side = position.side_to_move();
        let attacker = if self.defend { !side } else { attacker(&position) };
        let (position, hands) = self.hands.or(Hands::Written).of(position, attacker);
        let interrupt = Interrupt::listen()?;
        let query = Query { limits: self.limits.limits(interrupt.flag()), ..Query::default() };
        let query = ThreatQuery { order: Order::TWO, scheme: Scheme::default(), query };
        if attacker == side {
            self.list(&position, attacker, hands, &query, out)
        } else {
            self.judge(&position, attacker, hands, &query, out)
        }
    }

    /// What the attacker's moves threaten.
    fn list(
        &self,
        position: &Position,
        attacker: Color,
        hands: HandsUsed,
        query: &ThreatQuery,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let mut solver = args::solver(query.query.limits.memory)?;
        let (outlooks, counters) = {
            let line = SearchLine::start().with_capacity(solver.capacity());
            solver
                .threats(position, attacker, query, &mut |event| line.event(&event))
                .map_err(|error| bad_input(format_args!("position: {error}")))?
        };
        let after = |mv: Move| {
            let mut position = position.clone();
            let _ = position.make(mv);
            passed(&position)
        };
        let (mut rows, mut unknown) = (Vec::new(), Vec::new());
        let mut text = String::new();
        for (mv, outlook) in &outlooks {
            match outlook {
                MoveThreat::Threatmate(mate) => {
                    let name = japanese::move_name(position, *mv, None);
                    let _ = writeln!(text, "{:<6}{name} → {}", mv.to_string(), mate_text(&after(*mv), mate));
                    rows.push(json!({
                        "move": mv.to_string(),
                        "length": mate.length(),
                        "length_status": if mate.minimal { "minimal" } else { "at-most" },
                        "moves": mate.line.iter().map(Move::to_string).collect::<Vec<_>>(),
                    }));
                }
                MoveThreat::Nothing => {}
                MoveThreat::Unknown(reason) => {
                    let _ = writeln!(text, "{:<6}unknown ({reason})", mv.to_string());
                    unknown.push(mv.to_string());
                }
            }
        }
        if self.json.json {
            out.json(&json!({
                "position": position.to_sfen(),
                "hands": hands.name(),
                "looked_at": outlooks.len(),
                "count": rows.len(),
                "threatmates": rows,
                "unknown": unknown,
                "nodes": counters.visits,
            }))?;
        } else {
            let _ = writeln!(text, "{} of {} quiet moves are threatmates", rows.len(), outlooks.len());
            if let Some(remark) = hands.remark() {
                let _ = writeln!(text, "hands       {remark}");
            }
            out.text(&text)?;
        }
        Ok(Verdict::None)
    }

    /// Whether the defender, who is to move, is lost.
    fn judge(
        &self,
        position: &Position,
        attacker: Color,
        hands: HandsUsed,
        query: &ThreatQuery,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let mut solver = args::solver(query.query.limits.memory)?;
        let found = {
            let line = SearchLine::start().with_capacity(solver.capacity());
            solver
                .solve_threats(position, attacker, query, &mut |event| line.event(&event))
                .map_err(|error| bad_input(format_args!("position: {error}")))?
        };
        let mut answer = Answer::new(None, position.to_sfen(), "tsume", "default".to_owned());
        answer.hands = Some(Some(hands.name()));
        hisshi::fill(&mut answer, &found);
        let brinkmate = match &found.verdict {
            ThreatVerdict::Brinkmate(brinkmate) => Some(brinkmate),
            _ => None,
        };
        if self.json.json {
            let mut row = serde_json::to_value(&answer)?;
            let threat = brinkmate.and_then(|brinkmate| brinkmate.threat.as_ref());
            row["threat"] = threat.map_or(Value::Null, threat_json);
            row["defences"] =
                brinkmate.map_or(Value::Null, |brinkmate| defences_json(&brinkmate.defences).into());
            out.json(&row)?;
        } else {
            let mut text = match (&found.verdict, brinkmate) {
                (_, Some(brinkmate)) => {
                    let threat =
                        brinkmate.threat.as_ref().map(|threat| threat_text(&passed(position), threat));
                    let mut text = match brinkmate.length() {
                        0 => "brinkmate: a mate follows every defence\n".to_owned(),
                        _ => "lost to threats: every defence is met\n".to_owned(),
                    };
                    if let Some(threat) = threat {
                        let _ = writeln!(text, "threat      {threat}");
                    }
                    text + &defences_text(position, &brinkmate.defences)
                }
                (ThreatVerdict::Mate(mate), _) => format!("mate: {}\n", mate_text(position, mate)),
                (ThreatVerdict::None, _) => {
                    "nomate: the defender is not lost to threats of order 2\n".to_owned()
                }
                _ => "unknown: nobody knows whether the defender is lost\n".to_owned(),
            };
            if let Some(remark) = hands.remark() {
                let _ = writeln!(text, "hands       {remark}");
            }
            if let Some(reason) = &answer.stop_reason {
                let _ = writeln!(text, "stopped     {reason}");
            }
            out.text(&text)?;
        }
        Ok(answer.exit())
    }
}
