//! How the keys of rows name the rules of lengths.

use yomikiri_tsume::InterpositionRules;

/// How rows that are made by these rules name them, with a blank before. The traditional ones go without saying.
pub fn option(rules: InterpositionRules) -> String {
    if rules == InterpositionRules::TRADITIONAL { String::new() } else { format!(" --rules {rules}") }
}
