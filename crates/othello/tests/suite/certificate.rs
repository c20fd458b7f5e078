//! Certificates of scores hold, and say what the solver says.

use yomikiri_certificate::othello::Bound;
use yomikiri_certificate::{CheckError, Compression, Options, check};
use yomikiri_othello::{BoardSize, CertificateError, CertificateQuery, Color, Four, Position, Six, Solver};

const POSITIONS: &str = include_str!("../../../../data/othello6.tsv");

fn certificate<S: BoardSize>(
    query: &CertificateQuery<S>,
    solver: &mut Solver<S>,
) -> Result<Vec<u8>, CertificateError> {
    let mut bytes = Vec::new();
    query.write(solver, &mut bytes, Compression::None, &mut |_| true)?;
    Ok(bytes)
}

/// Writes and checks the certificates of all bounds on the score of a position, and that none comes out of a false claim.
fn all_bounds<S: BoardSize>(position: Position<S>, leaves: u32) -> usize {
    let mut solver = Solver::new(1 << 20);
    let score = solver.score(&position).unwrap();
    let mut nodes = 0;
    for side in [Color::Black, Color::White] {
        let score = if side == position.side_to_move() { score } else { -score };
        for bound in [Bound::AtLeast, Bound::AtMost, Bound::Exactly] {
            let query = |discs| CertificateQuery { position, bound, discs, side, leaves };
            let bytes = certificate(&query(score), &mut solver).unwrap();
            let report = check(&bytes[..], Options::default()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(report.claim, query(score).claim().to_string());
            nodes += report.nodes.iter().map(|&(_, nodes)| nodes as usize).sum::<usize>();
            // One disc too many or too few. The same file with another number does not hold either.
            let wrong = match bound {
                Bound::AtLeast => score + 1,
                Bound::AtMost | Bound::Exactly => score - 1,
            };
            assert!(matches!(certificate(&query(wrong), &mut solver), Err(CertificateError::False(_))));
            let claim = |discs| format!("claim {}\n", query(discs).claim());
            let text = String::from_utf8(bytes).unwrap();
            let forged = text.replacen(&claim(score), &claim(wrong), 1);
            assert_ne!(forged, text);
            let answer = check(forged.as_bytes(), Options::default());
            // No score is beyond the number of squares, and the format has no such numbers.
            let is_number = wrong.unsigned_abs() <= S::CELLS;
            match answer {
                Err(CheckError::DoesNotHold { .. }) => assert!(is_number),
                Err(CheckError::NotACertificate { line: 3, .. }) => assert!(!is_number),
                other => panic!("{other:?}"),
            }
        }
    }
    nodes
}

#[test]
fn the_whole_game_on_4x4() {
    // The second player wins by 8. Leaves of no vacant square leave nothing to the checker's search.
    for leaves in [0, 4, 8] {
        let nodes = all_bounds(Position::<Four>::start(), leaves);
        assert!(nodes > 0, "{nodes}");
    }
}

#[test]
fn positions_of_6x6() {
    let mut checked = 0;
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let text = line.split('\t').next().unwrap();
        let position: Position<Six> = text.parse().unwrap();
        if position.empties() <= 13 {
            all_bounds(position, [4, 8][checked % 2]);
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn a_stopped_writer_writes_nothing() {
    let query = CertificateQuery {
        position: Position::<Six>::start(),
        bound: Bound::AtLeast,
        discs: 4,
        side: Color::White,
        leaves: 8,
    };
    let mut solver = Solver::new(1 << 20).with_poll(|_| false);
    assert!(matches!(certificate(&query, &mut solver), Err(CertificateError::Stopped)));
}
