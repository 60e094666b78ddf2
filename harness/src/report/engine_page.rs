//! The page of an engine: how it stands to each clause, and the root causes of what fails, with the shortest case of each. Nothing in it
//! depends on how long anything took.

use super::causes::{Causes, Disagreement, failed};
use super::markdown::{clause_table, escape};
use super::record::{CaseResult, Footer, Run};
use super::words;
use crate::as_if;
use crate::verdict::Verdict;
use indexmap::IndexMap;
use outofphase_cases::registry::Lang;
use outofphase_cases::{Case, CaseSet};
use std::fmt::Write;

/// Why there is no page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PageError {
    /// The records are not of one run of one engine.
    #[error("a page is about one engine at one edition, and the records are of {0}")]
    NotOneRun(String),
    /// A run was cut short.
    #[error("{0} cases were not run; a page tells of all")]
    CutShort(usize),
    /// The causes do not fit the records.
    #[error("causes and records do not agree:\n  {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n  "))]
    Disagreements(Vec<Disagreement>),
}

/// The page. `suite` has the cases of the table, `campaign` those that a campaign found, which appear among the causes only.
///
/// # Errors
/// If the records are of more than one engine, or a failure has no cause, or a cause no failure.
pub fn engine_page(runs: &[Run], causes: &Causes, suite: &CaseSet, campaign: &CaseSet, lang: Lang) -> Result<String, PageError> {
    let first = one_engine(runs)?;
    let results: IndexMap<&str, &CaseResult> = runs.iter().flat_map(|r| &r.results).map(|r| (r.id.as_str(), r)).collect();
    let disagreements = causes.disagreements(&results);
    if !disagreements.is_empty() {
        return Err(PageError::Disagreements(disagreements));
    }
    let mut all: Vec<CaseResult> = results.values().filter(|r| campaign.get(&r.id).is_none()).map(|r| (*r).clone()).collect();
    // On this page a failure is one whether or not it is expected.
    for r in &mut all {
        r.verdict = match r.verdict {
            Verdict::Xfail => Verdict::Fail,
            Verdict::Xpass => Verdict::Pass,
            other => other,
        };
    }
    let header = &first.header;
    let run = Run { header: header.clone(), footer: Footer::of(&all, all.len()), results: all };
    let mut out = String::new();
    let _ = writeln!(out, "# {} {}\n\n{}\n", escape(&header.engine), escape(&header.version), causes.about.trim());
    let day = header.started.get(..10).unwrap_or(&header.started);
    let _ = writeln!(out, "Seen on {day} by outofphase {}, by the rules of {}. {}.\n", header.suite, header.edition, words::counts(&run));
    let _ = writeln!(out, "This page is written by these commands, from a fresh clone:\n\n```sh\n{}\n```\n", causes.commands.trim());
    clause_table(&mut out, &run, lang, Some("skipped for want of"), |slug| needs_of(&run, slug));
    root_causes(&mut out, causes, &run, &results, suite, campaign);
    super::markdown::needs(&mut out, &run);
    Ok(format!("{}\n", out.trim_end()))
}

fn one_engine(runs: &[Run]) -> Result<&Run, PageError> {
    let told = |r: &Run| format!("{} {} by the rules of {}", r.header.engine, r.header.version, r.header.edition);
    let mut kinds: Vec<String> = runs.iter().map(told).collect();
    kinds.dedup();
    match (runs.first(), kinds.as_slice()) {
        (Some(first), [_]) => match runs.iter().map(|r| r.footer.not_run).sum() {
            0 => Ok(first),
            n => Err(PageError::CutShort(n)),
        },
        _ => Err(PageError::NotOneRun(if kinds.is_empty() { "none".into() } else { kinds.join(", then ") })),
    }
}

/// What the skipped cases of a clause need, the most frequent first.
fn needs_of(run: &Run, slug: &str) -> String {
    let of_clause: Vec<CaseResult> = run.results.iter().filter(|r| r.clauses.iter().any(|c| c == slug)).cloned().collect();
    let needs = Footer::of(&of_clause, of_clause.len()).skips_by_need;
    needs.iter().map(|(need, n)| format!("{} {n}", escape(need))).collect::<Vec<_>>().join(", ")
}

fn root_causes(out: &mut String, causes: &Causes, run: &Run, results: &IndexMap<&str, &CaseResult>, suite: &CaseSet, campaign: &CaseSet) {
    let of_suite = |id: &String| campaign.get(id).is_none();
    let (by_cases, by_campaign): (Vec<_>, Vec<_>) = causes.causes.iter().partition(|c| c.cases.iter().any(of_suite));
    let n = run.results.iter().filter(|r| failed(r)).count();
    let _ = writeln!(out, "## Root causes\n");
    let _ = writeln!(
        out,
        "{} behind {}{}. Each was looked at by hand, and comes with its shortest case. \"As if\" names wrong readings of the rules by which the suite's \
         own engine fails in just this way (`outofphase editions --questions`).\n",
        count(by_cases.len(), "root cause"),
        count(n, "failing case"),
        if by_campaign.is_empty() { String::new() } else { format!(", and {} that only a random campaign found", by_campaign.len()) }
    );
    let find = |id: &str| -> Option<&Case> { suite.get(id).or_else(|| campaign.get(id)) };
    for (i, cause) in by_cases.into_iter().chain(by_campaign).enumerate() {
        let _ = writeln!(out, "### {}. {}\n", i + 1, cause.title);
        let clauses: Vec<String> = cause.clauses.iter().map(|s| format!("**{}** `{s}`", words::number(s, run.header.edition))).collect();
        let (ours, theirs): (Vec<_>, Vec<_>) = cause.cases.iter().partition(|id| of_suite(id));
        let found = match (ours.len(), theirs.len()) {
            (0, n) => format!("found by the campaign only, {}", count(n, "case")),
            (n, 0) => format!("found by {}", count(n, "case")),
            (n, m) => format!("found by {}, and by the campaign, {}", count(n, "case"), count(m, "case")),
        };
        let _ = writeln!(out, "{}; {found}.\n\n{}\n", clauses.join(", "), cause.text.trim());
        // What fits one case of many by chance says nothing.
        let at_least = cause.cases.len().div_ceil(2).min(3);
        let likely = as_if::likely(cause.cases.iter().filter_map(|id| results.get(id.as_str()).copied()), at_least);
        if !likely.is_empty() {
            let of = count(cause.cases.len(), "case");
            let readings: Vec<String> = likely.iter().map(|(a, n)| format!("`{a}` ({n} of {of})")).collect();
            let _ = writeln!(out, "As if {}.\n", readings.join(", "));
        }
        if let Some(link) = &cause.link {
            let _ = writeln!(out, "Tracked at <{link}>.\n");
        }
        let shortest = Causes::shortest(cause, find);
        if let Some(case) = shortest {
            let _ = writeln!(out, "```yaml\n{}\n```\n", case.to_yaml().trim_end());
        }
        let others: Vec<String> =
            cause.cases.iter().filter(|id| shortest.is_none_or(|c| c.id != **id)).map(|id| format!("`{id}`")).collect();
        if !others.is_empty() {
            let _ = writeln!(out, "Also: {}.\n", others.join(", "));
        }
    }
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
