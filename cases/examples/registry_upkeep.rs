//! Recomputes the numbers and text hashes of the clause registry from a folder of dated rules texts.
//!
//! ```text
//! cargo run -p outofphase-cases --example registry_upkeep -- ../shared/rules/cr            # show what would change
//! cargo run -p outofphase-cases --example registry_upkeep -- ../shared/rules/cr --write    # change it
//! ```

use std::path::{Path, PathBuf};

use outofphase_cases::registry::{EDITIONS, Registry, Upkeep, rewrite};
use outofphase_cases::rules_text::{Hint, RulesText, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: registry_upkeep FOLDER [--write]")?;
    let write = arguments.next().as_deref() == Some("--write");
    let mut texts = Vec::new();
    for path in texts_in(Path::new(&folder))? {
        texts.extend(read(&path)?);
    }
    for edition in texts.iter().filter_map(RulesText::edition).filter(|edition| !EDITIONS.contains(edition)) {
        println!("{edition} is not in the list of editions: add it to registry/editions.rs");
    }
    let registry = Registry::builtin();
    let findings = Upkeep::new(&texts).findings(registry);
    for found in &findings {
        let Some(clause) = registry.clause(&found.slug) else { continue };
        if found.numbers != clause.numbers() {
            let numbers: Vec<String> = found.numbers.iter().map(|era| format!("{} from {}", era.number, era.from)).collect();
            println!("{}: {}", found.slug, numbers.join(", "));
        }
        if found.hashes != clause.hashes() {
            println!("{}: {} hashes, {} recorded", found.slug, found.hashes.len(), clause.hashes().len());
        }
    }
    if write {
        for (name, yaml) in Registry::builtin_files() {
            std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("registry").join(name), rewrite(yaml, &findings))?;
        }
    }
    Ok(())
}

fn texts_in(folder: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder)?.collect();
    let mut paths: Vec<PathBuf> = entries?.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    Ok(paths)
}

/// A text that does not tell its edition is that of the first one if it is an extract, and is left out otherwise.
fn read(path: &Path) -> Result<Option<RulesText>, Box<dyn std::error::Error>> {
    let mut text = parse(&std::fs::read(path)?, &Hint::from_path(path))?;
    if text.edition().is_none() {
        println!("{} does not tell its edition; taken for {}", path.display(), EDITIONS[0]);
        text.hinted = Some(EDITIONS[0]);
    }
    Ok(Some(text))
}
