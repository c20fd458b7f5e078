//! `yomikiri usi`: the dialogue itself is tested in the crate `usi`.

use crate::common::{ONE, run_with};

#[test]
fn the_engine_is_part_of_the_command() {
    let said =
        run_with(["usi"], format!("usi\nposition sfen {ONE}\ngo mate 5000\nstop\nquit\n").as_bytes()).text();
    assert!(said.starts_with("id name Yomikiri ") && said.contains("\nusiok\n"), "{said}");
    assert!(said.lines().last().is_some_and(|line| line.starts_with("checkmate")), "{said}");
}

#[test]
fn rules_may_be_named_at_the_start() {
    let said = run_with(["usi", "--rules", "miwa"], b"usi\nquit\n").text();
    assert!(said.contains("\noption name Rules type combo default miwa "), "{said}");
    assert!(run_with(["usi", "--rules", "plus3"], b"").error(2).contains("unknown rules \"plus3\""));
}
