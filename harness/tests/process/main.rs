//! Adapters that misbehave: each has its own message, ends by itself, and the next game plays on a fresh process.
//!
//! The misbehaving process is this test binary itself, started again with the name of what it does wrong.
mod misbehave;

use libtest_mimic::{Arguments, Failed, Trial};
use outofphase_adapter::*;
use outofphase_harness::Verdict;
use outofphase_harness::adapter_check::{self, Finding};
use outofphase_harness::cases::phrases::Kind;
use outofphase_harness::cases::{Case, CaseStep, ExpectSubject, Expectation, Fact};
use outofphase_harness::engine::EngineSource;
use outofphase_harness::process::{AdapterCommand, ProcessAdapter, ProcessOptions, ProcessSource};
use outofphase_harness::runner::{RunOptions, run_all};
use outofphase_reference_engine::ReferenceEngine;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, word, mode, state] = &args[..]
        && word == "misbehave"
    {
        match mode.as_str() {
            "reference" => drop(wire::serve_stdio(ReferenceEngine::default())),
            "frugal" => drop(wire::serve_stdio(misbehave::Frugal::default())),
            mode => misbehave::run(mode, std::path::Path::new(state)),
        }
        return ExitCode::SUCCESS;
    }
    let trials = SLIPS.iter().map(|slip| Trial::test(slip.fact, || slip.holds()));
    let others: [(&str, Test); 13] = [
        ("a_well_behaved_process_plays_many_games", well_behaved),
        ("a_program_that_does_not_exist_is_named", no_program),
        ("a_process_that_ends_at_once_says_why_on_stderr", ends_at_once),
        ("a_newer_protocol_is_told_from_an_older_one", other_protocols),
        ("a_log_before_hello_is_shown", log_before_hello),
        ("a_process_that_never_says_hello_is_given_up", never_hello),
        ("killing_frees_whoever_waits", killing),
        ("stderr_is_kept_and_bounded", stderr),
        ("the_protocol_check_finds_what_would_only_skip", checked),
        ("a_run_goes_on_past_every_slip_with_the_right_verdicts", run_goes_on),
        ("a_campaign_remembers_what_the_engine_lacks", remembers),
        ("the_reference_engine_shows_the_same_over_the_wire", lockstep),
        ("the_reference_engine_passes_the_smoke_test_over_the_wire", smoke),
    ];
    let others = others.into_iter().map(|(name, test)| Trial::test(name, test));
    libtest_mimic::run(&Arguments::from_args(), trials.chain(others).collect()).exit_code()
}

type Test = fn() -> Result<(), Failed>;

/// A temporary file that the misbehaving process uses to misbehave only once.
fn command(mode: &str) -> AdapterCommand {
    let me = std::env::current_exe().expect("a test knows where it is");
    let state = std::env::temp_dir().join(format!("outofphase-{}-{mode}", std::process::id()));
    let _ = std::fs::remove_file(&state);
    AdapterCommand::new(me.to_str().expect("UTF-8"), ["misbehave", mode, state.to_str().expect("UTF-8")])
}

fn options() -> ProcessOptions {
    ProcessOptions { timeout: Duration::from_secs(3), starting: Duration::from_secs(10), check: false }
}

fn board() -> Setup {
    let mut setup = Setup::new(2);
    setup.add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A));
    setup
}

fn check(ok: bool, message: impl Into<String>) -> Result<(), Failed> {
    if ok { Ok(()) } else { Err(message.into().into()) }
}

fn play(adapter: &mut ProcessAdapter) -> Result<(), Fault> {
    adapter.start(&board())?;
    adapter.resolve(Seat::A, &Effect::EndTheTurn)?;
    let mut shown = Snapshot::default();
    adapter.observe(&mut shown)?;
    assert_eq!(shown.object(Obj(0)).place, Some(Place::Battlefield));
    Ok(())
}

/// Something that a process does wrong once, in the middle of a game.
struct Slip {
    fact: &'static str,
    mode: &'static str,
    says: &'static [&'static str],
    within: Duration,
}

const SOON: Duration = Duration::from_millis(2500);

const SLIPS: &[Slip] = &[
    Slip {
        fact: "a_process_that_dies_is_replaced",
        mode: "die",
        says: &["process ended (exit status: 3)", "`resolve`", "out of cards"],
        within: SOON,
    },
    Slip {
        fact: "a_process_that_hangs_is_ended_and_replaced",
        mode: "hang",
        says: &["no answer within 3 s", "`resolve`", "--timeout"],
        within: Duration::from_secs(8),
    },
    Slip {
        fact: "a_closed_stdin_is_told_from_a_death",
        mode: "close-stdin",
        says: &["closed its standard input", "`observe`", "read it until it ends"],
        within: SOON,
    },
    Slip {
        fact: "a_closed_stdout_is_told_from_a_death",
        mode: "close-stdout",
        says: &["closed its standard output", "still running"],
        within: SOON,
    },
    Slip { fact: "a_line_of_a_log_is_named", mode: "log", says: &["is no reply: `[INFO] casting", "standard error"], within: SOON },
    Slip {
        fact: "half_a_line_at_the_end_is_shown",
        mode: "half",
        says: &["process ended (exit status: 0)", "in the middle of a line: `{\"id\":"],
        within: SOON,
    },
    Slip {
        fact: "half_a_line_without_an_end_is_shown",
        mode: "half-hang",
        says: &["only half a line: `{\"id\":", "flush"],
        within: Duration::from_secs(8),
    },
    Slip { fact: "a_line_of_100_megabytes_is_given_up_early", mode: "flood", says: &["more than 10 MB", "`xxxx"], within: SOON },
    Slip { fact: "bytes_that_are_no_utf8_are_shown", mode: "bytes", says: &["not UTF-8 at byte 2 (0xff)", "write UTF-8"], within: SOON },
    Slip {
        fact: "an_unknown_object_is_named",
        mode: "stranger",
        says: &["out of protocol: at `ok.objects.ox`: no object is named `ox`", "`bear`"],
        within: SOON,
    },
    Slip {
        fact: "an_object_that_stands_twice_is_named",
        mode: "twin",
        says: &["out of protocol", "object `bear` stands twice"],
        within: SOON,
    },
    Slip {
        fact: "an_unknown_field_is_named_with_its_path",
        mode: "misspelt",
        says: &["at `ok.objects.bear", "`taped`", "docs/protocol.md"],
        within: SOON,
    },
    Slip { fact: "a_wrong_reply_id_is_named", mode: "id", says: &["has id 77", "with its own id"], within: SOON },
    Slip { fact: "a_reply_without_id_is_named", mode: "no-id", says: &["has no id"], within: SOON },
    Slip { fact: "an_answer_out_of_turn_is_shown", mode: "twice", says: &["that nobody had asked for: `{\"id\":"], within: SOON },
    Slip { fact: "json_that_is_no_object_is_out_of_protocol", mode: "array", says: &["out of protocol"], within: SOON },
    Slip { fact: "an_empty_line_is_no_reply", mode: "empty", says: &["is no reply: ``"], within: SOON },
];

impl Slip {
    fn holds(&self) -> Result<(), Failed> {
        let began = Instant::now();
        let mut adapter = ProcessAdapter::open(&command(self.mode), options())?;
        adapter.start(&board()).map_err(|e| e.to_string())?;
        let first = play(&mut adapter);
        let Err(Fault::Broken(why)) = first else { return Err(format!("{first:?}").into()) };
        for part in self.says {
            check(why.contains(part), format!("`{part}` is not in: {why}"))?;
        }
        check(began.elapsed() < self.within, format!("it took {:?}", began.elapsed()))?;
        // The fault was of one game: the next one has a fresh process.
        play(&mut adapter).map_err(|e| format!("the next game: {e}").into())
    }
}

fn well_behaved() -> Result<(), Failed> {
    let mut adapter = ProcessAdapter::open(&command("well"), options())?;
    check(adapter.about() == About { engine: "misbehaving toy".into(), version: "0".into() }, "about")?;
    for _ in 0..20 {
        play(&mut adapter).map_err(|e| e.to_string())?;
    }
    let stop = adapter.advance(Step::Upkeep, Seat::B).map_err(|e| e.to_string())?;
    check(stop == Stop { step: Step::Upkeep, of: Seat::B, exact: false, moment: Moment::After }, format!("{stop:?}"))?;
    check(adapter.leave(Seat::A) == Err(Fault::Unsupported(Need::Action("leave".into()))), "unsupported passes through")?;
    let attack = [Attack { attacker: Obj(0), target: Attached::Player(Seat::B) }];
    check(adapter.attack(&attack) == Err(Fault::Illegal("bear is tired".into())), "illegal passes through")?;
    check(adapter.save(1) == Err(Fault::Broken("the adapter panicked: no memory".into())), "a panic passes through as an error")?;
    play(&mut adapter).map_err(|e| e.to_string().into())
}

fn refused(command: &AdapterCommand, options: ProcessOptions, says: &[&str]) -> Result<(), Failed> {
    let Err(why) = ProcessAdapter::open(command, options) else { return Err("it opened".into()) };
    says.iter().try_for_each(|part| check(why.contains(part), format!("`{part}` is not in: {why}")))
}

fn no_program() -> Result<(), Failed> {
    let command = AdapterCommand::new("/no/such/pyton", ["my adapter.py"]);
    refused(&command, options(), &["does not start", "`/no/such/pyton 'my adapter.py'`", "check the program's name"])
}

fn ends_at_once() -> Result<(), Failed> {
    refused(&command("stillborn"), options(), &["ended (exit status: 4) when asked to `hello`", "no module named cards"])
}

fn other_protocols() -> Result<(), Failed> {
    refused(&command("newer"), options(), &["speaks protocol 2", "update outofphase"])?;
    refused(&command("older"), options(), &["speaks protocol 0", "update the adapter"])
}

fn log_before_hello() -> Result<(), Failed> {
    refused(&command("banner"), options(), &["`Welcome to the toy engine`", "standard error"])
}

fn never_hello() -> Result<(), Failed> {
    let options = ProcessOptions { starting: Duration::from_millis(300), ..options() };
    refused(&command("mute"), options, &["no answer within 0.3 s to `hello`"])
}

fn killing() -> Result<(), Failed> {
    let mut adapter = ProcessAdapter::open(&command("hang"), ProcessOptions { timeout: Duration::from_secs(60), ..options() })?;
    let control = adapter.control();
    let began = Instant::now();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        control.kill();
    });
    let Err(Fault::Broken(why)) = play(&mut adapter) else { return Err("it answered".into()) };
    check(why.contains("ended (signal: 9"), why)?;
    check(began.elapsed() < Duration::from_secs(5), "it waited")
}

fn stderr() -> Result<(), Failed> {
    let mut adapter = ProcessAdapter::open(&command("chatty"), options())?;
    play(&mut adapter).map_err(|e| e.to_string())?;
    // What is written just before a reply may come just after it.
    let until = Instant::now() + Duration::from_secs(2);
    let mut text = String::new();
    while !text.contains("the last line") && Instant::now() < until {
        text.push_str(&adapter.control().take_stderr());
        std::thread::sleep(Duration::from_millis(5));
    }
    check(text.contains("the last line"), "the end is kept")?;
    check(adapter.control().take_stderr().is_empty(), "it is taken once")
}

fn checked() -> Result<(), Failed> {
    for (mode, says) in [
        ("forgetful", "at `ok.objects`: `bear` is left out"),
        (
            "new-word",
            "at `unsupported.effect`: `end turn` is no effect of the vocabulary, so the skip could not be counted; did you mean `end the turn`?",
        ),
    ] {
        let mut adapter = ProcessAdapter::open(&command(mode), ProcessOptions { check: true, ..options() })?;
        let Err(Fault::Broken(why)) = play(&mut adapter) else { return Err(format!("{mode}: not found").into()) };
        check(why.contains(says), why)?;
    }
    let mut adapter = ProcessAdapter::open(&command("well"), ProcessOptions { check: true, ..options() })?;
    play(&mut adapter).map_err(|e| e.to_string().into())
}

fn reference() -> Result<ProcessAdapter, Failed> {
    Ok(ProcessAdapter::open(&command("reference"), ProcessOptions { check: true, ..options() })?)
}

fn smoke() -> Result<(), Failed> {
    let all = adapter_check::check(&mut reference()?, |_| {});
    all.iter().try_for_each(|c| check(matches!(c.finding, Finding::Works(_)), format!("{}: {}", c.name, c.finding)))
}

/// A board with a bit of everything, and a script over two turns.
fn script() -> (Setup, Vec<Action>) {
    let mut setup = Setup::new(3);
    let bear = setup
        .add(ObjectSpec::new("bear", Card::creature(2, 2), Seat::A).with(Keyword::Phasing).with(Trigger::on(Event::Dies(Subject::This))));
    let sword = Card::parse("equipment").expect("a card");
    let gets = Static::HostGets { power: 1, toughness: 0 };
    let sword = setup.add(ObjectSpec { on: Some(Attached::Object(bear)), ..ObjectSpec::new("sword", sword, Seat::B).with(gets) });
    let counters = Counters([1, 0, 0, 0, 0, 0]);
    let wall = setup.add(ObjectSpec { counters, ..ObjectSpec::new("wall", Card::creature(0, 4), Seat::B) });
    let walker = Card::parse("legendary planeswalker 4").expect("a card");
    let walker = setup.add(ObjectSpec { controller: Some(Seat::C), ..ObjectSpec::new("walker", walker, Seat::A) });
    let token = setup.add(ObjectSpec { token: true, place: Place::Outside, ..ObjectSpec::new("token", Card::creature(1, 1), Seat::A) });
    let all = What::All(Filter::of_type(Type::Creature).others());
    let watch = Trigger { then: Some(Box::new(Effect::PhaseOut(What::That))), ..Trigger::on(Event::Enters(Subject::Any(Filter::ANY))) };
    let by = |by, effect| Action::Resolve { by, effect };
    let mut play = vec![
        by(Seat::A, Effect::Create(vec![token])),
        by(Seat::B, Effect::GainAbility { what: What::one(wall), ability: Box::new(watch.into()), until: Until::EndOfTurn }),
        by(Seat::A, Effect::PhaseOut(What::These(vec![wall]))),
        Action::Attack(vec![Attack { attacker: bear, target: Attached::Object(walker) }]),
        by(Seat::C, Effect::Pump { what: all, power: 1, toughness: 1, until: Until::WhileOnBattlefield(Holder::Object(sword)) }),
        Action::Advance { to: Step::EndOfCombat, of: Seat::A },
        Action::Announce { by: Seat::B, effect: Effect::Destroy(What::one(token)) },
        by(Seat::A, Effect::PhaseOut(What::one(token))),
        Action::ResolveTop,
        Action::Advance { to: Step::Upkeep, of: Seat::B },
        Action::Attack(vec![Attack { attacker: sword, target: Attached::Player(Seat::A) }]),
        Action::Advance { to: Step::Cleanup, of: Seat::B },
        Action::Leave(Seat::B),
        Action::Advance { to: Step::Untap, of: Seat::A },
        by(Seat::A, Effect::Destroy(What::These(vec![bear]))),
    ];
    setup.number_triggers(&mut play);
    (setup, play)
}

/// The engine has no stack that waits: the first campaign finds out, the second never asks.
fn remembers() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let me = std::env::current_exe()?;
    let adapter = format!("'{}' misbehave frugal -", me.display());
    let campaign = || -> Result<String, Failed> {
        let mut fuzz = std::process::Command::new(env!("CARGO_BIN_EXE_outofphase"));
        fuzz.args(["fuzz", "--count", "400", "--jobs", "1", "--relations", "none", "--adapter", &adapter, "--findings"]);
        let out = fuzz.arg(folder.path()).output()?;
        check(out.status.success(), String::from_utf8_lossy(&out.stderr))?;
        Ok(String::from_utf8(out.stdout)?)
    };
    let (first, second) = (campaign()?, campaign()?);
    check(first.contains("action announce: 8  (lacking)"), first)?;
    check(!second.contains("action announce"), second)?;
    let needs = std::fs::read_to_string(folder.path().join("needs.json"))?;
    check(needs.contains("\"version\"") && needs.contains("\"announce\""), needs)
}

fn lockstep() -> Result<(), Failed> {
    let (mut near, mut far) = (ReferenceEngine::default(), reference()?);
    let (setup, play) = script();
    check(near.start(&setup) == far.start(&setup), "start")?;
    let (mut here, mut there) = (Snapshot::default(), Snapshot::default());
    for action in &play {
        let (a, b) = (near.perform(action), far.perform(action));
        // The reasons of a refusal name objects by handle here and by name there.
        let alike = a == b || matches!((&a, &b), (Err(Fault::Illegal(_)), Err(Fault::Illegal(_))));
        check(alike, format!("{action:?}: {a:?} here, {b:?} over the wire"))?;
        near.observe(&mut here).map_err(|e| e.to_string())?;
        far.observe(&mut there).map_err(|e| e.to_string())?;
        check(here == there, format!("{action:?}: {here:?} here, {there:?} over the wire"))?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        check(near.log(&mut ours) == far.log(&mut theirs) && ours == theirs, format!("{action:?}: the logs differ"))?;
    }
    check(near.about() == far.about(), "about")?;
    let (began, turns) = (Instant::now(), 500);
    for _ in 0..turns {
        far.observe(&mut there).map_err(|e| e.to_string())?;
    }
    eprintln!("one round trip with a snapshot of {} objects: {:?}", setup.objects.len(), began.elapsed() / turns);
    Ok(())
}

/// A case on the board of one bear that does these things and expects the bear to be there.
fn case(id: &str, play: Vec<Action>) -> Case {
    let setup = board();
    let facts = names::of(&setup, names::Style::Phrases, || Fact::parse_all(Kind::Object, "on the battlefield").expect("facts"));
    let mut steps: Vec<CaseStep> = play.into_iter().map(|action| CaseStep::Do { action, illegal: false }).collect();
    steps.push(CaseStep::Expect(vec![Expectation { subject: ExpectSubject::Object(Obj(0)), facts, line: 0 }]));
    Case {
        group: "slips".into(),
        clauses: vec!["phasing.indirect".into()],
        source: Some("own".into()),
        why: "The bear stays where it is.".into(),
        ..Case::new(id, setup, steps)
    }
}

fn run_goes_on() -> Result<(), Failed> {
    let slip = || vec![Action::Resolve { by: Seat::A, effect: Effect::EndTheTurn }];
    let cases: Arc<[Case]> = [case("before", vec![]), case("slip", slip()), case("after", slip())].into();
    for s in SLIPS {
        let source: Arc<dyn EngineSource> = Arc::new(ProcessSource::new(command(s.mode), options()));
        let run = RunOptions { jobs: 1, timeout: options().timeout };
        let mut seen = Vec::new();
        run_all(&source, &cases, &run, &Arc::default(), |result| seen.push(result));
        // What goes wrong when the game is looked at goes wrong at the first look.
        let slipped = seen.iter().position(|r| r.verdict != Verdict::Pass);
        let slipped = slipped.ok_or_else(|| format!("{}: nothing went wrong", s.mode))?;
        let right = if s.mode.contains("hang") { Verdict::Timeout } else { Verdict::Error };
        let verdicts: Vec<Verdict> = seen.iter().map(|r| r.verdict).collect();
        let others_pass = verdicts.iter().enumerate().all(|(i, v)| i == slipped || *v == Verdict::Pass);
        check(verdicts.len() == 3 && verdicts[slipped] == right && others_pass, format!("{}: {verdicts:?}", s.mode))?;
        let message = seen[slipped].message.clone().unwrap_or_default();
        // Which request it hits depends on the case; what it says does not.
        let mut says = s.says.iter().filter(|part| !part.starts_with('`'));
        check(s.mode == "hang" || says.all(|part| message.contains(part)), format!("{}: {message}", s.mode))?;
        check(s.mode != "die" || seen[slipped].stderr.contains("out of cards"), "the record of the case has no standard error")?;
    }
    Ok(())
}
