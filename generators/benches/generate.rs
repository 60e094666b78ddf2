//! How fast scenarios are made: the size that all speed figures of the project are about is 8 permanents and 12 actions.

use divan::counter::ItemsCount;
use outofphase_generators::{Config, Generator, Random, empty};

fn main() {
    divan::main();
}

#[divan::bench]
fn scenarios_of_8_permanents_and_12_actions(bencher: divan::Bencher<'_, '_>) {
    let mut generator = Generator::new(&Config::sized(8, 12));
    let mut out = empty();
    let mut index = 0;
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        index += 1;
        generator.generate(&mut Random::nth(1, index), &mut out);
    });
}
