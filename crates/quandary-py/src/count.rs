//! Arguments that are counts: nodes, threads, solutions, items. A negative number, or one that is too large, is reported as a
//! wrong argument, and not as an overflow, which is what PyO3 reports when it converts integers.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::raise::option;

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) u64);

impl Count {
    /// As an index.
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        given.extract().map(Count).map_err(|error| match error.is_instance_of::<PyOverflowError>(given.py()) {
            true => option(given.py(), format!("expected a whole number from 0 to 2**64 - 1, not {}", *given)),
            false => error,
        })
    }
}
