//! `yomikiri show`: diagrams.

use std::ffi::OsString;

use serde_json::{Map, Value, json};
use yomikiri_notation::diagram::{self, Picture};
use yomikiri_notation::{Record, japanese};
use yomikiri_shogi::{Color, Hand, Move, Position};

use crate::args::{JsonArgs, LaxArgs, Target};
use crate::complaint::Complaint;
use crate::exit::{ExitVerdict, printable};
use crate::input::{self, ReachedPosition};
use crate::output::Output;
use crate::style::Style;
use crate::text;

/// Show positions as diagrams, in the terminal or as pictures
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri show game.kif --ply 30
  yomikiri show \"4k4/9/4P4/9/9/9/9/9/9 b G 1\" --png problem.png
  yomikiri show problems.sfen --svg problem.svg")]
pub struct Show {
    /// A position text, a file of any format, or `-` for standard input
    ///
    /// A position text with moves shows the position after them; a file shows the position each record starts from.
    #[arg(value_name = "POSITION|FILE")]
    input: OsString,
    /// Show the position after this many moves of the record; 0 is its start
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    ply: Option<usize>,
    /// Write an SVG file instead, `-` for standard output; several problems give FILE-1.svg, FILE-2.svg …
    ///
    /// It has the record's title and author, and needs a Japanese font wherever it is shown.
    #[arg(long, value_name = "FILE")]
    svg: Option<OsString>,
    /// Write a PNG file instead, `-` for standard output; several problems give FILE-1.png, FILE-2.png …
    ///
    /// It shows the board and the hands, and looks the same everywhere.
    #[arg(long, value_name = "FILE")]
    png: Option<OsString>,
    #[command(flatten)]
    lax: LaxArgs,
    #[command(flatten)]
    json: JsonArgs,
}

impl Show {
    /// Runs the command.
    pub fn run(self, out: &mut Output, style: Style) -> anyhow::Result<ExitVerdict> {
        let JsonArgs { json } = self.json;
        let input::Records { records, is_text } = input::records(&self.input, None, self.lax)?;
        let count = records.len();
        let [svg, png] = [("svg", &self.svg), ("png", &self.png)].map(|(option, file)| {
            let target = file.clone().map(Target::from);
            match target {
                Some(Target::Stdout) if count > 1 && !json => {
                    let fault = Complaint::new(
                        format!("there are {count} problems, one picture can show one"),
                        format!("問題が{count}題ありますが、図面は一題ずつです"),
                    );
                    Err(fault.about(&format!("--{option} -")))
                }
                target => Ok(target),
            }
        });
        let (svg, png) = (svg?, png?);
        match (&svg, &png) {
            (_, Some(Target::Stdout)) if json => {
                let fault = Complaint::new(
                    "JSON cannot hold this picture; name a file",
                    "JSONには入りません（ファイル名を指定してください）",
                );
                return Err(fault.about("--png -"));
            }
            (Some(Target::Stdout), Some(Target::Stdout)) => {
                let fault = Complaint::new(
                    "standard output is for the picture of --svg already",
                    "標準出力は --svg の図面に使われています",
                );
                return Err(fault.about("--png -"));
            }
            _ => {}
        }
        for (index, record) in records.iter().enumerate() {
            let reached = self.reached(record, index, count, is_text)?;
            let picture = picture(record, &reached);
            let svg =
                svg.as_ref().map(|target| (picture.svg(&reached.position), target.numbered(index, count)));
            match &svg {
                // In JSON, standard output is the JSON.
                Some((_, Target::Stdout)) if json => {}
                Some((svg, target)) => out.save_text(target, svg)?,
                None => {}
            }
            let png = png.as_ref().map(|target| target.numbered(index, count));
            if let Some(target) = &png {
                out.save(target, &picture.png(&reached.position))?;
            }
            if json {
                out.json(&object(record, &reached, svg, png))?;
            } else if svg.is_none() && png.is_none() {
                out.text(&self.page(record, &reached, index, count, style))?;
            }
        }
        Ok(ExitVerdict::None)
    }

    /// The position of a record that is shown.
    fn reached(
        &self,
        record: &Record,
        index: usize,
        count: usize,
        is_text: bool,
    ) -> anyhow::Result<ReachedPosition> {
        let Some(ply) = self.ply else {
            return Ok(if is_text {
                ReachedPosition::at_end(record)
            } else {
                ReachedPosition::at_start(record)
            });
        };
        let moves = record.main_moves().count();
        if ply > moves {
            let (which, number) = match index + 1 {
                number if count > 1 => (format!("record {number}"), number.to_string()),
                _ => ("the record".to_owned(), String::new()),
            };
            let english = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
            let fault = Complaint::new(
                format!("{which} has {english}"),
                format!("棋譜{number}の指し手は{moves}手です"),
            );
            return Err(fault.about(&format!("--ply {ply}")));
        }
        Ok(ReachedPosition::after_plies(record, ply))
    }

    /// The text page of one record; with a number if there are several.
    fn page(
        &self,
        record: &Record,
        reached: &ReachedPosition,
        index: usize,
        count: usize,
        style: Style,
    ) -> String {
        let mut page = String::new();
        if count > 1 {
            let gap = if index > 0 { "\n" } else { "" };
            page.push_str(&format!("{gap}【{}】\n", index + 1));
        }
        for (name, value) in &record.headers {
            page.push_str(&printable(&format!("{name}：{value}")));
            page.push('\n');
        }
        if let Some(ply) = self.ply {
            let moves: Vec<Move> = record.main_moves().take(ply).collect();
            if let Some(name) = japanese::line_names(&record.initial, &moves).last() {
                page.push_str(&format!("{}\n", text::after_move(ply, name, style.lang)));
            }
        }
        page + &diagram::text(&reached.position)
    }
}

fn picture(record: &Record, reached: &ReachedPosition) -> Picture {
    let mut picture = Picture::new();
    if let Some(title) = record.title() {
        picture = picture.title(title);
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
        picture = picture.caption(caption.join("　"));
    }
    if let Some(mv) = reached.last_move {
        picture = picture.last_move(mv);
    }
    picture
}

fn object(
    record: &Record,
    reached: &ReachedPosition,
    svg: Option<(String, Target)>,
    png: Option<Target>,
) -> Value {
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
        "last_move": reached.last_move.map(|mv| mv.to_string()),
        "diagram": diagram::text(position),
    });
    match svg {
        Some((_, Target::File(path))) => object["svg_file"] = path.display().to_string().into(),
        Some((svg, Target::Stdout)) => object["svg"] = svg.into(),
        None => {}
    }
    if let Some(Target::File(path)) = png {
        object["png_file"] = path.display().to_string().into();
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
