#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| blicket_c_fuzz::fuzz::run(bytes));
