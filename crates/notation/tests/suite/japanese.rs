//! Japanese move names: the examples of the Japan Shogi Association's page (棋譜の表記方法), an independent
//! implementation as an oracle on random crowded positions, and reading names back.

use yomikiri_notation::ReadErrorKind;
use yomikiri_notation::japanese::{move_name, relative_code, resolve};
use yomikiri_shogi::{Color, Hand, Move, Piece, PieceKind, Position, PositionBuilder, Square, Strictness};

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Each move has its name, the same move of the turned board has the same name for White, and both read back.
fn check(sfen: &str, cases: &[(&str, &str, Option<&str>)]) {
    let board = position(sfen);
    for &(usi, name, code) in cases {
        let mv: Move = usi.parse().unwrap();
        assert_eq!(move_name(&board, mv, None), name, "{usi} in {sfen}");
        assert_eq!(relative_code(&board, mv), code, "{usi} in {sfen}");
        assert_eq!(resolve(&board, name, None), Ok(mv), "{name} in {sfen}");

        let (turned, rotated) = (board.flipped(), mv.rotated());
        let turned_name = move_name(&turned, rotated, None);
        let tail = |name: &str| name.chars().skip(3).collect::<String>();
        assert_eq!(tail(&turned_name), tail(name), "{usi} turned");
        assert!(turned_name.starts_with('△'));
        assert_eq!(resolve(&turned, &turned_name, None), Ok(rotated));
    }
}

#[test]
fn motion_tells_two_pieces_apart() {
    check(
        "4k4/2G6/G8/9/9/9/9/9/4K4 b - 1",
        &[("7b8b", "▲８二金寄", Some("M")), ("9c8b", "▲８二金上", Some("U"))],
    );
    check(
        "4k1G2/9/5G3/9/9/9/9/9/4K4 b - 1",
        &[("4c3b", "▲３二金上", Some("U")), ("3a3b", "▲３二金引", Some("D"))],
    );
    check(
        "4k4/9/9/9/5G3/4G4/2S4S1/9/1S2KS3 b - 1",
        &[
            ("5f5e", "▲５五金上", Some("U")),
            ("4e5e", "▲５五金寄", Some("M")),
            ("8i8h", "▲８八銀上", Some("U")),
            ("7g8h", "▲８八銀引", Some("D")),
            ("4i3h", "▲３八銀上", Some("U")),
            ("2g3h", "▲３八銀引", Some("D")),
        ],
    );
}

#[test]
fn place_tells_two_pieces_apart() {
    check(
        "9/G1G3G1G/9/9/3S1S3/9/9/9/4K3k b - 1",
        &[
            ("9b8a", "▲８一金左", Some("L")),
            ("7b8a", "▲８一金右", Some("R")),
            ("3b2b", "▲２二金左", Some("L")),
            ("1b2b", "▲２二金右", Some("R")),
            ("6e5f", "▲５六銀左", Some("L")),
            ("4e5f", "▲５六銀右", Some("R")),
        ],
    );
    check(
        "4k4/9/9/9/9/9/9/9/1GG1K1SS1 b - 1",
        &[
            ("8i7h", "▲７八金左", Some("L")),
            ("7i7h", "▲７八金直", Some("C")),
            ("3i3h", "▲３八銀直", Some("C")),
            ("2i3h", "▲３八銀右", Some("R")),
        ],
    );
    check(
        "4k4/9/9/9/9/9/3N1N3/9/4K4 b - 1",
        &[("6g5e", "▲５五桂左", Some("L")), ("4g5e", "▲５五桂右", Some("R"))],
    );
}

#[test]
fn three_and_more_pieces() {
    check(
        "4k4/9/3GGG3/9/9/9/1+P4S1S/+P8/+P+P+P1K1SS1 b - 1".replace("4k4/9", "k8/9").as_str(),
        &[
            ("6c5b", "▲５二金左", Some("L")),
            ("5c5b", "▲５二金直", Some("C")),
            ("4c5b", "▲５二金右", Some("R")),
            ("7i8h", "▲８八と右", Some("R")),
            ("8i8h", "▲８八と直", Some("C")),
            ("9i8h", "▲８八と左上", Some("LU")),
            ("9h8h", "▲８八と寄", Some("M")),
            ("8g8h", "▲８八と引", Some("D")),
        ],
    );
    check(
        "4k4/9/9/9/9/9/6S1S/9/4K1SS1 b - 1",
        &[
            ("2i2h", "▲２八銀直", Some("C")),
            ("1g2h", "▲２八銀右", Some("R")),
            ("3i2h", "▲２八銀左上", Some("LU")),
            ("3g2h", "▲２八銀左引", Some("LD")),
        ],
    );
    // Four tokins in the four corners a gold reaches without going straight.
    check(
        "k8/9/9/9/3+P1+P3/3+P1+P3/9/9/K8 b - 1",
        &[
            ("6e5e", "▲５五と左寄", Some("LM")),
            ("4e5e", "▲５五と右寄", Some("RM")),
            ("6f5e", "▲５五と左上", Some("LU")),
            ("4f5e", "▲５五と右上", Some("RU")),
        ],
    );
    // Four silvers around a square.
    check(
        "k8/9/9/3S1S3/9/3S1S3/9/9/K8 b - 1",
        &[("6d5e", "▲５五銀左引", Some("LD")), ("4d5e", "▲５五銀右引", Some("RD"))],
    );
    // All six gold moves at once: promoted lances and pawns do not disturb each other.
    check(
        "k8/9/9/4+P4/3+P1+P3/3+P+P+P3/3+L5/9/K8 b - 1",
        &[
            ("5d5e", "▲５五と引", Some("D")),
            ("5f5e", "▲５五と直", Some("C")),
            ("6f5e", "▲５五と左上", Some("LU")),
            ("4e5e", "▲５五と右寄", Some("RM")),
            ("6g5g", "▲５七成香", None),
        ],
    );
}

#[test]
fn two_great_pieces() {
    for (sfen, cases) in [
        ("+R8/9/9/1+R7/9/9/9/9/4K1k2 b - 1", [("9a8b", "▲８二龍引", "D"), ("8d8b", "▲８二龍上", "U")]),
        ("9/4+R4/7+R1/9/9/9/9/9/2k1K4 b - 1", [("2c4c", "▲４三龍寄", "M"), ("5b4c", "▲４三龍引", "D")]),
        ("9/9/9/9/4+R3+R/9/9/9/2k1K4 b - 1", [("5e3e", "▲３五龍左", "L"), ("1e3e", "▲３五龍右", "R")]),
        ("9/9/9/9/9/9/9/9/+R+R2K1k2 b - 1", [("9i8h", "▲８八龍左", "L"), ("8i8h", "▲８八龍右", "R")]),
        ("9/9/9/9/9/9/9/7+R1/2k1K3+R b - 1", [("2h1g", "▲１七龍左", "L"), ("1i1g", "▲１七龍右", "R")]),
        ("+B+B7/9/9/9/9/9/9/9/4K1k2 b - 1", [("9a8b", "▲８二馬左", "L"), ("8a8b", "▲８二馬右", "R")]),
        ("9/9/3+B5/9/+B8/9/9/9/4K1k2 b - 1", [("9e8e", "▲８五馬寄", "M"), ("6c8e", "▲８五馬引", "D")]),
        ("8+B/9/9/6+B2/9/9/9/9/4K1k2 b - 1", [("1a1b", "▲１二馬引", "D"), ("3d1b", "▲１二馬上", "U")]),
        ("9/9/9/9/9/9/9/9/+B3+BK1k1 b - 1", [("9i7g", "▲７七馬左", "L"), ("5i7g", "▲７七馬右", "R")]),
        ("9/9/9/9/9/9/5+B3/8+B/2k1K4 b - 1", [("4g2i", "▲２九馬左", "L"), ("1h2i", "▲２九馬右", "R")]),
        ("9/9/9/9/R7R/9/9/9/2k1K4 b - 1", [("9e5e", "▲５五飛左", "L"), ("1e5e", "▲５五飛右", "R")]),
        ("9/9/9/9/9/9/B1B6/9/4K2k1 b - 1", [("9g8f", "▲８六角左", "L"), ("7g8f", "▲８六角右", "R")]),
    ] {
        let cases = cases.map(|(usi, name, code)| (usi, name, Some(code)));
        check(sfen, &cases);
    }
}

#[test]
fn drops_promotions_and_same() {
    check("4k4/9/9/9/9/9/9/4G4/4K4 b G 1", &[("G*4h", "▲４八金打", Some("H")), ("5h4h", "▲４八金", None)]);
    check("4k4/9/9/9/9/9/9/9/4K4 b G 1", &[("G*4h", "▲４八金", None)]);
    check(
        "4k4/9/9/8P/7S1/9/9/9/4K4 b - 1",
        &[
            ("1d1c+", "▲１三歩成", None),
            ("1d1c", "▲１三歩不成", None),
            ("2e2d", "▲２四銀", None),
            ("2e3d", "▲３四銀", None),
        ],
    );
    // Leaving the zone counts as well; a gold and a promoted piece never say 不成; a dead end says 成.
    check(
        "4k4/8P/1SG3+N2/9/9/9/9/9/4K4 b - 1",
        &[
            ("8c9d", "▲９四銀不成", None),
            ("8c9d+", "▲９四銀成", None),
            ("7c7b", "▲７二金", None),
            ("3c3b", "▲３二成桂", None),
            ("1b1a+", "▲１一歩成", None),
        ],
    );
    let board = position("4k4/9/9/9/9/4p4/4S4/9/4K4 b - 1");
    let take: Move = "5g5f".parse().unwrap();
    assert_eq!(move_name(&board, take, Some(Square::S5F)), "▲同　銀");
    assert_eq!(move_name(&board, take, Some(Square::S5E)), "▲５六銀");
    for text in ["▲同　銀", "同銀", "▲同 銀", "５六同銀", "仝銀"] {
        assert_eq!(resolve(&board, text, Some(Square::S5F)), Ok(take), "{text}");
    }
    assert!(matches!(resolve(&board, "同銀", None), Err(ReadErrorKind::IllegalMove { .. })));
    assert!(matches!(resolve(&board, "５六同銀", Some(Square::S1A)), Err(ReadErrorKind::IllegalMove { .. })));
    let board = position("4k4/9/9/4p4/3S1S3/9/9/9/4K4 b - 1");
    assert_eq!(move_name(&board, "6e5d".parse().unwrap(), Some(Square::S5D)), "▲同銀左");
}

#[test]
fn a_pinned_rival_still_counts_in_writing_but_not_in_reading() {
    let board = position("4k4/9/9/9/2rSKS3/9/9/9/9 b - 1");
    let free: Move = "4e5f".parse().unwrap();
    assert_eq!(move_name(&board, free, None), "▲５六銀右");
    assert_eq!(resolve(&board, "▲５六銀", None), Ok(free));
    assert!(matches!(resolve(&board, "▲５六銀左", None), Err(ReadErrorKind::IllegalMove { .. })));
    // The rule for 打 is the same: the pinned silver counts.
    let board = position("4k4/9/9/9/2rSK4/9/9/9/9 b S 1");
    let drop: Move = "S*5f".parse().unwrap();
    assert_eq!(move_name(&board, drop, None), "▲５六銀打");
    assert_eq!(resolve(&board, "▲５六銀", None), Ok(drop));
}

#[test]
fn tolerant_reading() {
    let board = position("4k4/9/9/9/9/9/9/4G4/4K4 b G 1");
    for (text, usi) in [
        ("☗４八金", "5h4h"),
        ("48金", "5h4h"),
        ("４８金", "5h4h"),
        ("四八金", "5h4h"),
        ("4八金", "5h4h"),
        ("▲４八金左", "5h4h"),
        ("▲４八金左寄", "5h4h"),
        ("▲４八金寄", "5h4h"),
        ("▲５七金直", "5h5g"),
        ("▲５七金上", "5h5g"),
        ("▲５七金行", "5h5g"),
        ("▲５七金入", "5h5g"),
        ("▲６八王", "5i6h"),
        ("▲６八玉左上", ""),
        ("▲６八玉右上", "5i6h"),
        ("▲１一金打", "G*1a"),
        ("▲１一金", "G*1a"),
        ("▲４八金(58)", "5h4h"),
        ("▲４八金(57)", ""),
        ("△４八金", ""),
        ("▲４八金右", ""),
        ("▲１一金上", ""),
        ("▲４八銀", ""),
        ("▲４八金成", ""),
    ] {
        match resolve(&board, text, None) {
            Ok(mv) => assert_eq!(mv.to_string(), usi, "{text}"),
            Err(ReadErrorKind::IllegalMove { sfen, .. }) => {
                assert_eq!(usi, "", "{text}");
                assert_eq!(sfen, board.to_sfen());
            }
            Err(other) => panic!("{text}: {other}"),
        }
    }
    for text in ["", "４八", "４八金右左", "４八金 foo", "foo", "▲", "同"] {
        assert!(matches!(resolve(&board, text, None), Err(ReadErrorKind::NotAMove(_))), "{text}");
    }
    let golds = position("4k4/9/9/9/9/9/9/9/1GG1K4 b - 1");
    let ambiguous = ReadErrorKind::AmbiguousMove {
        text: "▲７八金上".into(),
        candidates: vec!["7i7h".into(), "8i7h".into()],
    };
    assert_eq!(resolve(&golds, "▲７八金上", None), Err(ambiguous));
    // 圭 全 杏 are the one-character names, 竜 and 龍 the same piece.
    let promoted = position("4k4/9/9/9/2+N1+S1+L2/9/9/6+R2/4K4 b - 1");
    for (text, usi) in
        [("７四圭", "7e7d"), ("５四全", "5e5d"), ("３四杏", "3e3d"), ("３七龍", "3h3g"), ("３七竜", "3h3g")]
    {
        assert_eq!(resolve(&promoted, text, None).map(|mv| mv.to_string()), Ok(usi.into()), "{text}");
    }
}

// ---- the oracle -----------------------------------------------------------------------------------------------------

/// A small deterministic generator (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % sides as u64) as usize
    }
}

/// A random position of a few kinds crowded together, so that like pieces meet. Few kinds and little in hand keep the
/// oracle, which generates all moves for each name, affordable.
fn crowded(dice: &mut Dice) -> Option<Position> {
    let mut builder = PositionBuilder::new();
    let (left, top, width) = (dice.roll(9), dice.roll(9), 3 + dice.roll(3));
    let mine = Color::ALL[dice.roll(2)];
    let promoted_of_four = [0, 2, 4, 4][dice.roll(4)];
    for _ in 0..=dice.roll(2) {
        // Three and more rivals are golds, silvers and tokins: draw those more often.
        let kind = [PieceKind::Pawn, PieceKind::Silver, PieceKind::Gold, PieceKind::HAND[dice.roll(7)]]
            [dice.roll(4)];
        for _ in 0..kind.set_size().min(8) {
            let color = if dice.roll(5) == 0 { !mine } else { mine };
            if dice.roll(12) == 0 {
                let hand = &mut builder.hands[color.index()];
                *hand = hand.with(kind, 1).unwrap_or(Hand::EMPTY);
                continue;
            }
            let kind = if dice.roll(4) < promoted_of_four { kind.promoted().unwrap_or(kind) } else { kind };
            let square = Square::new((left + dice.roll(width)) % 9, (top + dice.roll(width)) % 9)?;
            builder.set(square, Some(Piece::new(kind, color)));
        }
    }
    for color in Color::ALL {
        builder.set(Square::from_index(dice.roll(81))?, Some(Piece::new(PieceKind::King, color)));
    }
    builder.side_to_move = mine;
    builder.build(Strictness::Strict).ok()
}

fn core_square(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file() as u8 + 1, square.rank() as u8 + 1).unwrap()
}

fn core_kind(kind: PieceKind) -> shogi_core::PieceKind {
    use shogi_core::PieceKind as Core;
    match kind {
        PieceKind::Pawn => Core::Pawn,
        PieceKind::Lance => Core::Lance,
        PieceKind::Knight => Core::Knight,
        PieceKind::Silver => Core::Silver,
        PieceKind::Gold => Core::Gold,
        PieceKind::Bishop => Core::Bishop,
        PieceKind::Rook => Core::Rook,
        PieceKind::King => Core::King,
        PieceKind::ProPawn => Core::ProPawn,
        PieceKind::ProLance => Core::ProLance,
        PieceKind::ProKnight => Core::ProKnight,
        PieceKind::ProSilver => Core::ProSilver,
        PieceKind::Horse => Core::ProBishop,
        PieceKind::Dragon => Core::ProRook,
    }
}

fn core_color(color: Color) -> shogi_core::Color {
    match color {
        Color::Black => shogi_core::Color::Black,
        Color::White => shogi_core::Color::White,
    }
}

fn core_position(position: &Position) -> shogi_core::PartialPosition {
    let mut core = shogi_core::PartialPosition::empty();
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            let piece = shogi_core::Piece::new(core_kind(piece.kind()), core_color(piece.color()));
            core.piece_set(core_square(square), Some(piece));
        }
    }
    for color in Color::ALL {
        for (kind, count) in position.hand(color).iter() {
            for _ in 0..count {
                let hand = core.hand_of_a_player_mut(core_color(color));
                *hand = hand.added(core_kind(kind)).unwrap();
            }
        }
    }
    core.side_to_move_set(core_color(position.side_to_move()));
    core
}

fn core_move(mv: Move, side: Color) -> shogi_core::Move {
    let to = core_square(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => shogi_core::Move::Normal { from: core_square(from), to, promote: mv.promotes() },
        (None, Some(kind)) => {
            shogi_core::Move::Drop { to, piece: shogi_core::Piece::new(core_kind(kind), core_color(side)) }
        }
        (None, None) => unreachable!(),
    }
}

/// `shogi_official_kifu` names every legal move of crowded positions, and of those after one move, exactly as we do, up to
/// the full-width space after 同, and every name leads back to its move. There are no differences to except.
fn the_oracle_agrees(seed: u64, wanted: usize) {
    let mut dice = Dice(seed);
    let (mut positions, mut names, mut with_addition, mut with_both, mut same) = (0, 0, 0, 0, 0);
    while positions < wanted {
        let Some(first) = crowded(&mut dice) else { continue };
        let moves = first.legal_moves();
        if moves.is_empty() {
            continue;
        }
        positions += 1;
        let opening = moves[dice.roll(moves.len())];
        let core = core_position(&first);
        let mut second = first.clone();
        let mut core_second = core.clone();
        let _ = second.make(opening);
        core_second.make_move(core_move(opening, first.side_to_move())).unwrap();
        for (position, core, previous) in [(first, core, None), (second, core_second, Some(opening.to()))] {
            for mv in position.legal_moves() {
                // Drops are many and all alike.
                if mv.is_drop() && relative_code(&position, mv).is_none() && dice.roll(20) != 0 {
                    continue;
                }
                let name = move_name(&position, mv, previous);
                let theirs = shogi_official_kifu::display_single_move_kansuji(
                    &core,
                    core_move(mv, position.side_to_move()),
                );
                let theirs = theirs.map(|name| name.replace('竜', "龍"));
                assert_eq!(Some(name.replace('　', "")), theirs, "{mv} in {}", position.to_sfen());
                assert_eq!(
                    resolve(&position, &name, previous),
                    Ok(mv),
                    "{name} {mv} in {}",
                    position.to_sfen()
                );
                names += 1;
                with_addition += usize::from(relative_code(&position, mv).is_some());
                with_both += usize::from(relative_code(&position, mv).is_some_and(|code| code.len() == 2));
                same += usize::from(name.contains('同'));
            }
        }
    }
    // The positions are worth their time only if the hard cases occur.
    assert!(
        names > 20 * wanted && with_addition > 3 * wanted && with_both * 20 > wanted && same * 20 > wanted,
        "{wanted}: {names} {with_addition} {with_both} {same}"
    );
}

#[test]
fn the_oracle_agrees_on_crowded_positions() {
    the_oracle_agrees(1, 150);
}

/// `cargo test --release -p yomikiri-notation --test suite japanese -- --ignored`
#[test]
#[ignore = "takes a minute: the oracle generates all moves for each name"]
fn the_oracle_agrees_on_many_crowded_positions() {
    the_oracle_agrees(2, 5_000);
}
