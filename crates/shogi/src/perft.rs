//! Perft: counts of the nodes of the move tree, to test the generators and to time them.

use crate::movegen::MoveCount;
use crate::{Color, Move, Position};

/// The number of sequences of `depth` legal moves. The moves of the last ply are counted, not played.
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

/// The number of nodes, root included, of the tree of a mate search: every check at the attacker's nodes, every evasion at
/// the defender's, to `depth` plies.
///
/// Each node lists its moves, as a search does. The moves of the last ply are not played.
pub fn tsume_perft(position: &mut Position, attacker: Color, depth: u32) -> u64 {
    let mut moves = Vec::with_capacity(1024);
    count_tsume(position, attacker, depth, &mut moves)
}

/// The recursion of [`tsume_perft`]. All nodes on the path keep their moves in one vector, each from its own `start`.
fn count_tsume(position: &mut Position, attacker: Color, depth: u32, moves: &mut Vec<Move>) -> u64 {
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
            nodes += count_tsume(position, attacker, depth - 1, moves);
            position.unmake(mv, undo);
        }
    }
    moves.truncate(start);
    nodes
}
