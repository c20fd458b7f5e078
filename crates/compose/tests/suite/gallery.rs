//! The files of a gallery can be read again and agree with the problems.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use yomikiri_compose::gallery::{Catalogue, Exhibit, Gallery, GalleryError};
use yomikiri_compose::{BoundedJudge, ComposeRequest, Composition, Features, Session, Setup, Strategy};
use yomikiri_notation::{Format, format};
use yomikiri_shogi::Position;
use yomikiri_tsume::{InterpositionRules, Solver};

/// Mates in one, in three (twice, as mirror images) and in three.
const PROBLEMS: [&str; 3] =
    ["4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/3P1P3/9/9/9/9/9/9 b 2G 1", "8k/9/6N2/9/9/9/9/9/9 b RG 1"];

fn setup(sfen: &str) -> Setup {
    Setup::from_position(&Position::from_sfen(sfen).unwrap()).unwrap()
}

fn request() -> ComposeRequest {
    let from = Some(setup("4k4/9/4P4/9/9/9/9/9/9 b GP 1"));
    ComposeRequest {
        strategy: Strategy::Repair,
        from,
        plies: 1..=3,
        count: 3,
        seed: 7,
        strict: false,
        rules: InterpositionRules::TRADITIONAL,
    }
}

fn works() -> Vec<Composition> {
    let mut watch = |_: &Setup, _| {};
    let mut judge = BoundedJudge::new(
        Solver::new(BoundedJudge::MEMORY).unwrap(),
        1..=3,
        100_000,
        Arc::default(),
        &mut watch,
    );
    let found: Vec<(Setup, u64)> = PROBLEMS.map(setup).into_iter().zip([2, 5, 8]).collect();
    let session = Session::resumed(request(), 9, &found, &mut judge).unwrap().unwrap();
    assert_eq!(session.compositions().len(), 3);
    session.compositions().to_vec()
}

/// A temporary folder, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("yomikiri-gallery-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn hung(folder: &Folder) -> Gallery {
    let mut gallery = Gallery::new(&folder.0, request(), 100_000);
    for work in works() {
        gallery.add(Exhibit::new(work).unwrap());
    }
    gallery
}

#[test]
fn all_files_are_there_and_can_be_read() {
    let folder = Folder::new("files");
    hung(&folder).save(9).unwrap();
    let mut names = vec!["index.html".to_owned(), "problems.json".into(), "problems.sfen".into()];
    names.extend((1..=3).flat_map(|n| [format!("0{n}.kif"), format!("0{n}.svg")]));
    names.sort();
    assert_eq!(folder.names(), names, "and no drafts");

    let list = format::read(folder.read("problems.sfen").as_bytes(), Some(Format::Sfen)).unwrap();
    assert_eq!(list.len(), 3);
    for (index, (record, sfen)) in list.iter().zip(PROBLEMS).enumerate() {
        assert_eq!(setup(&record.initial.to_sfen()), setup(sfen));
        assert_eq!(record.title(), Some(format!("0{}", index + 1).as_str()));
        let kif = folder.read(&format!("0{}.kif", index + 1));
        let solved = &format::read(kif.as_bytes(), Some(Format::Kif)).unwrap()[0];
        assert_eq!(solved.initial, record.initial);
        assert_eq!(record.header("手数"), solved.header("手数"));
        let mut position = solved.initial.clone();
        let mut plies = 0;
        for mv in solved.main_moves() {
            let _ = position.make(mv);
            plies += 1;
        }
        assert!(position.is_mate(), "{kif}");
        assert_eq!(solved.header("手数"), Some(plies.to_string().as_str()));
    }
    assert!(folder.read("02.kif").contains("*左右対称：▲"), "{}", folder.read("02.kif"));
    assert!(folder.read("03.svg").contains("第3番") && folder.read("03.svg").contains("3手詰"));
}

#[test]
fn the_catalogue_comes_back() {
    let folder = Folder::new("catalogue");
    assert!(Catalogue::read(&folder.0).unwrap().is_none());
    let mut gallery = hung(&folder);
    gallery.save(9).unwrap();
    let catalogue = Catalogue::read(&folder.0).unwrap().unwrap();
    assert_eq!(catalogue, gallery.catalogue(9));
    assert_eq!((catalogue.next, catalogue.seed, catalogue.plies), (9, 7, [1, 3]));
    let expected: Vec<(Setup, u64)> = PROBLEMS.map(setup).into_iter().zip([2, 5, 8]).collect();
    assert_eq!(catalogue.found().unwrap(), expected);
    assert_eq!(catalogue.works[1].remarks[0].kind, "mirror");
    assert_eq!(catalogue.works[2].moves.len(), catalogue.works[2].length);

    let same = request();
    assert_eq!(catalogue.differences(&ComposeRequest { count: 100, ..same.clone() }, 100_000), [""; 0]);
    let other = ComposeRequest { seed: 8, from: None, plies: 1..=5, ..same.clone() };
    let told = catalogue.differences(&other, 5);
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("from \"4k4/") && told[1..] == ["plies 1..3", "seed 7", "nodes 100000"]);
    let told = catalogue.differences(&ComposeRequest { strategy: Strategy::Reverse, ..same }, 100_000);
    assert_eq!(told, ["strategy repair"]);
}

#[test]
fn what_is_no_catalogue() {
    let folder = Folder::new("foreign");
    fs::create_dir_all(&folder.0).unwrap();
    for text in ["", "{}", "[1]", "{\"format\":\"yomikiri gallery 2\"}"] {
        fs::write(folder.0.join(Catalogue::FILE), text).unwrap();
        let error = Catalogue::read(&folder.0).unwrap_err();
        assert!(matches!(error, GalleryError::Content { .. }), "{error}");
        assert!(error.to_string().contains("problems.json: not a catalogue of a gallery: "), "{error}");
    }
    hung(&folder).save(9).unwrap();
    let mut catalogue = Catalogue::read(&folder.0).unwrap().unwrap();
    catalogue.works[1].sfen = "9/9 b - 1".to_owned();
    assert!(catalogue.found().unwrap_err().starts_with("problem 02: "));
}

#[test]
fn the_page() {
    let folder = Folder::new("page");
    let mut gallery = Gallery::new(&folder.0, request(), 100_000);
    let nasty = "<script>alert(\"&'\")</script>";
    for work in works() {
        let exhibit = Exhibit::new(work).unwrap();
        gallery.add(exhibit.with_caption(nasty).with_score(nasty, "<b>1</b>"));
    }
    gallery.save(9).unwrap();
    let page = folder.read("index.html");
    let places: Vec<usize> =
        ["01", "02", "03"].iter().map(|name| page.find(&format!("id=\"no-{name}\"")).unwrap()).collect();
    assert!(places.is_sorted(), "the shortest first, then by number: {places:?}");
    assert!(!page.contains("<script") && !page.contains("<b>1"), "what a caller says is text");
    // Each caption with the solution and once more for the printer, each label.
    assert_eq!(page.matches("&lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;").count(), 9);
    // The page loads nothing from elsewhere: the only address is the name space of SVG.
    assert_eq!(page.matches("http").count(), page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
    assert_eq!(page.matches("<svg ").count(), 4, "three problems and the start");
    assert_eq!(page.matches("href=").count(), 6);
    assert!(page.contains("<span>まで3手詰</span>") && page.contains("<b>持駒</b>飛　金"));
    is_well_formed(&page);
}

/// Nothing outside the folded solution says what is played, and the printer gets every solution at the end.
#[test]
fn the_page_does_not_give_solutions_away() {
    let folder = Folder::new("spoilers");
    let mut gallery = Gallery::new(&folder.0, request(), 100_000);
    // Found in another order than the page shows them.
    for work in works().into_iter().rev() {
        gallery.add(Exhibit::new(work).unwrap().with_caption("捨駒 飛"));
    }
    gallery.save(9).unwrap();
    let page = folder.read("index.html");
    let (body, printed) = page.split_once("<section class=\"solutions\">").unwrap();
    let articles: Vec<&str> = body.split("<article").skip(1).collect();
    assert_eq!(articles.len(), 3);
    assert!(articles[0].contains("第3番") && articles[1].contains("第1番") && articles[2].contains("第2番"));
    for article in articles {
        let (shown, folded) = article.split_once("<details>").unwrap();
        let (folded, after) = folded.split_once("</details>").unwrap();
        for open in [shown, after] {
            assert!(!open.contains('▲') && !open.contains("捨駒"), "{open}");
        }
        let moves = &folded[folded.find("<span>▲").unwrap()..folded.find("まで").unwrap()];
        assert!(folded.contains("捨駒 飛") && printed.contains(moves), "{moves}");
    }
    assert_eq!(printed.matches("<h3>").count(), 3);
}

#[test]
fn a_strict_request_is_written_and_compared() {
    let folder = Folder::new("strict");
    let strict = ComposeRequest { strict: true, ..request() };
    Gallery::new(&folder.0, strict.clone(), 100_000).save(0).unwrap();
    assert!(folder.read("index.html").contains("キズなし"));
    let catalogue = Catalogue::read(&folder.0).unwrap().unwrap();
    assert!(catalogue.strict && catalogue.differences(&strict, 100_000).is_empty());
    assert_eq!(catalogue.differences(&request(), 100_000), ["strict"]);
    // A catalogue of an earlier version.
    let text = folder.read(Catalogue::FILE).replace("  \"strict\": true,\n", "");
    assert!(!text.contains("strict\""));
    fs::write(folder.0.join(Catalogue::FILE), text).unwrap();
    assert!(!Catalogue::read(&folder.0).unwrap().unwrap().strict);
}

#[test]
fn features_become_captions() {
    // A rook moves without promotion and is captured.
    let sfen = "8k/9/7R1/9/9/9/9/9/9 b RG 1";
    let features =
        Features::new(&Position::from_sfen(sfen).unwrap(), &["2c2a", "1a2a"].map(|mv| mv.parse().unwrap()));
    let exhibit = Exhibit::new(works().remove(0)).unwrap().with_features(&features.unwrap());
    assert_eq!(exhibit.captions(), ["捨駒 飛", "不成 飛"]);
    assert_eq!(
        (exhibit.scores()[0].label.as_str(), exhibit.scores()[0].value.as_str()),
        ("使用駒 pieces", "4")
    );
}

/// Checks that every element is closed in the right place.
#[track_caller]
fn is_well_formed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    // Skip the style sheet.
    let mut rest = html.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some(at) = rest.find('<') {
        let end = at + rest[at..].find('>').expect("an unclosed tag");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && name != "meta" {
            open.push(name);
        }
    }
    assert_eq!(open, [""; 0]);
}

#[test]
fn saved_work_by_work_or_at_once() {
    let (one, other) = (Folder::new("one"), Folder::new("other"));
    hung(&one).save(9).unwrap();
    let mut gallery = Gallery::new(&other.0, request(), 100_000);
    gallery.save(0).unwrap();
    assert_eq!(Catalogue::read(&other.0).unwrap().unwrap().works.len(), 0);
    for work in works() {
        let next = work.attempt + 1;
        gallery.add(Exhibit::new(work).unwrap());
        gallery.save(next).unwrap();
    }
    assert_eq!(one.names(), other.names());
    for name in one.names() {
        assert_eq!(one.read(&name), other.read(&name), "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be() {
    let folder = Folder::new("file");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    for inside in [file.clone(), file.join("gallery")] {
        let error = Gallery::new(&inside, request(), 1).save(0).unwrap_err();
        assert!(error.to_string().starts_with(&inside.display().to_string()), "{error}");
    }
    assert!(Path::new(&file).is_file());
}
