//! The wire server: manabrew-engine speaks the suite's protocol on standard input and output.

fn main() -> std::io::Result<()> {
    outofphase_adapter::wire::serve_stdio(outofphase_manabrew::Manabrew::default())
}
