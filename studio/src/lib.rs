//! The studio: a page on which one gives examples, sees the grammar that is learnt from them, and tries commands.
//!
//! The page is plain files ([`files`]). What it asks is JSON, and [`Studio`] answers it; so the same page works with the
//! [`server`] of the command and with the library compiled to WebAssembly. [`http`] reads requests, and is a function of
//! bytes alone.

#![forbid(unsafe_code)]

// In the order of the data flow; a module uses only what stands before it.
pub mod files;
pub mod http;
mod message;
mod lesson;
mod rules;
mod attempt;
mod studio;
#[cfg(feature = "server")]
pub mod server;

pub use message::Refusal;
pub use studio::Studio;
