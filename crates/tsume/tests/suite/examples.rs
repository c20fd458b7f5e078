//! The examples run, and what they assert holds.

#[path = "../../examples/brinkmate.rs"]
mod brinkmate;
#[path = "../../examples/judge.rs"]
mod judge;
#[path = "../../examples/solve.rs"]
mod solve;

#[test]
fn brinkmate() {
    brinkmate::main().unwrap();
}

#[test]
fn judge() {
    judge::main().unwrap();
}

#[test]
fn solve() {
    solve::main().unwrap();
}
