//! The examples run, and what they assert holds.

#[path = "../../examples/chomp.rs"]
mod chomp;
#[path = "../../examples/pursuit.rs"]
mod pursuit;
#[path = "../../examples/threats.rs"]
mod threats;

#[test]
fn chomp() {
    chomp::main();
}

#[test]
fn pursuit() {
    pursuit::main();
}

#[test]
fn threats() {
    threats::main();
}
