//! KIF, the format of Kakinoki Shogi: one move a line, with its number, its origin and the time it took.
//!
//! ```text
//! 作者：伊藤看寿
//! 手合割：平手
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)   ( 0:16/00:00:16)+
//! *a comment
//!    2 投了
//! まで1手で先手の勝ち
//!
//! 変化：1手
//!    1 ２六歩(27)
//! ```
//!
//! What does not survive a round trip, because the format has no place for it:
//!
//! * fractions of seconds;
//! * variations on the *first* ply of a variation: they come back as its siblings, which means the same;
//! * a comment of several lines comes back as several comments;
//! * the words of an [`EndKind::Other`] that would be read as a move, another ending or a time: they get 終局 before them or a
//!   full stop after them;
//! * the name of a header that would be read as something else: it gets an underscore before it.
//!
//! Moves may be numbered from any number on, but without gaps. A line without a number continues the count.
//!
//! Files from the web contain words that belong to no format. They become comments where they stand; headers after the end
//! of the main line stay headers. A line that looks like a move and cannot be read is an error. So is an illegal move,
//! unless the next line says that the game ended with it (反則負け, 反則勝ち): then the line ends in
//! [`EndKind::IllegalMove`], with a comment that names the move (`反則手：７六歩(77)`).

use std::time::Duration;

use yomikiri_shogi::{Move, Position, Square};

use crate::error::quote;
use crate::japanese::glyphs::piece_name;
use crate::japanese::{
    WrittenMove, begins_like_a_move, looks_like_a_move, resolve_written, square_name, written,
};
use crate::kakinoki::{
    BodyReader, NumberedLines, StartReader, after_number, end_of_word, foul_follows, is_moves_heading,
    leading_number, lines_of, variation_heading, write_comments, write_end_word, write_lines, write_start,
};
use crate::{Action, EndKind, ReadError, ReadErrorKind, Record};

/// Reads a record.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let mut lines = lines_of(text);
    // The start ends at the heading of the moves or, if that is missing, at the first move.
    let start = StartReader::read(&mut lines, |text| is_moves_heading(text) || begins_the_moves(text))?;
    let mut count = MoveNumbers::default();
    BodyReader::read(start, lines, |body, number, line, rest| {
        body_line(body, &mut count, line.trim_start(), rest).map_err(|kind| kind.at(number))
    })
}

/// Writes a record.
pub fn write(record: &Record) -> String {
    let mut text = write_start(record);
    text += "手数----指手---------消費時間--\n";
    write_comments(&mut text, &record.comments);
    write_lines(&mut text, record, |text, step| {
        let ply = step.ply;
        let action = match &ply.action {
            Action::Move(mv) => move_text(step.position, *mv, step.previous),
            Action::End(kind) => write_end_word(kind, |word| read_action(word).ok()?.0.end()),
        };
        let time = ply.time.map_or_else(String::new, |time| time_text(time, step.spent));
        let mark = if ply.variations.is_empty() { "" } else { "+" };
        let rest = format!("{time}{mark}");
        let gap = if rest.is_empty() { 0 } else { 13usize.saturating_sub(columns(&action)).max(1) };
        *text += &format!("{:>4} {action}{:gap$}{rest}\n", step.number, "");
        write_comments(text, &ply.comments);
        match &ply.action {
            // Programs write no closing sentence in variations. Unusual endings have their words in the line above already.
            Action::End(kind) if step.is_main && !matches!(kind, EndKind::Other(_)) => {
                *text += &format!("{}\n", step.closing(kind));
            }
            _ => {}
        }
    });
    text
}

/// Whether a line belongs to the moves although their heading is missing. Headers may begin with numbers, so only a complete
/// move or a standard ending counts.
pub(crate) fn begins_the_moves(text: &str) -> bool {
    let (_, action) = split_number(text);
    match read_action(action) {
        _ if text.starts_with("まで") => true,
        Ok((ReadAction::Move(_), _)) => true,
        Ok((ReadAction::End(EndKind::Other(_)), _)) | Err(_) => false,
        Ok((ReadAction::End(_), _)) => action.len() < text.len(),
    }
}

/// The numbers written before the moves.
#[derive(Default)]
struct MoveNumbers {
    /// The number of the first move of the main line, once it is known.
    first: Option<usize>,
    /// Plies read in the current line and before it.
    made: usize,
}

impl MoveNumbers {
    /// Counts a ply that carries this number.
    fn next(&mut self, found: Option<usize>) -> Result<(), ReadErrorKind> {
        if let Some(found) = found {
            let first = *self.first.get_or_insert_with(|| found.saturating_sub(self.made));
            let expected = first.saturating_add(self.made);
            if found != expected {
                return Err(ReadErrorKind::MoveNumber { found, expected });
            }
        }
        self.made += 1;
        Ok(())
    }

    /// The number from 1 of the ply that the file calls `number`.
    fn branch_at(&mut self, number: usize) -> Result<usize, ReadErrorKind> {
        let made = number.checked_sub(self.first.unwrap_or(1)).ok_or(ReadErrorKind::NoSuchMove(number))?;
        self.made = made;
        Ok(made.saturating_add(1))
    }
}

fn body_line(
    body: &mut BodyReader,
    count: &mut MoveNumbers,
    text: &str,
    rest: &NumberedLines<'_>,
) -> Result<(), ReadErrorKind> {
    if is_moves_heading(text) {
        body.heading();
        return Ok(());
    }
    if body.close(text)? {
        return Ok(());
    }
    if let Some(number) = variation_heading(text) {
        let ply = count.branch_at(number)?;
        return body.start_variation(ply).map_err(|kind| match kind {
            ReadErrorKind::NoSuchMove(_) => ReadErrorKind::NoSuchMove(number),
            other => other,
        });
    }
    let (number, action) = split_number(text);
    // Any words can be an unusual ending, but only after a number and a blank: else every line of prose would be one. A number
    // alone lacks its move.
    let alone = leading_number(text).is_some_and(|(_, rest)| rest.is_empty());
    let numbered = (alone || after_number(text).len() < text.len()) && !body.ended();
    let (shape, time) = match read_action(action) {
        Ok((ReadAction::End(EndKind::Other(_)), _)) | Err(ReadErrorKind::NotAMove(_)) if !numbered => {
            let meant = looks_like_a_move(text) || looks_like_a_move(action);
            return if meant { Err(ReadErrorKind::NotAMove(quote(text))) } else { body.words(text) };
        }
        read => read?,
    };
    let action = match shape {
        ReadAction::Move(name) => {
            let text = written_part(action);
            match resolve_written(body.position(), &name, text, body.previous()) {
                Ok(mv) => Action::Move(mv),
                Err(ReadErrorKind::IllegalMove { .. }) if foul_follows(rest) && !body.ended() => {
                    count.next(number)?;
                    return body.foul(text, time);
                }
                Err(kind) => return Err(kind),
            }
        }
        ReadAction::End(kind) => Action::End(kind),
    };
    count.next(number)?;
    body.push(action, time, text)
}

/// The move number and what follows it. `７六歩` and `76歩` begin with a file, not with a number.
fn split_number(text: &str) -> (Option<usize>, &str) {
    match leading_number(text) {
        Some((number, rest)) => {
            let action = rest.trim_start();
            // `1 ２六歩` could begin with a file as well; the blank decides that 1 is a number.
            let whole = action.len() == rest.len() && written(text).is_some();
            if action.is_empty() || whole { (None, text) } else { (Some(number), action) }
        }
        None => (None, text),
    }
}

enum ReadAction {
    Move(WrittenMove),
    End(EndKind),
}

impl ReadAction {
    fn end(self) -> Option<EndKind> {
        match self {
            ReadAction::Move(_) => None,
            ReadAction::End(kind) => Some(kind),
        }
    }
}

/// A move or an ending with its time, and the `+` that announces variations.
fn read_action(text: &str) -> Result<(ReadAction, Option<Duration>), ReadErrorKind> {
    if let Some((name, rest)) = written(text) {
        let rest = rest.trim();
        let rest = rest.strip_suffix('+').unwrap_or(rest).trim();
        let time = if rest.is_empty() { None } else { read_time(rest)? };
        return Ok((ReadAction::Move(name), time));
    }
    if begins_like_a_move(text) || text.is_empty() {
        return Err(ReadErrorKind::NotAMove(quote(text)));
    }
    // An unusual ending may hold any words. Only a complete time and a `+` are removed from its end.
    let mut words = text;
    if let Some(before) = words.strip_suffix('+')
        && before.ends_with(|c: char| c == ')' || c.is_whitespace())
    {
        words = before.trim_end();
    }
    let mut time = None;
    if words.ends_with(')')
        && let Some(at) = words.rfind('(')
        && let Ok(Some(found)) = read_time(&words[at..])
    {
        time = Some(found);
        words = words[..at].trim_end();
    }
    let kind = end_of_word(words).unwrap_or_else(|| EndKind::Other(words.to_owned()));
    Ok((ReadAction::End(kind), time))
}

/// The part of a line that names the move.
fn written_part(text: &str) -> &str {
    match written(text) {
        Some((_, rest)) => &text[..text.len() - rest.len()],
        None => text,
    }
}

/// `( 0:16/00:00:16)`: the time of this move; the total behind the slash is not needed.
fn read_time(text: &str) -> Result<Option<Duration>, ReadErrorKind> {
    let bad = || ReadErrorKind::BadValue { what: "time", value: quote(text) };
    let inner =
        text.strip_prefix(['(', '（']).and_then(|text| text.strip_suffix([')', '）'])).ok_or_else(bad)?;
    let own = inner.split(['/', '／']).next().unwrap_or(inner).trim();
    if own.is_empty() {
        return Ok(None);
    }
    let mut seconds: u64 = 0;
    let mut fields = 0;
    for field in own.split([':', '：']) {
        // Some programs write fractions; they are not kept.
        let whole = field.split('.').next().unwrap_or(field).trim();
        let (value, rest) = leading_number(whole).ok_or_else(bad)?;
        if !rest.is_empty() {
            return Err(bad());
        }
        seconds = seconds.saturating_mul(60).saturating_add(value as u64);
        fields += 1;
    }
    if !(2..=3).contains(&fields) {
        return Err(bad());
    }
    Ok(Some(Duration::from_secs(seconds)))
}

fn time_text(time: Duration, spent: Duration) -> String {
    let (own, all) = (time.as_secs(), spent.as_secs());
    format!("({:>2}:{:02}/{:02}:{:02}:{:02})", own / 60, own % 60, all / 3600, all / 60 % 60, all % 60)
}

/// A move as KIF writes it: ７六歩(77), 同　銀成(33), ５五角打.
fn move_text(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let to = match previous {
        Some(square) if square == mv.to() => "同　".to_owned(),
        _ => square_name(mv.to()),
    };
    let kind = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            let promotion = if mv.promotes() { "成" } else { "" };
            let name = kind.map_or("", piece_name);
            format!("{to}{name}{promotion}({}{})", from.file() + 1, from.rank() + 1)
        }
        (None, kind) => format!("{to}{}打", kind.map_or("", piece_name)),
    }
}

/// The width of a text on a terminal.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}
