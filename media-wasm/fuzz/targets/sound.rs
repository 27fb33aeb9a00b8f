#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| media_wasm_fuzz::sound(input));
