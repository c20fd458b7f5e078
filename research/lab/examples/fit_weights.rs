//! Fits the weights of Othello's 6×6 patterns to exact scores, and writes them to a file.
//!
//! `cargo run --release -p yomikiri-lab --example fit_weights -- FILE [SECONDS] [LOW] [HIGH]`:
//! samples positions with LOW to HIGH vacant squares for SECONDS, solves them, and fits by
//! stochastic gradient descent. The weights only order moves, so every fit gives the same results,
//! at different speed.

use std::time::{Duration, Instant};

use yomikiri_othello::pattern::{FEATURES, WEIGHTS, features};
use yomikiri_othello::{Position, Six, Solver};
use yomikiri_pns::Random;

/// Weights are stored in this fraction of a disc.
const SCALE: f32 = 16.0;
const ROUNDS: u32 = 30;
/// Pulls weights of rare patterns towards zero.
const DECAY: f32 = 0.02 * FEATURES as f32;

type Sample = ([u32; FEATURES], f32);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: fit_weights FILE [SECONDS] [LOW] [HIGH]")?;
    let numbers: Vec<u32> = arguments.map(|argument| argument.parse()).collect::<Result<_, _>>()?;
    let number = |at: usize, default: u32| numbers.get(at).copied().unwrap_or(default);
    let samples = solve_samples(u64::from(number(0, 600)), number(1, 11), number(2, 17));
    println!("{} positions", samples.len());
    let (test, train) = samples.split_at(samples.len() / 20);
    let weights = fit(train);
    println!(
        "deviation {:.2} discs, on other positions {:.2}",
        deviation(train, &weights),
        deviation(test, &weights)
    );
    let bytes: Vec<u8> = weights.iter().map(|weight| (weight * SCALE).round() as i8 as u8).collect();
    std::fs::write(file, bytes)?;
    Ok(())
}

fn solve_samples(seconds: u64, low: u32, high: u32) -> Vec<Sample> {
    let mut random = Random::new(1);
    let mut solver = Solver::<Six>::new(64 << 20);
    let mut samples = Vec::new();
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        let empties = low + random.below(high.saturating_sub(low) as usize + 1) as u32;
        if let Some(position) = play(&mut random, empties)
            && let Some(score) = solver.score(&position)
        {
            samples.push((features(position.mine(), position.theirs()).map(|at| at as u32), score as f32));
        }
    }
    samples
}

/// Plays from the start until the given number of squares is vacant. It prefers moves that leave few replies, mixed with a
/// share of random moves that differs from game to game.
fn play(random: &mut Random, empties: u32) -> Option<Position<Six>> {
    let mut position = Position::<Six>::start();
    let noise = random.below(100);
    while position.empties() > empties {
        let moves = position.moves();
        let any = position.empties() > 26 || random.below(100) < noise;
        let mv = if any {
            random.of(&moves)?
        } else {
            *moves.iter().min_by_key(|&&mv| {
                let replies = position.play(mv).map_or(0, |next| next.mobility().count_ones());
                (replies, random.next_u64())
            })?
        };
        position = position.play(mv)?;
    }
    (!position.is_over()).then_some(position)
}

/// Least squares by gradient descent with a step of its own for each weight (AdaGrad).
fn fit(samples: &[Sample]) -> Vec<f32> {
    let mut weights = vec![0.0; WEIGHTS];
    let mut squares = vec![1e-3; WEIGHTS];
    for round in 0..ROUNDS {
        let rate = 0.5 / (1.0 + 0.3 * round as f32);
        for (at, score) in samples {
            let error = guess(at, &weights) - score;
            for &index in at {
                let index = index as usize;
                let gradient = error + DECAY * weights[index];
                squares[index] += gradient * gradient;
                weights[index] -= rate * gradient / f32::sqrt(squares[index]);
            }
        }
    }
    weights
}

fn guess(at: &[u32; FEATURES], weights: &[f32]) -> f32 {
    at.iter().map(|&index| weights[index as usize]).sum()
}

fn deviation(samples: &[Sample], weights: &[f32]) -> f32 {
    let squares: f32 = samples.iter().map(|(at, score)| (guess(at, weights) - score).powi(2)).sum();
    (squares / samples.len().max(1) as f32).sqrt()
}
