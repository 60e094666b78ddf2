//! Draws a board in the terminal.

use super::paint::{BOLD, DIM, OPEN, TYPE, paint};
use crate::board::{Board, CardLine, Drawn, Layout};
use std::fmt::Write;

/// A line of a drawing: what identifies it from board to board, and its text.
struct Line {
    key: String,
    plain: String,
    painted: String,
}

/// Draws `board`, each line after `indent`. Lines that are not as on `before` are marked with an arrow.
#[must_use]
pub fn draw(board: &Board, cards: &[CardLine], before: Option<&Board>, indent: &str) -> String {
    let now = lines(board, cards);
    let then = before.map(|b| lines(b, cards));
    let mut out = String::new();
    for line in now {
        let changed = then.as_ref().is_some_and(|then| !then.iter().any(|l| l.key == line.key && l.plain == line.plain));
        let mark = if changed { paint(TYPE, "▸") } else { " ".to_owned() };
        let _ = writeln!(out, "{indent}{mark} {}", line.painted);
    }
    out
}

fn lines(board: &Board, cards: &[CardLine]) -> Vec<Line> {
    let layout = Layout::of(board, cards);
    let all = || layout.sides.iter().flat_map(|s| &s.permanents);
    let name_width = all().map(|d| branch(d).chars().count() + d.name.chars().count()).max().unwrap_or(0);
    let is_width = all().map(|d| d.is.chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    if !layout.moment.is_empty() {
        lines.push(Line { key: "moment".into(), plain: layout.moment.clone(), painted: paint(DIM, &layout.moment) });
    }
    for side in &layout.sides {
        let numbers = side.numbers.join(", ");
        lines.push(Line {
            key: format!("player {}", side.seat),
            plain: numbers.clone(),
            painted: format!("{}  {numbers}", paint(BOLD, side.seat)),
        });
        for d in &side.permanents {
            lines.push(permanent(d, name_width, is_width));
        }
        for (place, names) in &side.elsewhere {
            let text = format!("{place}: {}", names.join(", "));
            lines.push(Line { key: format!("{} {place}", side.seat), plain: text.clone(), painted: format!("   {}", paint(DIM, text)) });
        }
    }
    lines
}

fn branch(d: &Drawn) -> String {
    if d.depth == 0 { String::new() } else { format!("{}└ ", "  ".repeat(d.depth - 1)) }
}

fn permanent(d: &Drawn, name_width: usize, is_width: usize) -> Line {
    let branch = branch(d);
    let fill = name_width.saturating_sub(branch.chars().count() + d.name.chars().count());
    let notes = d.notes.join(", ");
    let plain = format!("{branch}{} {} {notes}", d.name, d.is);
    let style = if d.out { OPEN } else { anstyle::Style::new() };
    let mut painted = format!("   {}{}{:fill$}  {}", paint(DIM, &branch), paint(style, &d.name), "", paint(DIM, &d.is));
    if !notes.is_empty() {
        let fill = is_width.saturating_sub(d.is.chars().count());
        let _ = write!(painted, "{:fill$}  {}", "", paint(style, notes));
    }
    Line { key: d.name.clone(), plain, painted }
}
