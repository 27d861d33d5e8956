//! Errors as the exceptions of `quandary._errors`.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quandary::{Error, ErrorKind};

/// An exception of this class.
fn exception(py: Python<'_>, class: &str, message: &str, fields: &[(&str, Py<PyAny>)]) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("quandary._errors")?.getattr(class)?;
        let arguments = PyDict::new(py);
        for (name, value) in fields {
            arguments.set_item(name, value)?;
        }
        Ok(PyErr::from_value(class.call((message,), Some(&arguments))?))
    };
    make().unwrap_or_else(|error| error)
}

/// A bug in Quandary.
pub(crate) fn internal(py: Python<'_>, message: impl AsRef<str>) -> PyErr {
    exception(py, "InternalError", message.as_ref(), &[])
}

/// An argument that is not accepted.
pub(crate) fn option(py: Python<'_>, message: impl AsRef<str>) -> PyErr {
    exception(py, "OptionError", message.as_ref(), &[])
}

/// An error of the library.
pub(crate) fn raise(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error.kind {
        ErrorKind::BadRequest => "OptionError",
        ErrorKind::Unprocessable if error.text.is_some() => "ReadError",
        ErrorKind::Unprocessable => "Refused",
        ErrorKind::Budget => "BudgetError",
        _ => "InternalError",
    };
    let mut fields: Vec<(&str, Py<PyAny>)> = Vec::new();
    let mut add = |name, value: PyResult<Py<PyAny>>| fields.extend(value.ok().map(|value| (name, value)));
    add("help", object(py, error.help.as_deref()));
    if class == "ReadError" {
        let (line, column) = error.position().unzip();
        add("line", object(py, line));
        add("column", object(py, column));
    }
    if class == "BudgetError" {
        add("stopped", object(py, error.stopped.map(|why| why.to_string())));
    }
    exception(py, class, &error.message, &fields)
}

/// A value as a Python object.
fn object<'py, T: IntoPyObject<'py>>(py: Python<'py>, value: T) -> PyResult<Py<PyAny>> {
    value.into_py_any(py)
}
