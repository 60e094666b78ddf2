//! Loading cases: files into text, text into cases, and one clear error for each mistake.

mod case;
mod error;
mod files;
mod raw;
mod sketch;
mod teach;
mod text;

pub use error::{LoadError, Spot};

use crate::Case;
use include_dir::{Dir, include_dir};
use raw::FileSeed;
use serde::de::DeserializeSeed;
use sketch::Sketches;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::LazyLock;
use text::Text;

/// The largest case file, in bytes.
pub const MOST_BYTES: u64 = 1_000_000;

/// So many cases of one file are reported as wrong; then the rest of the file waits.
const MOST_ERRORS: usize = 50;

static FOLDERS: [Dir<'static>; 4] = [
    include_dir!("$CARGO_MANIFEST_DIR/phasing"),
    include_dir!("$CARGO_MANIFEST_DIR/zone-change-triggers"),
    include_dir!("$CARGO_MANIFEST_DIR/turn-based-actions"),
    include_dir!("$CARGO_MANIFEST_DIR/editions"),
];
const FOLDER_NAMES: [&str; 4] = ["phasing", "zone-change-triggers", "turn-based-actions", "editions"];

/// Cases with different ids.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CaseSet {
    /// The cases, file by file.
    pub cases: Vec<Case>,
}

impl CaseSet {
    /// The cases that come with the crate.
    ///
    /// # Panics
    /// Never in a released crate: a test loads them.
    #[must_use]
    pub fn builtin() -> &'static CaseSet {
        static BUILTIN: LazyLock<CaseSet> = LazyLock::new(|| {
            CaseSet::read(CaseSet::builtin_files()).unwrap_or_else(|errors| {
                let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
                panic!("a built-in case file is wrong:\n{}", all.join("\n\n"))
            })
        });
        &BUILTIN
    }

    /// The names and texts of the files that come with the crate.
    #[must_use]
    pub fn builtin_files() -> Vec<(String, &'static str)> {
        fn walk(name: &str, dir: &'static Dir<'static>, all: &mut Vec<(String, &'static str)>) {
            for file in dir.files().filter(|f| files::is_case_file(f.path())) {
                all.push((format!("cases/{name}/{}", file.path().display()), file.contents_utf8().unwrap_or_default()));
            }
            dir.dirs().for_each(|d| walk(name, d, all));
        }
        let mut all = Vec::new();
        for (name, dir) in FOLDER_NAMES.iter().zip(&FOLDERS) {
            let from = all.len();
            walk(name, dir, &mut all);
            all[from..].sort();
        }
        all
    }

    /// Reads a case file, or all of a folder.
    ///
    /// # Errors
    /// Every mistake of every file.
    pub fn load(path: impl AsRef<Path>) -> Result<CaseSet, Vec<LoadError>> {
        let (mut texts, mut errors) = (Vec::new(), Vec::new());
        for found in files::find(path.as_ref()) {
            match found.and_then(|p| files::text(&p).map(|t| (p.display().to_string(), t))) {
                Ok(file) => texts.push(file),
                Err(e) => errors.push(e),
            }
        }
        let set = CaseSet::read(&texts);
        match set {
            Ok(set) if errors.is_empty() => Ok(set),
            set => {
                errors.extend(set.err().unwrap_or_default());
                Err(errors)
            }
        }
    }

    /// Reads cases from files given as name and text.
    ///
    /// # Errors
    /// Every mistake of every file.
    pub fn read<N: AsRef<str>, T: AsRef<str>>(files: impl AsRef<[(N, T)]>) -> Result<CaseSet, Vec<LoadError>> {
        let (mut cases, mut errors) = (Vec::new(), Vec::new());
        let mut first: HashMap<String, Spot> = HashMap::new();
        for (file, text) in files.as_ref() {
            let text = Text { file: file.as_ref(), text: text.as_ref() };
            let (read, wrong) = read_file(text);
            errors.extend(wrong);
            for (case, at) in read {
                let mut here = text.spot_at(at, format!("two cases have the id `{}`", case.id));
                here.label = Some("and again here".into());
                if let Some(first) = first.get(&case.id) {
                    here.help = Some("an id is unique over all files; say what is different about this case".into());
                    errors.push(LoadError::DuplicateId { here: Box::new(here), first: Box::new(first.clone()) });
                } else {
                    here.label = Some("first here".into());
                    first.insert(case.id.clone(), here);
                }
                cases.push(case);
            }
        }
        if errors.is_empty() { Ok(CaseSet { cases }) } else { Err(errors) }
    }

    /// The case with an id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|c| c.id == id)
    }
}

/// The good cases of a file, each with the place of its id, and what is wrong with the others.
fn read_file(text: Text<'_>) -> (Vec<(Case, usize)>, Vec<LoadError>) {
    if let Some(e) = nothing(text).or_else(|| tab(text)) {
        return (Vec::new(), vec![e]);
    }
    let sketches = match serde_yaml::from_str::<Sketches>(text.text) {
        Ok(Sketches(s)) => s,
        Err(e) => return (Vec::new(), vec![teach::explain(text, &e)]),
    };
    let ids: Vec<Option<&str>> = sketches.iter().map(|s| s.id.as_deref()).collect();
    let parts = text.cases(&ids);
    let (mut skip, mut errors) = (HashSet::new(), Vec::new());
    for (i, sketch) in sketches.iter().enumerate() {
        if let Some(e) = sketch.bad_name(text, parts[i].clone()) {
            errors.push(e);
            skip.insert(i);
        }
    }
    // Reading stops at the first error; reading again without that case finds the next.
    let file = loop {
        let at = Cell::new(None);
        let seed = FileSeed { sketches: &sketches, skip: &skip, at: &at };
        match seed.deserialize(serde_yaml::Deserializer::from_str(text.text)) {
            Ok(file) => break file,
            Err(e) => errors.push(teach::explain(text, &e)),
        }
        match at.get() {
            Some(i) if errors.len() < MOST_ERRORS => skip.insert(i),
            _ => return (Vec::new(), errors),
        };
    };
    if sketches.is_empty() {
        let mut spot = text.spot_at(text.key("cases", 0..text.text.len()).unwrap_or(0), "the list of cases is empty");
        spot.help = Some("each case begins with `- id:`; a file without cases is not needed".into());
        errors.push(LoadError::Case(Box::new(spot)));
    }
    let mut cases = Vec::new();
    for (i, raw) in file.cases {
        let part = case::Part { text, within: parts[i].clone() };
        match case::build(raw, &file.group, &part) {
            Ok(case) => cases.push((case, part.key("id"))),
            Err(spot) => errors.push(LoadError::Case(spot)),
        }
    }
    errors.sort_by_key(|e| e.spot().map(|s| (s.line, s.column)));
    (cases, errors)
}

/// A file without anything in it.
fn nothing(text: Text<'_>) -> Option<LoadError> {
    let mut spot = text.spot(1, 1, "the file is empty");
    spot.help = Some("a case file begins with `group:`, then `cases:` and a list".into());
    text.text.lines().all(|l| l.trim().is_empty() || l.trim_start().starts_with('#')).then(|| LoadError::Yaml(Box::new(spot)))
}

/// A tab where the YAML reader would speak of tokens.
fn tab(text: Text<'_>) -> Option<LoadError> {
    let indent = |l: &str| l.len() - l.trim_start_matches([' ', '\t', '-']).len();
    let (i, line) = text.text.lines().enumerate().find(|(_, l)| l[..indent(l)].contains('\t') && !l.trim().is_empty())?;
    let column = line[..line.find('\t')?].chars().count() + 1;
    let mut spot = text.spot(u32::try_from(i + 1).ok()?, u32::try_from(column).ok()?, "a tab as indentation");
    spot.label = Some("this is a tab".into());
    spot.help = Some("YAML is indented with spaces; use two for each level".into());
    Some(LoadError::Yaml(Box::new(spot)))
}

#[cfg(test)]
mod tests;
