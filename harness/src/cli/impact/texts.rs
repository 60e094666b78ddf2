//! Two rules texts, clause by clause.

use super::Args;
use crate::cli::{CliError, Exit, output};
use crate::report::paint::{BAD, BOLD, GOOD, OPEN, paint};
use outofphase_cases::rules_text::{self, Hint};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

fn read(path: &Path) -> Result<rules_text::RulesText, CliError> {
    let bytes = std::fs::read(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?;
    rules_text::parse(&bytes, &Hint::from_path(path)).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))
}

/// Two rules texts, clause by clause.
pub(super) fn run(args: &Args, old: &Path, new: &Path) -> Result<Exit, CliError> {
    let (old, new) = (read(old)?, read(new)?);
    let all = args.cases.all()?;
    let c = rules_text::compare::compare(&old, &new);
    let resting = |slugs: &[String]| -> Vec<&str> {
        all.cases.iter().filter(|case| case.clauses.iter().any(|s| slugs.contains(s))).map(|case| case.id.as_str()).collect()
    };
    let properties = |slugs: &[String]| -> Vec<&str> {
        crate::oracle::properties::all().filter(|p| slugs.iter().any(|s| s == p.clause)).map(|p| p.name).collect()
    };
    let mut out = String::new();
    let mut ours = 0;
    for change in c.touched() {
        let known = !change.slugs.is_empty();
        ours += usize::from(known && change.fate != rules_text::compare::Fate::Renumbered);
        let (cases, properties) = (resting(&change.slugs), properties(&change.slugs));
        if args.ndjson {
            let _ = writeln!(out, "{}", json!({"type": "clause", "change": change, "cases": cases, "properties": properties}));
            continue;
        }
        if !known {
            continue;
        }
        let number = |n: Option<rules_text::ClauseNumber>| n.map_or_else(|| "none".into(), |n| n.to_string());
        let fate = serde_json::to_value(change.fate).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let _ = writeln!(out, "{} {} -> {}  {}", paint(BOLD, &fate), number(change.old), number(change.new), change.slugs.join(", "));
        if change.fate != rules_text::compare::Fate::Renumbered {
            let _ = writeln!(out, "  {}", diff(&change.diff));
        }
        if change.fate != rules_text::compare::Fate::Renumbered && !cases.is_empty() {
            let shown = cases.iter().take(5).copied().collect::<Vec<_>>().join(", ");
            let more = if cases.len() > 5 { format!(" and {} more", cases.len() - 5) } else { String::new() };
            let _ = writeln!(out, "  {} cases rest on it: {shown}{more}", cases.len());
        }
        if change.fate != rules_text::compare::Fate::Renumbered && !properties.is_empty() {
            let _ = writeln!(out, "  properties: {}", properties.join(", "));
        }
    }
    for t in &c.triage {
        if args.ndjson {
            let _ = writeln!(out, "{}", json!({"type": "triage", "triage": t}));
        } else {
            let n = t.new.or(t.old).map_or_else(String::new, |n| n.to_string());
            let concern = serde_json::to_string(&t.concern).unwrap_or_default();
            let _ = writeln!(out, "{} {n}: {concern}", paint(OPEN, "look at"));
        }
    }
    let k = &c.counts;
    if args.ndjson {
        let _ = writeln!(out, "{}", json!({"type": "footer", "counts": k, "ours": ours, "triage": c.triage.len()}));
    } else {
        let _ = writeln!(
            out,
            "{} clauses unchanged, {} renumbered, {} reworded, {} added, {} deleted; {ours} that the suite knows changed, {} to look at",
            k.unchanged,
            k.renumbered,
            k.reworded,
            k.added,
            k.deleted,
            c.triage.len()
        );
    }
    output::print(out);
    Ok(if ours == 0 && c.triage.is_empty() { Exit::Clean } else { Exit::Failed })
}

fn diff(parts: &[rules_text::compare::DiffPart]) -> String {
    use rules_text::compare::DiffPart;
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
