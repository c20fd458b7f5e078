//! Dialogues through real pipes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// 将棋図巧 1: mate in 69.
const ZUKO_1: &str = "1pG1B4/Gs+P6/pP7/n1ls5/3k5/nL4+r1b/1+p1p+R4/1S7/2N6 b SP2gn2l11p 1";
/// 将棋図巧 2: mate in 21.
const ZUKO_2: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
/// Mate in one, G*5b; the defender's hand is not written out.
const ONE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
/// No mate: a pawn alone.
const NO_MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b P 1";

/// Longer than any of these answers takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri-usi"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut engine = Engine { input: child.stdin.take().unwrap(), child, lines };
        engine.say("setoption name USI_Hash value 16");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The lines up to one that starts like this, which is the last.
    #[track_caller]
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {start} after {lines:?}"));
            lines.push(line);
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    #[track_caller]
    fn ask(&mut self, sfen: &str, go: &str, answer: &str) -> String {
        self.say(&format!("position sfen {sfen}"));
        self.say(go);
        self.until(answer).pop().unwrap()
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
        assert_eq!(self.lines.iter().count(), 0, "nothing is said without being asked");
    }
}

#[test]
fn a_whole_dialogue() {
    let mut engine = Engine::start();
    engine.say("usi");
    let hello = engine.until("usiok");
    assert!(hello[0].starts_with("id name Yomikiri") && hello[1].starts_with("id author "), "{hello:?}");
    assert!(hello.iter().any(|line| line.starts_with("option name USI_Hash type spin ")));
    engine.say("isready");
    assert_eq!(engine.until("readyok").len(), 1);
    engine.say("usinewgame");
    assert_eq!(engine.ask(ONE, "go mate 10000", "checkmate"), "checkmate G*5b");
    assert_eq!(engine.ask(NO_MATE, "go mate infinite", "checkmate"), "checkmate nomate");
    engine.say(&format!("position sfen {ZUKO_2}"));
    engine.say("go mate infinite");
    let said = engine.until("checkmate");
    let line = said.last().unwrap().strip_prefix("checkmate ").unwrap();
    assert_eq!(line.split(' ').count(), 21);
    let found = said.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
    assert!(found.contains(" score mate 21 pv ") && found.ends_with(line), "{found}");
    for key in ["seldepth", "time", "nodes", "nps", "hashfull"] {
        assert!(found.contains(&format!(" {key} ")), "{key}: {found}");
    }
    // Moves of the position command are played.
    engine.say(&format!("position sfen {ONE} moves G*5b"));
    engine.say("go mate 1000");
    let said = engine.until("checkmate");
    assert_eq!(said.last().unwrap(), "checkmate", "mated already");
    let score = said.iter().find_map(|line| line.split_once(" score mate ")).unwrap().1;
    assert_eq!(score, "-", "the side to move is mated, in no plies");
    engine.say("gameover win");
    engine.quit();
}

#[test]
fn a_stopped_search_is_no_refutation() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {ZUKO_1}"));
    engine.say("go mate infinite");
    // It listens while it searches.
    engine.say("isready");
    engine.until("readyok");
    engine.say("go mate 5");
    assert!(engine.until("info string error").pop().unwrap().contains("a search is running"));
    engine.say("stop");
    let answer = engine.until("checkmate").pop().unwrap();
    assert!(!answer.contains("nomate"), "{answer}");
    assert_eq!(engine.ask(ZUKO_1, "go mate 1", "checkmate"), "checkmate timeout");
    engine.say("setoption name NodesLimit value 100");
    assert_eq!(engine.ask(ZUKO_1, "go mate infinite", "checkmate"), "checkmate timeout");
    engine.quit();
}

#[test]
fn study_mode() {
    let mut engine = Engine::start();
    assert_eq!(engine.ask(ONE, "go", "bestmove"), "bestmove G*5b");
    assert_eq!(engine.ask(NO_MATE, "go btime 0 wtime 0 byoyomi 5000", "bestmove"), "bestmove resign");
    // An interface that analyses says when it wants the answer.
    engine.say(&format!("position sfen {ONE}"));
    engine.say("go infinite");
    engine.until("info depth 1 ");
    engine.say("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove G*5b");
    engine.quit();
}

/// Once there is a mate, every line has it: an interface shows the latest line.
#[test]
fn a_mate_is_in_every_line_after_it() {
    let mut engine = Engine::start();
    engine.say("setoption name PvInterval value 1");
    engine.say(&format!("position sfen {ZUKO_2}"));
    engine.say("go mate infinite");
    let said = engine.until("checkmate");
    let lines: Vec<&String> = said.iter().filter(|line| line.starts_with("info depth ")).collect();
    let first = lines.iter().position(|line| line.contains(" pv ")).expect("a mate");
    for line in &lines[first..] {
        assert!(line.contains(" score mate 21 pv 2h2g "), "{line}");
    }
    assert!(lines.len() > first + 1, "it searches for a shorter one, and says so: {lines:?}");
    engine.quit();
}

/// Whoever loads it as an opponent learns why it resigns.
#[test]
fn a_game_is_not_played() {
    let mut engine = Engine::start();
    engine.say("position startpos moves 7g7f 3c3d");
    engine.say("go btime 0 wtime 0 byoyomi 1000");
    let said = engine.until("bestmove");
    assert!(said[0].starts_with("info string this engine only looks for mates"), "{said:?}");
    assert_eq!(said[said.len() - 2..], ["info string there is no mate", "bestmove resign"]);
    // Problems have one king, and `go mate` asks for nothing else.
    for (sfen, go) in [(ONE, "go"), ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go mate 5000")] {
        engine.say(&format!("position sfen {sfen}"));
        engine.say(go);
        let said = engine.until(if go == "go" { "bestmove" } else { "checkmate" });
        assert!(!said.iter().any(|line| line.contains("only looks for mates")), "{said:?}");
    }
    engine.quit();
}

#[test]
fn options_do_something() {
    let mut engine = Engine::start();
    engine.say("setoption name PostSearchLevel value None");
    engine.say("setoption name PvInterval value 1");
    engine.say(&format!("position sfen {ZUKO_2}"));
    engine.say("go mate infinite");
    let said = engine.until("checkmate");
    assert!(said.iter().any(|line| line.starts_with("info depth ") && !line.contains(" pv ")), "{said:?}");
    // Both kings stand, and the side to move is in check: who is to be mated?
    let checked = "4k4/4R4/9/9/9/9/9/9/4K4 w - 1";
    let own = engine.ask(checked, "go mate 5000", "checkmate");
    assert_eq!(own, "checkmate nomate");
    engine.say("setoption name RootIsAndNodeIfChecked value true");
    let checked = "3pkp3/4R4/4P4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(engine.ask(checked, "go mate 5000", "checkmate"), "checkmate", "mated already");
    engine.quit();
}

/// Mate in one to everybody; mate in 15 if every interposition counts.
const BEHIND: &str = "6+P1k/9/7G1/9/9/9/9/9/4R4 b - 1";

#[test]
fn lengths_by_rules() {
    let mut engine = Engine::start();
    engine.say("usi");
    let option = "option name Rules type combo default plus2 var raw var plus2 var miwa var basic".to_owned();
    assert!(engine.until("usiok").contains(&option));
    let mut ask = |rules: &str| {
        engine.say(&format!("setoption name Rules value {rules}"));
        engine.say(&format!("position sfen {BEHIND}"));
        engine.say("go mate infinite");
        engine.until("checkmate")
    };
    for (rules, length) in [
        ("plus2", "info string mate in 1 (15 with every interposition), proved minimal"),
        ("miwa", "info string mate in 1 (15 with every interposition), proved minimal"),
        ("raw", "info string mate in 15, proved minimal"),
    ] {
        let said = ask(rules);
        assert!(said.contains(&length.to_owned()), "{rules}: {said:?}");
        // Interfaces replay the line to the mate.
        let line = said.last().unwrap().strip_prefix("checkmate ").unwrap();
        assert_eq!(line.split(' ').count(), 15);
        let found = said.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
        assert!(found.contains(" score mate 15 pv ") && found.ends_with(line), "{found}");
    }
    engine.say("setoption name Rules value plus3");
    assert_eq!(
        engine.until("info string error").pop().unwrap(),
        "info string error Rules: bad value `plus3`"
    );
    // The defender plays on, and says what that is worth.
    engine.say("setoption name Rules value traditional");
    engine.say(&format!("position sfen {BEHIND} moves 5i1i"));
    engine.say("go");
    let said = engine.until("bestmove");
    assert_eq!(said.last().unwrap(), "bestmove P*1h");
    let futile = "info string P*1h is a futile interposition, as all that is left".to_owned();
    assert!(said.contains(&futile) && said[0].contains(" score mate -14 pv P*1h "), "{said:?}");
    engine.quit();
}

/// The gold mates at once, the rook in three, nothing else mates.
const TWO: &str = "4k4/9/4P4/9/9/9/9/9/9 b RG 1";

#[test]
fn several_mates() {
    let mut engine = Engine::start();
    let lines = |said: &[String]| -> Vec<String> {
        let numbered = said.iter().filter_map(|line| line.split_once(" multipv "));
        numbered.map(|(_, rest)| rest.to_owned()).collect()
    };
    engine.say(&format!("position sfen {TWO}"));
    engine.say("go");
    assert!(lines(&engine.until("bestmove")).is_empty(), "without the option lines have no numbers");
    engine.say("setoption name MultiPV value 3");
    engine.say("go");
    let said = engine.until("bestmove");
    assert_eq!(said.last().unwrap(), "bestmove G*5b");
    let numbered = lines(&said);
    assert!(numbered.contains(&"1 score mate 1 pv G*5b".to_owned()), "{said:?}");
    assert!(numbered.contains(&"2 score mate 3 pv R*5b 5a4a G*3b".to_owned()), "{said:?}");
    assert!(!numbered.iter().any(|line| line.starts_with('3')), "only two mate: {said:?}");
    // In an analysis they come before `stop`.
    engine.say("go infinite");
    assert!(engine.until("info depth 3 ").pop().unwrap().contains(" multipv 2 score mate 3 "));
    engine.say("stop");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove G*5b");
    // `checkmate` has one line.
    engine.say("go mate infinite");
    let said = engine.until("checkmate");
    assert_eq!(said.last().unwrap(), "checkmate G*5b");
    assert!(lines(&said).is_empty(), "{said:?}");
    // The defender's answers are numbered as well, the best one first.
    engine.say(&format!("position sfen {TWO} moves R*5b"));
    engine.say("go");
    let said = engine.until("bestmove");
    assert!(said.iter().any(|line| line.contains(" multipv 1 score mate -2 pv 5a4a ")), "{said:?}");
    assert!(said.iter().any(|line| line.contains(" multipv 2 score mate -2 pv 5a6a ")), "{said:?}");
    engine.say("setoption name MultiPV value 65");
    engine.until("info string error");
    engine.quit();
}

/// G*5b mates at once. To decide every other check would take longer than this test.
const ONE_OF_MANY: &str = "4k4/9/4P4/9/9/9/9/9/9 b R2BG2S4N2L9P 1";

#[test]
fn a_proved_mate_does_not_wait_for_other_lines() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 64");
    assert_eq!(engine.ask(ONE_OF_MANY, "go mate infinite", "checkmate"), "checkmate G*5b");
    // An analysis gives the mate, looks for others, and says what it has when it is stopped.
    engine.say("go infinite");
    assert!(engine.until("info depth 1 ").pop().unwrap().ends_with(" multipv 1 score mate 1 pv G*5b"));
    engine.say("isready");
    engine.until("readyok");
    engine.say("stop");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove G*5b");
    engine.quit();
}

#[test]
fn pondering() {
    let mut engine = Engine::start();
    // The clock starts at `ponderhit`: the search goes on with its time, which suffices for this
    // mate.
    engine.say(&format!("position sfen {ZUKO_2}"));
    engine.say("go ponder btime 0 wtime 0 byoyomi 60000");
    engine.say("ponderhit");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove 2h2g");
    // Before `ponderhit` no time is over, and there is no reply.
    let silent = |engine: &mut Engine| {
        std::thread::sleep(Duration::from_millis(300));
        engine.say("isready");
        let said = engine.until("readyok");
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:?}");
    };
    engine.say(&format!("position sfen {ZUKO_1}"));
    engine.say("go ponder btime 2000 wtime 2000");
    silent(&mut engine);
    let start = Instant::now();
    engine.say("ponderhit");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove resign");
    assert!(start.elapsed() >= Duration::from_millis(100), "resigned after {:?}", start.elapsed());
    // `stop` ends it at once, before `ponderhit` and after it.
    for hit in [false, true] {
        engine.say("go ponder btime 0 wtime 0 byoyomi 100000000");
        if hit {
            engine.say("ponderhit");
        }
        silent(&mut engine);
        engine.say("stop");
        engine.until("bestmove");
    }
    // A search that has ended replies at `ponderhit` or `stop`.
    for command in ["ponderhit", "stop"] {
        engine.say(&format!("position sfen {ONE}"));
        engine.say("go ponder btime 60000 wtime 60000");
        engine.until("info string mate in 1");
        silent(&mut engine);
        engine.say(command);
        assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove G*5b");
    }
    // Nothing ponders, then an analysis runs.
    let refused = |engine: &mut Engine| {
        engine.say("ponderhit");
        let error = engine.until("info string error").pop().unwrap();
        assert_eq!(error, "info string error ponderhit: no search is pondering");
    };
    refused(&mut engine);
    engine.say("go infinite");
    engine.until("info string mate in 1");
    refused(&mut engine);
    engine.say("stop");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove G*5b");
    engine.quit();
}

#[test]
fn the_end_of_input_ends_pondering() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {ZUKO_1}"));
    engine.say("go ponder btime 0 wtime 0 byoyomi 100000000");
    engine.say("ponderhit");
    drop(engine.input);
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn the_longest_resistance() {
    let mut engine = Engine::start();
    let mut answer = |position: &str| {
        engine.say(&format!("position sfen {position}"));
        engine.say("go btime 0 wtime 0 byoyomi 20000");
        engine.until("bestmove")
    };
    let said = answer(&format!("{TWO} moves R*5b"));
    assert_eq!(said.last().unwrap(), "bestmove 5a4a");
    assert!(said.iter().any(|line| line.contains(" score mate -2 pv 5a4a G*3b")), "{said:?}");
    // One answer is mated at once, the others hold out for longer.
    let said = answer(&format!("{ZUKO_2} moves 2h2g"));
    assert_eq!(said.last().unwrap(), "bestmove 2f1e");
    assert!(said.iter().any(|line| line.contains(" score mate -20 pv 2f1e ")), "{said:?}");
    // An answer that escapes is better than any that does not.
    let said = answer(&format!("{TWO} moves G*4b"));
    assert_eq!(said[said.len() - 2..], ["info string there is no mate after 5a4b", "bestmove 5a4b"]);
    // Mated, with the score of a lost side.
    let said = answer(&format!("{ONE} moves G*5b"));
    assert_eq!(said.last().unwrap(), "bestmove resign");
    assert!(said.iter().any(|line| line.ends_with(" score mate -")), "{said:?}");
    // A move without check ends the attack, not the defence.
    let said = answer(&format!("{ONE} moves G*9i"));
    assert!(said[0].starts_with("info string there is no check"), "{said:?}");
    assert_ne!(said.last().unwrap(), "bestmove resign");
    // A search that is cut short resigns only in a mated position.
    engine.say("setoption name NodesLimit value 1");
    engine.say(&format!("position sfen {ZUKO_1} moves S*5d"));
    engine.say("go");
    assert_ne!(engine.until("bestmove").pop().unwrap(), "bestmove resign");
    engine.say("setoption name NodesLimit value 0");
    // Both sides have a king: the option says that the side in check defends.
    let both = "4k4/4R4/4G4/9/9/9/9/9/4K4 w P 1";
    assert_eq!(engine.ask(both, "go", "bestmove"), "bestmove resign", "it has no mate itself");
    engine.say("setoption name RootIsAndNodeIfChecked value true");
    assert_ne!(engine.ask("4k4/9/4R4/9/9/9/9/9/4K4 w P 1", "go", "bestmove"), "bestmove resign");
    assert_eq!(engine.ask("3pkp3/4R4/4P4/9/9/9/9/9/4K4 w - 1", "go", "bestmove"), "bestmove resign");
    // `go mate` still asks for the mate.
    assert_eq!(engine.ask("3pkp3/4R4/4P4/9/9/9/9/9/4K4 w - 1", "go mate 1000", "checkmate"), "checkmate");
    engine.quit();
}

#[test]
fn nonsense_ends_nothing() {
    let mut engine = Engine::start();
    for line in [
        "dance",
        "position sfen 9/9",
        "position startpos moves 1a1a",
        "setoption name Threads value none",
        "setoption name SlowMover value 2",
        "setoption name USI_Hash value lots",
        "setoption",
        "go mate soon",
    ] {
        engine.say(line);
        assert_eq!(engine.until("info string error").len(), 1, "{line}");
    }
    // The bad position left none.
    engine.say("go mate 100");
    assert_eq!(engine.until("checkmate").pop().unwrap(), "checkmate notimplemented");
    engine.input.write_all(b"\xff\xfe\0\n").unwrap();
    engine.until("info string error");
    assert_eq!(engine.ask("9/9/9/9/9/9/9/9/9 b - 1", "go mate 100", "checkmate"), "checkmate notimplemented");
    assert_eq!(engine.ask(ONE, "go mate 1000", "checkmate"), "checkmate G*5b");
    engine.quit();
}

#[test]
fn the_end_of_input_ends_it() {
    let mut engine = Engine::start();
    engine.say(&format!("position sfen {ZUKO_1}"));
    engine.say("go mate infinite");
    drop(engine.input);
    assert!(engine.child.wait().unwrap().success());
}
