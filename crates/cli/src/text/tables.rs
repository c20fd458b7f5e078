//! Labels of lines and headings of columns: tables with a row for each.

use super::numbers::pad;
use crate::language::Lang;

/// Defines an enum with an English and a Japanese text for each variant.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($variant:ident: $english:literal, $japanese:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($variant),* }

        impl $name {
            #[cfg(test)]
            const ALL: &[$name] = &[$($name::$variant),*];

            /// The text in a language.
            pub fn text(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $(($name::$variant, Lang::En) => $english, ($name::$variant, Lang::Ja) => $japanese,)*
                }
            }
        }
    };
}

table! {
    /// The label of a line.
    Label {
        Line: "line", "手順";
        FirstMove: "first move", "初手";
        Usi: "USI", "USI";
        LeftOver: "left over", "駒余り";
        Hands: "hands", "玉方";
        Threat: "threat", "狙い";
        Mate: "mate", "詰み";
        Defences: "defences", "受け";
        Proof: "solution", "証明";
        Search: "search", "探索";
        Root: "root", "根節点";
        Time: "time", "時間";
        Table: "table", "置換表";
        CheckedProof: "proof", "証明";
        Leaves: "leaves", "末端";
        Fault: "fault", "欠陥";
        Flaw: "flaw", "キズ";
        Tries: "tries", "紛れ";
        NotCounted: "not counted", "無駄合";
        Open: "open", "未確認";
        Remark: "remark", "参考";
        Soundness: "soundness", "検討";
        Sacrifices: "sacrifices", "捨駒";
        Unpromoted: "unpromoted", "不成";
        Interposed: "interposed", "合駒";
        Captures: "captures", "駒取り";
        Pieces: "pieces", "使用駒";
        Measures: "measures", "計測";
        Certificate: "certificate", "証明書";
    }
}

table! {
    /// The heading of a column.
    Column {
        Number: "name", "番号";
        Name: "name", "作品";
        Plies: "plies", "手数";
        Soundness: "soundness", "検討";
        Pieces: "pieces", "使用駒";
        Sacrifices: "sacrifices", "捨駒";
        Iterations: "iterations", "更新回数";
    }
}

/// Columns of a terminal for labels, the blank after them included.
const LABEL_WIDTH: usize = 12;

impl Label {
    /// The label, padded to the width of the column of labels.
    pub fn padded(self, lang: Lang) -> String {
        pad(self.text(lang), LABEL_WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::numbers::columns;

    #[test]
    fn labels_line_up() {
        for lang in [Lang::Ja, Lang::En] {
            for label in Label::ALL {
                let text = label.padded(lang);
                assert!(columns(&text) == LABEL_WIDTH && text.ends_with(' '), "{text:?}");
            }
        }
    }

    #[test]
    fn columns_have_headings() {
        for column in Column::ALL {
            assert!(!column.text(Lang::En).is_empty() && !column.text(Lang::Ja).is_empty());
        }
    }
}
