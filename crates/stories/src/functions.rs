//! What two functions do, and in what they differ, in the words of LLVM.

mod telling;
mod told;

pub use frontend_llvm::meaning::Meaning;
pub use telling::{outcome, plain};
pub use told::{Deed, Given, Story, Untold, story};
