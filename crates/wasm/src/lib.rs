//! The solver as WebAssembly: requests in, events out, as the server has them.
//!
//! The host gives three functions (module `yomikiri`): `now()`, the time in milliseconds; `event(start, length)`, which takes an event, one
//! JSON object in UTF-8; and `stopped()`, which says whether the request is to be stopped. It writes a request to memory that
//! `allocate` gave, and calls `run`, which returns after the last event. A page calls it in a worker: nothing
//! else happens there meanwhile.
//!
//! On other targets the library is empty.

#[cfg(target_family = "wasm")]
pub mod abi;
