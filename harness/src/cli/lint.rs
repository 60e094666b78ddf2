//! `outofphase lint`: case files checked without being run.

use super::case_args::CaseArgs;
use super::{CliError, Exit, output};
use crate::report::paint::{BOLD, DIM, OPEN, paint};
use crate::report::words;
use outofphase_cases::Case;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  outofphase lint my-cases/
  outofphase lint my-cases/auras.yaml";

/// The arguments of `lint`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A case file or a folder of them; those that come with the suite if not given
    path: Option<PathBuf>,
}

/// Runs the command. Mistakes are the user's, exit status 2; remarks are only remarks.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let set = CaseArgs { cases: args.path.clone(), filter: Vec::new() }.all()?;
    let mut out = String::new();
    for remark in set.cases.iter().flat_map(unlit).chain(without_control(&set.cases)) {
        let _ = writeln!(out, "{} {remark}", paint(OPEN, "remark:"));
    }
    let files: BTreeSet<&str> = set.cases.iter().map(|c| c.file.as_str()).collect();
    let total = format!("{} in {} file{}", words::cases(set.cases.len()), files.len(), if files.len() == 1 { "" } else { "s" });
    let _ = writeln!(out, "{}: nothing wrong", paint(BOLD, total));
    output::print(out);
    Ok(Exit::Clean)
}

/// Clauses of a case that no edition it holds for has: no mistake of the file, but nobody will see the case counted there.
fn unlit(case: &Case) -> Vec<String> {
    let place = format!("{}:{}", case.file, case.line);
    super::coverage::misplaced(case).into_iter().map(|text| format!("{text} {}", paint(DIM, &place))).collect()
}

/// Groups whose verdicts rest on the hope that the engine understands their words.
fn without_control(cases: &[Case]) -> Vec<String> {
    let groups: BTreeSet<&str> = cases.iter().map(|c| c.group.as_str()).collect();
    let bare = |g: &&str| !cases.iter().any(|c| c.group == *g && c.control);
    groups
        .into_iter()
        .filter(bare)
        .map(|g| {
            format!(
                "the group “{g}” has no positive control; mark the case that shows an engine understands its words with `control: true`"
            )
        })
        .collect()
}
