//! Rules and protocols.

use yomikiri_connect6::{Board, GameRecord, GameRules, sgf};
use yomikiri_shogi::{CheckInfo, Move, Position, PositionBuilder, STARTPOS, Strictness};

use super::with_text;

const STARTS: [&str; 4] = [
    STARTPOS,
    "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
];

/// Any bytes: a start position and a choice at each move. Making and taking back moves never loses anything, and the
/// generators agree with each other all the way.
pub fn make_unmake(data: &[u8]) {
    let Some((&first, choices)) = data.split_first() else { return };
    let mut position = Position::from_sfen(STARTS[usize::from(first) % STARTS.len()]).expect("valid");
    let mut played = Vec::new();
    for &choice in choices.iter().take(200) {
        let legal = position.legal_moves();
        let checks = position.checks();
        if let Some(info) = CheckInfo::new(&position) {
            assert!(legal.iter().all(|&mv| info.gives_check(&position, mv) == checks.contains(&mv)));
        }
        assert_eq!(position.is_mate(), position.in_check() && legal.is_empty());
        if legal.is_empty() {
            break;
        }
        let before = position.clone();
        let mv = legal[usize::from(choice) % legal.len()];
        let undo = position.make(mv);
        assert_eq!(PositionBuilder::from(&position).build(Strictness::Strict).as_ref(), Ok(&position));
        played.push((before, mv, undo));
    }
    while let Some((before, mv, undo)) = played.pop() {
        position.unmake(mv, undo);
        assert_eq!(position, before);
    }
}

/// Any text: reading SFEN or a USI move gives an error or something that writes back to itself.
pub fn sfen(bytes: &[u8]) {
    with_text(bytes, |text| {
        for strictness in [Strictness::Strict, Strictness::Lax] {
            if let Ok(position) = Position::from_sfen_with(text, strictness) {
                assert_eq!(Position::from_sfen_with(&position.to_sfen(), strictness).as_ref(), Ok(&position));
                for mv in position.legal_moves() {
                    let mut next = position.clone();
                    let undo = next.make(mv);
                    next.unmake(mv, undo);
                    assert_eq!(next, position);
                }
            }
        }
        if let Ok(mv) = text.parse::<Move>() {
            assert_eq!(mv.to_string(), text);
        }
    });
}

/// Any text: reading a Connect6 position, a game or an SGF gives an error inside the text or something that writes back to
/// itself.
pub fn connect6(bytes: &[u8]) {
    with_text(bytes, |text| {
        for size in [7, 19] {
            let Ok(rules) = GameRules::connect6(size) else { continue };
            match Board::parse(text, rules) {
                Ok(board) => assert_eq!(Board::parse(&board.to_string(), rules).as_ref(), Ok(&board)),
                Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{error}"),
            }
            if let Ok(game) = GameRecord::parse(text, rules) {
                assert_eq!(sgf::read(&sgf::write(&game), size).as_ref(), Ok(&game));
            }
            match sgf::read(text, size) {
                Ok(game) => assert_eq!(sgf::read(&sgf::write(&game), size).as_ref(), Ok(&game)),
                Err(error) => assert!((1..=text.split('\n').count()).contains(&error.line), "{error}"),
            }
        }
    });
}

/// Any text as a dialogue: the engine comes to its end, and says nothing but what the protocol knows.
pub fn usi(text: &[u8]) {
    let mut said = Vec::new();
    yomikiri_usi::run(text, &mut said).expect("neither stream fails");
    let said = String::from_utf8(said).expect("answers are text");
    for line in said.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["id", "option", "usiok", "readyok", "info", "checkmate", "bestmove"];
        assert!(known.contains(&word), "{line:?}");
    }
}
