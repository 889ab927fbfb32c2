//! How long reading takes: `cargo bench -p frontend-llvm --bench reading -- FILE...`, first the
//! module alone, then with the bodies of all functions. Without files it reads a text of its own.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

use std::time::Instant;

fn main() {
    let files: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let mut texts = Vec::new();
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => texts.push((file, text)),
            Err(error) => println!("{file}: {error}"),
        }
    }
    if texts.is_empty() {
        let one = |i: usize| {
            format!(
                "define i32 @f{i}(i32 noundef %x) {{\n  %1 = add nsw i32 %x, {i}\n  ret i32 %1\n}}\n"
            )
        };
        texts.push(("generated".to_owned(), (0..100_000).map(one).collect()));
    }
    for (file, text) in &texts {
        measure(file, text);
    }
}

fn measure(file: &str, text: &str) {
    let megabytes = text.len() as f64 / 1e6;
    let start = Instant::now();
    let module = match frontend_llvm::read(text) {
        Ok(module) => module,
        Err(problem) => {
            println!("{file}:{problem}");
            return;
        }
    };
    let heads = start.elapsed();
    let mut instructions = 0;
    for function in &module.functions {
        match module.body(function) {
            Ok(blocks) => {
                instructions += blocks.iter().map(|b| b.instructions.len()).sum::<usize>();
            }
            Err(problem) => println!("{file}:{problem}"),
        }
    }
    println!(
        "{file}: {megabytes:.1} MB, {} functions; module {:.3} s, with {instructions} instructions {:.3} s",
        module.functions.len(),
        heads.as_secs_f64(),
        start.elapsed().as_secs_f64()
    );
}
