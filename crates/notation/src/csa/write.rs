//! Writes CSA 2.2.

use std::fmt::Write as _;
use std::time::Duration;

use yomikiri_shogi::{Move, Position};

use super::names::{end_name, kind_name, sign};
use super::position::{self, square_name};
use super::{HEADERS, needs_escape, player_headers};
use crate::record::{Action, Record};
use crate::text::one_line;
use crate::tree::segments;

/// Writes a record. [The module](super) says how headers and variations are kept.
pub fn write(record: &Record) -> String {
    let mut out = String::from("V2.2\n");
    write_headers(&mut out, record);
    position::write(&mut out, &record.initial);
    for comment in &record.comments {
        write_comment(&mut out, comment);
    }
    for (i, segment) in segments(&record.initial, &record.line).enumerate() {
        // The first segment is the main line. Every line of the others is a comment.
        let (mark, in_variation) = if i == 0 { ("", false) } else { ("'", true) };
        if in_variation {
            let _ = writeln!(out, "'変化：{}手", segment.first);
        }
        let mut position = segment.position;
        for ply in segment.line {
            out.push_str(mark);
            match &ply.action {
                Action::Move(mv) => write_move(&mut out, *mv, &mut position),
                Action::End(end) => {
                    let name = one_line(&end_name(end, position.side_to_move())).replace(',', "、");
                    let _ = writeln!(out, "%{}", name.trim());
                }
            }
            if let Some(time) = ply.time {
                let _ = writeln!(out, "{mark}T{}", seconds(time));
            }
            for comment in &ply.comments {
                if in_variation {
                    let _ = writeln!(out, "''{}", one_line(comment));
                } else {
                    write_comment(&mut out, comment);
                }
            }
        }
    }
    out
}

fn write_comment(out: &mut String, comment: &str) {
    let comment = one_line(comment);
    let escape = if needs_escape(&comment) { "\\" } else { "" };
    let _ = writeln!(out, "'{escape}{comment}");
}

fn write_headers(out: &mut String, record: &Record) {
    let players = player_headers(&record.initial);
    let mut taken = [None; 2];
    for ((mark, name), taken) in ["N+", "N-"].into_iter().zip(players).zip(&mut taken) {
        *taken = record.headers.iter().position(|(header, _)| header == name);
        if let Some((_, value)) = taken.and_then(|i| record.headers.get(i)) {
            let _ = writeln!(out, "{mark}{}", one_line(value).trim());
        }
    }
    for (i, (name, value)) in record.headers.iter().enumerate() {
        if taken.contains(&Some(i)) {
            continue;
        }
        let value = one_line(value);
        let value = value.trim();
        match csa_header(name, value) {
            Some(key) => {
                let _ = writeln!(out, "${key}:{value}");
            }
            None => {
                let name = one_line(name).replace('：', ":");
                let _ = writeln!(out, "'{}：{value}", name.trim());
            }
        }
    }
}

/// The CSA name of a header, if there is one that may have this value.
fn csa_header<'a>(name: &'a str, value: &str) -> Option<&'a str> {
    if let Some(key) = name.strip_prefix('$') {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-');
        let known = HEADERS.iter().any(|(csa, _)| *csa == key);
        return (!key.is_empty() && !known && key.chars().all(plain)).then_some(key);
    }
    let (key, _) = HEADERS.iter().find(|(_, header)| *header == name)?;
    // Programs read these as dates and times and refuse anything else.
    let shapes: &[&str] = match *key {
        "START_TIME" | "END_TIME" => &["0000/00/00", "0000/00/00 00:00:00"],
        "TIME_LIMIT" => &["00:00+00"],
        _ => return Some(key),
    };
    let shape: String = value.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    shapes.contains(&shape.as_str()).then_some(key)
}

/// Writes a move and plays it.
fn write_move(out: &mut String, mv: Move, position: &mut Position) {
    let from = mv.from().map_or_else(|| "00".to_owned(), square_name);
    let _ = write!(out, "{}{from}{}", sign(position.side_to_move()), square_name(mv.to()));
    let _ = position.make(mv);
    let after = position.piece_at(mv.to()).map_or("", |piece| kind_name(piece.kind()));
    let _ = writeln!(out, "{after}");
}

fn seconds(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => time.as_secs().to_string(),
        nanos => format!("{}.{nanos:09}", time.as_secs()).trim_end_matches('0').to_owned(),
    }
}
