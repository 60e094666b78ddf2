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

/// The widest pair of boards that still stands side by side.
const WIDEST: usize = 110;

/// Draws two boards with their titles: side by side where there is room, else one below the other.
#[must_use]
pub fn draw_pair(titles: [&str; 2], before: &Board, after: &Board, cards: &[CardLine], indent: &str) -> String {
    let left = block(titles[0], &draw(before, cards, None, ""));
    let right = block(titles[1], &draw(after, cards, Some(before), ""));
    let width = |lines: &[String]| lines.iter().map(|l| plain_width(l)).max().unwrap_or(0);
    let (column, gap) = (width(&left), 4);
    let beside = indent.len() + column + gap + width(&right) <= WIDEST;
    let rows = if beside { left.len().max(right.len()) } else { 0 };
    let mut out = String::new();
    for i in 0..rows {
        let line = |lines: &[String]| lines.get(i).cloned().unwrap_or_default();
        let (l, r) = (line(&left), line(&right));
        let fill = if r.is_empty() { 0 } else { column + gap - plain_width(&l) };
        let _ = writeln!(out, "{indent}{l}{:fill$}{r}", "");
    }
    if !beside {
        for line in left.iter().map(String::as_str).chain([""]).chain(right.iter().map(String::as_str)) {
            let _ = writeln!(out, "{}", format_args!("{indent}{line}").to_string().trim_end());
        }
    }
    out
}

fn block(title: &str, drawn: &str) -> Vec<String> {
    std::iter::once(paint(DIM, title)).chain(drawn.lines().map(str::to_owned)).collect()
}

/// How many characters a painted text takes.
fn plain_width(painted: &str) -> usize {
    anstream::adapter::strip_str(painted).to_string().chars().count()
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
