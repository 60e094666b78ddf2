//! A saved game goes on as it would have, where an engine can save.

use super::{Broken, Pair};
use crate::oracle::Did;
use crate::oracle::show::Show as _;
use outofphase_adapter::{Fault, Snapshot};

pub(super) fn check(p: &mut Pair<'_>) -> Option<Broken> {
    let t = p.base;
    let middle = t.steps().end / 2;
    p.adapter.start(t.setup()).ok()?;
    for a in &t.scenario.play[..middle] {
        match p.adapter.perform(a) {
            Ok(_) | Err(Fault::Illegal(_)) => {}
            Err(_) => return None,
        }
    }
    p.adapter.save(1).ok()?;
    // Play on, so that there is something to come back from.
    for a in &t.scenario.play[middle..t.steps().end] {
        let _ = p.adapter.perform(a);
    }
    if let Err(e) = p.adapter.load(1) {
        return Some(Broken { at: middle, object: None, message: format!("a saved game could not be loaded: {e}") });
    }
    let mut now = Snapshot::default();
    for i in middle..t.steps().end {
        let did = p.adapter.perform(t.action(i));
        let same = matches!((&did, &t.did[i]), (Ok(_), Did::Done(_)) | (Err(Fault::Illegal(_)), Did::Illegal(_)));
        if !same {
            let now = did.map_or_else(|e| e.to_string(), |_| "done".to_owned());
            return Some(Broken { at: i, object: None, message: format!("after loading: {now}, and before: {}", t.did[i].show()) });
        }
        p.adapter.observe(&mut now).ok()?;
        if now != *t.after(i) {
            let object = t.objects().find(|o| now.object(*o) != t.after(i).object(*o));
            return Some(Broken { at: i, object, message: "after loading, the game goes on in another way".into() });
        }
    }
    None
}
