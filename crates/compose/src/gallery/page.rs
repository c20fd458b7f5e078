//! `index.html`: the page of a gallery. It has no scripts and loads nothing from elsewhere, so that it can be kept and sent.
//!
//! A problem is shown without anything that gives its solution away. The solution is folded away beside it. A browser does not
//! print what is folded away, so the solutions follow once more on a page of their own, which only the printer shows.

use std::fmt::Write as _;

use yomikiri_notation::japanese;
use yomikiri_notation::text::escape;

use super::exhibit::{Exhibit, title};
use super::name;
use crate::session::ComposeRequest;

const STYLE: &str = include_str!("style.css");

/// The page, with the shortest problem first; those of equal length by their numbers.
pub fn page(request: &ComposeRequest, nodes: u64, exhibits: &[Exhibit]) -> String {
    let mut order: Vec<(usize, &Exhibit)> = exhibits.iter().enumerate().collect();
    order.sort_by_key(|&(index, exhibit)| (exhibit.line().len(), index));
    let mut html = String::with_capacity(32 * 1024 * (exhibits.len() + 1));
    // Writing to a string cannot fail.
    let _ = write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"ja\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>詰将棋 {}題</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        exhibits.len()
    );
    header(&mut html, request, nodes, exhibits.len());
    html.push_str("<main>\n");
    for &(index, exhibit) in &order {
        article(&mut html, index, exhibit);
    }
    html.push_str("</main>\n");
    printed_solutions(&mut html, &order);
    html.push_str("<footer>");
    if let Some(method) = exhibits.first().and_then(Exhibit::method) {
        let _ = writeln!(
            html,
            "<p><span lang=\"en\">MAX PN, MAX DN and iterations are measures of beauty after Ishitobi, Cincotti and Iida (2013): \
             {}.</span></p>",
            escape(method)
        );
    }
    let _ = write!(
        html,
        "余詰・駒余り・不要駒の有無は検討済 <span lang=\"en\">Every problem was judged sound: no cooks, nothing \
         left over, no unneeded pieces; every interposition counts. Yomikiri {}</span></footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    html
}

/// Writes the request.
fn header(html: &mut String, request: &ComposeRequest, nodes: u64, found: usize) {
    let (first, last) = (request.plies.start(), request.plies.end());
    let plies = if first == last { first.to_string() } else { format!("{first}–{last}") };
    let strategy = request.strategy;
    let problems = if found == 1 { "1 problem".to_owned() } else { format!("{found} problems") };
    html.push_str(
        "<header>\n<div>\n<h1>詰将棋 <span lang=\"en\">Tsume-shogi, composed by machine</span></h1>\n<dl>\n",
    );
    let mut rows = vec![
        ("作品数", "found", format!("{found}題 <span lang=\"en\">{problems}</span>")),
        (
            "手数",
            "length",
            format!(
                "{plies}手 <span lang=\"en\">{plies} {}</span>",
                if plies == "1" { "ply" } else { "plies" }
            ),
        ),
        (
            "方法",
            "strategy",
            format!("{} <span lang=\"en\">{}</span>", escape(strategy.name()), escape(strategy.summary())),
        ),
        ("乱数", "seed", request.seed.to_string()),
        ("検討", "judge", format!("{nodes} <span lang=\"en\">nodes per position at most</span>")),
        ("無駄合", "rules", escape(request.rules.name()).to_string()),
    ];
    if request.strict {
        let value = "キズなし（非限定・迂回・変同・最終手余詰） <span lang=\"en\">no flaws</span>";
        rows.push(("条件", "strict", value.to_owned()));
    }
    for (japanese, english, value) in rows {
        let _ = writeln!(html, "<dt>{japanese} <span lang=\"en\">{english}</span></dt><dd>{value}</dd>");
    }
    html.push_str("</dl>\n</div>\n");
    if let Some(start) = request.from.as_ref().and_then(|from| from.position().ok()) {
        let _ = write!(
            html,
            "<figure class=\"board\">\n{}<figcaption>元の図 <span lang=\"en\">the start</span></figcaption>\n</figure>\n",
            Exhibit::picture().svg(&start)
        );
    }
    html.push_str("</header>\n");
}

/// Writes one problem with its solution folded away.
fn article(html: &mut String, index: usize, exhibit: &Exhibit) {
    let (name, position) = (name(index), exhibit.position());
    let _ = write!(
        html,
        "<article id=\"no-{name}\">\n<h2>{} <span lang=\"en\">No. {}</span> <span class=\"length\">{}</span></h2>\n\
         <figure class=\"board\">\n{}</figure>\n<p class=\"hand\"><b>持駒</b>{}</p>\n",
        title(index),
        index + 1,
        exhibit.length_name(),
        Exhibit::picture().svg(position),
        exhibit.hand()
    );
    if !exhibit.scores().is_empty() {
        html.push_str("<table>\n");
        for score in exhibit.scores() {
            let (label, value) = (escape(&score.label), escape(&score.value));
            let _ = writeln!(html, "<tr><th scope=\"row\">{label}</th><td>{value}</td></tr>");
        }
        html.push_str("</table>\n");
    }
    html.push_str("<details>\n<summary>解答 <span lang=\"en\">solution</span></summary>\n");
    solution(html, exhibit);
    let sfen = escape(&position.to_sfen());
    let _ = write!(
        html,
        "</details>\n<p class=\"files\"><a href=\"{name}.kif\">KIF <span lang=\"en\">with solution</span></a><a href=\"{name}.svg\">SVG</a></p>\n\
         <p><code>{sfen}</code></p>\n</article>\n"
    );
}

/// Writes a solution with all that would give it away: its features and the remarks of the judge.
fn solution(html: &mut String, exhibit: &Exhibit) {
    html.push_str("<p class=\"solution\">");
    for mv in japanese::line_names(exhibit.position(), exhibit.line()) {
        let _ = write!(html, "<span>{}</span> ", escape(&mv));
    }
    let _ = writeln!(html, "<span>まで{}手詰</span></p>", exhibit.line().len());
    if !exhibit.captions().is_empty() {
        html.push_str("<ul class=\"captions\">\n");
        for caption in exhibit.captions() {
            let _ = writeln!(html, "<li>{}</li>", escape(caption));
        }
        html.push_str("</ul>\n");
    }
    let remarks = exhibit.remarks();
    if !remarks.is_empty() {
        html.push_str("<ul class=\"remarks\">\n");
        for (ply, remark) in remarks {
            let _ = writeln!(html, "<li>{ply}手目 {}</li>", escape(&remark));
        }
        html.push_str("</ul>\n");
    }
}

/// Writes all solutions for the printer.
fn printed_solutions(html: &mut String, order: &[(usize, &Exhibit)]) {
    if order.is_empty() {
        return;
    }
    html.push_str("<section class=\"solutions\">\n<h2>解答 <span lang=\"en\">Solutions</span></h2>\n");
    for &(index, exhibit) in order {
        let _ = writeln!(html, "<div>\n<h3>{} {}</h3>", title(index), exhibit.length_name());
        solution(html, exhibit);
        html.push_str("</div>\n");
    }
    html.push_str("</section>\n");
}
