//! The skeletons build or run, shake hands, and tell the smoke test what to write first.
use outofphase_adapter::{Adapter, Need};
use outofphase_harness::adapter_check::{self, Finding};
use outofphase_harness::adapter_new::{Language, NewError, write};
use outofphase_harness::process::{AdapterCommand, ProcessAdapter, ProcessOptions};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn shakes_hands(command: &AdapterCommand) {
    let options = ProcessOptions { check: true, ..ProcessOptions::default() };
    let mut adapter = ProcessAdapter::open(command, options).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(adapter.about().engine, "my engine");
    let all = adapter_check::check(&mut adapter, |_| {});
    assert_eq!(all[0].finding, Finding::Unsupported(Need::Setup("a board".into())));
    assert!(all.iter().all(|c| !c.finding.is_wrong()), "{all:?}");
    assert!(adapter_check::next(&all).contains("write `board` next"), "{}", adapter_check::next(&all));
}

#[test]
fn the_rust_skeleton_builds_and_shakes_hands() {
    let folder = folder("skeleton-rust");
    write(Language::Rust, &folder).expect("written");
    // The crate of this workspace stands in for the published one; everything else was fetched to build this test.
    let adapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../adapter");
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    std::fs::copy(lock, folder.join("Cargo.lock")).expect("a lock file");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skeleton-target");
    let patch = format!("patch.crates-io.outofphase-adapter.path={:?}", adapter.to_str().expect("UTF-8"));
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--config", &patch, "--target-dir"])
        .arg(&target)
        .current_dir(&folder)
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{errors}");
    assert!(!errors.contains("warning"), "{errors}");
    let program = target.join("debug/my-engine-adapter");
    shakes_hands(&AdapterCommand::new(program.to_str().expect("UTF-8"), [""; 0]));
}

#[test]
fn the_python_skeleton_runs_and_shakes_hands() {
    let folder = folder("skeleton-python");
    write(Language::Python, &folder).expect("written");
    let program = folder.join("adapter.py");
    shakes_hands(&AdapterCommand::new("python3", [program.to_str().expect("UTF-8")]));
}

#[test]
fn the_python_skeleton_has_the_package_of_the_adapters() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (package, copy) = (here.join("../adapters/python/outofphase_protocol"), here.join("skeletons/python/outofphase_protocol"));
    for name in ["__init__.py", "adapter.py", "server.py", "snapshot.py"] {
        let text = std::fs::read_to_string(package.join(name)).expect("a file of the package");
        if std::env::var_os("OUTOFPHASE_BLESS").is_some() {
            std::fs::write(copy.join(name), &text).expect("the copy can be written");
        }
        let copied = std::fs::read_to_string(copy.join(name)).unwrap_or_default();
        assert!(text == copied, "harness/skeletons/python/outofphase_protocol/{name} is out of date; OUTOFPHASE_BLESS=1 copies it");
    }
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let folder = folder("skeleton-full");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("mine.txt"), "mine").expect("a file");
    assert!(matches!(write(Language::Python, &folder), Err(NewError::NotEmpty(_))));
    assert!("perl".parse::<Language>().is_err_and(|e| e.contains("docs/protocol.md")));
}
