//! Moves that wait for similar ones.
//!
//! Similar moves mostly meet the same answer. If each counted, a node would look as hard as all of them together, and the search would go
//! elsewhere. So only the first of them is searched, and the others wait until it is solved; what the table then knows settles most of
//! them at once. Nothing is left out: a node is solved when all of its moves are.

use yomikiri_pns::Plan;
use yomikiri_shogi::{Move, PieceKind, Position, Square};

/// Interpositions by drop are mostly answered in the same way: the piece is taken. So those on one square wait for each other,
/// and so do all that are dropped where nothing protects them, on whichever square. A move that could promote waits for its
/// twin that does.
pub(crate) fn delay_interpositions(position: &Position, moves: &[Move], plan: &mut Plan) {
    let defender = position.side_to_move();
    let occupied = position.occupied();
    let mut last_unprotected = None;
    // The last drop on each square so far; a line of check has at most seven squares between.
    let mut squares: [Option<DropSquare>; 8] = [None; 8];
    for (index, mv) in moves.iter().enumerate() {
        if mv.dropped().is_some() {
            let Some(slot) = squares.iter_mut().find(|slot| slot.is_none_or(|seen| seen.square == mv.to()))
            else {
                continue;
            };
            let seen = slot.get_or_insert_with(|| DropSquare {
                square: mv.to(),
                protected: position.attackers_to(mv.to(), defender, occupied).any(),
                last: None,
            });
            let last = if seen.protected { &mut seen.last } else { &mut last_unprotected };
            if let Some(first) = last.replace(index) {
                plan.wait(index, first);
            }
        } else if !mv.promotes()
            && let Some(twin) = moves[..index].iter().position(|earlier| {
                earlier.promotes() && earlier.from() == mv.from() && earlier.to() == mv.to()
            })
        {
            plan.wait(index, twin);
        }
    }
}

/// A square on which the defender can drop a piece.
#[derive(Clone, Copy)]
struct DropSquare {
    square: Square,
    protected: bool,
    /// The last drop on it so far, as an index among the moves.
    last: Option<usize>,
}

/// Checks from this far on are similar to the one a square nearer on the same line.
const FAR: usize = 3;

/// Checks that are refuted alike: from far away along one line, by moving the same piece out of the way of another, and with and without
/// promotion. The nearest goes first, and the one that promotes. For searches that expect no mate: where one of these mates, the search
/// may look at the wrong one first.
///
/// The moves of one piece are neighbours, those that promote before the others, and so are the drops of one kind.
pub(crate) fn delay_checks(position: &Position, moves: &[Move], plan: &mut Plan) {
    let Some(king) = position.king(!position.side_to_move()) else { return };
    let mut start = 0;
    let mut promoting = 0..0;
    for alike in moves.chunk_by(|one, next| is_by_same_piece(*one, *next)) {
        let run = start..start + alike.len();
        start = run.end;
        let can_be_far = alike[0].dropped().is_none_or(is_long_range);
        let mut last_off_line = None;
        for index in run.clone() {
            let mv = moves[index];
            let twin = promoting
                .clone()
                .find(|&other| moves[other].from() == mv.from() && moves[other].to() == mv.to());
            if let Some(twin) = twin {
                plan.wait(index, twin);
                continue;
            }
            if alike.len() == 1 || !can_be_far {
                continue;
            }
            let first = match Ray::between(king, mv.to()) {
                Some(ray) if ray.distance >= FAR => {
                    let nearer = Some(Ray { distance: ray.distance - 1, ..ray });
                    run.clone().find(|&other| Ray::between(king, moves[other].to()) == nearer)
                }
                Some(_) => None,
                None => last_off_line.replace(index),
            };
            if let Some(first) = first {
                plan.wait(index, first);
            }
        }
        promoting = if alike[0].promotes() { run } else { 0..0 };
    }
}

fn is_by_same_piece(one: Move, other: Move) -> bool {
    one.from() == other.from() && one.dropped() == other.dropped() && one.promotes() == other.promotes()
}

fn is_long_range(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::Lance | PieceKind::Bishop | PieceKind::Rook)
}

/// A square as seen from another one on a common file, rank or diagonal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Ray {
    files: i8,
    ranks: i8,
    distance: usize,
}

impl Ray {
    /// `None` if the two have no line in common.
    fn between(from: Square, to: Square) -> Option<Ray> {
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        (files == 0 || ranks == 0 || files.abs() == ranks.abs()).then(|| Ray {
            files: files.signum(),
            ranks: ranks.signum(),
            distance: usize::from(files.unsigned_abs().max(ranks.unsigned_abs())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan_of(position: &Position) -> (Vec<Move>, Plan) {
        let moves = position.checks();
        let mut plan = Plan::new(moves.len());
        delay_checks(position, &moves, &mut plan);
        (moves, plan)
    }

    /// The checks that wait, each with the one it waits for.
    fn waiting(sfen: &str) -> Vec<String> {
        let (moves, plan) = plan_of(&Position::from_sfen(sfen).unwrap());
        let pair = |index: usize| Some(format!("{} {}", moves[index], moves[plan.waits_for(index)?]));
        let mut waiting: Vec<String> = (0..moves.len()).filter_map(pair).collect();
        waiting.sort();
        waiting
    }

    #[test]
    fn checks_wait_for_similar_ones() {
        // The two nearest drops do not wait.
        assert_eq!(
            waiting("8k/9/9/9/9/9/9/9/9 b L 1"),
            ["L*1d L*1c", "L*1e L*1d", "L*1f L*1e", "L*1g L*1f", "L*1h L*1g", "L*1i L*1h"]
        );
        // Not along the file, where a pawn is in the way, and other pieces do not wait.
        let far = [3, 4, 5, 6, 7, 8].map(|file| format!("R*{}a R*{file}a", file + 1));
        assert_eq!(waiting("8k/9/8p/9/9/9/9/9/9 b RS 1"), far);
        // With and without promotion.
        assert_eq!(waiting("9/7k1/9/8S/9/9/9/9/9 b - 1"), ["1d1c 1d1c+", "1d2c 1d2c+"]);
        // The horse opens the lance's line, on whichever square it ends.
        assert_eq!(
            waiting("8k/9/8+B/9/8L/9/9/9/9 b - 1"),
            ["1c2d 1c2c", "1c3e 1c2d", "1c4f 1c3e", "1c5g 1c4f", "1c6h 1c5g", "1c7i 1c6h"]
        );
    }

    /// If two checks waited for each other, neither would ever be searched.
    #[test]
    fn no_check_waits_for_itself() {
        let mut most = 0;
        for sfen in [
            "7k1/9/9/9/9/4R4/9/1B7/8L b RBGSNLP 1",
            "4k4/9/4N4/9/4R4/9/9/9/4L4 b RB2G2S 1",
            "3g1k3/9/3+R5/5N3/5L3/9/1B7/9/9 b RBL 1",
            "9/9/4k4/9/9/4K4/9/4R4/9 b RB 1",
        ] {
            let (moves, plan) = plan_of(&Position::from_sfen(sfen).unwrap());
            for first in 0..moves.len() {
                let chain = std::iter::successors(Some(first), |&index| plan.waits_for(index));
                let length = chain.take(moves.len() + 1).count();
                assert!(length <= moves.len(), "{sfen}: {}", moves[first]);
                most = most.max(length);
            }
        }
        assert!(most > 3, "{most}");
    }
}
