//! Two rules texts, clause by clause: what happened to what the suite knows, and what somebody has to look at.

use super::Args;
use super::editions::summary;
use crate::cli::{CliError, Exit, output};
use crate::oracle::properties;
use crate::report::paint::{BAD, BOLD, DIM, GOOD, OPEN, pad, paint};
use crate::report::words;
use outofphase_cases::Case;
use outofphase_cases::registry::Lang;
use outofphase_cases::rules_text::compare::{ClauseChange, Comparison, Concern, DiffPart, Fate, ReferenceChange, Side, Triage, compare};
use outofphase_cases::rules_text::{self, ClauseNumber, Extent, Hint, RulesText};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

pub(super) fn run(args: &Args, old: &Path, new: &Path) -> Result<Exit, CliError> {
    let (old, new) = (read(old)?, read(new)?);
    let cases = args.cases.of_any_edition(&args.cases.all()?.cases);
    let c = compare(&old, &new);
    let resting = Resting { cases: &cases };
    let ours = c.touched().filter(|change| is_ours(change)).count();
    output::print(if args.ndjson { records(&c, &resting, ours, args.lang) } else { told(&c, &resting, ours, args.lang) });
    Ok(if ours == 0 && c.triage.is_empty() { Exit::Clean } else { Exit::Failed })
}

fn read(path: &Path) -> Result<RulesText, CliError> {
    let bytes = std::fs::read(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?;
    rules_text::parse(&bytes, &Hint::from_path(path)).map_err(CliError::mistake)
}

/// Whether the suite knows the clause and it says something else now. Another number, or a reference that followed its rule, is no such thing.
fn is_ours(change: &ClauseChange) -> bool {
    !change.slugs.is_empty() && matches!(change.fate, Fate::Reworded | Fate::Added | Fate::Deleted)
}

/// What rests on clauses.
struct Resting<'a> {
    cases: &'a [Case],
}

impl Resting<'_> {
    fn cases(&self, slugs: &[String]) -> Vec<&str> {
        self.cases.iter().filter(|case| case.clauses.iter().any(|s| slugs.contains(s))).map(|case| case.id.as_str()).collect()
    }

    fn properties(slugs: &[String]) -> Vec<&'static str> {
        properties::all().filter(|p| slugs.iter().any(|s| s == p.clause)).map(|p| p.name).collect()
    }
}

fn told(c: &Comparison, resting: &Resting<'_>, ours: usize, lang: Lang) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", paint(BOLD, format_args!("{} to {}", side(&c.old), side(&c.new))));
    for change in c.touched().filter(|change| is_ours(change)) {
        changed(&mut out, change, resting, lang);
    }
    let known = |change: &&ClauseChange| !change.slugs.is_empty() && !is_ours(change);
    let renumbered: Vec<&ClauseChange> = c.touched().filter(known).filter(|change| change.is_renumbered()).collect();
    if !renumbered.is_empty() {
        let _ = writeln!(out, "\n{}", paint(BOLD, "the same words under another number"));
        for change in &renumbered {
            let _ = writeln!(out, "  {}  {}", pad(BOLD, &numbers(change), 20), paint(DIM, change.slugs.join(", ")));
        }
    }
    let minor: Vec<&ClauseChange> =
        c.touched().filter(known).filter(|change| change.examples_changed || !change.references.is_empty()).collect();
    if !minor.is_empty() {
        let _ = writeln!(out, "\n{}", paint(BOLD, "the same words, but for examples or references"));
        for change in &minor {
            let mut what: Vec<String> = change.references.iter().map(reference).collect();
            what.extend(change.examples_changed.then(|| "other examples".to_owned()));
            let number = change.new.map_or_else(String::new, |n| n.to_string());
            let _ = writeln!(out, "  {}  {}: {}", pad(BOLD, &number, 8), change.slugs.join(", "), paint(DIM, what.join("; ")));
        }
    }
    if !c.triage.is_empty() {
        let _ = writeln!(out, "\n{}", paint(BOLD, "clauses that the suite does not know, to look at"));
        for t in &c.triage {
            let number = t.new.or(t.old).map_or_else(String::new, |n| n.to_string());
            let _ = writeln!(out, "  {} {}  {}", paint(OPEN, "?"), pad(BOLD, &number, 8), concern(t));
        }
    }
    let k = &c.counts;
    let _ = writeln!(
        out,
        "\n{} unchanged, {} renumbered, {} reworded, {} new, {} deleted",
        clauses(k.unchanged),
        k.renumbered,
        k.reworded,
        k.added,
        k.deleted
    );
    let style = if ours == 0 && c.triage.is_empty() { GOOD } else { BAD };
    let _ = writeln!(out, "{}", paint(style, format_args!("{} of the suite's changed, {} to look at", clauses(ours), c.triage.len())));
    out
}

fn clauses(n: usize) -> String {
    format!("{n} clause{}", if n == 1 { "" } else { "s" })
}

fn side(side: &Side) -> String {
    let edition = side.edition.map_or_else(|| "a text without a date".to_owned(), |d| format!("rules of {d}"));
    let extract = if side.extent == Extent::Extract { ", an extract" } else { "" };
    format!("{edition} ({}{extract})", clauses(side.clauses))
}

fn number(n: Option<ClauseNumber>) -> String {
    n.map_or_else(|| "none".into(), |n| n.to_string())
}

fn numbers(change: &ClauseChange) -> String {
    match (change.old, change.new) {
        (Some(old), Some(new)) if old == new => old.to_string(),
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (one, other) => number(one.or(other)),
    }
}

/// A clause of ours that says something else.
fn changed(out: &mut String, change: &ClauseChange, resting: &Resting<'_>, lang: Lang) {
    let (word, style) = match change.fate {
        Fate::Added => ("new", GOOD),
        Fate::Deleted => ("deleted", BAD),
        _ => ("reworded", OPEN),
    };
    let _ = writeln!(out, "\n{} {}  {}", paint(style, word), paint(BOLD, numbers(change)), change.slugs.join(", "));
    if let [slug] = change.slugs.as_slice() {
        summary(out, slug, lang);
    }
    let _ = writeln!(out, "  {}", diff(&change.diff));
    if let Some(part) = change.part_of {
        let _ = match change.fate {
            Fate::Deleted => writeln!(out, "  {part} seems to say this now"),
            _ => writeln!(out, "  {part} seems to have said this before"),
        };
    }
    let cases = resting.cases(&change.slugs);
    if !cases.is_empty() {
        let shown = cases.iter().take(4).copied().collect::<Vec<_>>().join(", ");
        let more = if cases.len() > 4 { format!(" and {} more", cases.len() - 4) } else { String::new() };
        let rest = if cases.len() == 1 { "rests" } else { "rest" };
        let _ = writeln!(out, "  {} {rest} on it: {}", words::cases(cases.len()), paint(DIM, shown + &more));
    }
    let properties = Resting::properties(&change.slugs);
    if !properties.is_empty() {
        let _ = writeln!(out, "  and the properties {}", paint(DIM, properties.join(", ")));
    }
}

fn concern(t: &Triage) -> String {
    match &t.concern {
        Concern::MentionsPhasing => "speaks of phasing and did not before".into(),
        Concern::NoLongerMentionsPhasing => "spoke of phasing and does not any more".into(),
        Concern::NewAmongOurs => "is new in a rule that the suite is about".into(),
        Concern::NewBesideOurs => "is new beside clauses that the suite knows".into(),
        Concern::ReferenceChanged { change } => reference(change),
    }
}

fn reference(change: &ReferenceChange) -> String {
    match change {
        ReferenceChange::Moved { from, to } => format!("its reference to {from} followed that to {to}"),
        ReferenceChange::Repointed { number, was: Some(was) } => {
            format!("still refers to {number}, under which there stands another rule now; the former is {was}")
        }
        ReferenceChange::Repointed { number, was: None } => {
            format!("still refers to {number}, under which there stands another rule now; the former is gone")
        }
        ReferenceChange::Added { to } => format!("refers to {to} and did not before"),
        ReferenceChange::Dropped { from } => format!("referred to {from} and does not any more"),
    }
}

fn records(c: &Comparison, resting: &Resting<'_>, ours: usize, lang: Lang) -> String {
    let mut out = String::new();
    let mut add = |record: serde_json::Value| {
        let _ = writeln!(out, "{record}");
    };
    add(json!({"type": "header", "old": c.old, "new": c.new}));
    for change in c.touched() {
        let summaries: Vec<&str> = change.slugs.iter().map(|s| words::summary(s, lang)).collect();
        let (cases, properties) = (resting.cases(&change.slugs), Resting::properties(&change.slugs));
        add(
            json!({"type": "clause", "ours": is_ours(change), "change": change, "summaries": summaries, "cases": cases, "properties": properties}),
        );
    }
    for t in &c.triage {
        add(json!({"type": "triage", "triage": t, "says": concern(t)}));
    }
    add(json!({"type": "footer", "counts": c.counts, "ours": ours, "triage": c.triage.len()}));
    out
}

/// The words that changed, with a few around them.
fn diff(parts: &[DiffPart]) -> String {
    let mut out = String::new();
    for p in parts {
        match p {
            DiffPart::Kept(s) if s.len() > 60 => {
                let words: Vec<&str> = s.split_whitespace().collect();
                let n = words.len();
                let _ = write!(out, "{} … {} ", words[..4.min(n)].join(" "), words[n.saturating_sub(4)..].join(" "));
            }
            DiffPart::Kept(s) => {
                let _ = write!(out, "{s} ");
            }
            DiffPart::Removed(s) => {
                let _ = write!(out, "{} ", paint(BAD, format!("[-{}-]", s.trim())));
            }
            DiffPart::Added(s) => {
                let _ = write!(out, "{} ", paint(GOOD, format!("{{+{}+}}", s.trim())));
            }
        }
    }
    out.trim_end().to_owned()
}
