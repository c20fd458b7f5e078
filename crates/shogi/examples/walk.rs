use yomikiri_shogi::*;
fn main() {
    for (s, d) in [
        ("9/9/3pp4/+r2k1p3/2L1+p4/2+R6/B8/B8/9 b 4g4s4n3l14p 1", 8),
        ("6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1", 8),
        ("4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1", 4),
        ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 8),
    ] {
        let mut p = Position::from_sfen(s).unwrap();
        let a = p.side_to_move();
        let t = std::time::Instant::now();
        let n = tsume_walk(&mut p, a, d);
        let e = t.elapsed().as_secs_f64();
        println!("{n} {:.1} M/s", n as f64 / e / 1e6);
    }
    let mut p = Position::startpos();
    let t = std::time::Instant::now();
    let n = perft(&mut p, 5);
    println!("{n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
