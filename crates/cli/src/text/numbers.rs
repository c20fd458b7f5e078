//! Numbers, and texts of a given width.

/// A number of plies.
pub fn plies(count: u64) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// A number of problems.
pub fn problems(count: u64) -> String {
    format!("{count} problem{}", s(count))
}

/// The ending of a noun after this number.
pub fn s(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds with as many digits as are worth reading: 0.05, 3.2, 20.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        9.95.. => format!("{seconds:.0}"),
        0.995.. => format!("{seconds:.1}"),
        0.0095.. => format!("{seconds:.2}"),
        _ => format!("{seconds:.3}"),
    }
}

/// Minutes and seconds, with hours if there are any.
pub fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// A text with blanks up to a width.
pub fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(columns(text));
    format!("{text}{}", " ".repeat(missing))
}

/// A text with blanks before it up to a width.
pub fn pad_left(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(columns(text));
    format!("{}{text}", " ".repeat(missing))
}

/// The columns that a text takes on a terminal. Kana, kanji and full-width forms take two.
pub fn columns(text: &str) -> usize {
    let wide = |c: char| {
        matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}')
    };
    text.chars().map(|c| if wide(c) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_three_digits() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn seconds_are_readable() {
        for (value, text) in [
            (0.0, "0.000"),
            (0.0501, "0.05"),
            (0.999, "1.0"),
            (3.24, "3.2"),
            (9.97, "10"),
            (20.003, "20"),
            (86400.0, "86400"),
        ] {
            assert_eq!(seconds(value), text);
        }
    }
}
