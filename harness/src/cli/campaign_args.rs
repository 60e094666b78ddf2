//! What `fuzz` and `exhaust` have in common: their arguments, the campaign that these amount to, and how it is shown and told.

use super::CliError;
use super::engine_args::EngineArgs;
use crate::as_if;
use crate::campaign::checker::{Oracles, Relations};
use crate::campaign::fuzz::{Campaign, Progress, Summary, run as campaign};
use crate::campaign::situations::Situation;
use crate::campaign::{Feed, Finding, Known, Needs};
use crate::report::paint::{BAD, GOOD, paint};
use crate::runner::guarded;
use indicatif::{ProgressBar, ProgressStyle};
use outofphase_adapter::Date;
use outofphase_generators::Config;
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The arguments of a campaign, wherever its scenarios come from.
#[derive(clap::Args, Debug)]
pub(crate) struct CampaignArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Go on for so long
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time: Option<u64>,

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

impl CampaignArgs {
    /// Runs the campaign on scenarios of a feed, shows how far it is, and keeps what it learnt. Answers the plan, what was found, and whether
    /// it was interrupted.
    pub(crate) fn run(&self, feed: Feed, config: Config, count: Option<u64>) -> Result<(Campaign, Summary, bool), CliError> {
        let edition = self.edition.unwrap_or(outofphase_reference_engine::NEWEST);
        let mut known = match &self.known {
            Some(path) => Known::read(path).map_err(|e| CliError::mistake(format!("{}: {e}", path.display())))?,
            None => Known::default(),
        };
        known.add_folder(&self.findings);
        let mut plan = Campaign {
            config,
            feed,
            shard: self.shard,
            count,
            time: self.time.map(Duration::from_secs),
            oracles: Oracles {
                properties: true,
                relations: self.relations,
                differential: !self.no_differential,
                round_trips: self.round_trips,
            },
            edition,
            findings: Some(self.findings.clone()),
            known,
            most_findings: self.most.unwrap_or(usize::MAX),
            situations: true,
            ..Campaign::default()
        };
        if let Some(jobs) = self.jobs {
            plan.jobs = jobs.get();
        }
        if self.engine.is_external() {
            // Shrinking goes by the engine's speed.
            plan.budget.time = Some(Duration::from_secs(60));
        }
        let source = self.engine.source(edition)?;
        if self.engine.is_external() {
            let about = guarded(&source, self.engine.timeout(), |a, _| a.about()).map_err(|e| CliError::NeverWorked(e.to_string()))?;
            plan.needs = Needs::read(&self.findings, &about).map_err(|e| unreadable(&self.findings, e))?;
        }
        let progress = Arc::new(Progress::default());
        let stopper = Arc::clone(&progress);
        // A second Ctrl-C, or a handler that is there already, leaves the default.
        let _ = ctrlc::set_handler(move || stopper.stop.store(true, Ordering::Relaxed));
        let ticker = show(&plan, &progress);
        let summary = campaign(&plan, &*source, &progress);
        ticker.done();
        if self.engine.is_external() {
            summary.needs.write(&self.findings).map_err(|e| unreadable(&self.findings, e))?;
        }
        match &summary.broken {
            Some(why) if summary.tried == 0 => Err(CliError::NeverWorked(why.clone())),
            _ => Ok((plan, summary, progress.stop.load(Ordering::Relaxed))),
        }
    }
}

fn unreadable(findings: &Path, e: std::io::Error) -> CliError {
    CliError::mistake(format!("{}: {e}", Needs::path(findings).display()))
}

struct Ticker(Option<std::thread::JoinHandle<()>>, Arc<AtomicBool>);

impl Ticker {
    fn done(mut self) {
        self.1.store(true, Ordering::Relaxed);
        if let Some(handle) = self.0.take() {
            let _ = handle.join();
        }
    }
}

/// How often a campaign tells where it is, where no terminal shows it all the time.
const HEARTBEAT: Duration = Duration::from_secs(60);

/// How much of a search is done, the situations reached and the findings.
fn so_far(progress: &Progress, is_search: bool) -> String {
    let searched = if is_search { format!("{:.1} % of all, ", progress.share() * 100.0) } else { String::new() };
    let (reached, found) = (progress.reached.load(Ordering::Relaxed), progress.found.load(Ordering::Relaxed));
    format!("{searched}{reached} of {} situations, {found} findings", Situation::ALL.len())
}

/// Shows how far the campaign is: all the time on a terminal, a line a minute else.
fn show(plan: &Campaign, progress: &Arc<Progress>) -> Ticker {
    let is_search = matches!(plan.feed, Feed::All);
    let over = Arc::new(AtomicBool::new(false));
    if !std::io::stderr().is_terminal() {
        let (progress, flag, began) = (Arc::clone(progress), Arc::clone(&over), Instant::now());
        let handle = std::thread::spawn(move || {
            let mut next = HEARTBEAT;
            while !flag.load(Ordering::Relaxed) {
                if began.elapsed() >= next {
                    next += HEARTBEAT;
                    let n = progress.tried.load(Ordering::Relaxed);
                    let rate = n as f64 / began.elapsed().as_secs_f64();
                    anstream::eprintln!("{n} scenarios, {rate:.0} a second, {}", so_far(&progress, is_search));
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        return Ticker(Some(handle), over);
    }
    let bar = match plan.count {
        _ if is_search => ProgressBar::new(0),
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
            bar.set_message(so_far(&progress, is_search));
            std::thread::sleep(Duration::from_millis(100));
        }
        bar.finish_and_clear();
    });
    Ticker(Some(handle), over)
}

/// What was found and what the engine refused, in words.
pub(crate) fn tell_findings(plan: &Campaign, s: &Summary) -> String {
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
    out
}

/// How many findings there were, in colour.
pub(crate) fn tell_count(n: usize) -> String {
    let (style, word) = (if n == 0 { GOOD } else { BAD }, if n == 1 { "finding" } else { "findings" });
    format!("{}\n", paint(style, format!("{n} {word}")))
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
    for a in as_if::telling(&f.as_if) {
        let _ = writeln!(out, "  as if {a}: {}", a.says());
    }
    if f.oracle_alone {
        let _ = writeln!(out, "  no single board is wrong, so only the oracle sees it: `outofphase replay` the file and judge by hand");
    }
    out
}
