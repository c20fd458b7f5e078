//! Any bytes: a start position and a choice at each move. Making and taking back moves never loses anything, and the
//! generators agree with each other all the way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_shogi::{CheckInfo, Position, PositionBuilder, STARTPOS, Strictness};

const STARTS: [&str; 4] = [
    STARTPOS,
    "9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
];

fuzz_target!(|data: &[u8]| {
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
});
