//! `yomikiri beauty`.

use crate::common::{NO_MATE, ONE, ZUKO_1, ZUKO_2, run, run_with};
use serde_json::{Value, json};

/// Mate in three; worked out by hand in the tests of `compose`.
const THREE: &str = "8k/6S2/8N/9/8N/9/9/9/9 b - 1";

/// yane9-0030: the solver finds and proves the mate in nine with 369 nodes, plain PN search takes 2637.
const NINE: &str = "l4g2+P/5k3/p1+B1gpsS1/2p1p1bp1/3N2N1p/P1nSn1p2/3P1P3/2GS5/+r1GKL2+rL w LP6p 92";

fn beauty(args: &[&str], code: i32) -> Vec<Value> {
    run([&["beauty", "--json", "--memory", "64MiB"], args].concat()).rows(code)
}

fn exact(value: u64) -> Value {
    json!({ "value": value, "at_least": false })
}

#[test]
fn the_object_is_that_of_solve_and_more() {
    let rows = beauty(&[THREE, "--orders", "3"], 0);
    let [row] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!(
        (&row["verdict"], &row["length"], &row["length_status"]),
        (&json!("mate"), &json!(3), &json!("minimal"))
    );
    assert_eq!(row["moves"], json!(["1c2a+", "1a1b", "1e2c+"]));
    let measures = &row["measures"];
    let number = |key: &str| &measures["generated"][key];
    assert_eq!([number("max_pn"), number("max_dn"), number("iterations")], [&exact(1), &exact(3), &exact(3)]);
    assert_eq!(
        (&measures["search"], &measures["store"], &measures["leaf"]),
        (&json!("pn"), &json!("tree"), &json!("unit"))
    );
    assert_eq!(
        (&measures["orders"], measures["shuffled"]["max_dn"]["deviation"].is_number()),
        (&json!(3), true)
    );
    let features = &row["features"];
    assert_eq!(
        (&features["pieces"], &features["attackers"], &features["defenders"]),
        (&json!(4), &json!(3), &json!(1))
    );
    assert_eq!((&features["hand"], &features["uses_everything"]), (&json!({}), &json!(true)));
    // Other settings, other numbers, and both are said.
    let mobility = &beauty(&[THREE, "--orders", "0", "--leaf", "mobility", "--table"], 0)[0]["measures"];
    assert_eq!(
        (&mobility["store"], &mobility["leaf"], &mobility["orders"]),
        (&json!("table"), &json!("mobility"), &json!(0))
    );
    assert_eq!(
        (&mobility["generated"]["max_dn"], &mobility["shuffled"]["max_dn"]),
        (&exact(7), &Value::Null)
    );
}

#[test]
fn a_card() {
    let text = run(["beauty", THREE, "--orders", "2"]).text();
    for part in [
        "mate in 3 plies (proved shortest)\n",
        "line        ▲２一桂成 △１二玉 ▲２三桂成\n",
        "sacrifices  none\n",
        "pieces      4: 3 attacking, 1 defending, 0 in hand (none)\n",
        "measures    PN search on a tree, leaves (1, 1)\n",
        "  moves as generated                 1             3             3\n",
        "  2 shuffled, mean  ",
        "  standard deviation",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    assert!(!text.contains("name\n"), "nothing to compare:\n{text}");
}

#[test]
fn soundness() {
    const COOKED: &str = "8k/9/7G1/9/9/9/9/9/9 b RG 1";
    const LEFTOVER: &str = "4k4/9/4P4/9/9/9/9/9/9 b GP 1";
    const SHORTER: &str = "8k/6S2/8N/9/8N/9/9/9/9 b - 1\t5";
    for (problem, code, shown) in [
        (ONE, 10, "soundness   sound\n"),
        (COOKED, 20, "soundness   unsound: cook (余詰)\n"),
        (LEFTOVER, 20, "soundness   unsound: leftover (駒余り)\n"),
        (SHORTER, 20, "soundness   unsound: shorter mate (早詰)\n"),
    ] {
        let row = &beauty(&[problem, "--orders", "0"], 0)[0]["soundness"];
        let judged = &run(["judge", problem, "--json"]).rows(code)[0];
        for key in ["verdict", "stop_reason"] {
            assert_eq!(row[key], judged[key], "{problem}: {key}");
        }
        // After the first fault nothing more is asked.
        assert!(row["open"] == judged["open"] || code == 20, "{problem}: {row}");
        // At most one fault, with the keys that `judge` gives to one of its kind.
        let reasons = row["reasons"].as_array().unwrap();
        assert_eq!(reasons.len(), usize::from(code == 20), "{row}");
        let keys = |reason: &Value| reason.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        for reason in reasons {
            let all = judged["reasons"].as_array().unwrap();
            let same = all.iter().find(|other| other["kind"] == reason["kind"]);
            assert_eq!(same.map(keys), Some(keys(reason)), "{problem}");
        }
        let text = run(["beauty", problem, "--orders", "0"]).text();
        assert!(text.contains(shown), "{shown:?} is missing:\n{text}");
    }
    // The solver proves the mate within these nodes; the judge has as many, and says so if they do not suffice.
    let args = [ZUKO_2, "--nodes", "20000", "--orders", "0"];
    let row = &beauty(&args, 0)[0];
    assert_eq!((&row["length"], &row["length_status"]), (&json!(21), &json!("minimal")));
    let row = &row["soundness"];
    assert_eq!((&row["verdict"], &row["stop_reason"]), (&json!("unknown"), &json!("node limit")));
    let text = run([&["beauty"], &args[..]].concat()).text();
    assert!(text.contains("soundness   unknown (node limit)\n"), "{text}");
}

#[test]
fn sacrifices_of_zuko_2() {
    let rows = beauty(&[ZUKO_2, "--orders", "0"], 0);
    let sacrifices = rows[0]["features"]["sacrifices"].as_array().unwrap();
    assert_eq!((sacrifices.len(), &rows[0]["features"]["captures"]), (7, &json!(1)));
    assert_eq!(sacrifices[1], json!({ "ply": 5, "piece": "N", "dropped": true }));
    assert_eq!(sacrifices[5], json!({ "ply": 17, "piece": "+B", "dropped": false }));
}

#[test]
fn what_has_no_mate_is_neither_measured_nor_judged() {
    let rows = beauty(&[NO_MATE], 0);
    assert_eq!(
        (&rows[0]["verdict"], &rows[0]["measures"], &rows[0]["features"], &rows[0]["soundness"]),
        (&json!("nomate"), &Value::Null, &Value::Null, &Value::Null)
    );
    assert!(run(["beauty", NO_MATE]).text().starts_with("no mate\n"));
    let rows = beauty(&[ZUKO_1, "--nodes", "100"], 0);
    assert_eq!((&rows[0]["verdict"], &rows[0]["measures"]), (&json!("unknown"), &Value::Null));
    let text = run(["beauty", ZUKO_1, "--nodes", "100"]).text();
    assert!(text.starts_with("unknown: stopped after 101 nodes; no mate found so far\n"), "{text}");
}

/// The solver needs fewer nodes than a plain search.
#[test]
fn what_a_limit_cuts_off_is_said_to_be() {
    let args = [NINE, "--nodes", "1000", "--orders", "1"];
    let rows = beauty(&args, 0);
    assert_eq!((&rows[0]["verdict"], &rows[0]["length"]), (&json!("mate"), &json!(9)));
    let measures = &rows[0]["measures"];
    assert_eq!(measures["generated"]["iterations"], json!({ "value": 1001, "at_least": true }));
    assert_eq!(measures["shuffled"]["iterations"]["mean"]["at_least"], true);
    let text = run([&["beauty"], &args[..]].concat()).text();
    assert!(text.contains("≥ 1001"), "{text}");
}

#[test]
fn several_problems_are_compared() {
    let text = run(["beauty", THREE, ONE, "--orders", "1"]).text();
    let table: Vec<&str> = text.lines().rev().take(3).collect();
    assert!(table[2].trim_start().starts_with("plies") && table[2].ends_with("name"), "{text}");
    assert!(table[1].trim_start().starts_with("3  ") && table[0].trim_start().starts_with("1  "), "{text}");
    assert!(table[2].contains(" soundness ") && table[0].contains("   sound "), "{text}");
    // A list, and a row that cannot be read.
    let list = format!("{THREE}\t3\tthe third\nnonsense\n{ONE}\n");
    let rows = run_with(["beauty", "-", "--json", "--orders", "0"], list.as_bytes()).rows(2);
    let verdicts: Vec<&Value> = rows.iter().map(|row| &row["verdict"]).collect();
    assert_eq!(verdicts, [&json!("mate"), &Value::Null, &json!("mate")]);
    assert_eq!((&rows[0]["name"], rows[1]["error"].is_string()), (&json!("the third"), true));
}

#[test]
fn faults() {
    for (args, words) in [
        (vec!["beauty"], "required"),
        (vec!["beauty", "9/9/9/9/9/9/9/9/9 b G 1"], "no king"),
        (vec!["beauty", "4k4/4R4/9/9/9/9/9/9/9 w - 1"], "defending side is to move"),
        (vec!["beauty", "4k4/9/9 b G 1"], "column"),
        (vec!["beauty", THREE, "there-is-no-such-file.sfen"], "there-is-no-such-file.sfen"),
        (vec!["beauty", THREE, "--orders", "-1"], "-1"),
        (vec!["beauty", THREE, "--leaf", "deep"], "deep"),
    ] {
        let message = run(&args).error(2);
        assert!(message.contains(words), "{args:?}: {message}");
    }
    assert!(run_with(["beauty", "-"], b"").error(2).contains("nothing in it"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let args = ["beauty", THREE, crate::common::LONG, THREE, "--orders", "0", "--json", "--memory", "64MiB"];
    let rows = crate::common::interrupted(args).rows(130);
    assert_eq!(rows.len(), 2, "the one it was at is the last");
    assert_eq!((&rows[0]["verdict"], &rows[1]["verdict"]), (&json!("mate"), &json!("unknown")));
    assert_eq!(rows[1]["stop_reason"], "stopped");
}
