//! Tasks: their options out of requests, and their keys.

use serde_json::{Value, json};
use yomikiri_service::BadRequest;
use yomikiri_service::request_fields::Fields;
use yomikiri_service::task::{Hisshi, Judge, Solve};

fn fields(request: &Value) -> Fields {
    Fields::from_json(request.to_string().as_bytes()).expect("an object")
}

/// Keys as they are in files of rows. If one changes, such files cannot be continued.
#[test]
fn keys_are_those_of_files_of_rows() {
    let judge = |request: Value| Judge::take(&mut fields(&request)).expect("options").key();
    assert_eq!(judge(json!({})), "judge");
    let limits = json!({ "algorithm": "pdpn", "hands": "written", "rules": "traditional", "strict": false });
    assert_eq!(judge(limits), "judge");
    assert_eq!(judge(json!({ "strict": true, "rules": "miwa" })), "judge --rules miwa --strict");
    let all = json!({
        "intended": 15, "allow-two-plies": true, "thorough": true, "strict": true, "compare_rules": true,
        "rules": "raw", "without": "delay,captures",
    });
    let key =
        "judge --without delay,captures --rules raw --compare-rules --strict --thorough --allow-two-plies";
    assert_eq!(judge(all), format!("{key} --intended 15"));
    let solve = |request: Value| Solve::take(&mut fields(&request)).expect("options").key();
    assert_eq!(solve(json!({ "first": true, "all": false })), "solve");
    assert_eq!(solve(json!({ "all": true, "rules": "raw" })), "solve --rules raw --all=600");
    assert_eq!(solve(json!({ "all": 0, "compare_rules": true })), "solve --compare-rules --all=1");
    let hisshi = |request: Value| Hisshi::take(&mut fields(&request)).expect("options").key();
    assert_eq!(hisshi(json!({ "first": true, "hands": "rest" })), "hisshi --order 2 --scheme widening");
    let all = json!({ "order": 3, "scheme": "nagai+", "rules": "basic", "all_defences": true });
    assert_eq!(hisshi(all), "hisshi --order 3 --scheme nagai+ --rules basic --all-defences");
}

#[test]
fn a_group_takes_its_own_fields() {
    let mut fields = fields(&json!({ "strict": true, "thorough": null, "first": true }));
    let judge = Judge::take(&mut fields).expect("options").judge;
    assert!(judge.strict && !judge.thorough && fields.has("first") && !fields.has("strict"));
    let error = fields.finish("judge").unwrap_err();
    assert_eq!(error.to_string(), "`first` is not an option of judge");
}

#[test]
fn a_wrong_value_is_told_in_both_languages() {
    let fault = |request: Value| Judge::take(&mut fields(&request)).expect_err("a fault");
    let wrong = |option: &str, english: &str, japanese: &str| {
        BadRequest::new(format!("`{option}`: {english}"), format!("`{option}`：{japanese}"))
    };
    let range = wrong("intended", "expected a number from 1 to 9999", "1から9999までの数が必要です");
    assert_eq!(fault(json!({ "intended": 10_000 })), range);
    assert_eq!(fault(json!({ "intended": -1 })), range);
    let kind = "invalid type: string \"5\", expected i64";
    let japanese = format!("値が正しくありません（{kind}）");
    assert_eq!(fault(json!({ "intended": "5" })), wrong("intended", kind, &japanese));
    let rules = fault(json!({ "strict": true, "rules": "plus3" }));
    assert!(rules.to_string().starts_with("`rules`: unknown rules \"plus3\": expected raw, "), "{rules}");
    let techniques = Judge::take(&mut fields(&json!({ "without": "luck" }))).expect("a text").query();
    assert_eq!(techniques.expect_err("a fault").option, "without");
}
