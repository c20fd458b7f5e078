//! `--rules`: which interpositions count in the length of a mate.

use clap::Args;
use yomikiri_tsume::InterpositionRules;

/// `[--rules NAME]`
#[derive(Args, Clone, Copy, Debug)]
pub struct RulesArgs {
    /// Which interpositions count in the length: raw (all of them), plus2, miwa or basic
    ///
    /// Futile interpositions (無駄合) do not count. plus2, also called traditional, is the usual rule: a piece that is taken at once and
    /// makes the mate no longer is futile. miwa: only the checking piece may take, and the king may get no new way out. basic: futile
    /// if there is still a mate, however long. Whether there is a mate never depends on this.
    #[arg(long, value_name = "NAME", default_value = "traditional")]
    rules: InterpositionRules,
}

/// `[--compare-rules]`
#[derive(Args, Clone, Copy, Debug)]
pub struct CompareArgs {
    /// Also find the lengths by the other rules, and say whether they differ (contested)
    ///
    /// Done anyway for a single problem that is shown to people.
    #[arg(long)]
    pub compare_rules: bool,
}

impl CompareArgs {
    /// How rows that are made with this option name it, with a blank before.
    pub fn option(self) -> &'static str {
        if self.compare_rules { " --compare-rules" } else { "" }
    }
}

impl RulesArgs {
    /// The rules.
    pub fn rules(self) -> InterpositionRules {
        self.rules
    }
}

/// How rows that are made by these rules name them, with a blank before. The traditional ones go without saying.
pub fn option(rules: InterpositionRules) -> String {
    if rules == InterpositionRules::TRADITIONAL { String::new() } else { format!(" --rules {rules}") }
}
