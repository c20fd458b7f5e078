//! Builds the tree of moves from a list of lines, and takes it apart again.
//!
//! KIF, KI2 and CSA write the main line first, and then each variation under a heading 変化：N手. The heading means: instead of
//! move N of *the most recent line that has a move N*. So the variations of a line are written from its last move to its first,
//! and each is followed at once by its own variations. Moves are numbered from 1 at the start position.
//!
//! Several variations of one move are siblings and belong to the move of the parent line. The first ply of a variation
//! therefore has no variations of its own. A record that has them is read back with siblings instead, which means the same.

use yomikiri_shogi::{Move, Position, Square, Undo};

use crate::error::ReadErrorKind;
use crate::record::{Action, Line, Ply};

/// How deep variations may be nested. Dropping, cloning and comparing a [`Record`](crate::Record) recurse into its variations,
/// so the readers refuse deeper nesting.
pub const MAX_NESTING: usize = 500;

/// A line under construction.
struct Branch {
    plies: Line,
    /// Number of the first ply.
    first: usize,
    /// The line and the index of the ply that this line replaces; `None` for the main line.
    instead_of: Option<(usize, usize)>,
    nesting: usize,
}

/// A move that was played, and the line it is in.
struct PlayedMove {
    line: usize,
    mv: Move,
    undo: Undo,
}

/// Builds a [`Line`] with its variations, and keeps the position in which the next ply is played.
pub(crate) struct TreeBuilder {
    position: Position,
    /// The moves from the start position to `position`.
    path: Vec<PlayedMove>,
    branches: Vec<Branch>,
    /// The branch that last got a ply of each number, from 1.
    latest: Vec<usize>,
}

impl TreeBuilder {
    /// An empty main line.
    pub fn new(initial: Position) -> TreeBuilder {
        let main = Branch { plies: Line::new(), first: 1, instead_of: None, nesting: 0 };
        TreeBuilder { position: initial, path: Vec::new(), branches: vec![main], latest: Vec::new() }
    }

    /// The position in which the next ply is played.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The target of the move that led to [`position`](TreeBuilder::position).
    pub fn previous(&self) -> Option<Square> {
        self.path.last().map(|step| step.mv.to())
    }

    fn branch(&mut self) -> &mut Branch {
        self.branches.last_mut().expect("there is always the main line")
    }

    /// The last ply of the current line.
    pub fn last(&mut self) -> Option<&mut Ply> {
        self.branch().plies.last_mut()
    }

    /// Whether the current line is over.
    pub fn ended(&self) -> bool {
        let last = self.branches.last().and_then(|branch| branch.plies.last());
        last.is_some_and(|ply| ply.action.mv().is_none())
    }

    /// Adds a ply to the current line. A move must be legal in [`position`](TreeBuilder::position), and the line must not
    /// have [`ended`](TreeBuilder::ended).
    pub fn push(&mut self, action: Action) {
        debug_assert!(!self.ended());
        let current = self.branches.len() - 1;
        if let Action::Move(mv) = action {
            debug_assert!(self.position.is_legal(mv));
            self.play(current, mv);
        }
        let branch = self.branch();
        let index = branch.first + branch.plies.len() - 1;
        branch.plies.push(Ply { action, time: None, comments: Vec::new(), variations: Vec::new() });
        // Plies are added one by one, so the index is at most one past the end.
        match self.latest.get_mut(index) {
            Some(latest) => *latest = current,
            None => self.latest.push(current),
        }
    }

    /// Starts a variation: the next ply is played instead of ply `number` of the most recent line that has one.
    pub fn start_variation(&mut self, number: usize) -> Result<(), ReadErrorKind> {
        let missing = ReadErrorKind::NoSuchMove(number);
        if self.branch().plies.is_empty() {
            // Two headings in a row: the first has no moves.
            return Err(ReadErrorKind::Missing("the first move of a variation"));
        }
        let Some(&owner) = number.checked_sub(1).and_then(|index| self.latest.get(index)) else {
            return Err(missing);
        };
        let Some(line) = self.branches.get(owner) else { return Err(missing) };
        let (instead_of, nesting) = match line.instead_of {
            Some(sibling) if line.first == number => (sibling, line.nesting),
            _ => ((owner, number - line.first), line.nesting + 1),
        };
        if nesting > MAX_NESTING {
            return Err(ReadErrorKind::TooDeep(MAX_NESTING));
        }
        self.go_to(instead_of);
        self.branches.push(Branch {
            plies: Line::new(),
            first: number,
            instead_of: Some(instead_of),
            nesting,
        });
        Ok(())
    }

    /// Sets the position to the one before a ply.
    fn go_to(&mut self, (line, index): (usize, usize)) {
        let kept = self.branches.get(line).map_or(0, |branch| branch.first + index - 1);
        // Only one path leads into a line: if the move before the ply belongs to the line, so does everything before it.
        if kept == 0 || index > 0 && self.path.get(kept - 1).is_some_and(|step| step.line == line) {
            return self.take_back_to(kept);
        }
        // The ply is not on the path, since the variations of the text are not in KIF's order: play the moves again.
        let mut steps = Vec::new();
        let (mut line, mut index) = (line, index);
        while let Some(branch) = self.branches.get(line) {
            let moves = branch.plies.iter().take(index).filter_map(|ply| ply.action.mv());
            steps.extend(moves.map(|mv| (line, mv)).rev());
            match branch.instead_of {
                Some(parent) => (line, index) = parent,
                None => break,
            }
        }
        self.take_back_to(0);
        for (line, mv) in steps.into_iter().rev() {
            self.play(line, mv);
        }
    }

    fn play(&mut self, line: usize, mv: Move) {
        let undo = self.position.make(mv);
        self.path.push(PlayedMove { line, mv, undo });
    }

    fn take_back_to(&mut self, length: usize) {
        while self.path.len() > length
            && let Some(PlayedMove { mv, undo, .. }) = self.path.pop()
        {
            self.position.unmake(mv, undo);
        }
    }

    /// The main line with all its variations.
    pub fn finish(mut self) -> Result<Line, ReadErrorKind> {
        if self.branches.len() > 1 && self.branch().plies.is_empty() {
            return Err(ReadErrorKind::Missing("the first move of a variation"));
        }
        // Variations come after their parents. From the back, a line is complete when it is added to its parent, and siblings
        // arrive in reverse order.
        while let Some(mut branch) = self.branches.pop() {
            for ply in &mut branch.plies {
                ply.variations.reverse();
            }
            let Some((line, index)) = branch.instead_of else { return Ok(branch.plies) };
            if let Some(ply) = self.branches.get_mut(line).and_then(|parent| parent.plies.get_mut(index)) {
                ply.variations.push(branch.plies);
            }
        }
        Ok(Line::new())
    }
}

/// A line as a format writes it: its own plies only.
pub(crate) struct Segment<'a> {
    /// Number of its first ply; 1 for the main line.
    pub first: usize,
    /// The position before its first ply.
    pub position: Position,
    /// Its plies; their variations come as segments of their own.
    pub line: &'a Line,
}

/// All lines of a tree in the order in which KIF writes them and [`TreeBuilder`] reads them.
pub(crate) fn segments<'a>(initial: &Position, line: &'a Line) -> impl Iterator<Item = Segment<'a>> {
    let mut pending = vec![Segment { first: 1, position: initial.clone(), line }];
    std::iter::from_fn(move || {
        let segment = pending.pop()?;
        let mut position = segment.position.clone();
        for (number, ply) in (segment.first..).zip(segment.line) {
            for variation in ply.variations.iter().rev() {
                pending.push(Segment { first: number, position: position.clone(), line: variation });
            }
            if let Some(mv) = ply.action.mv() {
                let _ = position.make(mv);
            }
        }
        Some(segment)
    })
}

/// How deep the variations of a line are nested. Computed without recursion.
pub(crate) fn nesting(line: &Line) -> usize {
    let mut deepest = 0;
    let mut pending = vec![(line, 0)];
    while let Some((line, depth)) = pending.pop() {
        deepest = deepest.max(depth);
        pending.extend(line.iter().flat_map(|ply| &ply.variations).map(|variation| (variation, depth + 1)));
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::EndKind;

    fn builder(moves: &[&str]) -> TreeBuilder {
        let mut tree = TreeBuilder::new(Position::startpos());
        play(&mut tree, moves);
        tree
    }

    fn play(tree: &mut TreeBuilder, moves: &[&str]) {
        for mv in moves {
            tree.push(Action::Move(mv.parse().unwrap()));
        }
    }

    fn names(line: &Line) -> Vec<String> {
        line.iter().filter_map(|ply| ply.action.mv()).map(|mv| mv.to_string()).collect()
    }

    #[test]
    fn a_heading_means_the_most_recent_line_with_that_move() {
        let mut tree = builder(&["7g7f", "3c3d", "2g2f", "8c8d"]);
        tree.start_variation(3).unwrap();
        play(&mut tree, &["6g6f"]);
        // The variation has no fourth move, the main line has.
        tree.start_variation(4).unwrap();
        assert_eq!(tree.position(), builder(&["7g7f", "3c3d", "2g2f"]).position());
        play(&mut tree, &["4a3b"]);
        // The most recent line with a third move is the variation, so this one is its sibling.
        tree.start_variation(3).unwrap();
        play(&mut tree, &["5g5f", "5c5d"]);
        tree.start_variation(4).unwrap();
        play(&mut tree, &["1c1d"]);
        let line = tree.finish().unwrap();
        assert_eq!(names(&line), ["7g7f", "3c3d", "2g2f", "8c8d"]);
        assert_eq!(line[3].variations.iter().map(names).collect::<Vec<_>>(), [["4a3b"]]);
        let [short, long] = line[2].variations.as_slice() else { panic!("two variations") };
        assert_eq!((names(short), names(long)), (vec!["6g6f".into()], vec!["5g5f".into(), "5c5d".into()]));
        assert_eq!(names(&long[1].variations[0]), ["1c1d"]);
        assert_eq!(nesting(&line), 2);
        let order: Vec<_> = segments(&Position::startpos(), &line).map(|s| (s.first, s.line.len())).collect();
        assert_eq!(order, [(1, 4), (4, 1), (3, 1), (3, 2), (4, 1)]);
    }

    #[test]
    fn headings_without_moves() {
        let mut tree = builder(&["7g7f"]);
        assert_eq!(tree.start_variation(0), Err(ReadErrorKind::NoSuchMove(0)));
        assert_eq!(tree.start_variation(2), Err(ReadErrorKind::NoSuchMove(2)));
        tree.push(Action::End(EndKind::Resign));
        tree.start_variation(2).unwrap();
        assert!(matches!(tree.start_variation(1), Err(ReadErrorKind::Missing(_))));
        assert!(matches!(tree.finish(), Err(ReadErrorKind::Missing(_))));
        let mut empty = builder(&[]);
        assert!(empty.start_variation(1).is_err());
    }
}
