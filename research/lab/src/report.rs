//! Reports of experiments, and their formats: Markdown for readers, CSV and JSON for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use yomikiri_console::csv;

use crate::cell::{Cell, Cells};
use crate::machine::Machine;
use crate::plot::Drawing;

/// One row of a report for programs: named values.
pub type ReportRecord = Map<String, Value>;

/// The results of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The title.
    pub title: String,
    /// Paragraphs that explain the method and the results.
    pub notes: Vec<String>,
    /// Tables for readers.
    pub tables: Vec<Table>,
    /// The results for programs: one record per measurement, all with the same keys.
    pub records: Vec<ReportRecord>,
    /// Figures, drawn one below the other.
    pub drawings: Vec<Drawing>,
    /// What the paper claims, and whether it holds here.
    pub claims: Vec<Claim>,
}

/// A claim of a paper, and what was found here.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The claim, with the section, table or figure of the paper.
    pub paper: String,
    /// The finding, with its figures.
    pub ours: String,
    /// Whether the claim holds here.
    pub holds: Holds,
}

impl Claim {
    /// A claim and a finding.
    pub fn new(paper: impl Into<String>, ours: impl Into<String>, holds: Holds) -> Claim {
        Claim { paper: paper.into(), ours: ours.into(), holds }
    }
}

/// Whether a claim of a paper holds here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// It holds.
    Yes,
    /// Part of it holds, or it holds on part of the problems. The finding says which.
    Partly,
    /// It does not hold.
    No,
    /// The measurements do not decide it.
    Open,
}

impl Holds {
    /// `Yes` or `No`, or `Open` without a finding.
    pub fn known(found: Option<bool>) -> Holds {
        found.map_or(Holds::Open, |holds| if holds { Holds::Yes } else { Holds::No })
    }

    /// Several answers to one question together. `None` is no clear answer.
    pub fn together(found: &[Option<bool>]) -> Holds {
        let (yes, no) = (found.contains(&Some(true)), found.contains(&Some(false)));
        match (yes, no, found.contains(&None)) {
            (true, false, false) => Holds::Yes,
            (true, ..) => Holds::Partly,
            (false, true, false) => Holds::No,
            _ => Holds::Open,
        }
    }

    /// `Yes` if all cases agree with the claim, `Partly` if some do, and `Open` without cases.
    pub fn share(agreeing: usize, all: usize) -> Holds {
        match agreeing {
            _ if all == 0 => Holds::Open,
            0 => Holds::No,
            _ if agreeing == all => Holds::Yes,
            _ => Holds::Partly,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Holds::Yes => "yes",
            Holds::Partly => "in part",
            Holds::No => "no",
            Holds::Open => "open",
        }
    }
}

/// A table for readers.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The title.
    pub title: String,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The rows, each with one text per column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns an empty table. The heading has the names of the columns, as in `n | time`.
    pub fn new(title: impl Into<String>, heading: &str) -> Table {
        let columns = heading.split('|').map(|column| column.trim().to_owned()).collect();
        Table { title: title.into(), columns, rows: Vec::new() }
    }

    /// The table in Markdown, aligned so that the source is readable too.
    pub fn markdown(&self) -> String {
        let width = |text: &str| text.chars().count();
        let cells = |at: usize| self.rows.iter().map(move |row| row.get(at).map_or("", String::as_str));
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|at| cells(at).map(width).max().unwrap_or(0).max(width(&self.columns[at])).max(2))
            .collect();
        let mut text = String::new();
        let mut line = |row: &[String]| {
            for (at, &wide) in widths.iter().enumerate() {
                let cell = row.get(at).map_or("", String::as_str).replace('|', "\\|");
                let _ = write!(text, "| {}{cell} ", " ".repeat(wide.saturating_sub(width(&cell))));
            }
            text.push_str("|\n");
        };
        line(&self.columns);
        line(&widths.iter().map(|&wide| format!("{}:", "-".repeat(wide - 1))).collect::<Vec<_>>());
        self.rows.iter().for_each(|row| line(row));
        text
    }
}

/// Returns the record of a measurement: the given values, a JSON object, followed by those of its
/// cell with these names, and by the reason if the cell has no values.
pub fn record(values: Value, cell: Option<&Cell>, keys: &[&str]) -> ReportRecord {
    let mut record = object(values);
    add_values(&mut record, cell, keys);
    record.insert("state".to_owned(), json!(cell.and_then(Cell::missing_reason)));
    record
}

/// Adds the values of a cell with these names to a record.
pub fn add_values(record: &mut ReportRecord, cell: Option<&Cell>, keys: &[&str]) {
    for &key in keys {
        record.insert(key.to_owned(), json!(cell.and_then(|cell| cell.get(key))));
    }
}

/// Returns the named values of a JSON object.
pub fn object(values: Value) -> Map<String, Value> {
    match values {
        Value::Object(values) => values,
        _ => Map::new(),
    }
}

impl Report {
    /// Title, notes, tables and claims in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", self.title);
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        for table in &self.tables {
            let _ = write!(text, "\n## {}\n\n{}", table.title, table.markdown());
        }
        if !self.claims.is_empty() {
            let _ = write!(
                text,
                "\n## The paper's claims\n\n| the paper's claim | ours | holds? |\n| :-- | :-- | :-- |\n"
            );
            for Claim { paper, ours, holds } in &self.claims {
                let cell = |text: &str| text.replace('|', "\\|");
                let _ = writeln!(text, "| {} | {} | {} |", cell(paper), cell(ours), holds.word());
            }
        }
        text
    }

    /// The records as CSV with a line of column names.
    pub fn csv(&self) -> String {
        csv::table(&self.records)
    }

    /// The whole report as JSON, with the measured cells.
    pub fn json(&self, name: &str, complete: bool, machine: &Machine, cells: &Cells) -> Value {
        let tables = self
            .tables
            .iter()
            .map(|table| json!({ "title": table.title, "columns": table.columns, "rows": table.rows }));
        let claims = self.claims.iter().map(
            |Claim { paper, ours, holds }| json!({ "paper": paper, "ours": ours, "holds": holds.word() }),
        );
        json!({
            "experiment": name,
            "title": self.title,
            "complete": complete,
            "machine": machine,
            "notes": self.notes,
            "records": self.records,
            "tables": tables.collect::<Vec<_>>(),
            "claims": claims.collect::<Vec<_>>(),
            "cells": cells,
        })
    }
}

/// The JSON of a report as text with one line for each record, row and cell, which gives readable diffs of moderate length.
pub fn json_lines(report: &Value) -> String {
    /// The number of outer levels whose items have lines of their own: the report and its lists.
    const SPREAD: usize = 2;
    fn write(value: &Value, level: usize, text: &mut String) {
        let (open, close, items): (char, char, Vec<(Option<&String>, &Value)>) = match value {
            Value::Object(map) if level < SPREAD && !map.is_empty() => {
                ('{', '}', map.iter().map(|(key, value)| (Some(key), value)).collect())
            }
            Value::Array(list) if level < SPREAD && !list.is_empty() => {
                ('[', ']', list.iter().map(|value| (None, value)).collect())
            }
            value => return text.push_str(&value.to_string()),
        };
        text.push(open);
        for (at, (key, value)) in items.into_iter().enumerate() {
            text.push_str(if at == 0 { "\n" } else { ",\n" });
            text.push_str(&" ".repeat(level + 1));
            if let Some(key) = key {
                let _ = write!(text, "{}: ", json!(key));
            }
            write(value, level + 1, text);
        }
        text.push('\n');
        text.push_str(&" ".repeat(level));
        text.push(close);
    }
    let mut text = String::new();
    write(report, 0, &mut text);
    text.push('\n');
    text
}

/// Returns a value as tables show it: a dash if it is missing.
pub fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or("–".to_owned(), |value| value.to_string())
}

/// Returns a number with two decimals, or a dash.
pub fn two_decimals(number: Option<f64>) -> String {
    or_dash(number.map(|number| format!("{number:.2}")))
}

/// A whole number with its digits in groups: `28,338,861`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in seconds with three significant digits: `0.00123`, `4.56`, `789`.
pub fn seconds(time: f64) -> String {
    match time {
        _ if time >= 99.95 => format!("{time:.0}"),
        _ if time >= 9.995 => format!("{time:.1}"),
        _ if time >= 0.9995 => format!("{time:.2}"),
        _ if time >= 0.0001 => {
            let digits = (2 - time.log10().floor() as i32).clamp(0, 7) as usize;
            format!("{time:.digits$}")
        }
        _ => format!("{time:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0, 999, 1000, 28_338_861].map(grouped), ["0", "999", "1,000", "28,338,861"]);
        let texts = [0.000_002_34, 0.001_234, 0.0456, 0.5, 4.567, 45.67, 456.7].map(seconds);
        assert_eq!(texts, ["2.3e-6", "0.00123", "0.0456", "0.500", "4.57", "45.7", "457"]);
    }

    #[test]
    fn answers_together() {
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(Holds::together(&[yes, yes]), Holds::Yes);
        assert_eq!([[yes, None], [yes, no]].map(|found| Holds::together(&found)), [Holds::Partly; 2]);
        assert_eq!(Holds::together(&[no, no]), Holds::No);
        let shares = [(0, 0), (0, 2), (1, 2), (2, 2)].map(|(part, all)| Holds::share(part, all));
        assert_eq!(shares, [Holds::Open, Holds::No, Holds::Partly, Holds::Yes]);
        assert_eq!([[no, None], [None, None]].map(|found| Holds::together(&found)), [Holds::Open; 2]);
    }

    #[test]
    fn texts_of_a_table() {
        let mut table = Table::new("T", "n | time");
        table.rows.push(vec!["10".into(), "> 5 s".into()]);
        assert_eq!(table.markdown(), "|  n |  time |\n| -: | ----: |\n| 10 | > 5 s |\n");
    }

    #[test]
    fn json_by_lines_is_the_same_json() {
        let value = json!({ "a": 1, "records": [{ "x": [1, 2], "y\"": null }, {}], "cells": { "one, two": { "v": { "w": 3 } } }, "none": [] });
        let text = json_lines(&value);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(text.contains("\n  {\"x\":[1,2],\"y\\\"\":null},\n  {}\n ]"), "{text}");
        assert!(text.contains("\n  \"one, two\": {\"v\":{\"w\":3}}\n }") && text.ends_with("}\n"), "{text}");
    }

    #[test]
    fn csv_fields_are_quoted_where_needed() {
        let record = |text: &str| json!({ "name": text, "n": 1, "x": null }).as_object().cloned().unwrap();
        let report = Report { records: vec![record("a"), record("b,\"c\"")], ..Report::default() };
        assert_eq!(report.csv(), "name,n,x\na,1,\n\"b,\"\"c\"\"\",1,\n");
    }
}
