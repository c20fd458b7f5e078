//! Writes the certificate of the exact score of a 6×6 position, or of the whole game:
//!
//! `cargo run --release -p yomikiri-othello --example certificate -- FILE [LEAVES] [POSITION]`

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;
use std::time::Instant;

use yomikiri_certificate::Compression;
use yomikiri_certificate::othello::Bound;
use yomikiri_othello::{CertificateQuery, Color, Position, Six, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("the file to write is missing")?;
    let leaves = arguments.next().map_or(Ok(10), |leaves| leaves.parse())?;
    let position = arguments.next().map_or(Ok(Position::<Six>::start()), |text| text.parse())?;
    let start = Instant::now();
    let mut solver = Solver::new(512 << 20);
    let score = solver.score(&position).ok_or("the solver was stopped")?;
    let discs = if position.side_to_move() == Color::White { score } else { -score };
    println!("White ends {discs} discs ahead ({:.1} s)", start.elapsed().as_secs_f64());
    let query = CertificateQuery { position, bound: Bound::Exactly, discs, side: Color::White, leaves };
    let out = BufWriter::new(File::create(&file)?);
    let nodes = query.write(&mut solver, out, Compression::from_file_name(&file), &mut |_| true)?;
    println!("{nodes} nodes ({:.1} s)", start.elapsed().as_secs_f64());
    Ok(())
}
