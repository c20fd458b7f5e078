//! Interpositions that do not count, for people: those of one ply with the same reason are one line.

use yomikiri_notation::japanese;
use yomikiri_shogi::{Move, Position, Square};
use yomikiri_tsume::{AdjustedMate, InterpositionRules};

use crate::language::{FutileReason, Label, Lang, Message};
use crate::page::Page;

/// Interpositions at one ply that do not count for one reason.
struct Group {
    ply: u32,
    reason: FutileReason,
    /// Squares on which any piece may be dropped.
    squares: Vec<Square>,
    /// Moves on the board.
    moves: Vec<Move>,
}

/// Adds what does not count along the line of a mate.
pub fn show(page: &mut Page, position: &Position, ruled: &AdjustedMate, lang: Lang) {
    let mut groups: Vec<Group> = Vec::new();
    for futile in &ruled.futile {
        let reason = FutileReason::from(futile.why);
        let at = groups.iter().position(|group| group.ply == futile.ply && group.reason == reason);
        let at = at.unwrap_or_else(|| {
            groups.push(Group { ply: futile.ply, reason, squares: Vec::new(), moves: Vec::new() });
            groups.len() - 1
        });
        let group = &mut groups[at];
        if futile.mv.is_drop() {
            if !group.squares.contains(&futile.mv.to()) {
                group.squares.push(futile.mv.to());
            }
        } else {
            group.moves.push(futile.mv);
        }
    }
    for group in groups {
        let mut place = position.clone();
        for &mv in ruled.line.iter().take(group.ply as usize - 1) {
            let _ = place.make(mv);
        }
        let squares: Vec<String> =
            group.squares.iter().map(|&square| japanese::square_name(square).to_string()).collect();
        let moves = group.moves.iter().map(|&mv| japanese::move_name(&place, mv, None));
        let mut what: Vec<String> = moves.collect();
        if !squares.is_empty() {
            let squares = squares.join("、");
            what.insert(0, lang.text(&Message::AnyPieceOn(&squares)));
        }
        let message = Message::Futile { ply: group.ply, what: &what.join("、"), reason: group.reason };
        page.message(Label::NotCounted, &message);
    }
}

/// Adds the lengths by the other rules, if some differ.
pub fn show_contested(page: &mut Page, ruled: &AdjustedMate, lang: Lang) {
    if ruled.is_contested() != Some(true) {
        return;
    }
    let length = |rules: InterpositionRules, least: u32, most: u32| match least == most {
        true => format!("{rules} {most}"),
        false => format!("{rules} {least}–{most}"),
    };
    let own = length(ruled.rules, ruled.least, ruled.most);
    let others = ruled.others.iter().map(|other| length(other.rules, other.least, other.most));
    let lengths: Vec<String> = std::iter::once(own).chain(others).collect();
    page.message(Label::NotCounted, &Message::Contested(&lang.list(&lengths)));
}
