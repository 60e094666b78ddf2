//! `--check-protocol`: what a reply may get wrong without anybody noticing.
//!
//! Unknown and misspelt fields are refused in any case. Here is what would only make skips: words that do not exist, objects that are
//! forgotten, stops that contradict themselves.

use outofphase_adapter::wire::{Op, Outcome, ReplyError, Shown, vocabulary};
use outofphase_adapter::{Moment, Need, Obj, Seat, names};
use serde_json::Value;

/// Checks a reply that could be read.
pub(super) fn reply(line: &str, op: &Op, outcome: &Outcome) -> Result<(), ReplyError> {
    let wrong = |path: &str, message: String| Err(ReplyError::Field { id: None, path: path.to_owned(), message });
    match outcome {
        Outcome::Unsupported(need) => match unknown_word(need) {
            Some((kind, word, words)) => {
                let close = words.iter().max_by(|a, b| strsim::jaro_winkler(a, word).total_cmp(&strsim::jaro_winkler(b, word)));
                let close = close.map(|c| format!("; did you mean `{c}`?")).unwrap_or_default();
                wrong(
                    &format!("unsupported.{kind}"),
                    format!("`{word}` is no {kind} of the vocabulary, so the skip could not be counted{close}"),
                )
            }
            None => Ok(()),
        },
        Outcome::Illegal(why) if why.is_empty() => wrong("illegal", "say why".into()),
        Outcome::Error(why) if why.is_empty() => wrong("error", "say what went wrong".into()),
        Outcome::Ok(Shown::Stop(stop)) => match op {
            Op::Advance { to, of } if stop.exact && (stop.step, stop.of, stop.moment) != (*to, *of, Moment::After) => {
                wrong("ok.exact", format!("exact, but it is not `{to}` of {of} after its turn-based actions, as was asked for"))
            }
            _ => Ok(()),
        },
        Outcome::Ok(Shown::Snapshot(_)) => {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            let lacks = |map: &str, key: &str| value["ok"][map].get(key).is_none();
            let count = u16::try_from(names::count().unwrap_or_default()).unwrap_or(u16::MAX);
            for name in (0..count).filter_map(|i| names::name_of(Obj(i))) {
                if lacks("objects", &name) {
                    return wrong(
                        "ok.objects",
                        format!("`{name}` is left out; show every object of the setup, with null for what is not shown"),
                    );
                }
            }
            for seat in Seat::first(names::seats().unwrap_or_default()) {
                if lacks("players", &seat.to_string()) {
                    return wrong("ok.players", format!("player {seat} is left out; show every player, with null for what is not shown"));
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The word of a need that the vocabulary does not have, its kind, and the words that there are.
fn unknown_word(need: &Need) -> Option<(&'static str, &str, Vec<String>)> {
    let (kind, word) = match need {
        Need::Ability(w) => ("ability", w),
        Need::Event(w) => ("event", w),
        Need::Effect(w) => ("effect", w),
        Need::Until(w) => ("until", w),
        Need::Action(w) => ("action", w),
        Need::Answer(w) => ("answer", w),
        _ => return None,
    };
    let words = vocabulary(kind);
    (!words.iter().any(|k| k == word)).then_some((kind, &**word, words))
}
