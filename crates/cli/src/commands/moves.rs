//! `yomikiri moves`: list moves.

use std::fmt::Write as _;

use clap::ValueEnum;
use serde_json::json;
use yomikiri_shogi::Move;

use crate::args::{JsonArgs, PositionArgs};
use crate::complaint::Complaint;
use crate::exit::ExitVerdict;
use crate::input;
use crate::output::Output;
use crate::style::Style;
use crate::text;

/// List the moves of a position, in USI and in Japanese
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri moves \"startpos moves 7g7f\"
  yomikiri moves \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --kind checks")]
pub struct Moves {
    #[command(flatten)]
    position: PositionArgs,
    /// Which moves
    #[arg(long, value_enum, default_value_t = Kind::Legal)]
    kind: Kind,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// All legal moves
    Legal,
    /// The legal moves that give check
    Checks,
    /// The legal answers to a check
    Evasions,
}

impl Moves {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let input::ReachedPosition { position, last_move } = input::position(&self.position)?;
        let mut moves = match self.kind {
            Kind::Legal => position.legal_moves(),
            Kind::Checks => position.checks(),
            Kind::Evasions if position.in_check() => position.evasions(),
            Kind::Evasions => {
                let fault = Complaint::new(
                    "the side to move is not in check; try --kind legal",
                    "手番側の玉に王手がかかっていません（「--kind legal」ならすべての手を示します）",
                );
                return Err(fault.about("--kind evasions"));
            }
        };
        moves.sort_by_cached_key(Move::to_string);
        let previous = last_move.map(Move::to);
        let japanese =
            moves.iter().map(|&mv| yomikiri_notation::japanese::move_name(&position, mv, previous));
        if self.json.json {
            let names: Vec<String> = moves.iter().map(Move::to_string).collect();
            let japanese: Vec<String> = japanese.collect();
            out.json(&json!({ "count": moves.len(), "moves": names, "japanese": japanese }))?;
        } else {
            let mut text = String::new();
            for (mv, japanese) in moves.iter().zip(japanese) {
                let _ = writeln!(text, "{:<6}{japanese}", mv.to_string());
            }
            let _ = writeln!(text, "{}", text::move_count(moves.len(), style.lang));
            out.text(&text)?;
        }
        Ok(ExitVerdict::None)
    }
}
