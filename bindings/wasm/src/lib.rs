//! blicket for WebAssembly. `npm/blicket.js` is what calls this, and what is documented for users.
//!
//! A call is a message: JavaScript asks for room by [`blicket_input`], writes a name, a line break and JSON there, calls
//! [`blicket_call`], and reads the answer at [`blicket_output`]. No pointer that JavaScript gives is ever followed.

mod calls;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod clock;

pub use calls::answer;
use std::cell::RefCell;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a message of so many bytes, valid until the next call.
#[allow(unsafe_code, reason = "it is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn blicket_input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the message that was written: 0, or a status of HTTP where the answer is an error.
#[allow(unsafe_code, reason = "it is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn blicket_call() -> u32 {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    clock::start();
    let message = INPUT.with_borrow_mut(std::mem::take);
    let (status, answer) = match calls::answer(&message) {
        Ok(answer) => (0, answer),
        Err(refusal) => (u32::from(refusal.status), refusal.to_json()),
    };
    OUTPUT.set(answer.into_bytes());
    status
}

/// Where the answer to the last call is, valid until the next one.
#[allow(unsafe_code, reason = "it is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn blicket_output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// How many bytes it has.
#[allow(unsafe_code, reason = "it is exported by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn blicket_output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}
