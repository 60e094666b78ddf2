//! A finding: a shrunk scenario with what the rules demand, as a case that reads as if written by hand.

use crate::as_if::AsIf;
use crate::oracle::{Did, Trace, Violation};
use outofphase_adapter::{Action, Adapter, Obj, ObjectView, Phased, Place, PlayerView, Scenario, Seat, Step};
use outofphase_cases::{Case, CaseStep, ExpectSubject, Expectation, Fact, Times};
use outofphase_reference_engine::{ReferenceEngine, Rulebook};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A failure, shrunk.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What failed.
    pub violation: Violation,
    /// The smallest scenario found that fails in the same way.
    pub scenario: Scenario,
    /// The signature by which findings are told apart: the oracle and the words that the shrunk scenario needs.
    pub signature: String,
    /// The scenario as a case: what happens, and what the rules demand where the engine shows something else.
    pub case: Case,
    /// The engine shows nothing that differs from the rules: then the oracle alone speaks, and the case is the scenario alone, for `replay`.
    pub oracle_alone: bool,
    /// The readings of the rulebook by which the game comes out as the engine showed it.
    pub as_if: Vec<AsIf>,
    /// How many scenarios had been tried when it was found.
    pub after: u64,
}

/// Signatures that a campaign steers round.
#[derive(Clone, Debug, Default)]
pub struct Known(pub BTreeSet<String>);

impl Known {
    /// Reads a list: a signature a line, `#` begins a comment.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn read(path: &Path) -> std::io::Result<Known> {
        let text = std::fs::read_to_string(path)?;
        let lines = text.lines().map(|l| l.split('#').next().unwrap_or("").trim()).filter(|l| !l.is_empty());
        Ok(Known(lines.map(str::to_owned).collect()))
    }

    /// Adds the signatures of the findings already in a folder.
    pub fn add_folder(&mut self, folder: &Path) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|e| e == "yaml")
                && let Some(stem) = path.file_stem().and_then(|s| s.to_str())
            {
                self.0.insert(stem.to_owned());
            }
        }
    }
}

fn word(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            'a'..='z' | '0'..='9' => out.push(c),
            'A'..='Z' => out.push(c.to_ascii_lowercase()),
            '\'' => {}
            _ if !out.ends_with('_') => out.push('_'),
            _ => {}
        }
    }
    out.trim_matches('_').to_owned()
}

/// The signature of a shrunk failure: the oracle, and the words of its actions and abilities, each once and in order of the alphabet. It is
/// also the name of the finding's file and the id of its case.
#[must_use]
pub fn signature(v: &Violation, s: &Scenario) -> String {
    let mut words: BTreeSet<String> = BTreeSet::new();
    for a in &s.play {
        match a {
            Action::Advance { .. } | Action::Answer(_) => {}
            Action::Resolve { effect, .. } | Action::Announce { effect, .. } => {
                words.extend(effect.parts().iter().map(|e| word(e.word())));
            }
            a => {
                words.insert(word(a.word()));
            }
        }
    }
    for o in &s.setup.objects {
        for a in &o.has {
            words.insert(match a {
                outofphase_adapter::Ability::Trigger(t) => format!("when_{}", word(t.when.word())),
                a => word(a.word()),
            });
        }
        if o.on.is_some() {
            words.insert("attached".into());
        }
    }
    let oracle = word(v.oracle.rsplit("::").next().unwrap_or(v.oracle));
    let family = word(v.oracle.split("::").next().unwrap_or(""));
    let mut name = if family == "differential" { format!("{family}_{oracle}") } else { oracle };
    if !words.is_empty() {
        name.push_str("__");
        name.push_str(&words.into_iter().collect::<Vec<_>>().join("_"));
    }
    name.truncate(140);
    name
}

/// What is expected of an object, where the engine shows something else than the rules demand.
fn facts(seen: &ObjectView, right: &ObjectView) -> Vec<Fact> {
    let mut facts = Vec::new();
    let shown = |a: bool, b: bool| a && b;
    if seen.place != right.place && shown(seen.place.is_some(), right.place.is_some()) {
        facts.extend(right.place.map(Fact::At));
    }
    if right.place != Some(Place::Battlefield) {
        return facts;
    }
    match (seen.phased, right.phased) {
        (Some(a), Some(b)) if a.is_out() != b.is_out() => facts.push(match b {
            Phased::In => Fact::PhasedIn,
            _ => Fact::PhasedOut,
        }),
        (Some(Phased::Directly), Some(Phased::Indirectly)) => facts.push(Fact::PhasedOutIndirectly),
        (Some(Phased::Indirectly), Some(Phased::Directly)) => facts.push(Fact::PhasedOutDirectly),
        _ => {}
    }
    macro_rules! differs {
        ($field:ident, $fact:expr) => {
            if let (Some(a), Some(b)) = (seen.$field, right.$field)
                && a != b
            {
                let make: fn(_) -> Option<Fact> = $fact;
                facts.extend(make(b));
            }
        };
    }
    differs!(controller, |s: Seat| Some(Fact::ControlledBy(s)));
    differs!(attached, |a: Option<_>| Some(a.map_or(Fact::Unattached, Fact::AttachedTo)));
    differs!(tapped, |t: bool| Some(if t { Fact::Tapped } else { Fact::Untapped }));
    differs!(damage, |n: u16| Some(Fact::Damage(n)));
    differs!(size, |(p, t): (i16, i16)| Some(Fact::Size(p, t)));
    differs!(back, |b: bool| Some(if b { Fact::BackUp } else { Fact::FrontUp }));
    differs!(protector, |s: Seat| Some(Fact::ProtectedBy(s)));
    differs!(blocking, |b: Option<_>| match b {
        None => Some(Fact::NotBlocking),
        Some(outofphase_adapter::Attached::Object(o)) => Some(Fact::BlockingWhat(o)),
        Some(_) => None,
    });
    differs!(attacking, |a: Option<_>| Some(match a {
        None => Fact::NotAttacking,
        Some(outofphase_adapter::Attacked::It(t)) => Fact::AttackingWhat(t),
        Some(outofphase_adapter::Attacked::NothingAnyMore) => Fact::AttackingNothingAnyMore,
    }));
    if let (Some(a), Some(b)) = (seen.counters, right.counters) {
        for k in outofphase_adapter::CounterKind::ALL {
            if a.get(*k) != b.get(*k) {
                facts.push(Fact::Counters(*k, b.get(*k)));
            }
        }
    }
    if let (Some(a), Some(b)) = (seen.types, right.types) {
        for t in outofphase_adapter::Type::ALL {
            if a.has(*t) != b.has(*t) {
                facts.push(if b.has(*t) { Fact::Is(*t) } else { Fact::IsNo(*t) });
            }
        }
    }
    facts
}

fn player_facts(seen: &PlayerView, right: &PlayerView) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let (Some(a), Some(b)) = (seen.in_game, right.in_game)
        && a != b
    {
        facts.push(Fact::InGame(b));
        return facts;
    }
    if right.in_game == Some(false) {
        return facts;
    }
    if seen.hand.is_some() && right.hand.is_some() && seen.hand != right.hand {
        facts.extend(right.hand.map(Fact::Hand));
    }
    if seen.library.is_some() && right.library.is_some() && seen.library != right.library {
        facts.extend(right.library.map(Fact::Library));
    }
    if seen.graveyard.is_some() && right.graveyard.is_some() && seen.graveyard != right.graveyard {
        facts.extend(right.graveyard.map(Fact::Graveyard));
    }
    if seen.mana.is_some() && right.mana.is_some() && seen.mana != right.mana {
        facts.extend(right.mana.map(Fact::Mana));
    }
    facts
}

/// What the rules demand at the first moment at which the engine shows something else.
fn expectations(seen: &Trace, right: &Trace, shot: usize) -> Vec<Expectation> {
    let mut all: Vec<Expectation> = Vec::new();
    let mut push = |subject, facts: Vec<Fact>| {
        if facts.is_empty() {
            return;
        }
        // A case names a subject once.
        match all.iter_mut().find(|e| e.subject == subject) {
            Some(e) => e.facts.extend(facts),
            None => all.push(Expectation { subject, facts, line: 0 }),
        }
    };
    let (s, r) = (&seen.shots[shot], &right.shots[shot]);
    for (i, (a, b)) in s.objects.iter().zip(&r.objects).enumerate() {
        push(ExpectSubject::Object(Obj(i as u16)), facts(a, b));
    }
    for (seat, (a, b)) in seen.seats().zip(s.players.iter().zip(&r.players)) {
        push(ExpectSubject::Player(seat), player_facts(a, b));
    }
    // Life totals: what triggered, or how much damage.
    let mut triggered = false;
    for (o, n, t) in crate::oracle::facts::printed_triggers(seen.setup()) {
        let count = |shot: &_| crate::oracle::facts::fired(seen.setup(), shot, t.gain, None);
        if let (Some(a), Some(b)) = (count(s), count(r))
            && a != b
        {
            triggered = true;
            let several = seen.setup().object(o).has.iter().filter(|a| matches!(a, outofphase_adapter::Ability::Trigger(_))).count() > 1;
            let times = Times::Exactly(u8::try_from(b).unwrap_or(u8::MAX));
            push(ExpectSubject::Object(o), vec![Fact::Triggered { ability: several.then_some(n), times, of: None }]);
        }
    }
    for (seat, (a, b)) in seen.seats().zip(s.players.iter().zip(&r.players)) {
        if let (Some(x), Some(y)) = (a.life, b.life)
            && x != y
            && !triggered
            && b.in_game != Some(false)
        {
            let start = i64::from(seen.setup().players[seat.index()].life);
            let change = y - start;
            let gained = if change > 0 { (change + 99) / 100 * 100 } else { 0 };
            push(ExpectSubject::Player(seat), vec![Fact::Life(y - gained)]);
        }
    }
    if let (Some(a), Some(b)) = (s.day_night, r.day_night)
        && a != b
    {
        push(ExpectSubject::Game, vec![Fact::DayNight(b)]);
    }
    all
}

/// Makes the case of a shrunk failure: what happens, and what the rules demand at the first moment at which the engine shows something else.
pub fn case(adapter: &mut dyn Adapter, v: &Violation, s: &Scenario, signature: &str, rules: Rulebook) -> Option<Case> {
    let (mut seen, mut right) = (Trace::default(), Trace::default());
    seen.play(adapter, s);
    let s = &seen.as_stopped();
    right.play(&mut ReferenceEngine::new(rules), s);
    let moments = seen.shots.len().min(right.shots.len());
    let refused = |i: usize| matches!(right.did[i], Did::Illegal(_));
    let mut steps: Vec<CaseStep> = Vec::new();
    let mut found = false;
    for shot in 1..moments {
        let i = shot - 1;
        let illegal = refused(i);
        steps.push(CaseStep::Do { action: s.play[i].clone(), illegal });
        if illegal != matches!(seen.did[i], Did::Illegal(_)) {
            found = true;
            break;
        }
        let expected = if seen.comparable(i) { expectations(&seen, &right, shot) } else { Vec::new() };
        if !expected.is_empty() {
            steps.push(CaseStep::Expect(expected));
            found = true;
            break;
        }
    }
    if !found {
        return None;
    }
    if !steps.iter().any(|s| matches!(s, CaseStep::Expect(_))) {
        // A case expects something that can be seen; what must be refused is expected by itself, and the turn stays where it is.
        let shot = &right.shots[steps.len()];
        if let (Some(step), Some(of)) = (shot.step, shot.active) {
            steps.push(CaseStep::Expect(vec![Expectation { subject: ExpectSubject::Turn, facts: vec![Fact::StepOf(step, of)], line: 0 }]));
        }
    }
    Some(case_of(v, s, signature, steps))
}

/// The scenario of a failure that only its oracle sees, as a file for `replay`. That the game gets as far as the script goes is all that it
/// expects.
pub(super) fn script(v: &Violation, s: &Scenario, signature: &str, rules: Rulebook) -> Case {
    let mut right = Trace::default();
    right.play(&mut ReferenceEngine::new(rules), s);
    let mut steps: Vec<CaseStep> = Vec::new();
    for (action, did) in s.play.iter().zip(&right.did) {
        steps.push(CaseStep::Do { action: action.clone(), illegal: matches!(did, Did::Illegal(_)) });
    }
    let last = right.shots.last();
    let step = last.and_then(|l| l.step).unwrap_or(Step::FirstMain);
    let of = last.and_then(|l| l.active).unwrap_or(Seat::A);
    steps.push(CaseStep::Expect(vec![Expectation { subject: ExpectSubject::Turn, facts: vec![Fact::StepOf(step, of)], line: 0 }]));
    case_of(v, s, signature, steps)
}

fn case_of(v: &Violation, s: &Scenario, signature: &str, steps: Vec<CaseStep>) -> Case {
    Case {
        group: format!("found by {}", v.oracle),
        clauses: vec![v.clause.to_owned()],
        source: Some(format!("a campaign; oracle {}", v.oracle)),
        why: sentence(&v.message),
        ..Case::new(signature, s.setup.clone(), steps)
    }
}

fn sentence(message: &str) -> String {
    let mut text: String = message.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.len() > 240 {
        let end = (0..=240).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    if !text.ends_with(['.', '…']) {
        text.push('.');
    }
    let mut c = text.chars();
    c.next().map(|f| f.to_uppercase().chain(c).collect()).unwrap_or_default()
}

/// Writes a finding into a folder, whole or not at all, and answers its path. One that is there already is left alone.
///
/// # Errors
/// If the folder or the file can't be written.
pub fn write(folder: &Path, f: &Finding) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(format!("{}.yaml", f.signature));
    if path.exists() {
        return Ok(path);
    }
    let mut temp = tempfile::NamedTempFile::new_in(folder)?;
    temp.write_all(f.case.to_yaml().as_bytes())?;
    temp.as_file().sync_all()?;
    temp.persist(&path).map_err(|e| e.error)?;
    Ok(path)
}
