//! Gives the shared library its name, which cargo does not: programs that were linked against one
//! ABI version then never load another. And lets it stay in a process that has loaded it.

/// The file that has the number of the ABI, which is written down nowhere else.
const CORE: &str = "../../src/lib.rs";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CORE}");
    let source = std::fs::read_to_string(CORE).expect("the core is beside its bindings");
    let number = source.lines().find_map(|line| line.strip_prefix("pub const ABI_VERSION: u32 = "));
    let number = number.and_then(|rest| rest.strip_suffix(';'));
    let number = number.expect("src/lib.rs has a line `pub const ABI_VERSION: u32 = …;`");
    let system =
        std::env::var("CARGO_CFG_TARGET_OS").expect("cargo says for which system it builds");
    if ["linux", "android", "freebsd"].contains(&system.as_str()) {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libblicket.so.{number}");
        // Threads of a host that have called the library run code of it when they end, and `exit` does. So it stays
        // where it is when a host closes it.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
