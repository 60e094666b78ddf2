//! A summary in Markdown, for a pull request or a job's summary page.

use super::record::{CaseResult, Run};
use super::words::{self, ClauseState, Section};
use crate::verdict::Verdict;
use outofphase_cases::registry::Lang;
use std::fmt::Write;

/// The run as Markdown.
#[must_use]
pub fn markdown(run: &Run, lang: Lang) -> String {
    let h = &run.header;
    let mut out = String::new();
    let _ = writeln!(out, "# {} {}\n", escape(&h.engine), escape(&h.version));
    let _ = writeln!(out, "{} — rules of {}, outofphase {}\n", words::counts(run), h.edition, h.suite);
    clause_table(&mut out, run, lang, None, |_| String::new());
    failures(&mut out, run, lang);
    known(&mut out, run);
    needs(&mut out, run);
    out
}

/// Text that Markdown would take for something else.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A row a clause, section by section; with one more column if it has a heading.
pub(super) fn clause_table(out: &mut String, run: &Run, lang: Lang, more: Option<&str>, cell: impl Fn(&str) -> String) {
    let rows = words::clause_rows(&run.footer, run.header.edition, lang);
    for section in Section::ALL {
        let rows: Vec<_> = rows.iter().filter(|r| r.section == section).collect();
        if rows.is_empty() {
            continue;
        }
        let (heading, rule) = more.map_or((String::new(), ""), |m| (format!(" {m} |"), " --- |"));
        let _ = writeln!(out, "## {}\n\n|  | clause | demands | cases | pass | fail | skip |{heading}", section.title(lang));
        let _ = writeln!(out, "| --- | --- | --- | ---: | ---: | ---: | ---: |{rule}");
        for row in rows {
            let c = &row.counts;
            let failing = c.failing() + c.xfail;
            let _ = writeln!(
                out,
                "| {} | **{}** `{}` | {} | {} | {} | {failing} | {} |{}",
                ClauseState::of(c).sign(),
                row.number,
                row.slug,
                escape(&row.summary),
                c.total(),
                c.pass,
                c.skip,
                more.map_or(String::new(), |_| format!(" {} |", cell(&row.slug)))
            );
        }
        out.push('\n');
    }
}

fn failures(out: &mut String, run: &Run, lang: Lang) {
    let failed: Vec<&CaseResult> = run.results.iter().filter(|r| r.verdict.fails_the_run()).collect();
    if failed.is_empty() {
        return;
    }
    let _ = writeln!(out, "## What failed\n");
    for r in failed {
        let _ = writeln!(out, "<details><summary><b>{}</b> {}: {}</summary>\n", r.verdict, r.id, html(&words::headline(r)));
        for slug in &r.clauses {
            let line = words::clause_line(slug, run.header.edition);
            let _ = writeln!(out, "- **{line}** {}", escape(words::summary(slug, lang)));
        }
        let _ = writeln!(out, "\n```text\n{}```\n\n</details>\n", super::plain_explanation(r).replace("```", "'''"));
    }
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn known(out: &mut String, run: &Run) {
    let known: Vec<&CaseResult> = run.results.iter().filter(|r| r.verdict == Verdict::Xfail).collect();
    if known.is_empty() {
        return;
    }
    let _ = writeln!(out, "## Failed as expected\n");
    for r in known {
        let link = r.link.as_deref().map(|l| format!(" ({l})")).unwrap_or_default();
        let _ = writeln!(out, "- `{}`: {}{link}", r.id, escape(r.reason.as_deref().unwrap_or("no reason given")));
    }
    out.push('\n');
}

pub(super) fn needs(out: &mut String, run: &Run) {
    if run.footer.skips_by_need.is_empty() {
        return;
    }
    let _ = writeln!(out, "## Skipped, by what the engine lacks or does not show\n\n| need | cases |\n| --- | ---: |");
    for (need, n) in &run.footer.skips_by_need {
        let _ = writeln!(out, "| {} | {n} |", escape(need));
    }
    out.push('\n');
}
