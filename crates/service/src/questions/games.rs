//! `othello` and `connect6`: other games.

use serde::Deserialize;
use serde_json::{Value, json};
use yomikiri_connect6::{AttackMoves, Board, DEFAULT_ALGORITHM, GameRules, LeafLimits};
use yomikiri_othello::{Eight, Four, MoveOrder, Position, Six};
use yomikiri_pns::Algorithm;

use super::Question;
use super::source::{take_algorithm, take_text};
use crate::bilingual::BilingualText;
use crate::connect6::{Connect6Task, read_connect6};
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::othello::OthelloTask;
use crate::request::BadRequest;
use crate::sought::Side;

/// The size of an Othello board.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Game {
    Othello4,
    #[default]
    Othello6,
    Othello8,
}

impl Game {
    fn name(self) -> &'static str {
        match self {
            Game::Othello4 => "othello4",
            Game::Othello6 => "othello6",
            Game::Othello8 => "othello8",
        }
    }
}

/// A position on a board of any size.
enum OthelloPosition {
    Four(Position<Four>),
    Six(Position<Six>),
    Eight(Position<Eight>),
}

/// Does a side win by at least a number of discs?
pub(super) struct Othello {
    game: Game,
    position: OthelloPosition,
    name: String,
    algorithm: Algorithm,
    at_least: i32,
    prover: Option<Side>,
    move_order: MoveOrder,
    leaf_empties: u32,
}

fn position(fields: &mut Fields) -> Result<String, BadRequest> {
    take_text(fields)?.ok_or_else(|| BadRequest::missing("position"))
}

impl Othello {
    pub fn take(fields: &mut Fields) -> Result<Othello, BadRequest> {
        let (name, algorithm) = take_algorithm(fields)?;
        let move_order = match fields.take::<String>("move_order")? {
            None => MoveOrder::default(),
            Some(name) => {
                let known = MoveOrder::ALL.iter().find(|(known, _)| *known == name);
                known.map(|&(_, order)| order).ok_or_else(|| {
                    let names: Vec<&str> = MoveOrder::ALL.iter().map(|(known, _)| *known).collect();
                    let english = format!("expected one of {}", names.join(", "));
                    let japanese = format!("{} のどれかが必要です", names.join("、"));
                    BadRequest::option("move_order", BilingualText::new(english, japanese))
                })?
            }
        };
        let game = fields.take("game")?.unwrap_or_default();
        let text = position(fields)?;
        let position = match game {
            Game::Othello4 => text.parse().map(OthelloPosition::Four),
            Game::Othello6 => text.parse().map(OthelloPosition::Six),
            Game::Othello8 => text.parse().map(OthelloPosition::Eight),
        };
        Ok(Othello {
            game,
            position: position.map_err(BadRequest::position)?,
            name,
            algorithm,
            at_least: fields.number("at_least", -64..=64)?.unwrap_or(1),
            prover: fields.take("prover")?,
            move_order,
            leaf_empties: fields.number("leaf_empties", 0..=20)?.unwrap_or(0),
        })
    }
}

impl Question for Othello {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Othello { game, position, name, algorithm, at_least, prover, move_order, leaf_empties } = *self;
        let limits = reporter.limits.clone();
        let task = OthelloTask {
            game: game.name(),
            algorithm_name: &name,
            algorithm,
            at_least,
            prover,
            move_order,
            leaf_empties,
            threads: reporter.threads,
        };
        let on_progress = &mut |progress: yomikiri_pns::Progress<'_>| reporter.progress(progress);
        Ok(json!(match position {
            OthelloPosition::Four(position) => task.solve(None, position, limits, on_progress).answer,
            OthelloPosition::Six(position) => task.solve(None, position, limits, on_progress).answer,
            OthelloPosition::Eight(position) => task.solve(None, position, limits, on_progress).answer,
        }))
    }
}

/// What refutes a null move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum NullMoves {
    #[default]
    Graph,
    Leaf,
}

/// Does a side win at Connect6?
pub(super) struct Connect6 {
    board: Board,
    name: String,
    algorithm: Algorithm,
    attacker: Option<Side>,
    attack: AttackMoves,
    leaf_limits: LeafLimits,
}

impl Connect6 {
    pub fn take(fields: &mut Fields) -> Result<Connect6, BadRequest> {
        let rules = GameRules::connect6(fields.take("size")?.unwrap_or(19))
            .map_err(|error| BadRequest::option("size", error))?;
        let text = position(fields)?;
        let board = read_connect6(&text, rules).map_err(BadRequest::position)?;
        let (name, algorithm) = take_algorithm(fields)?;
        let algorithm = if name == "default" { DEFAULT_ALGORITHM } else { algorithm };
        let attack = match fields.parse("attack")? {
            Some(attack) => attack,
            None => AttackMoves::Best(20),
        };
        let leaf_limits = LeafLimits::from_effort(fields.take("leaf_effort")?.unwrap_or(LeafLimits::EFFORT));
        let leaf_limits = match fields.take("null_moves")?.unwrap_or_default() {
            NullMoves::Graph => leaf_limits,
            NullMoves::Leaf => leaf_limits.without_null_moves(),
        };
        let attacker = fields.take("attacker")?;
        Ok(Connect6 { board, name, algorithm, attacker, attack, leaf_limits })
    }
}

impl Question for Connect6 {
    fn run(self: Box<Self>, reporter: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Connect6 { board, name, algorithm, attacker, attack, leaf_limits } = *self;
        let threads = reporter.threads;
        let task = Connect6Task { algorithm_name: &name, algorithm, attacker, attack, leaf_limits, threads };
        let limits = reporter.limits.clone();
        let solved = task.solve(None, board, limits, &mut |progress| reporter.progress(progress));
        Ok(json!(solved.answer))
    }
}

/// The problem of a Connect6 question.
pub struct Connect6Question {
    /// The position.
    pub board: Board,
    /// The algorithm of the main search.
    pub algorithm: Algorithm,
    /// Who is to win.
    pub attacker: yomikiri_connect6::Color,
    /// The attacker's moves.
    pub attack: AttackMoves,
    /// The limits of leaf searches.
    pub leaf_limits: LeafLimits,
}

impl Connect6Question {
    /// Takes the options of the command.
    ///
    /// # Errors
    ///
    /// If one of them is missing or wrong.
    pub fn take(fields: &mut Fields) -> Result<Connect6Question, BadRequest> {
        let Connect6 { board, algorithm, attacker, attack, leaf_limits, .. } = Connect6::take(fields)?;
        let attacker = match attacker {
            Some(Side::Black) => yomikiri_connect6::Color::Black,
            Some(Side::White) => yomikiri_connect6::Color::White,
            None => board.side_to_move(),
        };
        Ok(Connect6Question { board, algorithm, attacker, attack, leaf_limits })
    }
}

/// Takes an Othello position and the side that is to win.
///
/// # Errors
///
/// If one of them is missing or wrong.
pub fn take_othello<S: yomikiri_othello::BoardSize>(
    fields: &mut Fields,
) -> Result<(Position<S>, yomikiri_othello::Color), BadRequest> {
    let text = position(fields)?;
    let position: Position<S> = text.parse().map_err(BadRequest::position)?;
    let prover = match fields.take("prover")? {
        Some(Side::Black) => yomikiri_othello::Color::Black,
        Some(Side::White) => yomikiri_othello::Color::White,
        None => position.side_to_move(),
    };
    Ok((position, prover))
}
