//! The committed header is what cbindgen makes of the sources, and of the number of the ABI.

use std::fs;
use std::path::Path;

#[test]
fn the_committed_header_is_up_to_date() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = here.join("../../include/blicket/blicket.h");
    let mut config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    config.after_includes = Some(abi_version());
    let mut made = Vec::new();
    cbindgen::generate_with_config(here, config).unwrap().write(&mut made);
    let made = String::from_utf8(made).unwrap();
    if std::env::var_os("BLICKET_WRITE_HEADER").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(made == committed, "include/blicket/blicket.h is out of date: run `make header`");
}

/// The one thing that cbindgen does not find in this crate.
fn abi_version() -> String {
    let number = core::ABI_VERSION;
    format!(
        "\n/**\n * The version of the ABI that this header describes. Compare it with blicket_abi_version().\n */\n\
         #define BLICKET_ABI_VERSION {number}"
    )
}
