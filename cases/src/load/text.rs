//! Finding places in a file's text: YAML readers tell the place of an error, but not of what is right.

use super::error::Spot;

/// A file's name and text.
#[derive(Debug, Copy, Clone)]
pub(super) struct Text<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl<'a> Text<'a> {
    /// The line and column, from 1, of a byte.
    pub(super) fn place(self, at: usize) -> (u32, u32) {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }

    /// The text of a line.
    pub(super) fn line(self, line: u32) -> &'a str {
        self.text.lines().nth(usize::try_from(line).unwrap_or(1).saturating_sub(1)).unwrap_or_default()
    }

    pub(super) fn spot(self, line: u32, column: u32, message: impl Into<String>) -> Spot {
        Spot { file: self.file.into(), line, column, text: self.line(line).into(), message: message.into(), label: None, help: None }
    }

    pub(super) fn spot_at(self, at: usize, message: impl Into<String>) -> Spot {
        let (line, column) = self.place(at);
        self.spot(line, column, message)
    }

    /// Where `key:` stands next, as a key and not in a comment.
    pub(super) fn key(self, key: &str, within: std::ops::Range<usize>) -> Option<usize> {
        let part = self.text.get(within.clone())?;
        part.match_indices(key).map(|(i, _)| i + within.start).find(|at| {
            let (before, after) = (&self.text[..*at], &self.text[at + key.len()..]);
            let line = &before[before.rfind('\n').map_or(0, |i| i + 1)..];
            let opened = before.chars().next_back().is_none_or(|c| " \n{,-'\"".contains(c));
            let closed = after.trim_start_matches(['\'', '"', ' ']).starts_with(':');
            opened && closed && !line.trim_start().starts_with('#') && !line.contains(" #")
        })
    }

    /// The part of the file in which each case stands, by the ids, which are in the file's order.
    pub(super) fn cases(self, ids: &[Option<&str>]) -> Vec<std::ops::Range<usize>> {
        let mut starts = Vec::new();
        let mut from = 0;
        for id in ids {
            let mut at = from;
            let found = id.and_then(|id| {
                while let Some(found) = self.key("id", at..self.text.len()) {
                    let value = self.text[found + 2..].trim_start_matches(['\'', '"', ' ', ':']);
                    if value.starts_with(id) {
                        return Some(found);
                    }
                    at = found + 2;
                }
                None
            });
            let id_at = found.unwrap_or(from);
            from = if found.is_some() { id_at + 2 } else { from };
            starts.push(self.item_start(id_at));
        }
        let ends = starts.iter().skip(1).copied().chain([self.text.len()]).collect::<Vec<_>>();
        starts.into_iter().zip(ends).map(|(s, e)| s..e.max(s)).collect()
    }

    /// Where the list item begins of which a key stands at `at`.
    fn item_start(self, at: usize) -> usize {
        let column = |at: usize| self.place(at).1;
        let mut line_start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        loop {
            let line = self.text[line_start..].lines().next().unwrap_or_default();
            let indent = line.len() - line.trim_start().len();
            if line.trim_start().starts_with('-') {
                let content = line_start + indent + 1 + (line[indent + 1..].len() - line[indent + 1..].trim_start().len());
                if column(content) == column(at) || self.text[content..].starts_with('{') {
                    return line_start;
                }
            }
            if line_start == 0 {
                return at;
            }
            line_start = self.text[..line_start - 1].rfind('\n').map_or(0, |i| i + 1);
        }
    }
}
