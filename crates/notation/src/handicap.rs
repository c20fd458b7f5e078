//! Handicap games (駒落ち): their names and start positions.
//!
//! KIF names a start position by its handicap (手合割), JKF by a preset, CSA by the pieces taken off. Left and right are
//! those of the stronger player, who sits at the top and plays White: the left lance stands on 1a.

use yomikiri_shogi::{Color, Position, Square};

/// A start position with a name. In all but the even game White (上手) moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// 平手, nothing is taken off
    Even,
    /// 香落ち, the left lance
    Lance,
    /// 右香落ち, the right lance
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち, the rook and the left lance
    RookLance,
    /// 二枚落ち, rook and bishop
    Two,
    /// 三枚落ち, rook, bishop and the left lance
    Three,
    /// 四枚落ち, rook, bishop and both lances
    Four,
    /// 五枚落ち, as four and the right knight
    Five,
    /// 左五枚落ち, as four and the left knight
    LeftFive,
    /// 六枚落ち, as four and both knights
    Six,
    /// 左七枚落ち, as six and the left silver
    LeftSeven,
    /// 右七枚落ち, as six and the right silver
    RightSeven,
    /// 八枚落ち, as six and both silvers
    Eight,
    /// 十枚落ち, all but the king and the pawns
    Ten,
}

use Handicap::*;

impl Handicap {
    /// All handicaps, the even game first.
    pub const ALL: [Handicap; 16] = [
        Even, Lance, RightLance, Bishop, Rook, RookLance, Two, Three, Four, Five, LeftFive, Six, LeftSeven,
        RightSeven, Eight, Ten,
    ];

    /// The Japanese name, the JKF preset, and the two ranks of SFEN in which the handicaps differ.
    const fn data(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Even => ("平手", "HIRATE", "lnsgkgsnl/1r5b1"),
            Lance => ("香落ち", "KY", "lnsgkgsn1/1r5b1"),
            RightLance => ("右香落ち", "KY_R", "1nsgkgsnl/1r5b1"),
            Bishop => ("角落ち", "KA", "lnsgkgsnl/1r7"),
            Rook => ("飛車落ち", "HI", "lnsgkgsnl/7b1"),
            RookLance => ("飛香落ち", "HIKY", "lnsgkgsn1/7b1"),
            Two => ("二枚落ち", "2", "lnsgkgsnl/9"),
            Three => ("三枚落ち", "3", "lnsgkgsn1/9"),
            Four => ("四枚落ち", "4", "1nsgkgsn1/9"),
            Five => ("五枚落ち", "5", "2sgkgsn1/9"),
            LeftFive => ("左五枚落ち", "5_L", "1nsgkgs2/9"),
            Six => ("六枚落ち", "6", "2sgkgs2/9"),
            LeftSeven => ("左七枚落ち", "7_L", "2sgkg3/9"),
            RightSeven => ("右七枚落ち", "7_R", "3gkgs2/9"),
            Eight => ("八枚落ち", "8", "3gkg3/9"),
            Ten => ("十枚落ち", "10", "4k4/9"),
        }
    }

    /// The name after 手合割： in KIF.
    pub const fn japanese(self) -> &'static str {
        self.data().0
    }

    /// The name of the JKF preset.
    pub const fn preset(self) -> &'static str {
        self.data().1
    }

    /// The side that moves first.
    const fn first_to_move(self) -> Color {
        if matches!(self, Even) { Color::Black } else { Color::White }
    }

    /// The start position.
    pub fn position(self) -> Position {
        let side = if self.first_to_move() == Color::Black { 'b' } else { 'w' };
        let sfen = format!("{}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1", self.data().2);
        Position::from_sfen(&sfen).expect("every entry of the table is a valid position")
    }

    /// The handicap with this Japanese name. Blanks around it, a missing ち and numbers in digits are accepted.
    pub fn from_japanese(name: &str) -> Option<Handicap> {
        let plain = |name: &str| -> String {
            let kanji = |c| match c {
                '2' | '２' => '二',
                '3' | '３' => '三',
                '4' | '４' => '四',
                '5' | '５' => '五',
                '6' | '６' => '六',
                '7' | '７' => '七',
                '8' | '８' => '八',
                other => other,
            };
            let name = name.trim().replace("10", "十").replace("１０", "十");
            name.trim_end_matches('ち').trim_end_matches('落').replace('車', "").chars().map(kanji).collect()
        };
        let wanted = plain(name);
        Handicap::ALL.into_iter().find(|handicap| plain(handicap.japanese()) == wanted)
    }

    /// The handicap with this JKF preset name.
    pub fn from_preset(name: &str) -> Option<Handicap> {
        Handicap::ALL.into_iter().find(|handicap| handicap.preset() == name)
    }

    /// The handicap whose start position this is, whatever the move number.
    pub fn from_position(position: &Position) -> Option<Handicap> {
        let same = |start: &Position| {
            start.key() == position.key()
                && Color::ALL.into_iter().all(|color| start.hand(color) == position.hand(color))
                && Square::all().all(|square| start.piece_at(square) == position.piece_at(square))
        };
        Handicap::ALL.into_iter().find(|handicap| same(&handicap.position()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_positions_are_one_to_one() {
        for handicap in Handicap::ALL {
            assert_eq!(Handicap::from_japanese(handicap.japanese()), Some(handicap));
            assert_eq!(Handicap::from_preset(handicap.preset()), Some(handicap));
            assert_eq!(Handicap::from_position(&handicap.position()), Some(handicap));
        }
        assert_eq!(Even.position(), Position::startpos());
        assert_eq!(Handicap::from_japanese("その他"), None);
        assert_eq!(Handicap::from_japanese(""), None);
        assert_eq!(Handicap::from_preset("OTHER"), None);
    }

    #[test]
    fn the_names_say_how_many_pieces_are_missing() {
        let missing = [0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8, 10];
        for (handicap, missing) in Handicap::ALL.into_iter().zip(missing) {
            assert_eq!(handicap.position().missing_pieces().total(), missing, "{}", handicap.japanese());
        }
    }

    #[test]
    fn loose_names() {
        assert_eq!(Handicap::from_japanese(" 香落　"), Some(Lance));
        assert_eq!(Handicap::from_japanese("飛落ち"), Some(Rook));
        assert_eq!(Handicap::from_japanese("２枚落ち"), Some(Two));
        assert_eq!(Handicap::from_japanese("10枚落ち"), Some(Ten));
    }

    #[test]
    fn the_turn_and_the_hands_count() {
        let sfen = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
        let of =
            |rest: &str| Handicap::from_position(&Position::from_sfen(&format!("{sfen} {rest}")).unwrap());
        assert_eq!(of("w - 1"), Some(Two));
        assert_eq!(of("w - 7"), Some(Two));
        assert_eq!(of("b - 1"), None);
        assert_eq!(of("w r 1"), None);
    }
}
