//! Interpositions that do not count, and lengths about which rules disagree.

use yomikiri_notation::japanese;
use yomikiri_shogi::{Move, Position, Square};
use yomikiri_tsume::{AdjustedMate, FutilityReason, InterpositionRules};

use super::enumeration;
use crate::language::Lang;

/// Why an interposition does not count.
pub fn futility(why: &FutilityReason, lang: Lang) -> String {
    let &FutilityReason { plies, otherwise, .. } = why;
    match plies {
        Some(0) => say!(lang, "taken with mate", "取って詰み"),
        Some(plies) => say!(
            lang,
            "taken, and then the mate takes {plies} plies, no more than the {otherwise} otherwise",
            "取れば残り{plies}手、合駒しない場合の{otherwise}手を超えない"
        ),
        None => say!(lang, "taken, and there is still a mate", "取っても詰む"),
    }
}

/// Interpositions at one ply that do not count for one reason.
struct Group {
    ply: u32,
    reason: String,
    /// Squares on which any piece may be dropped.
    squares: Vec<Square>,
    /// Moves on the board.
    moves: Vec<Move>,
}

/// The interpositions that do not count along the line of a mate. Those of one ply with the same
/// reason are one sentence.
pub fn futile_interpositions(position: &Position, mate: &AdjustedMate, lang: Lang) -> Vec<String> {
    let mut groups: Vec<Group> = Vec::new();
    for futile in &mate.futile {
        let reason = futility(&futile.why, lang);
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
    groups.iter().map(|group| group.sentence(position, mate, lang)).collect()
}

impl Group {
    fn sentence(&self, position: &Position, mate: &AdjustedMate, lang: Lang) -> String {
        let Group { ply, reason, squares, moves } = self;
        let mut place = position.clone();
        for &mv in mate.line.iter().take(*ply as usize - 1) {
            let _ = place.make(mv);
        }
        let squares: Vec<String> =
            squares.iter().map(|&square| japanese::square_name(square).to_string()).collect();
        let squares = squares.join("、");
        let any_piece = say!(lang, "any piece on {squares}", "{squares}の合駒");
        let any_piece = (!squares.is_empty()).then_some(any_piece);
        let moves = moves.iter().map(|&mv| japanese::move_name(&place, mv, None));
        let what = any_piece.into_iter().chain(moves).collect::<Vec<_>>().join("、");
        say!(lang, "at ply {ply} {what}: {reason}", "{ply}手目{what}：{reason}")
    }
}

/// The lengths by all rules, if some differ.
pub fn contested(mate: &AdjustedMate, lang: Lang) -> Option<String> {
    if mate.is_contested() != Some(true) {
        return None;
    }
    let length = |rules: InterpositionRules, least: u32, most: u32| match least == most {
        true => format!("{rules} {most}"),
        false => format!("{rules} {least}–{most}"),
    };
    let own = length(mate.rules, mate.least, mate.most);
    let others = mate.others.iter().map(|other| length(other.rules, other.least, other.most));
    let lengths = enumeration(&std::iter::once(own).chain(others).collect::<Vec<_>>(), lang);
    Some(say!(
        lang,
        "contested: the length depends on the rules ({lengths})",
        "諸説あり：手数はルールによる（{lengths}）"
    ))
}
