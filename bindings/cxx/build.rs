//! Generates and compiles the C++ side of the bridge, and puts its headers beside the library:
//!
//! ```text
//! <target>/<profile>/libblicket_cxx.a
//! <target>/<profile>/cxx-include/blicket/bridge.h
//! <target>/<profile>/cxx-include/blicket/watcher.h
//! <target>/<profile>/cxx-include/rust/cxx.h
//! ```
//!
//! cxx-build leaves them in OUT_DIR, whose name has a hash in it. Its own `<target>/cxxbridge` is a
//! set of links into that directory, which go stale when cargo cleans it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs, io, process};

/// The file that the bridge is declared in.
const BRIDGE: &str = "src/bridge.rs";
/// The header that is not generated.
const WATCHER: &str = "include/blicket/watcher.h";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    // Comments of the bridge become `///`, which editors and Doxygen show.
    cxx_build::CFG.doxygen = true;
    println!("cargo:rerun-if-changed={WATCHER}");
    cxx_build::bridge(BRIDGE).include("include").std("c++17").compile("blicket_cxx_bridge");

    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let generated = out.join("cxxbridge/include");
    let include = profile_directory(&out).join("cxx-include");
    // Not the time of the copy: cargo would take the header for a change that the last build has
    // not seen, and build again.
    let time = fs::metadata(BRIDGE)?.modified()?;
    install(
        &generated.join("blicket-cxx/src/bridge.rs.h"),
        &include.join("blicket/bridge.h"),
        time,
    )?;
    install(Path::new(WATCHER), &include.join("blicket/watcher.h"), time)?;
    install(&generated.join("rust/cxx.h"), &include.join("rust/cxx.h"), time)
}

/// The directory that the library will be in. OUT_DIR is `<it>/build/<package and hash>/out`,
/// however the target directory was chosen; only the part below `build` differs between versions of
/// cargo.
fn profile_directory(out: &Path) -> &Path {
    let build = out.ancestors().find(|directory| directory.ends_with("build"));
    build.and_then(Path::parent).expect("OUT_DIR is below the directory `build` of a profile")
}

/// Copies a header. Under another name first, so that a compiler that runs meanwhile (cargo locks a
/// profile, not the whole target directory) never reads half of it.
fn install(from: &Path, to: &Path, time: SystemTime) -> io::Result<()> {
    // A header that somebody deleted is made again.
    println!("cargo:rerun-if-changed={}", to.display());
    fs::create_dir_all(to.parent().expect("a header is in a directory"))?;
    let draft = to.with_extension(format!("{}.tmp", process::id()));
    fs::copy(from, &draft)?;
    fs::File::options().write(true).open(&draft)?.set_modified(time)?;
    fs::rename(draft, to)
}
