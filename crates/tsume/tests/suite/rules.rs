//! Lengths under the rule profiles, against the cases of the design note.

use yomikiri_pns::Limits;
use yomikiri_shogi::{Color, Position};
use yomikiri_tsume::{MateVerdict, Query, Rules, Solver, attacker, with_defenders_hand};

#[test]
fn scratch_cases() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/mudaai_cases.tsv")).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    for row in text.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let name = cells[7];
        if !name.contains(&only) {
            continue;
        }
        let position = Position::from_sfen(cells[0]).unwrap();
        let attacker = attacker(&position);
        let position = with_defenders_hand(position, attacker);
        let mut solver = Solver::new(1 << 30).unwrap();
        for (rules, column) in [(Rules::Plus2, 3), (Rules::Miwa, 4), (Rules::Basic, 2)] {
            let query = Query {
                rules,
                limits: Limits { time: Some(std::time::Duration::from_secs(20)), ..Limits::default() },
                ..Query::default()
            };
            let start = std::time::Instant::now();
            let answer = solver.solve(&position, attacker, &query, &mut |_| {}).unwrap();
            let found = match &answer.verdict {
                MateVerdict::Mate(mate) => {
                    let r = mate.ruled.as_ref().unwrap();
                    format!("{}..{} raw {}", r.least, r.most, mate.length())
                }
                MateVerdict::NoMate => "nomate".into(),
                MateVerdict::Unknown(_) => "unknown".into(),
            };
            let ok = found == "nomate" && cells[column] == "nomate"
                || found.starts_with(&format!("{0}..{0} ", cells[column]));
            eprintln!(
                "{} {name} {rules}: expected {} found {found} raw {} {:.2}s {}",
                if ok { "ok" } else { "DIFF" },
                cells[column],
                cells[1],
                start.elapsed().as_secs_f64(),
                answer.counters.visits
            );
        }
    }
}
