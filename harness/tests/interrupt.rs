//! Ctrl-C ends a run cleanly: what was found is printed and the reports are whole.
//!
//! The engine is this test binary itself, started again as a slow adapter.

use libtest_mimic::{Arguments, Failed, Trial};
use outofphase_harness::adapter::wire::serve_stdio;
use outofphase_harness::adapter::*;
use outofphase_reference_engine::ReferenceEngine;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve_stdio(Slow::default()).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    let tests = if cfg!(unix) { vec![Trial::test("ctrl_c_leaves_whole_reports", interrupt)] } else { Vec::new() };
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

#[cfg(not(unix))]
fn interrupt() -> Result<(), Failed> {
    Ok(())
}

#[cfg(unix)]
fn interrupt() -> Result<(), Failed> {
    use outofphase_harness::report::ndjson;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    let dir = tempfile::tempdir()?;
    let records = dir.path().join("r.ndjson");
    let me = std::env::current_exe()?;
    let child = Command::new(env!("CARGO_BIN_EXE_outofphase"))
        .args(["run", "--jobs", "1", "--adapter", &format!("'{}' serve", me.display())])
        .args(["--report", &format!("ndjson={}", records.display())])
        .args(["--report", &format!("html={}", dir.path().join("r.html").display())])
        .stdout(Stdio::piped())
        .spawn()?;
    let until = Instant::now() + Duration::from_secs(60);
    while std::fs::read_to_string(&records).map_or(0, |t| t.lines().count()) < 3 {
        if Instant::now() > until {
            return Err("no results within a minute".into());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw).ok_or("no pid")?;
    rustix::process::kill_process(pid, rustix::process::Signal::INT)?;
    let output = child.wait_with_output()?;
    let out = String::from_utf8_lossy(&output.stdout);
    if output.status.code() != Some(130) {
        return Err(format!("{}: {out}", output.status).into());
    }
    if !out.contains("Interrupted") || !out.contains(" not run") {
        return Err(format!("it does not say that it was interrupted: {out}").into());
    }
    let runs = ndjson::read(&records)?;
    let (done, left) = (runs[0].results.len(), runs[0].footer.not_run);
    if done < 2 || done + left != runs[0].header.cases {
        return Err(format!("{done} done and {left} left of {}", runs[0].header.cases).into());
    }
    if !std::fs::read_to_string(dir.path().join("r.html"))?.ends_with("</html>") {
        return Err("the page is not whole".into());
    }
    Ok(())
}

/// The reference engine, with time to press Ctrl-C.
#[derive(Default)]
struct Slow(ReferenceEngine);

impl Adapter for Slow {
    fn about(&self) -> About {
        About { engine: "slow".into(), version: "1".into() }
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        std::thread::sleep(Duration::from_millis(100));
        self.0.start(setup)
    }
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.0.resolve(by, effect)
    }
    fn advance(&mut self, to: Step, of: Seat) -> Result<Stop, Fault> {
        self.0.advance(to, of)
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        self.0.attack(attacks)
    }
    fn leave(&mut self, who: Seat) -> Result<(), Fault> {
        self.0.leave(who)
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        self.0.observe(into)
    }
}
