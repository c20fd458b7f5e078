//! The two-letter piece names and the names of endings, which JKF shares with CSA.

use yomikiri_shogi::{Color, PieceKind};

use crate::record::EndKind;

/// Every kind with its name.
const KINDS: [(PieceKind, &str); 14] = [
    (PieceKind::Pawn, "FU"),
    (PieceKind::Lance, "KY"),
    (PieceKind::Knight, "KE"),
    (PieceKind::Silver, "GI"),
    (PieceKind::Gold, "KI"),
    (PieceKind::Bishop, "KA"),
    (PieceKind::Rook, "HI"),
    (PieceKind::King, "OU"),
    (PieceKind::ProPawn, "TO"),
    (PieceKind::ProLance, "NY"),
    (PieceKind::ProKnight, "NK"),
    (PieceKind::ProSilver, "NG"),
    (PieceKind::Horse, "UM"),
    (PieceKind::Dragon, "RY"),
];

/// The name of a kind.
pub(crate) fn kind_name(kind: PieceKind) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == kind).map_or("", |(_, name)| name)
}

/// The kind with this name.
pub(crate) fn kind_of(name: &str) -> Option<PieceKind> {
    KINDS.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
}

/// The sign of a side.
pub(crate) fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// The side with this sign.
pub(crate) fn color_of(sign: char) -> Option<Color> {
    match sign {
        '+' => Some(Color::Black),
        '-' => Some(Color::White),
        _ => None,
    }
}

const ENDS: [(EndKind, &str); 10] = [
    (EndKind::Resign, "TORYO"),
    (EndKind::Mate, "TSUMI"),
    (EndKind::NoMate, "FUZUMI"),
    (EndKind::Interrupt, "CHUDAN"),
    (EndKind::Repetition, "SENNICHITE"),
    (EndKind::Impasse, "JISHOGI"),
    (EndKind::TimeUp, "TIME_UP"),
    (EndKind::IllegalMove, "ILLEGAL_MOVE"),
    (EndKind::Declaration, "KACHI"),
    (EndKind::Draw, "HIKIWAKE"),
];

/// The name of an ending when `side` is to move.
pub(crate) fn end_name(end: &EndKind, side: Color) -> String {
    match end {
        // The sign is that of the side that broke the rules, which is the other side.
        EndKind::IllegalWin => format!("{}ILLEGAL_ACTION", sign(!side)),
        EndKind::Other(words) => words.clone(),
        known => ENDS.iter().find(|(end, _)| end == known).map_or("", |(_, name)| name).to_owned(),
    }
}

/// The ending with this name when `side` is to move.
pub(crate) fn end_of(name: &str, side: Color) -> EndKind {
    if let Some((end, _)) = ENDS.iter().find(|(_, known)| *known == name) {
        return end.clone();
    }
    match name {
        "+ILLEGAL_ACTION" | "-ILLEGAL_ACTION" => {
            if name.starts_with(sign(side)) {
                EndKind::IllegalMove
            } else {
                EndKind::IllegalWin
            }
        }
        other => EndKind::Other(other.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_to_one() {
        for kind in PieceKind::ALL {
            assert_eq!(kind_of(kind_name(kind)), Some(kind));
        }
        for side in Color::ALL {
            assert_eq!(color_of(sign(side)), Some(side));
            let ends = ENDS.iter().map(|(end, _)| end.clone());
            for end in ends.chain([EndKind::IllegalWin, EndKind::Other("MATTA".into())]) {
                assert_eq!(end_of(&end_name(&end, side), side), end);
            }
        }
        assert_eq!(end_name(&EndKind::IllegalWin, Color::Black), "-ILLEGAL_ACTION");
        assert_eq!(end_of("+ILLEGAL_ACTION", Color::Black), EndKind::IllegalMove);
        assert_eq!(kind_of("fu"), None);
    }
}
