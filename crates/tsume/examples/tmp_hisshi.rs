use std::time::*;
use yomikiri_pns::*;
use yomikiri_shogi::*;
use yomikiri_tsume::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let scheme: Scheme = args[2].parse().unwrap();
    let time: f64 = args[3].parse().unwrap();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (mut ok, mut total) = (0, 0.0);
    for line in text.lines() {
        if line.starts_with('#') {
            continue;
        }
        let cols: Vec<&str> = line.split('\t').collect();
        let p = Position::from_sfen(cols[0]).unwrap();
        let a = attacker(&p);
        let mut s = ThreatSolver::new(512 << 20);
        let q = ThreatQuery {
            order: Order::TWO,
            scheme,
            query: Query {
                limits: Limits { time: Some(Duration::from_secs_f64(time)), ..Limits::default() },
                first: args.get(4).is_some(),
                ..Query::default()
            },
        };
        let r = s.solve(&p, a, &q, &mut |_| {}).unwrap();
        let t = r.elapsed.as_secs_f64();
        total += t;
        let v = match &r.verdict {
            ThreatVerdict::Mate(m) => format!("mate {} {:?}", m.length(), m.line),
            ThreatVerdict::Brinkmate(b) => {
                ok += 1;
                format!(
                    "brink {}{} nomate {} line {:?} size {} threat {}",
                    b.length(),
                    if b.minimal { "=" } else { "<=" },
                    b.no_mate,
                    b.line,
                    b.proof_size,
                    match &b.threat {
                        Some(Threat::Mate(m)) => m.length() as i64,
                        _ => -1,
                    }
                )
            }
            ThreatVerdict::None => "none".into(),
            ThreatVerdict::Unknown(r) => format!("unknown {r}"),
        };
        println!("{:8.3}s {:9} {} | {} | {}", t, r.counters.visits, cols[1], cols[2], v);
    }
    println!("brinkmates {ok} total {total:.1}s");
}
