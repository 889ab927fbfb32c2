//! Reading LLVM IR never crashes and says where it is wrong; nor does lowering what was read.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let module = match frontend_llvm::read(text) {
        Ok(module) => module,
        Err(problem) => {
            assert!(problem.line >= 1 && problem.column >= 1);
            return;
        }
    };
    for function in &module.functions {
        let _ = module.body(function);
    }
    for name in module.function_names() {
        let _ = frontend_llvm::pair(&module, &module, &name, &frontend_llvm::Options::default());
    }
});
