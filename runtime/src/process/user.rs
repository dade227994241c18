//! Who this process works for.

/// Whether it has rights that whoever started it has not, as a program with the set-user-ID bit: then the
/// variables of the environment are a stranger's.
pub fn is_privileged() -> bool {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    // SAFETY: it reads a number that the system gave to this process when it began.
    return unsafe { libc::getauxval(libc::AT_SECURE) } != 0;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    // SAFETY: these only say who the process works for.
    return unsafe { libc::getuid() != libc::geteuid() || libc::getgid() != libc::getegid() };
}

/// The number of the user in whose name it works.
pub(crate) fn user() -> u32 {
    // SAFETY: it takes nothing and cannot fail.
    unsafe { libc::geteuid() }
}
