//! `outofphase impact`: what a rules change does to cases, games and an engine.

use super::case_args::CaseArgs;
use super::engine_args::EngineArgs;
use super::{CliError, Exit, output};
use crate::impact::{self, CaseFate, Change, Game, Search, Stands};
use crate::reference;
use crate::report::paint::{BAD, BOLD, DIM, GOOD, OPEN, paint};
use outofphase_adapter::Date;
use outofphase_cases::registry::Registry;
use outofphase_cases::rules_text::{self, Hint};
use outofphase_cases::{Case, CaseSet};
use outofphase_reference_engine::{NEWEST, Rulebook};
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  outofphase impact --from 2017-07-08 --to 2017-08-25       two editions of the suite
  outofphase impact --old rules-june.txt --new rules-august.txt
  outofphase impact --from 2011-02-04 --adapter 'python my_adapter.py'
                                                            which side of each change does an engine stand on?
  outofphase impact --what-if 'lore=every main'             a rule that is only proposed

Exit status: 0 nothing changes for the suite, 1 something does.";

/// The arguments of `impact`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The older edition, by a day on which it was in force
    #[arg(long, value_name = "DATE", conflicts_with_all = ["old", "new"])]
    from: Option<Date>,

    /// The newer edition [default: the newest]
    #[arg(long, value_name = "DATE", conflicts_with_all = ["old", "new"])]
    to: Option<Date>,

    /// The older rules text, a file
    #[arg(long, value_name = "FILE", requires = "new")]
    old: Option<PathBuf>,

    /// The newer rules text, a file
    #[arg(long, value_name = "FILE", requires = "old")]
    new: Option<PathBuf>,

    /// A reading that the newest edition does not have; may be given again
    #[arg(long, value_name = "QUESTION=READING", conflicts_with_all = ["from", "to", "old", "new"])]
    what_if: Vec<String>,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    cases: CaseArgs,

    /// Scenarios to generate in search of a game for each change
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    count: u64,

    /// The seed of that search
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The folder for the games as cases; none are written without it
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,

    /// Print records, one JSON object a line, instead of words
    #[arg(long)]
    ndjson: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    match (&args.old, &args.new) {
        (Some(old), Some(new)) => texts(args, old, new),
        _ => editions(args),
    }
}

fn editions(args: &Args) -> Result<Exit, CliError> {
    if args.from.is_none() && args.to.is_none() && args.what_if.is_empty() {
        return Err(CliError::mistake("which change? give --from DATE, or --old FILE --new FILE, or --what-if QUESTION=READING"));
    }
    let all = args.cases.all()?;
    let (from_date, to_date, from, to) = if args.what_if.is_empty() {
        let (f, t) = (args.from.unwrap_or(outofphase_reference_engine::OLDEST), args.to.unwrap_or(NEWEST));
        if f > t {
            return Err(CliError::mistake(format!("--from {f} is later than --to {t}; swap them")));
        }
        (f, t, Rulebook::edition(f), Rulebook::edition(t))
    } else {
        (NEWEST, NEWEST, Rulebook::newest(), reference::rulebook(NEWEST, &args.what_if).map_err(CliError::Mistake)?)
    };
    let changes = impact::changes(&from, &to);
    let touched = impact::cases(&all.cases, (from_date, &from), (to_date, &to));
    let mut engine =
        if args.engine.is_external() { Some(args.engine.source(to_date)?.open().map_err(CliError::NeverWorked)?) } else { None };
    let search = Search { config: outofphase_generators::Config::default(), seed: args.seed, count: args.count };
    let mut out = String::new();
    if !args.ndjson {
        let _ = writeln!(
            out,
            "{} {} changes, {} cases touched",
            paint(BOLD, format!("{from_date} to {to_date}:")),
            changes.len(),
            touched.len()
        );
    }
    for change in &changes {
        let game = impact::game(change, &to, to_date, &search, &seeds(&all, change));
        let stands = match (&mut engine, &game) {
            (Some(opened), Some(g)) => Some(impact::stands(&mut *opened.adapter, change, &to, &g.scenario)),
            (Some(_), None) => Some(Stands::CantTell("no game was found that would tell".into())),
            (None, _) => None,
        };
        if let (Some(folder), Some(Game { case: Some(case), .. })) = (&args.write, &game) {
            write(folder, case)?;
        }
        out.push_str(&if args.ndjson {
            record(change, game.as_ref(), stands.as_ref())
        } else {
            words(change, game.as_ref(), stands.as_ref(), to_date)
        });
    }
    for c in &touched {
        if args.ndjson {
            let _ = writeln!(out, "{}", json!({"type": "case", "id": c.id, "clauses": c.clauses, "what": c.what}));
            continue;
        }
        let what = match c.what {
            CaseFate::HoldsSince => "holds only since",
            CaseFate::HoldsUntil => "held only until",
            CaseFate::ChangesVerdict => "comes out otherwise",
        };
        let _ = writeln!(out, "  {} {what}  {}", c.id, paint(DIM, c.clauses.join(", ")));
    }
    if args.ndjson {
        let _ = writeln!(out, "{}", json!({"type": "footer", "changes": changes.len(), "cases": touched.len()}));
    }
    output::print(out);
    Ok(if changes.is_empty() && touched.is_empty() { Exit::Clean } else { Exit::Failed })
}

/// Cases that rest on the clause make good places to start.
fn seeds(all: &CaseSet, change: &Change) -> Vec<outofphase_adapter::Scenario> {
    let near = |c: &&Case| c.clauses.iter().any(|s| s == change.clause);
    all.cases.iter().filter(near).chain(&all.cases).map(Case::scenario).collect()
}

fn write(folder: &Path, case: &Case) -> Result<(), CliError> {
    let failed = |e: std::io::Error| CliError::mistake(format!("{}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(folder.join(format!("{}.yaml", case.id)), case.to_yaml()).map_err(failed)
}

fn words(change: &Change, game: Option<&Game>, stands: Option<&Stands>, on: Date) -> String {
    let mut out = String::new();
    let number = Registry::builtin().clause(change.clause).and_then(|c| c.number_on(on).or(Some(c.latest_number())).map(str::to_owned));
    let _ = writeln!(out, "\n{} {}", paint(BOLD, number.as_deref().unwrap_or("")), paint(BOLD, change.clause));
    let _ = writeln!(out, "  {} ({})", change.asks, change.question);
    let open = if change.stated_before { "" } else { ", not stated then" };
    let since = change.since.map_or_else(String::new, |d| format!(" since {d}"));
    let _ = writeln!(out, "  before: {}{open}; now: {}{since}", paint(BAD, change.before), paint(GOOD, change.after));
    match game {
        Some(g) => {
            let _ = writeln!(out, "  a game that comes out otherwise:");
            for line in impact::tell(g).lines() {
                let _ = writeln!(out, "  {line}");
            }
            if let Some(case) = &g.case {
                for line in case.to_yaml().lines() {
                    let _ = writeln!(out, "    {}", paint(DIM, line));
                }
            }
        }
        None => {
            let _ = writeln!(out, "  {}", paint(OPEN, "no game was found that comes out otherwise"));
        }
    }
    if let Some(s) = stands {
        let text = match s {
            Stands::After => {
                paint(GOOD, format!("the engine plays {} as since {}", number.as_deref().unwrap_or(change.clause), when(change)))
            }
            Stands::Before => {
                paint(BAD, format!("the engine plays {} as before {}", number.as_deref().unwrap_or(change.clause), when(change)))
            }
            Stands::Neither => paint(BAD, "the engine plays it in a way that fits neither"),
            Stands::CantTell(why) => paint(OPEN, format!("it can't be told how the engine plays it: {why}")),
        };
        let _ = writeln!(out, "  {text}");
    }
    out
}

fn when(change: &Change) -> String {
    change.since.map_or_else(|| "the change".into(), |d| d.to_string())
}

fn record(change: &Change, game: Option<&Game>, stands: Option<&Stands>) -> String {
    let game = game.map(|g| {
        let yaml = g.case.as_ref().map(Case::to_yaml);
        json!({"permanents": g.scenario.setup.objects.len(), "actions": g.scenario.play.len(), "tried": g.tried, "words": impact::tell(g), "yaml": yaml})
    });
    format!("{}\n", json!({"type": "change", "change": change, "game": game, "engine": stands}))
}

fn read(path: &Path) -> Result<rules_text::RulesText, CliError> {
    let bytes = std::fs::read(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?;
    rules_text::parse(&bytes, &Hint::from_path(path)).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))
}

/// Two rules texts, clause by clause.
fn texts(args: &Args, old: &Path, new: &Path) -> Result<Exit, CliError> {
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
