//! `yomikiri show`: diagrams.

use std::ffi::OsString;

use serde_json::{Map, Value, json};
use yomikiri_notation::Record;
use yomikiri_notation::diagram::{self, Svg};
use yomikiri_shogi::{Color, Hand, Move, Position};

use crate::args::{JsonArgs, LaxArgs, Target};
use crate::exit::{Verdict, bad_input};
use crate::input::{self, ReachedPosition};
use crate::output::Output;
use crate::style::Style;

/// Show positions as diagrams, in the terminal or as SVG
#[derive(clap::Args, Debug)]
pub struct Show {
    /// A position text, a file of any format, or `-` for standard input
    ///
    /// A position text with moves shows the position after them; a file shows the position each record starts from.
    #[arg(value_name = "POSITION|FILE")]
    input: OsString,
    /// Write an SVG file instead, `-` for standard output; several problems give FILE-1.svg, FILE-2.svg …
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
    #[command(flatten)]
    lax: LaxArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl Show {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<Verdict> {
        let input::Records { records, is_text } = input::records(&self.input, None, self.lax)?;
        let target = self.svg.map(Target::from);
        let count = records.len();
        if count > 1 && matches!(target, Some(Target::Stdout)) && !self.json.json {
            return Err(bad_input(format_args!(
                "--svg -: there are {count} problems, one picture can show one"
            )));
        }
        for (index, record) in records.iter().enumerate() {
            let reached = if is_text { ReachedPosition::end(record) } else { ReachedPosition::start(record) };
            let svg =
                target.as_ref().map(|target| (picture(record, &reached), target.numbered(index, count)));
            match &svg {
                // In JSON, standard output is the JSON.
                Some((_, Target::Stdout)) if self.json.json => {}
                Some((svg, target)) => out.save(target, svg.as_bytes())?,
                None => {}
            }
            if self.json.json {
                out.json(&object(record, &reached, svg))?;
            } else if svg.is_none() {
                out.text(&page(record, &reached, index, count))?;
            }
        }
        Ok(Verdict::None)
    }
}

/// The text page of one record; with a number if there are several.
fn page(record: &Record, reached: &ReachedPosition, index: usize, count: usize) -> String {
    let mut page = String::new();
    if count > 1 {
        let gap = if index > 0 { "\n" } else { "" };
        page.push_str(&format!("{gap}【{}】\n", index + 1));
    }
    for (name, value) in &record.headers {
        page.push_str(&format!("{name}：{value}\n"));
    }
    page + &diagram::text(&reached.position)
}

fn picture(record: &Record, reached: &ReachedPosition) -> String {
    let mut svg = Svg::new();
    if let Some(title) = record.title() {
        svg = svg.title(title);
    }
    let length = record.header("手数").map(|length| {
        if length.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{length}手詰")
        } else {
            length.into()
        }
    });
    let value = |name| record.header(name).map(str::to_owned);
    let caption: Vec<String> = [value("作者"), value("発表誌"), length].into_iter().flatten().collect();
    if !caption.is_empty() {
        svg = svg.caption(caption.join("　"));
    }
    if let Some(mv) = reached.last_move {
        svg = svg.last_move(mv);
    }
    svg.render(&reached.position)
}

fn object(record: &Record, reached: &ReachedPosition, svg: Option<(String, Target)>) -> Value {
    let position = &reached.position;
    let mut headers = Map::new();
    for (name, value) in &record.headers {
        headers.entry(name.as_str()).or_insert_with(|| value.as_str().into());
    }
    let mut object = json!({
        "sfen": position.to_sfen(),
        "side": side(position),
        "hands": { "black": hand(position.hand(Color::Black)), "white": hand(position.hand(Color::White)) },
        "check": position.in_check(),
        "headers": headers,
        "moves": record.main_moves().map(|mv: Move| mv.to_string()).collect::<Vec<_>>(),
        "diagram": diagram::text(position),
    });
    match svg {
        Some((_, Target::File(path))) => object["svg_file"] = path.display().to_string().into(),
        Some((svg, Target::Stdout)) => object["svg"] = svg.into(),
        None => {}
    }
    object
}

fn side(position: &Position) -> &'static str {
    match position.side_to_move() {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A hand by SFEN letters, strongest first.
fn hand(hand: Hand) -> Value {
    hand.iter()
        .rev()
        .map(|(kind, count)| (kind.letter().to_string(), count.into()))
        .collect::<Map<_, _>>()
        .into()
}
