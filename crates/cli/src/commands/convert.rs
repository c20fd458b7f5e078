//! `yomikiri convert`: any format to any.

use std::ffi::OsString;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use yomikiri_notation::format::{self, Format};
use yomikiri_notation::text::encode_shift_jis;
use yomikiri_notation::{Record, WriteError};
use yomikiri_service::BilingualText;

use crate::args::{JsonArgs, LaxArgs, Target};
use crate::complaint::{Complaint, bad};
use crate::exit::ExitVerdict;
use crate::input::{self, ReachedPosition};
use crate::output::{Output, readable};
use crate::style::Style;

/// Convert records and problems from one format to another
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  yomikiri convert game.csa --to kif -o game.kif
  yomikiri convert \"startpos moves 7g7f 3c3d\" --to ki2
  yomikiri convert - --to sfen < problem.ki2")]
pub struct Convert {
    /// A file, `-` for standard input, or a position text; UTF-8 or Shift-JIS
    #[arg(value_name = "IN")]
    input: OsString,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    to: Format,
    /// The format to read; without it, the content decides
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,
    /// The file to write; standard output without it
    ///
    /// On a terminal, control characters of the text are written out, as in \u{1b}; files and pipes
    /// get them as they are. Where the format holds one record a file, several records go to
    /// FILE-1, FILE-2 … An existing file is replaced only when everything has been read and
    /// converted.
    #[arg(short, long, value_name = "FILE")]
    output: Option<OsString>,
    /// The encoding to write
    #[arg(long, value_enum, default_value_t = Encoding::Utf8)]
    encoding: Encoding,
    #[command(flatten)]
    lax: LaxArgs,
    #[command(flatten)]
    json: JsonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Encoding {
    /// UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Shift-JIS, for older programs
    #[value(name = "shift-jis", alias = "sjis", alias = "cp932")]
    ShiftJis,
}

/// A parser that names the formats in the help, in errors and in completions.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}

impl Convert {
    /// Runs the command.
    pub fn run(self, out: &mut Output, _: Style) -> anyhow::Result<ExitVerdict> {
        let input::Records { mut records, is_text } = input::records(&self.input, self.from, self.lax)?;
        if is_text && self.to == Format::Bod {
            // A diagram has no moves: it shows the position that the text means.
            records =
                records.iter().map(|record| Record::new(ReachedPosition::at_end(record).position)).collect();
        }
        let target = self.output.map_or(Target::Stdout, Target::from);
        let texts = texts(&records, self.to, &target)?;
        // Every file is complete before the first is written.
        let files = texts
            .iter()
            .map(|text| self.encoding.encode(&readable(&target, text)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let mut names = Vec::new();
        for (index, bytes) in files.iter().enumerate() {
            let target = target.numbered(index, files.len());
            match &target {
                // In JSON, standard output is the JSON.
                Target::Stdout if self.json.json => {}
                _ => out.save(&target, bytes)?,
            }
            if let Target::File(path) = target {
                names.push(path.display().to_string());
            }
        }
        if self.json.json {
            let mut summary = json!({ "records": records.len(), "format": self.to.to_string() });
            if names.is_empty() {
                summary["text"] = texts.concat().into();
            } else {
                summary["files"] = names.into();
            }
            out.json(&summary)?;
        }
        Ok(ExitVerdict::None)
    }
}

/// The text of each file: one, unless the format holds one record a file and there are several.
fn texts(records: &[Record], to: Format, target: &Target) -> anyhow::Result<Vec<String>> {
    let texts = match (format::write(records, to), target) {
        (Err(WriteError::OneRecordOnly { .. }), Target::File(_)) => {
            records.iter().map(|record| format::write(std::slice::from_ref(record), to)).collect()
        }
        (Err(error @ WriteError::OneRecordOnly { .. }), Target::Stdout) => {
            let BilingualText { english, japanese } = BilingualText::from_error(error);
            let fault = Complaint::new(
                format!("{english}; -o FILE writes FILE-1, FILE-2 …"),
                format!("{japanese}。-o ファイル名 で、ファイル名-1、ファイル名-2 … に分けて書きます"),
            );
            return Err(fault.error());
        }
        (text, _) => text.map(|text| vec![text]),
    };
    texts.map_err(bad)
}

impl Encoding {
    fn encode(self, text: &str) -> anyhow::Result<Vec<u8>> {
        match self {
            Encoding::Utf8 => Ok(text.as_bytes().to_vec()),
            Encoding::ShiftJis => {
                encode_shift_jis(text).map_err(|error| Complaint::of(error).about(input::CONVERTED))
            }
        }
    }
}
