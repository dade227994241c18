#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| blicket_fuzz::doubt::run(bytes));
