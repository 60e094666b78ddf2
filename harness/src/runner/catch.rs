//! Catches an engine's panic with its message, and keeps it from the terminal.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// `Some` while a call on this thread is being watched; filled by the panic hook.
    static WATCHED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `body`; if it panics, answers the message and the place.
///
/// # Errors
/// The panic's message.
pub fn quietly<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let watched = WATCHED.with_borrow_mut(|w| w.as_mut().map(|text| *text = info.to_string()).is_some());
            if !watched {
                previous(info);
            }
        }));
    });
    WATCHED.set(Some(String::new()));
    // What was half changed is thrown away: a caller opens a new engine after a panic.
    let result = catch_unwind(AssertUnwindSafe(body));
    let message = WATCHED.take().unwrap_or_default();
    result.map_err(|_| message)
}

#[cfg(test)]
mod tests {
    use super::quietly;

    #[test]
    fn a_panic_is_answered_with_message_and_place() {
        let message = quietly(|| panic!("no such zone")).expect_err("it panics");
        assert!(message.contains("no such zone") && message.contains("catch.rs"), "{message}");
    }

    #[test]
    fn what_does_not_panic_is_handed_through() {
        assert_eq!(quietly(|| 7), Ok(7));
    }
}
