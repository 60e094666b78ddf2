//! Draws a board as a picture, to stand inline in a page.

use crate::board::{Board, CardLine, Drawn, Layout, Side};
use maud::{Markup, html};

const CARD: usize = 150;
const GAP: usize = 10;
const LINE: usize = 13;
const COLUMNS: usize = 2;
const WIDTH: usize = GAP + COLUMNS * (CARD + GAP);

/// A card with everything attached to it, one below the other.
struct Pile<'a>(Vec<&'a Drawn>);

fn card_height(d: &Drawn) -> usize {
    30 + LINE * d.notes.len()
}

impl Pile<'_> {
    fn height(&self) -> usize {
        self.0.iter().map(|d| card_height(d) + 3).sum()
    }
}

fn piles(side: &Side) -> Vec<Pile<'_>> {
    let mut piles: Vec<Pile<'_>> = Vec::new();
    for d in &side.permanents {
        match piles.last_mut() {
            Some(pile) if d.depth > 0 => pile.0.push(d),
            _ => piles.push(Pile(vec![d])),
        }
    }
    piles
}

/// The board as an SVG element; what is not as on `before` has a marked border. Colours come from the page's style.
#[must_use]
pub(crate) fn picture(board: &Board, cards: &[CardLine], before: Option<&Board>) -> Markup {
    let layout = Layout::of(board, cards);
    let old = before.map(|b| Layout::of(b, cards));
    let was = |d: &Drawn| {
        let all = |l: &Layout| l.sides.iter().flat_map(|s| &s.permanents).any(|o| o.name == d.name && o.is == d.is && o.notes == d.notes);
        old.as_ref().is_none_or(all)
    };
    let mut y = 8;
    let mut parts = Vec::new();
    if !layout.moment.is_empty() {
        parts.push(html! { text x=(GAP) y=(y + 8) class="moment" { (layout.moment) } });
        y += LINE + 6;
    }
    for side in &layout.sides {
        let (part, height) = one_side(side, y, &was);
        parts.push(part);
        y += height;
    }
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {y}")) width=(WIDTH) role="img" aria-label=(layout.moment) {
            @for part in &parts { (part) }
        }
    }
}

fn one_side(side: &Side, top: usize, was: &dyn Fn(&Drawn) -> bool) -> (Markup, usize) {
    let mut y = top + 14;
    let head = html! {
        text x=(GAP) y=(y) class="player" { (side.seat) }
        text x=(GAP + 16) y=(y) class="small" { (side.numbers.join(", ")) }
    };
    y += 8;
    let piles = piles(side);
    let mut rows = Vec::new();
    for row in piles.chunks(COLUMNS) {
        for (column, pile) in row.iter().enumerate() {
            let mut at = y;
            for d in &pile.0 {
                rows.push(card(d, GAP + column * (CARD + GAP), at, !was(d)));
                at += card_height(d) + 3;
            }
        }
        y += row.iter().map(Pile::height).max().unwrap_or(0) + 6;
    }
    let mut places = Vec::new();
    for (place, names) in &side.elsewhere {
        y += LINE;
        places.push(html! { text x=(GAP) y=(y) class="small" { (place) ": " (names.join(", ")) } });
    }
    let part = html! {
        (head)
        @for r in &rows { (r) }
        @for p in &places { (p) }
    };
    (part, y + 8 - top)
}

fn card(d: &Drawn, x: usize, y: usize, changed: bool) -> Markup {
    let indent = 10 * d.depth.min(4);
    let (x, width) = (x + indent, CARD - indent);
    let class = format!("card{}{}", if d.out { " out" } else { "" }, if changed { " changed" } else { "" });
    html! {
        g class=(class) {
            rect x=(x) y=(y) width=(width) height=(card_height(d)) rx="5" {}
            @if d.tapped {
                path d=(format!("M {} {} l 7 0 l 0 7", x + width - 14, y + 6)) class="turned" {}
            }
            text x=(x + 6) y=(y + 13) class="name" { (d.name) }
            text x=(x + 6) y=(y + 25) class="small" { (d.is) }
            @for (i, note) in d.notes.iter().enumerate() {
                text x=(x + 6) y=(y + 38 + i * LINE) class="note" { (note) }
            }
        }
    }
}
