//! `outofphase fuzz`: random scenarios on an engine, and what they find as cases.

use super::engine_args::EngineArgs;
use super::{CliError, Exit, output};
use crate::campaign::checker::{Oracles, Relations};
use crate::campaign::fuzz::{Campaign, Progress, Summary, run as campaign};
use crate::campaign::{Finding, Known, Needs};
use crate::report::paint::{BAD, GOOD, paint};
use crate::runner::guarded;
use indicatif::{ProgressBar, ProgressStyle};
use outofphase_adapter::{Date, Scenario};
use outofphase_cases::CaseSet;
use outofphase_generators::Config;
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  outofphase fuzz --time 60                               a minute on the reference engine
  outofphase fuzz --adapter 'python my_adapter.py' --time 600
  outofphase fuzz --seed 7 --count 1000000 --shard 2/8    the second of eight machines
  outofphase fuzz --known known.txt                       pass over these signatures
  outofphase fuzz --from findings/some_case.yaml          vary around a position
  outofphase fuzz --rulebook 'attachments=stay' --count 10000

Each finding is shrunk, named by its signature and written to the folder of --findings as a case, which `outofphase run --cases` plays.
A signature that has a file there already is passed over. What the engine behind --adapter lacks is learnt from its answers and remembered
in needs.json there: the next campaign on the same version generates nothing of the kind. Ctrl-C ends the campaign and keeps what was found.";

/// The arguments of `fuzz`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,

    /// Scenarios to try [default: 100000 without --time]
    #[arg(long, value_name = "N")]
    count: Option<u64>,

    /// Go on for so long
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,

    /// The seed; the same seed tries the same scenarios
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Which part of the campaign this machine does, such as 2/8
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1")]
    shard: (u64, u64),

    /// How many engines play at once; as many as there are cores if not given
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// The edition of the rules by which the engine is meant to play
    #[arg(long, value_name = "DATE")]
    edition: Option<Date>,

    /// The folder for findings
    #[arg(long, value_name = "DIR", default_value = "findings")]
    findings: PathBuf,

    /// A list of signatures to pass over, one a line
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Stop after so many findings
    #[arg(long, value_name = "N")]
    most: Option<usize>,

    /// How many metamorphic relations are checked on each scenario: none, one (in turn) or all
    #[arg(long, value_name = "WHICH", default_value = "one", value_parser = relations)]
    relations: Relations,

    /// Properties and relations only, without the reference engine
    #[arg(long)]
    no_differential: bool,

    /// Check as well that every Nth scenario reads back from YAML and from the wire
    #[arg(long, value_name = "N", default_value_t = 0)]
    round_trips: u32,

    /// Print how often each situation was reached
    #[arg(long)]
    situations: bool,

    /// The generator's configuration, a YAML file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Vary around the cases of this file or folder instead of generating afresh
    #[arg(long, value_name = "PATH")]
    from: Option<PathBuf>,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is no shard; write for example 2/8");
    let (i, n) = text.split_once('/').ok_or_else(wrong)?;
    let (i, n): (u64, u64) = (i.parse().map_err(|_| wrong())?, n.parse().map_err(|_| wrong())?);
    if i >= 1 && i <= n { Ok((i - 1, n)) } else { Err(wrong()) }
}

fn relations(text: &str) -> Result<Relations, String> {
    match text {
        "none" => Ok(Relations::None),
        "one" => Ok(Relations::OneInTurn),
        "all" => Ok(Relations::All),
        _ => Err(format!("`{text}`: write none, one or all")),
    }
}

/// Reads a generator configuration.
pub(crate) fn config(path: Option<&Path>) -> Result<Config, CliError> {
    let Some(path) = path else { return Ok(Config::default()) };
    let text = std::fs::read_to_string(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?;
    serde_yaml::from_str(&text).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))
}

/// The scenarios of a file or folder of cases.
pub(crate) fn scenarios(path: &Path) -> Result<Vec<Scenario>, CliError> {
    let set =
        CaseSet::load(path).map_err(|errors| CliError::Cases(errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    Ok(set.cases.iter().map(outofphase_cases::Case::scenario).collect())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let edition = args.edition.unwrap_or(outofphase_reference_engine::NEWEST);
    let mut known = match &args.known {
        Some(path) => Known::read(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?,
        None => Known::default(),
    };
    known.add_folder(&args.findings);
    let mut plan = Campaign {
        config: config(args.config.as_deref())?,
        seed: args.seed,
        shard: args.shard,
        count: args.count.or(if args.time.is_none() { Some(100_000) } else { None }),
        time: args.time.map(Duration::from_secs),
        oracles: Oracles {
            properties: true,
            relations: args.relations,
            differential: !args.no_differential,
            round_trips: args.round_trips,
        },
        edition,
        findings: Some(args.findings.clone()),
        known,
        most_findings: args.most.unwrap_or(usize::MAX),
        from: args.from.as_deref().map(scenarios).transpose()?.unwrap_or_default(),
        situations: true,
        ..Campaign::default()
    };
    if let Some(jobs) = args.jobs {
        plan.jobs = jobs.get();
    }
    if args.engine.is_external() {
        // Shrinking goes by the engine's speed.
        plan.budget.time = Some(Duration::from_secs(60));
    }
    let source = args.engine.source(edition)?;
    if args.engine.is_external() {
        let about = guarded(&source, args.engine.timeout(), |a, _| a.about()).map_err(|e| CliError::NeverWorked(e.to_string()))?;
        plan.needs = Needs::read(&args.findings, &about).map_err(|e| unreadable(&args.findings, e))?;
    }
    let progress = Arc::new(Progress::default());
    let stopper = Arc::clone(&progress);
    // A second Ctrl-C, or a handler that is there already, leaves the default.
    let _ = ctrlc::set_handler(move || stopper.stop.store(true, Ordering::Relaxed));
    let ticker = show(&plan, &progress);
    let summary = campaign(&plan, &*source, &progress);
    ticker.done(&progress);
    if args.engine.is_external() {
        summary.needs.write(&args.findings).map_err(|e| unreadable(&args.findings, e))?;
    }
    if args.situations {
        output::print(super::stats::tell(&summary.situations));
    }
    output::print(tell(&plan, &summary));
    if let Some(why) = &summary.broken
        && summary.tried == 0
    {
        return Err(CliError::NeverWorked(why.clone()));
    }
    Ok(match (summary.findings.is_empty(), progress.stop.load(Ordering::Relaxed)) {
        (false, _) => Exit::Failed,
        (true, true) => Exit::Interrupted,
        (true, false) => Exit::Clean,
    })
}

fn unreadable(findings: &Path, e: std::io::Error) -> CliError {
    CliError::mistake(format!("{}: {e}", Needs::path(findings).display()))
}

struct Ticker(Option<std::thread::JoinHandle<()>>, Arc<std::sync::atomic::AtomicBool>);

impl Ticker {
    fn done(mut self, _: &Progress) {
        self.1.store(true, Ordering::Relaxed);
        if let Some(handle) = self.0.take() {
            let _ = handle.join();
        }
    }
}

/// How often a campaign tells where it is, where no terminal shows it all the time.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// Shows how far the campaign is: all the time on a terminal, a line a minute else.
fn show(plan: &Campaign, progress: &Arc<Progress>) -> Ticker {
    let over = Arc::new(std::sync::atomic::AtomicBool::new(false));
    if !std::io::stderr().is_terminal() {
        let (progress, flag, began) = (Arc::clone(progress), Arc::clone(&over), Instant::now());
        let handle = std::thread::spawn(move || {
            let mut next = HEARTBEAT;
            while !flag.load(Ordering::Relaxed) {
                if began.elapsed() >= next {
                    next += HEARTBEAT;
                    let (n, found) = (progress.tried.load(Ordering::Relaxed), progress.found.load(Ordering::Relaxed));
                    let rate = n as f64 / began.elapsed().as_secs_f64();
                    anstream::eprintln!("{n} scenarios, {rate:.0} a second, {found} findings");
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        return Ticker(Some(handle), over);
    }
    let bar = match plan.count {
        Some(n) => ProgressBar::new(n / plan.shard.1.max(1)),
        None => ProgressBar::new_spinner(),
    };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} scenarios, {per_sec}  {msg}  {elapsed}") {
        bar.set_style(style);
    }
    let (progress, flag) = (Arc::clone(progress), Arc::clone(&over));
    let handle = std::thread::spawn(move || {
        while !flag.load(Ordering::Relaxed) {
            bar.set_position(progress.tried.load(Ordering::Relaxed));
            bar.set_message(format!("{} findings", progress.found.load(Ordering::Relaxed)));
            std::thread::sleep(Duration::from_millis(100));
        }
        bar.finish_and_clear();
    });
    Ticker(Some(handle), over)
}

/// The report of a campaign.
fn tell(plan: &Campaign, s: &Summary) -> String {
    let mut out = String::new();
    for f in &s.findings {
        out.push_str(&tell_finding(f, plan.findings.as_deref()));
    }
    let unsupported: u64 = s.unsupported.values().sum();
    if unsupported > 0 {
        let _ = writeln!(out, "the engine refused {unsupported} scenarios; what it refused often and never did is not generated any more:");
        for (need, n) in &s.unsupported {
            let lacks = if s.needs.lacks.contains(need) { "  (lacking)" } else { "" };
            let _ = writeln!(out, "  {need}: {n}{lacks}");
        }
    }
    let per_second = s.tried as f64 / s.took.as_secs_f64().max(0.001);
    let missed = s.situations.missed().count();
    let all = crate::campaign::situations::Situation::ALL.len();
    let _ = writeln!(
        out,
        "seed {}, {} scenarios in {:.1} s ({per_second:.0} a second), {} of {all} situations reached, {} repeated failures passed over",
        plan.seed,
        s.tried,
        s.took.as_secs_f64(),
        all - missed,
        s.repeated
    );
    let n = s.findings.len();
    let style = if n == 0 { GOOD } else { BAD };
    let word = if n == 1 { "finding" } else { "findings" };
    let _ = writeln!(out, "{}", paint(style, format!("{n} {word}")));
    out
}

/// One finding, in words.
pub(crate) fn tell_finding(f: &Finding, folder: Option<&Path>) -> String {
    let mut out = String::new();
    let size = format!("{} permanents, {} actions", f.scenario.setup.objects.len(), f.scenario.play.len());
    let _ = writeln!(out, "{} {} (scenario {}, {size})", paint(BAD, "found"), f.signature, f.after);
    let message =
        outofphase_adapter::names::of(&f.scenario.setup, outofphase_adapter::names::Style::Phrases, || f.violation.message.clone());
    let _ = writeln!(out, "  {}: {message}", f.violation.clause);
    if let Some(folder) = folder {
        let _ = writeln!(out, "  {}", folder.join(format!("{}.yaml", f.signature)).display());
    }
    for a in f.as_if.iter().filter(|_| crate::as_if::hint(&f.as_if).is_some()) {
        let _ = writeln!(out, "  as if {a}: {}", a.says());
    }
    if f.oracle_alone {
        let _ = writeln!(out, "  no single board is wrong, so only the oracle sees it: `outofphase replay` the file and judge by hand");
    }
    out
}
