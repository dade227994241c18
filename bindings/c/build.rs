//! Gives the shared library its name, which cargo does not: programs that were linked against one
//! ABI version then never load another.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libblicket.so.1");
}
