//! `yomikiri threats`: what the moves of a position threaten, and whether a position is a brinkmate.

use std::fmt::Write as _;

use serde_json::{Value, json};
use yomikiri_notation::japanese;
use yomikiri_pns::{Order, Scheme};
use yomikiri_shogi::Move;
use yomikiri_tsume::{MoveThreat, Query, ThreatQuery, ThreatVerdict, attacker};

use super::hisshi::{self, defences_json, mate_text, passed, show_defences, show_threat, threat_json};
use super::solve::{Answer, Case, GAME, usi};
use crate::args::{self, JsonArgs, LimitArgs, PositionArgs};
use crate::complaint::Complaint;
use crate::exit::Verdict;
use crate::hands::{Hands, HandsArgs};
use crate::input::{self, Origin};
use crate::interrupt::Interrupt;
use crate::language::{Message, Sought};
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::Style;
use crate::verdict::LengthStatus;

/// Tell which moves are threatmates (詰めろ), or whether the position is a brinkmate (必至)
///
/// The side to move attacks, and every move of his that is no check is looked at. With --defend it defends: then the
/// question is whether it is lost whatever it plays, and every legal move of it is shown with the mate that meets it. A side
/// whose opponent has no king always defends.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri threats \"4k4/9/9/9/9/9/9/9/9 b GS 1\"
  yomikiri threats \"4k4/9/4S4/9/9/9/9/9/4K4 w G 1\" --defend

Exit codes: threatmates 0; with --defend 10 mate or brinkmate, 20 neither, 0 unknown; 2 bad input.")]
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
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<Verdict> {
        let position = input::position(&self.position)?.position;
        let side = position.side_to_move();
        let attacker = if self.defend { !side } else { attacker(&position) };
        let (position, hands) = self.hands.or(Hands::Written).of(position, attacker);
        let case = Case { name: None, origin: Origin::default(), position, hands, attacker };
        let interrupt = Interrupt::listen()?;
        let query = Query { limits: self.limits.limits(interrupt.flag()), ..Query::default() };
        let query = ThreatQuery { order: Order::TWO, scheme: Scheme::default(), query };
        if attacker == side {
            self.list(&case, &query, style, out)
        } else {
            self.judge(&case, &query, style, out)
        }
    }

    /// What the attacker's moves threaten.
    fn list(
        &self,
        case: &Case,
        query: &ThreatQuery,
        style: Style,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let Case { position, hands, attacker, .. } = case;
        let lang = style.lang;
        let mut solver = args::solver(query.query.limits.memory)?;
        let (outlooks, counters) = {
            let line = SearchLine::start(lang).with_capacity(solver.capacity());
            solver
                .threats(position, *attacker, query, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about("position"))?
        };
        let after = |mv: Move| {
            let mut position = position.clone();
            let _ = position.make(mv);
            passed(&position)
        };
        let (mut rows, mut unknown) = (Vec::new(), Vec::new());
        let mut list = String::new();
        for (mv, outlook) in &outlooks {
            let name = japanese::move_name(position, *mv, None);
            match outlook {
                MoveThreat::Threatmate(mate) => {
                    let mate_text = mate_text(lang, &after(*mv), mate);
                    let _ = writeln!(list, "{:<6}{name} → {mate_text}", mv.to_string());
                    rows.push(json!({
                        "move": mv.to_string(),
                        "length": mate.length(),
                        "length_status": LengthStatus::of(mate.minimal),
                        "moves": usi(&mate.line),
                    }));
                }
                MoveThreat::Nothing => {}
                MoveThreat::Unknown(reason) => {
                    let why = lang.text(&Message::UndecidedMove(&(*reason).into()));
                    let _ = writeln!(list, "{:<6}{name} → {why}", mv.to_string());
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
            let count = Message::Threatmates { count: rows.len(), of: outlooks.len() };
            let mut page = Page::without_verdict(style, &lang.text(&count));
            page.raw(&list);
            case.show(&mut page);
            out.text(&page.finish())?;
        }
        Ok(Verdict::None)
    }

    /// Whether the defender, who is to move, is lost.
    fn judge(
        &self,
        case: &Case,
        query: &ThreatQuery,
        style: Style,
        out: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let Case { position, hands, attacker, .. } = case;
        let mut solver = args::solver(query.query.limits.memory)?;
        let found = {
            let line = SearchLine::start(style.lang).with_capacity(solver.capacity());
            solver
                .solve_threats(position, *attacker, query, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about("position"))?
        };
        let sought = Sought::Brinkmate { order: query.order.get() };
        let mut answer = Answer::new(None, position.to_sfen(), GAME, "default".to_owned(), sought);
        answer.hands = Some(Some(hands.name()));
        hisshi::fill(&mut answer, &found, query.query.rules);
        if self.json.json {
            let brinkmate = match &found.verdict {
                ThreatVerdict::Brinkmate(brinkmate) => Some(brinkmate),
                _ => None,
            };
            let mut row = serde_json::to_value(&answer)?;
            let threat = brinkmate.and_then(|brinkmate| brinkmate.threat.as_ref());
            row["threat"] = threat.map_or(Value::Null, threat_json);
            row["defences"] =
                brinkmate.map_or(Value::Null, |brinkmate| defences_json(&brinkmate.defences).into());
            out.json(&row)?;
        } else {
            let body = |page: &mut Page| {
                match &found.verdict {
                    ThreatVerdict::Brinkmate(brinkmate) => {
                        show_threat(page, style.lang, brinkmate, position);
                        show_defences(page, style.lang, brinkmate, position, true);
                    }
                    ThreatVerdict::Mate(mate) => case.show_mate(page, mate, style),
                    ThreatVerdict::None | ThreatVerdict::Unknown(_) => {}
                }
                case.show(page);
            };
            out.text(&answer.page(style, 0, body, |_| {}))?;
        }
        Ok(answer.exit())
    }
}
