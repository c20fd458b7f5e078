//! The language of what people read. The sentences are in [`text`](crate::text).

use std::env;

use clap::ValueEnum;

/// A language
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lang {
    /// Japanese
    Ja,
    /// English
    En,
}

impl Lang {
    /// The language of the environment, as POSIX has it: the first of `LC_ALL`, `LC_MESSAGES` and
    /// `LANG` that is set decides.
    pub fn from_environment() -> Lang {
        Lang::from_locale(["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| env::var(name).ok()))
    }

    fn from_locale(variables: [Option<String>; 3]) -> Lang {
        let locale = variables.into_iter().flatten().find(|value| !value.is_empty());
        if locale.is_some_and(|locale| locale.starts_with("ja")) { Lang::Ja } else { Lang::En }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides() {
        let lang = |variables: [Option<&str>; 3]| Lang::from_locale(variables.map(|v| v.map(str::to_owned)));
        assert_eq!(lang([None, None, None]), Lang::En);
        assert_eq!(lang([None, None, Some("ja_JP.UTF-8")]), Lang::Ja);
        assert_eq!(lang([None, Some("C"), Some("ja_JP.UTF-8")]), Lang::En);
        assert_eq!(lang([Some(""), Some("ja"), Some("C")]), Lang::Ja, "an empty variable is not set");
        assert_eq!(lang([Some("en_GB.UTF-8"), Some("ja"), None]), Lang::En);
    }
}
