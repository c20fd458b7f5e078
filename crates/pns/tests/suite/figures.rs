//! The graphs of Kishimoto's paper and their relatives: where df-pn runs in circles, and what helps.

use yomikiri_pns::{Graph, Limits, Outcome, Search, StopReason, Verdict};

fn run(graph: &Graph, algorithm: &str) -> Outcome {
    let limits = Limits { visits: Some(20_000), ..Limits::default() };
    let algorithm = algorithm.parse().unwrap_or_else(|error| panic!("{algorithm}: {error}"));
    Search::new(graph.root()).algorithm(algorithm).limits(limits).run()
}

fn loops(graph: &Graph, algorithm: &str) -> bool {
    run(graph, algorithm).verdict == Verdict::Unknown(StopReason::VisitLimit)
}

/// Figure 1, reconstructed from the paper's words. `i`, `k`, `m`, `p` are the numbers of side branches at F, G, L and O.
fn figure_1(i: usize, k: usize, m: usize, p: usize, c: &str, o_first: bool, p_wins: bool) -> Graph {
    let side = |name: char, count: usize| (0..count).map(|n| format!(" {name}{n}")).collect::<String>();
    let mut lines = vec![
        "A or C".to_string(),
        format!("C and {c}"),
        format!("F or H{}", side('I', i)),
        format!("G or J{}", side('K', k)),
        "H and L".to_string(),
        format!("L or N{}", side('M', m)),
        "J and O".to_string(),
        "N and O".to_string(),
        if o_first { format!("O or H{}", side('P', p)) } else { format!("O or{} H", side('P', p)) },
    ];
    for (name, count) in [('I', i), ('K', k), ('M', m)] {
        // AND nodes with two leaves that lose, once somebody looks at them.
        lines.extend((0..count).map(|n| format!("{name}{n} and {name}{n}a- {name}{n}b-")));
    }
    lines.extend((0..p).map(|n| format!("P{n} and Q{n}{}", if p_wins { '+' } else { '-' })));
    Graph::parse(&lines.join("\n"))
}

#[test]
fn plain_dfpn_never_leaves_the_circle_of_figure_1() {
    for c in ["F G", "G F"] {
        for o_first in [true, false] {
            for p_wins in [true, false] {
                let graph = figure_1(1, 1, 1, 1, c, o_first, p_wins);
                assert_eq!(graph.truth()[0], p_wins);
                for looping in ["dfpn", "dfpn+wpns", "dfpn+snda", "dfpn+nagai", "dfpn+leftmost"] {
                    assert!(
                        loops(&graph, &format!("{looping}+delayed+exact")),
                        "{looping} {c} {o_first} {p_wins}"
                    );
                }
                for solving in [
                    "dfpn+tca",
                    "dfpn+tca-distance",
                    "dfpn+tca+wpns",
                    "dfpn+tca+snda",
                    "dfpn+tca+nagai",
                    "dfpn+tca+epsilon",
                    "dfpn+stall-guard",
                    "dfpn+stall-guard+snda",
                    "dfpn+r",
                    "dfpn+epsilon=0.25",
                    "deep-dfpn:E=2,D=4+tca",
                ] {
                    let outcome = run(&graph, &format!("{solving}+delayed+exact"));
                    assert_eq!(outcome.verdict.value(), Some(p_wins), "{solving} {c} {o_first}");
                }
            }
        }
    }
}

/// The rules of TCA's flag decide how many visits the way out takes. Another program, written from the paper's pseudo-code, needs
/// 16 with TCA as well. Q is a node that must be entered.
#[test]
fn visits_on_figure_1() {
    let text = "A or C\nC and F G\nF or H I\nG or J K\nH and L\nL or N M\nJ and O\nN and O\nO or H P\n\
        P and Q\nQ or R+\nI and i- i-\nK and k- k-\nM and m- m-";
    let graph = Graph::parse(text);
    for (algorithm, visits) in [
        ("dfpn+tca", 16),
        ("dfpn+tca-distance", 16),
        ("dfpn+stall-guard", 44),
        ("dfpn+r", 17),
        ("dfpn+epsilon=0.25", 23),
    ] {
        let outcome = run(&graph, &format!("{algorithm}+delayed+exact"));
        assert_eq!((outcome.verdict, outcome.counters.visits), (Verdict::Proven, visits), "{algorithm}");
    }
}

/// When plain df-pn loops on the family is known in closed form.
#[test]
fn the_family_of_figure_1() {
    let mut cases = 0;
    for (i, k, m) in (0..27).map(|n| (n / 9, n / 3 % 3, n % 3)) {
        for p in 1..=3 {
            for c in ["F G", "G F"] {
                let graph = figure_1(i, k, m, p, c, true, true);
                let expected = i + m > k && p + k > i;
                assert_eq!(loops(&graph, "dfpn+delayed+exact"), expected, "i={i} k={k} m={m} p={p} {c}");
                assert_eq!(run(&graph, "dfpn+tca+delayed+exact").verdict, Verdict::Proven);
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 162);
}

/// A table that stored repetition disproofs as if they held everywhere would answer "disproven" here.
#[test]
fn the_trap_of_graph_history_interaction() {
    let graph = figure_1(1, 1, 1, 1, "G F", true, true);
    for algorithm in [
        "dfpn+tca+delayed",
        "dfpn+stall-guard+delayed",
        "dfpn+r+delayed",
        "dfpn+tca",
        "pds",
        "pds-pn:y=2",
        "pds-star",
        "pn-star",
        "iterative",
    ] {
        assert_eq!(run(&graph, algorithm).verdict, Verdict::Proven, "{algorithm}");
    }
}

fn cyclic(children: &[&[usize]]) -> Graph {
    use yomikiri_pns::NodeKind::{And, Or};
    Graph::new(
        children.iter().enumerate().map(|(n, list)| (if n % 2 == 0 { Or } else { And }, list.to_vec())),
    )
}

/// Graphs without any terminal: every play repeats, so all are lost for the prover.
#[test]
fn circles_without_an_end() {
    let first = cyclic(&[&[1, 5], &[4, 6], &[1], &[6], &[7, 5], &[4, 6, 2], &[7, 5, 3], &[2, 4]]);
    let second = cyclic(&[&[1, 3, 5], &[6, 2, 4], &[5, 3, 7], &[2], &[3, 1, 5], &[2, 4], &[1, 7], &[6, 4]]);
    let third = cyclic(&[
        &[7, 1],
        &[4],
        &[9],
        &[2, 0],
        &[5, 11],
        &[4, 6],
        &[9],
        &[8],
        &[11, 1],
        &[10, 4],
        &[5],
        &[2],
    ]);
    for graph in [&first, &second, &third] {
        assert!(!graph.truth()[0]);
        for algorithm in [
            "dfpn+tca",
            "dfpn+tca-distance",
            "dfpn+tca+wpns",
            "dfpn+tca+snda",
            "dfpn+tca+nagai",
            "dfpn+tca+epsilon",
            "dfpn+stall-guard",
        ] {
            let outcome = run(graph, &format!("{algorithm}+delayed+exact"));
            assert_eq!(outcome.verdict, Verdict::Disproven, "{algorithm}");
        }
    }
}
