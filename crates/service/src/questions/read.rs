//! `read`: a text or a file in any notation, as a position with moves; and what can be played there.

use serde_json::{Map, Value, json};
use yomikiri_notation::sfen_list::Expected;
use yomikiri_notation::{Format, Record};
use yomikiri_shogi::{Color, Move, Position};
use yomikiri_tsume::{NotAProblem, attacker};

use super::Question;
use super::source::{play, take_moves, take_text};
use crate::bilingual::Bilingual as _;
use crate::defender_hand::DefenderHand;
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::reached_position::{ReachedPosition, usi};
use crate::request::BadRequest;
use crate::text::{ParsedText, no_position, read_text};

/// The longest list of lines whose moves are named.
const MAX_LINES: usize = 10_000;

/// What was read.
pub(super) struct Read {
    format: &'static str,
    record: Record,
    /// The problems of a text with several of them.
    problems: Option<Vec<Value>>,
    /// The position that is asked about.
    place: ReachedPosition,
    legal: bool,
    lines: Option<Vec<Vec<Move>>>,
}

impl Read {
    pub fn take(fields: &mut Fields) -> Result<Read, BadRequest> {
        let text = take_text(fields)?.ok_or_else(|| BadRequest::missing("position"))?;
        let moves = take_moves(fields)?;
        let hands: Option<DefenderHand> = fields.take("hands")?;
        let (format, mut record, problems, is_line) = match read_text(&text)? {
            ParsedText::Line(record) => {
                let is_usi = text.trim_start().starts_with("position");
                (if is_usi { "usi" } else { Format::Sfen.name() }, *record, None, true)
            }
            ParsedText::Records(format, records) => {
                let problems: Vec<Value> = records.iter().map(problem_json).collect();
                let first = records.into_iter().find_map(Result::ok);
                let first = first.ok_or_else(no_position)?;
                (format.name(), first, Some(problems).filter(|problems| problems.len() > 1), false)
            }
        };
        let mut start = ReachedPosition::new(record.initial.clone());
        if is_line {
            // The moves of a line lead to the position that is meant.
            start = record.main_moves().fold(start, |place, mv| place.after(mv));
        }
        if let Some(hands) = hands {
            record.initial = with_hands(record.initial, hands);
            start.position = with_hands(start.position, hands);
        }
        let place = play(start, &moves)?;
        let lines = match fields.take::<Vec<Vec<String>>>("lines")? {
            Some(lines) if lines.len() > MAX_LINES => {
                return Err(BadRequest::new(
                    format!("`lines`: more than {MAX_LINES}"),
                    format!("`lines`：{MAX_LINES}までです"),
                ));
            }
            Some(lines) => Some(lines.iter().map(|line| parse_line(line)).collect::<Result<_, _>>()?),
            None => None,
        };
        Ok(Read { format, record, problems, place, legal: fields.flag("legal")?, lines })
    }
}

fn with_hands(position: Position, hands: DefenderHand) -> Position {
    let attacker = attacker(&position);
    hands.complete(position, attacker).0
}

fn parse_line(line: &[String]) -> Result<Vec<Move>, BadRequest> {
    let parse = |text: &String| {
        text.parse().map_err(|_| {
            BadRequest::new(
                format!("`lines`: `{text}` is not a move"),
                format!("`lines`：「{text}」は指し手ではありません"),
            )
        })
    };
    line.iter().map(parse).collect()
}

/// A problem of a list.
fn problem_json(record: &Result<Record, yomikiri_notation::ReadError>) -> Value {
    match record {
        Ok(record) => {
            let length = match Expected::from_record(record) {
                Some(Expected::Mate(plies) | Expected::Brinkmate(plies)) => Some(plies),
                _ => None,
            };
            json!({ "sfen": record.initial.to_sfen(), "name": record.title(), "length": length })
        }
        Err(error) => json!({ "sfen": null, "name": null, "length": null, "error": error.to_string() }),
    }
}

/// Returns why a position is not a mate problem, as an `error` event has it; `None` if it is one.
fn fault(position: &Position) -> Option<Value> {
    let fault = NotAProblem::check(position, attacker(position)).err()?;
    Some(json!({ "error": fault.to_string(), "error_ja": fault.japanese() }))
}

impl Question for Read {
    fn run(self: Box<Self>, _: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Read { format, record, problems, place, legal, lines } = *self;
        let moves: Vec<Move> = record.main_moves().collect();
        let start = ReachedPosition::new(record.initial.clone());
        let mut answer = Map::new();
        let mut put = |name: &str, value: Value| {
            answer.insert(name.to_owned(), value);
        };
        put("sfen", record.initial.to_sfen().into());
        put("moves", usi(&moves).into());
        put("japanese", start.line_names(&moves).into());
        put("format", format.into());
        put("name", record.title().into());
        let length = match Expected::from_record(&record) {
            Some(Expected::Mate(plies) | Expected::Brinkmate(plies)) => Some(plies),
            _ => None,
        };
        put("length", json!(length));
        if let Some(problems) = problems {
            put("problems", problems.into());
        }
        if legal {
            let position = &place.position;
            let mut legal = position.legal_moves();
            legal.sort_by_cached_key(Move::to_string);
            let named = |&mv: &Move| json!({ "usi": mv.to_string(), "japanese": place.name(mv) });
            put("after", position.to_sfen().into());
            put("turn", if position.side_to_move() == Color::Black { "b" } else { "w" }.into());
            put("in_check", position.in_check().into());
            put("mate", position.is_mate().into());
            put("legal", legal.iter().map(named).collect());
            put("checks", usi(&position.checks()).into());
            put("fault", json!(fault(position)));
        }
        if let Some(lines) = lines {
            put("names", lines.iter().map(|line| Value::from(place.line_names(line))).collect());
        }
        Ok(answer.into())
    }

    fn is_search(&self) -> bool {
        false
    }
}
