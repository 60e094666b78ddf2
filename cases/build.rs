//! Builds the crate again when a case file is added, which the macro that embeds the folders can't tell by itself.

fn main() {
    for folder in ["phasing", "zone-change-triggers", "turn-based-actions", "editions"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
