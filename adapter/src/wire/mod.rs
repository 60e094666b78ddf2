//! The wire format: the methods of [`Adapter`](crate::Adapter) as JSON lines, for engines in other languages and in other processes.
//!
//! One process plays many games. The suite writes one request a line on the adapter's standard input; the adapter answers each with one
//! reply line on its standard output, in order. `docs/protocol.md` of the project shows a whole conversation.
//!
//! ```text
//! {"id":1,"op":"hello","protocol":1}
//! {"id":1,"ok":{"protocol":1,"engine":"toy","version":"0.1"}}
//! {"id":7,"op":"resolve","by":"A","effect":{"phase out":["bear"]},"text":"Bear phases out.","forge":"DB$ Phases | Defined$ Named.bear"}
//! {"id":7,"unsupported":{"effect":"phase out"}}
//! ```
//!
//! A Rust adapter becomes such a process in one line, [`serve_stdio(MyAdapter::default())`](serve_stdio).
//!
//! Within [`PROTOCOL`] 1 requests may gain fields and the vocabulary may gain words. An adapter ignores a field that it does not know and
//! answers `unsupported` to a word that it does not know. Replies gain nothing: a field of a reply that is not described here is an error,
//! because a misspelt observable would otherwise pass for one that is not shown.

mod reply;
mod request;
mod schema;
mod serve;

pub use reply::{Hello, Outcome, Reply, ReplyError, Shown};
pub use request::{Object, Op, Request, RequestError, Start};
pub use schema::{schema, vocabulary};
pub use serve::{serve, serve_stdio};

/// The version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;

/// The longest line that either side accepts, in bytes: a snapshot of 10,000 permanents takes a quarter of it.
pub const LONGEST_LINE: usize = 10 * 1024 * 1024;
