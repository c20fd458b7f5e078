use std::time::*;
use yomikiri_pns::*;
use yomikiri_shogi::*;
use yomikiri_tsume::*;
fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let file = &a[1];
    let alg: Algorithm = a[2].parse().unwrap();
    let secs: f64 = a[3].parse().unwrap();
    let mem: usize = a[4].parse::<usize>().unwrap() << 20;
    let want: Vec<usize> = a[5..].iter().map(|x| x.parse().unwrap()).collect();
    let text = std::fs::read_to_string(file).unwrap();
    let mut total = 0.0;
    let mut nodes = 0;
    let mut solved = 0;
    let mut n = 0;
    for (i, line) in text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).enumerate() {
        if !want.is_empty() && !want.contains(&(i + 1)) {
            continue;
        }
        let sfen = line.split('\t').next().unwrap();
        let sfen = sfen.strip_prefix("sfen ").unwrap_or(sfen);
        let mut p = match Position::from_sfen(sfen) {
            Ok(p) => p,
            Err(e) => {
                println!("{i} {e}");
                continue;
            }
        };
        let at = p.side_to_move();
        if p.hand(!at).is_empty() {
            p.give_missing_pieces_to(!at);
        }
        let mut table = MateTable::with_memory(mem);
        let t = cpu();
        let o = Search::new(Problem::new(p.clone(), at))
            .algorithm(alg)
            .limits(Limits { nodes: Some((secs * 1e6) as u64), memory: mem, ..Limits::default() })
            .run_with_table(&mut table);
        let dt = cpu() - t;
        total += dt;
        nodes += o.counters.visits;
        n += 1;
        let found = table.get(&Problem::new(p, at).key());
        if o.verdict.value().is_some() {
            solved += 1
        }
        println!(
            "{}\t{:?}\tlen {}\t{:.2}s\tvisits {}\tgen {}\tre {}\tentries {}\tgc {}\t{:.0} kn/s",
            i + 1,
            o.verdict,
            found.map_or(0, |f| f.entry.solution_depth),
            dt,
            o.counters.visits,
            o.counters.generated,
            o.counters.re_expanded,
            o.counters.table_entries,
            o.counters.collections,
            o.counters.visits as f64 / dt / 1e3
        );
    }
    println!("total {solved}/{n} {total:.2}s {nodes} visits");
}
