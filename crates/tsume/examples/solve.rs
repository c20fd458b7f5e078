//! scratch
use std::time::*;
use yomikiri_pns::*;
use yomikiri_shogi::*;
use yomikiri_tsume::{Verdict, *};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let file = &a[1];
    let alg: Algorithm = a[2].parse().unwrap();
    let secs: f64 = a[3].parse().unwrap();
    let mem: usize = a[4].parse::<usize>().unwrap() << 20;
    let want: Vec<usize> = a[5..].iter().map(|x| x.parse().unwrap()).collect();
    let text = std::fs::read_to_string(file).unwrap();
    let mut n = 0;
    let mut wrong = 0;
    let start = Instant::now();
    for (i, line) in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).enumerate() {
        if !want.is_empty() && !want.contains(&(i + 1)) {
            continue;
        }
        let f: Vec<&str> = line.split('\t').collect();
        let mut p = match Position::from_sfen(f[0]) {
            Ok(p) => p,
            Err(e) => {
                println!("{i} {e}");
                continue;
            }
        };
        let at = attacker(&p);
        if p.hand(!at).is_empty() {
            p.give_missing_pieces_to(!at);
        }
        let mut s = Solver::new(mem);
        let r = s.solve(
            &p,
            at,
            &Query {
                algorithm: alg,
                limits: Limits { time: Some(Duration::from_secs_f64(secs)), ..Limits::default() },
                first: false,
            },
            &mut |_| {},
        );
        n += 1;
        match r {
            Ok(r) => {
                let exp = f.get(1).and_then(|x| x.parse::<usize>().ok());
                let (len, min) = match &r.verdict {
                    Verdict::Mate(m) => (m.length(), m.minimal),
                    _ => (0, false),
                };
                if Some(len) != exp || !min || !want.is_empty() {
                    wrong += 1;
                    println!(
                        "{} expected {:?} got {:?} {} {} first {:?} all {:?} visits {}",
                        i + 1,
                        exp,
                        match &r.verdict {
                            Verdict::Mate(_) => "mate".to_string(),
                            v => format!("{v:?}"),
                        },
                        len,
                        min,
                        r.first_mate,
                        r.elapsed,
                        r.counters.visits
                    );
                }
            }
            Err(e) => println!("{i} {e}"),
        }
    }
    println!("{n} problems, {wrong} listed, {:?}", start.elapsed());
}
