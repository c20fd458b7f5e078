//! Comments of records. They are in Japanese, as all words of a record.

use yomikiri_tsume::FutilityReason;

use super::futility;
use crate::language::Lang;

/// The solution leaves pieces in hand.
pub const LEFTOVER: &str = "駒余り";
/// Another check mates: a second solution.
pub const COOK: &str = "余詰";
/// Another check is the mirror image of the solution.
pub const MIRROR: &str = "左右対称";
/// Another last move mates.
pub const LAST_MOVE: &str = "最終手余詰";
/// Another check mates, and what that means is not known.
pub const MATES: &str = "これでも詰み";
/// Another answer is mated, in how many plies is not known.
pub const MATED: &str = "変化（手数は未確認）";
/// There is no mate from here on.
pub const NO_MATE: &str = "以下不詰";
/// The defender escapes.
pub const ESCAPES: &str = "逃れ";
/// Not decided.
pub const OPEN: &str = "未確認";

/// What a line is, and the plies of the whole line.
pub fn whole_line(what: &str, length: usize) -> String {
    format!("{what}（全{length}手）")
}

/// Another answer that is mated. `equal` says whether it is as good as the main line's, `leftover`
/// whether the attacker has something left.
pub fn variation(length: usize, leftover: bool, equal: bool) -> String {
    let kind = if equal { "変同" } else { "変化" };
    let left = if leftover { "、駒余り" } else { "" };
    format!("{kind}（全{length}手{left}）")
}

/// An answer that is a futile interposition.
pub fn futile(why: &FutilityReason) -> String {
    format!("無駄合：{}", futility(why, Lang::Ja))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines() {
        assert_eq!(whole_line(MIRROR, 5), "左右対称（全5手）");
        assert_eq!(whole_line(MATES, 5), "これでも詰み（全5手）");
        assert_eq!(variation(9, true, false), "変化（全9手、駒余り）");
        assert_eq!(variation(9, false, true), "変同（全9手）");
    }
}
