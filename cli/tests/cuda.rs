//! What a person is told who wants a card and has none. `BLICKET_CUDA_RUNTIME` names an ONNX Runtime for cards, as `make test-cuda`
//! fetches it; without it there is nothing to test.

use std::process::Command;

#[test]
fn info_names_the_library_that_a_card_needs_and_the_way_to_it() {
    let Some(runtime) = std::env::var_os("BLICKET_CUDA_RUNTIME") else {
        eprintln!("LEFT OUT: BLICKET_CUDA_RUNTIME does not name an ONNX Runtime for cards");
        return;
    };
    let info = |device: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_blicket"));
        command.arg("info").arg("--runtime").arg(&runtime).args(["--device", device]);
        // Where there is a card, there are its libraries; here they are not to be found.
        command.env_remove("LD_LIBRARY_PATH").output().unwrap()
    };
    let auto = info("auto");
    let said = String::from_utf8(auto.stdout).unwrap();
    assert_eq!(auto.status.code(), Some(0));
    if said.contains("device     cuda") {
        return; // A machine with a card.
    }
    assert!(said.contains("device     cpu: cuda:0 cannot be used: lib"), "{said}");
    assert!(said.contains("is missing"), "{said}");
    let card = info("cuda");
    let said = String::from_utf8(card.stderr).unwrap();
    assert_eq!(card.status.code(), Some(3), "{said}");
    assert!(said.contains("is missing"), "{said}");
}
