//! Counting walks over the move tree, to test the generators and to time them.

use crate::movegen::MoveCount;
use crate::{Color, Move, Position};

/// Number of move sequences of length `depth`. The last ply is counted, not played.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut count = MoveCount::default();
            let _ = position.generate_legal(&mut count);
            count.0
        }
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let undo = position.make(mv);
                let nodes = perft(position, depth - 1);
                position.unmake(mv, undo);
                nodes
            })
            .sum(),
    }
}

/// Number of nodes, root included, of the tree that a mate search walks: every check at the attacker's nodes, every evasion
/// at the defender's, `depth` plies deep.
///
/// Every node's moves are listed, as a search would need them; those of the last ply are not played.
pub fn tsume_walk(position: &mut Position, attacker: Color, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(1024);
    walk(position, attacker, depth, &mut moves)
}

/// All open nodes keep their moves in one vector, each from its own `start`.
fn walk(position: &mut Position, attacker: Color, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = moves.len();
    let _ = if position.side_to_move() == attacker {
        position.generate_checks(moves)
    } else {
        position.generate_evasions(moves)
    };
    let mut nodes = 1;
    if depth == 1 {
        nodes += (moves.len() - start) as u64;
    } else {
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = position.make(mv);
            nodes += walk(position, attacker, depth - 1, moves);
            position.unmake(mv, undo);
        }
    }
    moves.truncate(start);
    nodes
}
