//! An adapter's process that does one thing wrong, the first time that it is asked to end the turn; a fresh one behaves.

use outofphase_adapter::wire::serve;
use outofphase_adapter::*;
use outofphase_reference_engine::ReferenceEngine;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Set while the reply that goes wrong is written.
static NOW: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(mode: &str, state: &Path) {
    match mode {
        "stillborn" => {
            eprintln!("Traceback:\nno module named cards");
            std::process::exit(4);
        }
        "banner" => println!("Welcome to the toy engine"),
        "mute" => std::thread::sleep(Duration::from_secs(60)),
        _ => {}
    }
    let calm = std::fs::File::create_new(state).is_err();
    let toy = Toy { mode: mode.to_owned(), calm, objects: 0, players: 0 };
    let out = Mangle { mode: mode.to_owned(), out: io::stdout(), line: Vec::new() };
    let _ = serve(toy, io::stdin().lock(), out);
}

/// The reference engine without what is optional.
#[derive(Default)]
pub(crate) struct Frugal(ReferenceEngine);

impl Adapter for Frugal {
    fn about(&self) -> About {
        About { engine: "frugal".into(), version: "0".into() }
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.0.start(setup)
    }
    fn resolve(&mut self, by: Seat, effect: &Effect) -> Result<(), Fault> {
        self.0.resolve(by, effect)
    }
    fn advance(&mut self, step: Step, of: Seat) -> Result<Stop, Fault> {
        self.0.advance(step, of)
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

struct Toy {
    mode: String,
    calm: bool,
    objects: usize,
    players: usize,
}

impl Adapter for Toy {
    fn about(&self) -> About {
        About { engine: "misbehaving toy".into(), version: "0".into() }
    }
    fn start(&mut self, setup: &Setup) -> Result<(), Fault> {
        (self.objects, self.players) = (setup.objects.len(), setup.players.len());
        Ok(())
    }
    fn resolve(&mut self, _: Seat, _: &Effect) -> Result<(), Fault> {
        match &*self.mode {
            _ if self.calm => return Ok(()),
            "die" => {
                eprintln!("Traceback:\nout of cards");
                std::process::exit(3);
            }
            "hang" => std::thread::sleep(Duration::from_secs(60)),
            "chatty" => {
                for i in 0..50_000 {
                    eprintln!("thinking about possibility {i}");
                }
                eprintln!("the last line");
            }
            "new-word" => return Err(Fault::no_effect("end turn")),
            // These go wrong when the game is looked at.
            "stranger" | "twin" | "misspelt" | "forgetful" => {}
            _ => NOW.store(true, Ordering::Relaxed),
        }
        Ok(())
    }
    fn advance(&mut self, step: Step, of: Seat) -> Result<Stop, Fault> {
        Ok(Stop { step, of, exact: false, moment: Moment::After })
    }
    fn attack(&mut self, attacks: &[Attack]) -> Result<(), Fault> {
        Err(Fault::Illegal(format!("{} is tired", attacks[0].attacker)))
    }
    fn leave(&mut self, _: Seat) -> Result<(), Fault> {
        Err(Fault::Unsupported(Need::Action("leave".into())))
    }
    fn observe(&mut self, into: &mut Snapshot) -> Result<(), Fault> {
        into.reset(self.objects, self.players);
        into.objects.iter_mut().for_each(|o| o.place = Some(Place::Battlefield));
        NOW.store(!self.calm, Ordering::Relaxed);
        Ok(())
    }
    fn save(&mut self, _: u32) -> Result<(), Fault> {
        panic!("no memory")
    }
}

/// Writes replies as they are, except the one that goes wrong.
struct Mangle {
    mode: String,
    out: io::Stdout,
    line: Vec<u8>,
}

impl Mangle {
    fn say(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }

    fn wrong(&mut self, right: &str) -> io::Result<()> {
        let id = right.split(',').next().unwrap_or_default();
        match &*self.mode {
            "close-stdin" => {
                close(0);
                self.say(right.as_bytes())?;
                std::thread::sleep(Duration::from_secs(60));
                Ok(())
            }
            "close-stdout" => {
                close(1);
                std::thread::sleep(Duration::from_secs(60));
                Ok(())
            }
            "log" => self.say(format!("[INFO] casting\n{right}").as_bytes()),
            "half" => {
                self.say(format!("{id},\"o").as_bytes())?;
                std::process::exit(0)
            }
            "half-hang" => {
                self.say(format!("{id},\"o").as_bytes())?;
                std::thread::sleep(Duration::from_secs(60));
                Ok(())
            }
            "flood" => (0..100).try_for_each(|_| self.say(&vec![b'x'; 1 << 20])),
            "bytes" => self.say(b"{\"\xff\":1}\n"),
            "stranger" => self.say(right.replace("bear", "ox").as_bytes()),
            "twin" => self.say(right.replace("\"bear\"", "\"bear\":{},\"bear\"").as_bytes()),
            "misspelt" => self.say(right.replace("\"tapped\"", "\"taped\"").as_bytes()),
            "forgetful" => self.say(format!("{id},\"ok\":{{\"players\":{{\"A\":{{}},\"B\":{{}}}},\"objects\":{{}}}}}}\n").as_bytes()),
            "id" => self.say(b"{\"id\":77,\"ok\":{}}\n"),
            "no-id" => self.say(b"{\"id\":null,\"ok\":{}}\n"),
            "twice" => self.say(format!("{right}{right}").as_bytes()),
            "array" => self.say(b"[]\n"),
            "empty" => self.say(b"\n"),
            _ => self.say(right.as_bytes()),
        }
    }
}

impl Write for Mangle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        let line = String::from_utf8(std::mem::take(&mut self.line)).expect("a reply is UTF-8");
        let protocol = |n: u32| line.replace("\"protocol\":1", &format!("\"protocol\":{n},\"more\":true"));
        match &*self.mode {
            "newer" => self.say(protocol(2).as_bytes()),
            "older" => self.say(protocol(0).as_bytes()),
            _ if NOW.swap(false, Ordering::Relaxed) => self.wrong(&line),
            _ => self.say(line.as_bytes()),
        }
    }
}

/// Closes a stream of this process by putting the null device in its place, without the descriptor itself being free again.
fn close(fd: i32) {
    let null = std::fs::File::options().read(true).write(true).open("/dev/null").expect("there is a null device");
    match fd {
        0 => rustix::stdio::dup2_stdin(&null).expect("stdin is replaced"),
        _ => rustix::stdio::dup2_stdout(&null).expect("stdout is replaced"),
    }
}
