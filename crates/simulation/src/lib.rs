//! Contextual simulation between infinite-state programs (papers/000).

#![forbid(unsafe_code)]

pub mod arena;
pub mod blocks;
