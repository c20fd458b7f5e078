//! `write`: a position with moves, in any notation or as a picture.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use yomikiri_notation::diagram::Picture;
use yomikiri_notation::{Format, Ply, Record, format};
use yomikiri_shogi::Position;

use super::Question;
use super::source::{take_case, take_moves};
use crate::bilingual::BilingualText;
use crate::defender_hand::DefenderHand;
use crate::event_reporter::EventReporter;
use crate::fields::Fields;
use crate::moves::find_move;
use crate::reached_position::ReachedPosition;
use crate::request::BadRequest;

/// The form of the answer.
#[derive(Clone, Copy, Debug)]
enum Form {
    Text(Format),
    Svg,
    Png,
}

/// What is to be written.
pub(super) struct Write {
    start: Position,
    line: Vec<yomikiri_shogi::Move>,
    form: Form,
    name: Option<String>,
    caption: Option<String>,
}

impl Write {
    pub fn take(fields: &mut Fields) -> Result<Write, BadRequest> {
        let moves = take_moves(fields)?;
        let case = take_case(fields, DefenderHand::Written, &[])?;
        let form = match fields.take::<String>("format")?.as_deref() {
            None => return Err(BadRequest::missing("format")),
            Some("svg") => Form::Svg,
            Some("png") => Form::Png,
            Some(name) => Form::Text(name.parse().map_err(|_| {
                BadRequest::option(
                    "format",
                    BilingualText::new(
                        "expected kif, ki2, csa, jkf, bod, sfen, svg or png",
                        "kif、ki2、csa、jkf、bod、sfen、svg、png のどれかが必要です",
                    ),
                )
            })?),
        };
        let mut place = ReachedPosition::new(case.position.clone());
        let mut line = Vec::new();
        for text in &moves {
            let mv = find_move(&place, text).map_err(BadRequest::moves)?;
            line.push(mv);
            place = place.after(mv);
        }
        let name = fields.take::<String>("name")?.or(case.name).map(|name| printable(&name));
        let caption = fields.take::<String>("caption")?.map(|caption| printable(&caption));
        Ok(Write { start: case.position, line, form, name, caption })
    }
}

/// A text in one line, without characters that a file cannot hold.
fn printable(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().filter(|c| !c.is_control()).collect()
}

impl Question for Write {
    fn run(self: Box<Self>, _: &mut EventReporter<'_>) -> Result<Value, BadRequest> {
        let Write { start, line, form, name, caption } = *self;
        if let Form::Text(form) = form {
            let mut record = Record::new(start);
            record.headers.extend(name.map(|name| ("作品名".to_owned(), name)));
            record.line.extend(line.into_iter().map(Ply::new));
            let text = format::write(&[record], form).map_err(|error| BadRequest::option("format", error))?;
            return Ok(json!({ "format": form.name(), "text": text }));
        }
        let mut picture = Picture::new();
        if let Some(name) = name {
            picture = picture.title(name);
        }
        if let Some(caption) = caption {
            picture = picture.caption(caption);
        }
        if let Some(&last) = line.last() {
            picture = picture.last_move(last);
        }
        let position = ReachedPosition::along(&start, &line, line.len()).position;
        Ok(match form {
            Form::Svg => json!({ "format": "svg", "text": picture.svg(&position) }),
            _ => json!({ "format": "png", "base64": STANDARD.encode(picture.png(&position)) }),
        })
    }

    fn is_search(&self) -> bool {
        false
    }
}
