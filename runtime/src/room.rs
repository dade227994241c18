//! Memory that the system would refuse. ONNX Runtime does not survive that everywhere: some of its allocations end the
//! process. So before it is given something to do, it is asked whether there is room.

use std::hint::black_box;

/// What the library takes when it is loaded, beside the bytes of its file.
pub(crate) const TO_LOAD: usize = 32 << 20;
/// What a session takes, beside its model, and that several times.
pub(crate) const TO_MAKE: usize = 32 << 20;
pub(crate) const COPIES: usize = 4;
/// What a run takes, beside what goes into it. Callers that know more have counted it.
pub(crate) const TO_RUN: usize = 16 << 20;

/// Fails, with what the system says in such a case, if there is no room for so many bytes. They are asked for and given
/// back untouched, which takes some microseconds.
pub(crate) fn ask(bytes: usize) -> Result<(), String> {
    let mut room: Vec<u8> = Vec::new();
    let there = room.try_reserve_exact(bytes);
    // Otherwise the compiler sees that nobody uses it, and asks for nothing.
    black_box(&mut room);
    there.map_err(|_| format!("Cannot allocate memory: {} MiB are needed", bytes.div_ceil(1 << 20)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused_and_says_so() {
        assert_eq!(ask(TO_RUN), Ok(()));
        let refused = ask(isize::MAX as usize).unwrap_err();
        assert!(crate::is_passing(&refused), "{refused}");
    }
}
