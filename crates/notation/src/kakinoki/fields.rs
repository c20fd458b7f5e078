//! The lines before the moves that are no part of the board: hands, the side to move, the handicap, headers.
//!
//! A line that gives a hand or the side to move is part of the position. It is recognised by its name alone, whatever
//! follows, so that a value that cannot be read is an error and never a remark.

use yomikiri_shogi::Color;

use super::diagram::begins_like_a_hand;
use crate::japanese::glyphs::side_of_mark;

/// A line that says something about the record or its start position.
pub(super) enum StartField<'a> {
    /// 後手番, 手番：☖後手
    Turn(&'a str),
    /// 手数＝12, the number of moves that were made.
    MoveNumber(&'a str),
    /// 先手の持駒：…
    Hand(HandOwner, &'a str),
    /// 手合割：…
    Handicap(&'a str),
    /// Anything else with a colon.
    Header(&'a str, &'a str),
}

/// Whose hand a line gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandOwner {
    /// 先手の持駒, ☗持駒, 攻方持ち駒 …
    Side(Color),
    /// 持駒 without a name before it.
    Unnamed,
    /// The name before 持駒 is not that of a side.
    Unknown,
}

/// The field in a line without blanks around it.
pub(super) fn field(text: &str) -> Option<StartField<'_>> {
    if turn(text).is_some() && text.ends_with('番') {
        return Some(StartField::Turn(text));
    }
    if let Some(rest) = text.strip_prefix("手数").and_then(|rest| rest.trim_start().strip_prefix(['＝', '=']))
    {
        return Some(StartField::MoveNumber(rest.trim_start()));
    }
    // The full-width colon is the right one; a half-width one may be part of the value.
    let Some((key, value)) = text.split_once('：').or_else(|| text.split_once(':')) else {
        return hand_without_colon(text);
    };
    let (key, value) = (key.trim(), value.trim());
    Some(match hand_owner(key) {
        Some(owner) => StartField::Hand(owner, value),
        None if key == "手合割" => StartField::Handicap(value),
        None if key == "手番" => StartField::Turn(value),
        None if !text.contains('：') && !is_japanese(key) => return None,
        None => StartField::Header(key, value),
    })
}

/// Whether a text before a half-width colon can be the name of a header. Otherwise every English sentence, time of day and
/// address with a colon would be a header.
fn is_japanese(name: &str) -> bool {
    !name.is_ascii() && !name.contains(|c: char| c.is_ascii_alphabetic())
}

/// Whether a line, without blanks around it, says something about a record or its start position.
pub(crate) fn is_field(text: &str) -> bool {
    field(text).is_some()
}

/// `持駒　金銀`. A name that nothing follows is taken for a hand as well: its pieces are missing.
fn hand_without_colon(text: &str) -> Option<StartField<'_>> {
    let name = ["持駒", "持ち駒"].iter().find_map(|name| Some(text.find(name)? + name.len()))?;
    let (key, value) = text.split_at(name);
    let owner = hand_owner(key).filter(|owner| *owner != HandOwner::Unknown)?;
    if value.is_empty() {
        return Some(StartField::Hand(HandOwner::Unknown, text));
    }
    let value = value.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '＝' | '='));
    (value.len() < text.len() - name && begins_like_a_hand(value)).then_some(StartField::Hand(owner, value))
}

/// The side that a text names as the one to move: 後手番, 後手, ☖後手, △.
pub(super) fn turn(text: &str) -> Option<Color> {
    let text = text.trim();
    match marked_side(text.strip_suffix('番').unwrap_or(text)) {
        (None, name) => side_name(name),
        (Some(color), "") => Some(color),
        (Some(color), name) => side_name(name).filter(|named| *named == color),
    }
}

/// The side of the marks at the beginning of a text, and what follows them.
fn marked_side(text: &str) -> (Option<Color>, &str) {
    let name = text.trim_start_matches(|c| side_of_mark(c).is_some());
    (text.chars().next().and_then(side_of_mark), name.trim())
}

/// The side behind a name: 先手 and 後手, in handicap games 下手 and 上手, in problems 攻方 and 玉方.
fn side_name(name: &str) -> Option<Color> {
    match name.trim() {
        "先手" | "下手" | "攻方" | "攻め方" | "詰方" | "詰め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

/// Whose hand a header gives, if it is the header of a hand: 先手の持駒, ☗持駒, 玉方持ち駒, 持駒 …
pub(crate) fn hand_owner(key: &str) -> Option<HandOwner> {
    let key: String = key.chars().filter(|c| !c.is_whitespace()).collect();
    // The writers put an underscore before a header that would be read as something else.
    let owner = key.strip_suffix("持駒").or_else(|| key.strip_suffix("持ち駒"))?;
    if owner.starts_with('_') {
        return None;
    }
    let (mark, name) = marked_side(owner.strip_suffix('の').unwrap_or(owner));
    Some(match (mark, side_name(name)) {
        (None, None) if name.is_empty() => HandOwner::Unnamed,
        (Some(mark), Some(side)) if mark != side => HandOwner::Unknown,
        // After a mark there may be a player's name.
        (Some(side), _) | (None, Some(side)) => HandOwner::Side(side),
        (None, None) => HandOwner::Unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_of_hands() {
        for (key, owner) in [
            ("先手の持駒", HandOwner::Side(Color::Black)),
            ("☗持駒", HandOwner::Side(Color::Black)),
            ("▲ 持ち駒", HandOwner::Side(Color::Black)),
            ("▲先手の持駒", HandOwner::Side(Color::Black)),
            ("▲羽生善治の持駒", HandOwner::Side(Color::Black)),
            ("下手の持駒", HandOwner::Side(Color::Black)),
            ("攻め方　の　持ち駒", HandOwner::Side(Color::Black)),
            ("☖持駒", HandOwner::Side(Color::White)),
            ("△後手持駒", HandOwner::Side(Color::White)),
            ("玉方の持駒", HandOwner::Side(Color::White)),
            ("受方持駒", HandOwner::Side(Color::White)),
            ("上手の持駒", HandOwner::Side(Color::White)),
            ("持駒", HandOwner::Unnamed),
            ("持 駒", HandOwner::Unnamed),
            ("持ち駒", HandOwner::Unnamed),
            ("▲後手の持駒", HandOwner::Unknown),
            ("猫の持駒", HandOwner::Unknown),
        ] {
            assert_eq!(hand_owner(key), Some(owner), "{key}");
        }
        for key in ["先手", "持駒制限", "_先手の持駒", ""] {
            assert_eq!(hand_owner(key), None, "{key}");
        }
    }

    #[test]
    fn sides_to_move() {
        for text in ["後手番", "後手", "☖後手", "△", "☖後手番", "上手番", " 受方 "] {
            assert_eq!(turn(text), Some(Color::White), "{text}");
        }
        for text in ["", "番", "第一番", "▲第一番", "▲後手", "白番"] {
            assert_eq!(turn(text), None, "{text}");
        }
    }
}
