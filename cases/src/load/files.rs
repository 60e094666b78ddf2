//! Finding case files and reading their bytes.

use super::MOST_BYTES;
use super::error::LoadError;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

pub(super) fn is_case_file(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|e| e == "yaml" || e == "yml")
}

/// The file itself, or all case files of a folder in the order of their paths.
pub(super) fn find(path: &Path) -> Vec<Result<PathBuf, LoadError>> {
    let unreadable = |source| LoadError::Unreadable { path: path.into(), source };
    match fs::metadata(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => vec![Err(LoadError::Missing { path: path.into() })],
        Err(e) => vec![Err(unreadable(e))],
        Ok(m) if m.is_dir() => {
            let mut all = Vec::new();
            walk(path, &mut all);
            if all.is_empty() {
                return vec![Err(LoadError::NoFiles { path: path.into() })];
            }
            all
        }
        Ok(_) => vec![Ok(path.into())],
    }
}

fn walk(folder: &Path, all: &mut Vec<Result<PathBuf, LoadError>>) {
    let entries = match fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
        Ok(entries) => entries,
        Err(source) => return all.push(Err(LoadError::Unreadable { path: folder.into(), source })),
    };
    let mut entries: Vec<_> = entries.into_iter().map(|e| (e.path(), e.file_type().is_ok_and(|t| t.is_dir()))).collect();
    entries.sort();
    for (path, is_folder) in entries {
        if path.file_name().and_then(OsStr::to_str).is_some_and(|n| n.starts_with('.')) {
            continue;
        }
        if is_folder {
            walk(&path, all);
        } else if is_case_file(&path) {
            all.push(Ok(path));
        }
    }
}

/// A file's text.
pub(super) fn text(path: &Path) -> Result<String, LoadError> {
    let unreadable = |source| LoadError::Unreadable { path: path.into(), source };
    let file = fs::File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    if bytes > MOST_BYTES {
        return Err(LoadError::TooLarge { path: path.into(), bytes });
    }
    let mut all = Vec::new();
    // A pipe or a growing file has no length to go by.
    file.take(MOST_BYTES + 1).read_to_end(&mut all).map_err(unreadable)?;
    if all.len() as u64 > MOST_BYTES {
        return Err(LoadError::TooLarge { path: path.into(), bytes: all.len() as u64 });
    }
    String::from_utf8(all).map_err(|e| {
        let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = good.iter().filter(|b| **b == b'\n').count() + 1;
        LoadError::NotUtf8 { path: path.into(), line: u32::try_from(line).unwrap_or(u32::MAX) }
    })
}
