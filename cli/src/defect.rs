//! A panic is a defect of blicket, and is said to be one.

use crate::failure::Failure;
use std::any::Any;
use std::env;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// Runs the command; a panic ends it as a failure, in one line and not in the many that Rust would write, unless
/// RUST_BACKTRACE asks for them.
pub(crate) fn catch(command: impl FnOnce() -> ExitCode) -> ExitCode {
    // The first is the cause: what goes wrong in a thread comes out of whoever waits for it, too.
    let first = Arc::new(Mutex::new(None));
    let keep = |text: String, place: &Mutex<Option<String>>| {
        place.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text).clone()
    };
    let (usual, place) = (panic::take_hook(), first.clone());
    panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        let at = info.location().map(|location| format!(" ({location})")).unwrap_or_default();
        keep(text(info.payload()) + &at, &place);
        if env::var_os("RUST_BACKTRACE").is_some() {
            usual(info);
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|payload| {
        let cause = keep(text(&*payload), &first);
        Failure::Machine(format!("this is a defect of blicket, please report it: {cause}")).report()
    })
}

/// What a panic says, in one line.
fn text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure() {
        assert_eq!(catch(|| ExitCode::SUCCESS), ExitCode::SUCCESS);
        assert_eq!(catch(|| panic!("on {}", "purpose")), ExitCode::from(3));
        let _ = panic::take_hook(); // other tests may have something to say
        assert_eq!(text(&"one\nor two"), "one or two");
        assert_eq!(text(&String::from("a text")), "a text");
        assert_eq!(text(&7), "a panic without a text");
    }
}
