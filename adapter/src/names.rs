//! The names behind the handles, while something is read or written.
//!
//! Inside the crate graph an object is a small index ([`Obj`]); people and other processes see its name. The two are joined by a scope on
//! the current thread: within [`scope`] every `Obj` reads and prints as its name, and an unknown name is an error that lists the near
//! misses. This keeps one vocabulary for engines, YAML and the wire, and keeps strings off the engines' hot path.

use crate::Obj;
use std::cell::RefCell;
use std::rc::Rc;

/// How compound words are written while the scope lasts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// As objects with named fields, for programs: `{"all": {"type": "creature", "whose": "you"}}`.
    #[default]
    Fields,
    /// As phrases where there is one, for people: `all creatures you control`.
    Phrases,
}

#[derive(Debug)]
struct Table {
    names: Rc<[Box<str>]>,
    seats: Option<u8>,
    style: Style,
}

thread_local! {
    static SCOPES: RefCell<Vec<Table>> = const { RefCell::new(Vec::new()) };
}

struct Pop;

impl Drop for Pop {
    fn drop(&mut self) {
        SCOPES.with_borrow_mut(|s| drop(s.pop()));
    }
}

/// Runs `body` with these names: the i-th is that of `Obj(i)`. `seats` is the number of players if known, for range checks.
pub fn scope<T, S: AsRef<str>>(names: impl IntoIterator<Item = S>, seats: Option<u8>, style: Style, body: impl FnOnce() -> T) -> T {
    let names = names.into_iter().map(|n| Box::from(n.as_ref())).collect();
    SCOPES.with_borrow_mut(|s| s.push(Table { names, seats, style }));
    let _pop = Pop;
    body()
}

/// Runs `body` with the names of `setup` (see [`scope`]).
pub fn of<T>(setup: &crate::Setup, style: Style, body: impl FnOnce() -> T) -> T {
    scope(setup.objects.iter().map(|o| o.name.as_str()), Some(setup.seats()), style, body)
}

fn top<T>(f: impl FnOnce(&Table) -> T) -> Option<T> {
    SCOPES.with_borrow(|s| s.last().map(f))
}

/// The name of a handle in the current scope.
#[must_use]
pub fn name_of(obj: Obj) -> Option<Box<str>> {
    top(|t| t.names.get(obj.index()).cloned()).flatten()
}

/// The handle of a name in the current scope.
#[must_use]
pub fn find(name: &str) -> Option<Obj> {
    top(|t| t.names.iter().position(|n| &**n == name)).flatten().and_then(|i| u16::try_from(i).ok()).map(Obj)
}

/// How many objects the current scope names.
#[must_use]
pub fn count() -> Option<usize> {
    top(|t| t.names.len())
}

/// How many players the current scope has.
#[must_use]
pub fn seats() -> Option<u8> {
    top(|t| t.seats).flatten()
}

/// The current scope's style.
#[must_use]
pub fn style() -> Style {
    top(|t| t.style).unwrap_or_default()
}

/// The message for a name that nobody has, with those that exist.
#[must_use]
pub fn unknown(name: &str) -> String {
    let known: Vec<String> = top(|t| t.names.iter().map(ToString::to_string).collect()).unwrap_or_default();
    if known.is_empty() {
        return format!("no object is named `{name}`: the board is empty");
    }
    let shown = known.iter().take(12).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    let more = if known.len() > 12 { format!(" and {} more", known.len() - 12) } else { String::new() };
    format!("no object is named `{name}`; the board has {shown}{more}")
}

/// Whether `name` may be an object's name: lower-case letters, digits, `_` and `-`, a letter first, and none of the reserved words.
#[must_use]
pub fn is_valid(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_lowercase())
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-')
        && name.len() <= 40
        && !RESERVED.contains(&name)
}

/// Words that can't be object names because a case may say them in the place of a name.
pub const RESERVED: [&str; 8] = ["this", "that", "host", "it", "all", "none", "turn", "game"];
