//! `yomikiri threats`: what the moves of a position threaten, and whether a position is a brinkmate.

use yomikiri_notation::japanese;
use yomikiri_service::{Case, IssueCounts, ProblemSource, task};
use yomikiri_tsume::{BrinkmateOptions, BrinkmateVerdict, Threat, attacker};

use super::hisshi::{passed, show_defences, show_threat};
use super::solve::{AnswerText as _, CaseText as _};
use crate::args::{self, JsonArgs, LimitArgs, PositionArgs};
use crate::complaint::Complaint;
use crate::exit::ExitVerdict;
use crate::hands::RestArgs;
use crate::input;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::page::Page;
use crate::progress::SearchLine;
use crate::style::Style;
use crate::text;

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
    #[command(flatten)]
    task: task::Threats,
    #[command(flatten)]
    rest: RestArgs,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Threats {
    /// Runs the command.
    pub fn run(mut self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        self.rest.set(&mut self.task.hands);
        let position = input::position(&self.position)?.position;
        let side = position.side_to_move();
        let attacker = if self.task.threats.defend { !side } else { attacker(&position) };
        let (position, hands) = self.task.hands().complete(position, attacker);
        let case = Case { name: None, origin: ProblemSource::default(), position, hands, attacker };
        let interrupt = Interrupt::listen()?;
        let mut query = self.task.query();
        query.solve.limits = self.limits.limits(interrupt.flag());
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
        query: &BrinkmateOptions,
        style: Style,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        let lang = style.lang;
        let mut solver = args::solver(query.solve.limits.memory)?;
        let threats = {
            let line = SearchLine::start(lang).with_capacity(solver.capacity());
            case.list_threats(query, &mut solver, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about("position"))?
        };
        if self.json.json {
            out.json(&threats.json(case))?;
            return Ok(ExitVerdict::None);
        }
        let count = text::threatmates(threats.count(), threats.moves.len(), lang);
        let mut page = Page::without_verdict(style, &count);
        for (mv, outlook) in &threats.moves {
            let threat = match outlook {
                Threat::Threatmate(mate) => {
                    let mut after = case.position.clone();
                    let _ = after.make(*mv);
                    text::mate_with_line(mate, &passed(&after), lang)
                }
                Threat::Nothing => continue,
                Threat::Unknown(reason) => text::undecided_threat(*reason, lang),
            };
            let name = japanese::move_name(&case.position, *mv, None);
            page.raw(&format!("{:<6}{name} → {threat}\n", mv.to_string()));
        }
        case.show(&mut page);
        out.text(&page.finish())?;
        Ok(ExitVerdict::None)
    }

    /// Whether the defender, who is to move, is lost.
    fn judge(
        &self,
        case: &Case,
        query: &BrinkmateOptions,
        style: Style,
        out: &mut Output,
    ) -> anyhow::Result<ExitVerdict> {
        let mut solver = args::solver(query.solve.limits.memory)?;
        let defended = {
            let line = SearchLine::start(style.lang).with_capacity(solver.capacity());
            case.defend(query, &mut solver, &mut |event| line.event(&event))
                .map_err(|error| Complaint::from(error).about("position"))?
        };
        if self.json.json {
            out.json(&defended.json())?;
        } else {
            let body = |page: &mut Page| {
                match &defended.found.verdict {
                    BrinkmateVerdict::Brinkmate(brinkmate) => {
                        show_threat(page, style.lang, brinkmate, &case.position);
                        show_defences(page, style.lang, brinkmate, &case.position, true);
                    }
                    BrinkmateVerdict::Mate(mate) => case.show_mate(page, mate, style),
                    BrinkmateVerdict::None | BrinkmateVerdict::Unknown(_) => {}
                }
                case.show(page);
            };
            out.text(&defended.answer.page(style, IssueCounts::default(), body, |_| {}))?;
        }
        Ok(defended.answer.exit())
    }
}
