//! The context: what owns everything else, and where errors are read.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char};
use std::rc::Rc;
use std::sync::Arc;

use z3_sys::*;

use super::watchdog::Slot;

/// A context of Z3, with its place on the watchdog's list.
pub(crate) struct Z3 {
    pub(super) raw: Z3_context,
    pub(super) slot: Arc<Slot>,
    pub(super) spoiled: Cell<bool>,
    /// A solver without assertions, from whose statistics the work of the whole context is read.
    pub(super) meter: Cell<Option<Z3_solver>>,
}

/// What Z3 complained of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Error {
    /// Z3 ran out of memory.
    Memory,
    /// Everything else, in Z3's or our words.
    Other(String),
}

/// The version of the library that is linked, as `5.4.0`.
pub(crate) fn version() -> String {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: Z3 writes the four numbers and keeps no pointer.
    unsafe {
        Z3_get_version(
            &raw mut major,
            &raw mut minor,
            &raw mut build,
            &raw mut revision,
        )
    };
    format!("{major}.{minor}.{build}")
}

impl Z3 {
    pub(crate) fn new() -> Rc<Z3> {
        super::memory::prepare();
        // SAFETY: the configuration is deleted after the context was made from it, as Z3 asks.
        let raw = unsafe {
            let config = Z3_mk_config().expect("Z3 makes a configuration");
            let raw = Z3_mk_context_rc(config).expect("Z3 makes a context");
            Z3_del_config(config);
            // Without a handler Z3 ends the process where an error occurs.
            Z3_set_error_handler(raw, Some(leave_error));
            raw
        };
        Rc::new(Z3 {
            raw,
            slot: Slot::registered(),
            spoiled: Cell::new(false),
            meter: Cell::new(None),
        })
    }

    /// Whether a call that is not a solver's was interrupted. Z3 never forgets such an interrupt:
    /// later calls may fail, and assertions may be lost, so the context must not be used again.
    pub(crate) fn is_spoiled(&self) -> bool {
        self.spoiled.get()
    }

    /// What Z3 returned, or the error why it returned nothing.
    pub(super) fn result<T>(&self, returned: Option<T>) -> Result<T, Error> {
        self.check()?;
        returned.ok_or_else(|| Error::Other("Z3 returned nothing".to_owned()))
    }

    /// The error of the last call, if there was one.
    pub(super) fn check(&self) -> Result<(), Error> {
        // SAFETY: see the module; the message is copied before the next call.
        unsafe {
            match Z3_get_error_code(self.raw) {
                ErrorCode::Ok => Ok(()),
                ErrorCode::MemoutFail => Err(Error::Memory),
                code => Err(Error::Other(text(Z3_get_error_msg(self.raw, code)))),
            }
        }
    }

    pub(super) fn symbol(&self, name: &str) -> Result<Z3_symbol, Error> {
        let name = c_string(name);
        // SAFETY: see the module; Z3 copies the text.
        self.result(unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) })
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // SAFETY: all handles share the ownership of this context, so none but the meter is left.
        unsafe {
            if let Some(meter) = self.meter.get() {
                Z3_solver_dec_ref(self.raw, meter);
            }
            Z3_del_context(self.raw);
        }
    }
}

/// Leaves the error code where [`Z3::check`] finds it.
unsafe extern "C" fn leave_error(_: Z3_context, _: ErrorCode) {}

/// A copy of a text of Z3.
///
/// # Safety
/// The pointer is null or points to a text that ends with a zero.
pub(super) unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(pointer) }
        .to_string_lossy()
        .into_owned()
}

/// A text for Z3; it ends at the first zero character.
pub(super) fn c_string(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).expect("the text has no zero character")
}
