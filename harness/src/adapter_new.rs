//! Skeletons of adapters: they build or run, shake hands, and answer `unsupported` to all else.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// In which language.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    /// A package with a program that serves the protocol.
    Rust,
    /// A program with the protocol's package beside it.
    Python,
}

impl Language {
    /// The files, by their path in the new folder.
    const fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::Rust => &[
                ("Cargo.toml", include_str!("../skeletons/rust/Cargo.toml.in")),
                ("src/main.rs", include_str!("../skeletons/rust/main.rs.in")),
            ],
            Language::Python => &[
                ("adapter.py", include_str!("../skeletons/python/adapter.py")),
                ("outofphase_protocol/__init__.py", include_str!("../skeletons/python/outofphase_protocol/__init__.py")),
                ("outofphase_protocol/adapter.py", include_str!("../skeletons/python/outofphase_protocol/adapter.py")),
                ("outofphase_protocol/server.py", include_str!("../skeletons/python/outofphase_protocol/server.py")),
                ("outofphase_protocol/snapshot.py", include_str!("../skeletons/python/outofphase_protocol/snapshot.py")),
            ],
        }
    }

    /// How the adapter is built and checked, from within its folder.
    #[must_use]
    pub const fn next(self) -> &'static str {
        match self {
            Language::Rust => "cargo build && outofphase adapter-check --adapter target/debug/my-engine-adapter",
            Language::Python => "outofphase adapter-check --adapter \"python3 adapter.py\"",
        }
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        match text {
            "rust" => Ok(Language::Rust),
            "python" => Ok(Language::Python),
            _ => {
                Err(format!("there is no skeleton in `{text}`; write rust or python (an adapter in any other language: docs/protocol.md)"))
            }
        }
    }
}

/// Why no skeleton was written.
#[derive(Debug, thiserror::Error)]
pub enum NewError {
    /// Something is there already.
    #[error("{} is not empty; name a new folder", .0.display())]
    NotEmpty(PathBuf),
    /// The folder can't be read, made or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file or folder.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
}

/// Writes a skeleton into a folder that is new or empty, and answers the files.
///
/// # Errors
/// If something is there, or can't be written.
pub fn write(language: Language, folder: &Path) -> Result<Vec<PathBuf>, NewError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |error| NewError::Io { path, error }
    };
    if folder.exists() && folder.read_dir().map_err(io(folder))?.next().is_some() {
        return Err(NewError::NotEmpty(folder.to_owned()));
    }
    let mut written = Vec::new();
    for (name, text) in language.files() {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(io(parent))?;
        std::fs::write(&path, text).map_err(io(&path))?;
        written.push(path);
    }
    Ok(written)
}
