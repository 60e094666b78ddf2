#!/bin/bash -eu
# Builds the targets of fuzz/ for ClusterFuzzLite.
cd "$SRC/outofphase/fuzz"
cargo fuzz build --release
for target in properties differential case_loader rules_text; do
  cp "target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
done
