//! Numbers that count something: nodes, threads, solutions, items. A number that counts nothing is a wrong argument, and not
//! an overflow, which is what the conversion of integers calls it.

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
