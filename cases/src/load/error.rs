//! What is wrong with a case file: where, what was found, and what would be right.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::path::PathBuf;

/// A mistake in a case file, or a file that can't be read at all. [`Display`](fmt::Display) shows the place in the file; one that shows it in
/// colours is [`render`](LoadError::render).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such file or folder.
    #[error("error: there is no {}\n  = help: give a case file (`.yaml`) or a folder of them", path.display())]
    Missing {
        /// What was asked for.
        path: PathBuf,
    },
    /// A folder without case files.
    #[error("error: no case file in {}\n  = help: case files end in `.yaml`; folders are searched to their depth", path.display())]
    NoFiles {
        /// The folder.
        path: PathBuf,
    },
    /// It is there but can't be read.
    #[error("error: {} can't be read: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Larger than any case file that a person writes.
    #[error(
        "error: {} has {bytes} bytes; a case file has at most {}\n  = help: give each group of cases a file of its own",
        path.display(), super::MOST_BYTES
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// Not a text in UTF-8.
    #[error("error: {}:{line}: this line is no UTF-8 text\n  = help: save the file as UTF-8", path.display())]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The first line that is none.
        line: u32,
    },
    /// It is no YAML, or YAML that no case needs.
    #[error("{0}")]
    Yaml(Box<Spot>),
    /// It is YAML but says something wrong.
    #[error("{0}")]
    Case(Box<Spot>),
    /// Two cases have one id.
    #[error("{}", render(&[here, first], &Renderer::plain()))]
    DuplicateId {
        /// The second case.
        here: Box<Spot>,
        /// The first case.
        first: Box<Spot>,
    },
}

/// A place in a file with what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The line's text.
    pub text: String,
    /// What is wrong, in one line.
    pub message: String,
    /// What was probably meant.
    pub label: Option<String>,
    /// What would be right.
    pub help: Option<String>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(&[self], &Renderer::plain()))
    }
}

impl LoadError {
    /// The place in the file, if it is a matter of one.
    #[must_use]
    pub fn spot(&self) -> Option<&Spot> {
        match self {
            LoadError::Yaml(s) | LoadError::Case(s) | LoadError::DuplicateId { here: s, .. } => Some(s),
            _ => None,
        }
    }

    /// The error as text for a terminal, in colours if it has them.
    #[must_use]
    pub fn render(&self, colours: bool) -> String {
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        match self {
            LoadError::Yaml(s) | LoadError::Case(s) => render(&[s], &renderer),
            LoadError::DuplicateId { here, first } => render(&[here, first], &renderer),
            _ => self.to_string(),
        }
    }
}

/// The first place as the error, the others as what it refers to.
fn render(spots: &[&Spot], renderer: &Renderer) -> String {
    let Some(first) = spots.first() else { return String::new() };
    let mut group = Group::with_title(Level::ERROR.primary_title(first.message.as_str()));
    for (i, spot) in spots.iter().enumerate() {
        let kind = if i == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let mut mark = kind.span(spot.span());
        if let Some(label) = &spot.label {
            mark = mark.label(label.as_str());
        }
        let line = usize::try_from(spot.line).unwrap_or(1);
        group = group.element(Snippet::source(spot.text.as_str()).path(spot.file.as_str()).line_start(line).annotation(mark));
    }
    if let Some(help) = &first.help {
        group = group.element(Level::HELP.message(wrap(help, 100)));
    }
    renderer.render(&[group]).clone()
}

/// Breaks a long line of words.
fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        if length > 0 && length + word.chars().count() > width {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
        }
        out.push_str(word);
        length += word.chars().count() + 1;
    }
    out
}

impl Spot {
    /// The bytes of the line that the mark underlines: the word or phrase that begins at the column.
    fn span(&self) -> std::ops::Range<usize> {
        let from = usize::try_from(self.column).unwrap_or(1).saturating_sub(1);
        let start = self.text.char_indices().nth(from).map_or(self.text.len(), |(i, _)| i);
        let rest = &self.text[start..];
        let length = match rest.chars().next() {
            None => 0,
            Some(q @ ('"' | '\'')) => rest[1..].find(q).map_or(rest.len(), |i| i + 2),
            Some(c @ ('{' | '[' | '\t')) => c.len_utf8(),
            Some(_) => rest.find([',', '}', ']']).into_iter().chain(rest.find(": ")).chain(rest.find(" #")).min().unwrap_or(rest.len()),
        };
        let word = rest[..length].trim_end_matches([' ', ':', '\t']).len();
        start..start + if word == 0 { length } else { word }
    }
}
