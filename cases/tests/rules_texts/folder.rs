//! Where the dated rules texts are, and reading all of them once.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jiff::civil::{Date, date};
use outofphase_cases::rules_text::{Hint, RulesText, parse};

/// A text of the folder and the edition it is.
pub(crate) struct Edition {
    pub(crate) date: Date,
    pub(crate) path: PathBuf,
    pub(crate) rules: RulesText,
}

/// All editions at hand, oldest first; empty, and said so, where the folder is absent.
pub(crate) fn editions() -> &'static [Edition] {
    static EDITIONS: LazyLock<Vec<Edition>> = LazyLock::new(read_all);
    &EDITIONS
}

fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rules/cr");
    std::env::var_os("OUTOFPHASE_RULES").map_or_else(beside, PathBuf::from)
}

fn read_all() -> Vec<Edition> {
    let folder = folder();
    let Ok(listing) = std::fs::read_dir(&folder) else {
        eprintln!("no rules texts in {}: nothing was compared with them", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths.into_iter().map(read).collect()
}

fn read(path: PathBuf) -> Edition {
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut hint = Hint::from_path(&path);
    if path.file_stem().is_some_and(|stem| stem == "cr-2009") {
        hint.date = Some(date(2009, 7, 10));
    }
    let rules = parse(&bytes, &hint).unwrap_or_else(|error| panic!("{error}"));
    Edition { date: rules.edition().expect("a date in the text or in its name"), path, rules }
}
