//! Reads lines of bounded length from a stream, on a thread of its own.

use std::io::{ErrorKind, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

/// What came from the process, or what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A line, without its end.
    Line(Vec<u8>),
    /// More bytes than a line may have, with no line's end among them; the beginning of it.
    TooLong(Vec<u8>),
    /// The stream ended; what stood in the last line, which has no end.
    End(Vec<u8>),
    /// The request could not be written.
    NotWritten(String),
}

/// The beginning of a line whose end has not come yet.
pub(super) type Partial = Arc<Mutex<Vec<u8>>>;

/// How much of a line that is too long is kept, to show it.
const SHOWN: usize = 200;

/// Sends the lines of `stream` until it ends or a line is longer than `longest`.
pub(super) fn forward(mut stream: impl Read, longest: usize, partial: &Partial, events: &SyncSender<Event>) {
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let n = match stream.read(&mut chunk) {
            Ok(n) => n,
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(_) => 0,
        };
        let mut line = partial.lock().unwrap_or_else(PoisonError::into_inner);
        if n == 0 {
            let rest = std::mem::take(&mut *line);
            drop(line);
            let _ = events.send(Event::End(rest));
            return;
        }
        let mut rest = &chunk[..n];
        while let Some(end) = rest.iter().position(|b| *b == b'\n') {
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            let whole = std::mem::take(&mut *line);
            // Whoever waits for events may want to look at the partial line.
            drop(line);
            if events.send(Event::Line(whole)).is_err() {
                return;
            }
            line = partial.lock().unwrap_or_else(PoisonError::into_inner);
        }
        line.extend_from_slice(rest);
        if line.len() > longest {
            line.truncate(SHOWN);
            let start = std::mem::take(&mut *line);
            drop(line);
            let _ = events.send(Event::TooLong(start));
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn events(bytes: &[u8], longest: usize) -> Vec<Event> {
        let (tx, rx) = sync_channel(100);
        forward(bytes, longest, &Partial::default(), &tx);
        drop(tx);
        rx.iter().collect()
    }

    #[test]
    fn lines_come_whole_and_the_rest_at_the_end() {
        let all = [Event::Line(b"a".into()), Event::Line(b"".into()), Event::End(b"b".into())];
        assert_eq!(events(b"a\n\nb", 10), all);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let endless = vec![b'x'; 1000];
        assert_eq!(events(&endless, 500), [Event::TooLong(vec![b'x'; SHOWN])]);
    }
}
