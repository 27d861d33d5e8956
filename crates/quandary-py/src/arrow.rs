//! Texts in and columns out through the Arrow PyCapsule interface: pyarrow, Polars, DuckDB, arro3 and others, without a
//! dependency on any of them.
//!
//! What comes in is validated before it is read: offsets and UTF-8 of a producer are not trusted. Its pointers have to be;
//! that is what the interface is.

#![expect(unsafe_code, reason = "the Arrow C data interface passes structures by address")]

use std::ffi::CStr;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, make_array};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyString, PyTuple};

use crate::run::run_briefly;

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A column of texts in one of the layouts that Arrow has for them.
pub(crate) struct Texts {
    chunks: Vec<Chunk>,
    /// Where each chunk begins, and the end of the last.
    starts: Vec<usize>,
}

/// Part of a column.
struct Chunk {
    /// The texts, or the entries of a dictionary of them.
    texts: ArrayRef,
    /// For each row its place among `texts`, where it is another one than its own; `None` for a row without a text.
    places: Option<Vec<Option<usize>>>,
}

impl Chunk {
    fn len(&self) -> usize {
        self.places.as_ref().map_or(self.texts.len(), Vec::len)
    }

    fn get(&self, row: usize) -> Option<&str> {
        match &self.places {
            None => text_at(&*self.texts, row),
            Some(places) => text_at(&*self.texts, places[row]?),
        }
    }
}

impl Texts {
    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The text of a row; `None` where it is null.
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        let chunk = self.starts.partition_point(|&start| start <= row).checked_sub(1)?;
        self.chunks.get(chunk)?.get(row - self.starts[chunk])
    }

    fn new(chunks: Vec<Chunk>) -> Self {
        let mut starts = vec![0];
        for chunk in &chunks {
            starts.push(starts[starts.len() - 1] + chunk.len());
        }
        Texts { chunks, starts }
    }

    /// Texts from anything that exports Arrow, or from a sequence of `str` and `None`. Of a table, the named column.
    pub(crate) fn import(source: &Bound<'_, PyAny>, column: &str) -> PyResult<Texts> {
        let chunks = if source.hasattr("__arrow_c_stream__")? {
            from_stream(source)?
        } else if source.hasattr("__arrow_c_array__")? {
            vec![from_array(source)?]
        } else {
            return from_sequence(source);
        };
        let read = || chunks.into_iter().map(|chunk| checked_texts(chunk, column)).collect::<Result<_, _>>();
        Ok(Texts::new(run_briefly(source.py(), read)??))
    }
}

/// The text in one place of an array of texts.
fn text_at(array: &dyn Array, row: usize) -> Option<&str> {
    if row >= array.len() || array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(array.as_string_view().value(row)),
        _ => None,
    }
}

/// Why an array holds no texts.
enum NoTexts {
    /// It holds something else.
    Kind(String),
    /// Its buffers are broken, or the column is missing.
    Value(String),
}

impl From<NoTexts> for PyErr {
    fn from(error: NoTexts) -> Self {
        match error {
            NoTexts::Kind(message) => PyTypeError::new_err(message),
            NoTexts::Value(message) => PyValueError::new_err(message),
        }
    }
}

fn checked_texts(array: ArrayRef, column: &str) -> Result<Chunk, NoTexts> {
    array.to_data().validate_full().map_err(|error| NoTexts::Value(error.to_string()))?;
    texts_of(array, column)
}

/// An array of texts, or the column of texts of a table.
fn texts_of(array: ArrayRef, column: &str) -> Result<Chunk, NoTexts> {
    let is_text = |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    match array.data_type() {
        kind if is_text(kind) || *kind == DataType::Null => Ok(Chunk { texts: array, places: None }),
        DataType::Dictionary(_, values) if is_text(values) => {
            let dictionary = array.as_any_dictionary();
            let texts = dictionary.values().clone();
            // A dictionary without entries has no keys that could be looked up: all rows are null.
            let keys = if texts.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
            let place = |(row, key)| (!array.is_null(row)).then_some(key);
            let places = Some(keys.into_iter().enumerate().map(place).collect());
            Ok(Chunk { texts, places })
        }
        DataType::Struct(fields) => {
            let table = array.as_struct();
            let found = table.column_by_name(column).or_else(|| (fields.len() == 1).then(|| table.column(0)));
            let found = found.ok_or_else(|| {
                let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
                NoTexts::Value(format!("there is no column '{column}' among: {}", names.join(", ")))
            })?;
            if matches!(found.data_type(), DataType::Struct(_)) {
                return Err(NoTexts::Kind(format!("column '{column}' holds structures, not texts")));
            }
            let chunk = texts_of(found.clone(), column)?;
            if table.null_count() == 0 {
                return Ok(chunk);
            }
            // A row that is missing as a whole has no text, whatever its column holds there.
            let place = |row| match &chunk.places {
                _ if table.is_null(row) => None,
                None => Some(row),
                Some(places) => places[row],
            };
            let places = Some((0..table.len()).map(place).collect());
            Ok(Chunk { places, ..chunk })
        }
        other => Err(NoTexts::Kind(format!("expected texts (string, large_string or string_view), not {other}"))),
    }
}

/// The most texts of a sequence that is no Arrow array. One that never ends would fill the memory.
const MOST_TEXTS: usize = 50_000_000;

fn from_sequence(source: &Bound<'_, PyAny>) -> PyResult<Texts> {
    if source.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected many texts, not one: put it into a list"));
    }
    if source.is_instance_of::<PyDict>() {
        return Err(PyTypeError::new_err(
            "expected a list of texts or an Arrow table, not a dict: take one of its columns",
        ));
    }
    let items = source.try_iter().map_err(|_| {
        PyTypeError::new_err(
            "expected an Arrow array or table, or a sequence of str (anything with __arrow_c_stream__)",
        )
    })?;
    let mut texts = LargeStringBuilder::new();
    for (row, item) in items.enumerate() {
        // Millions of them take seconds: Ctrl-C works here, too, and other threads get their turn.
        if row % 65_536 == 0 {
            source.py().detach(|| {});
            source.py().check_signals()?;
        }
        if row >= MOST_TEXTS {
            let message = format!("more than {MOST_TEXTS} texts: give them in parts, or as an Arrow table");
            return Err(PyValueError::new_err(message));
        }
        let item = item?;
        if item.is_none() {
            texts.append_null();
        } else if let Ok(text) = item.cast::<PyString>() {
            // Half of a surrogate pair is not a text.
            match text.to_str() {
                Ok(text) => texts.append_value(text),
                Err(_) => texts.append_value(text.to_string_lossy()),
            }
        } else {
            let kind = item.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!("row {row}: expected str or None, not {kind}")));
        }
    }
    Ok(Texts::new(vec![Chunk { texts: std::sync::Arc::new(texts.finish()), places: None }]))
}

pub(crate) fn arrow_error(error: &ArrowError) -> PyErr {
    PyValueError::new_err(format!("broken Arrow data: {error}"))
}

fn from_stream(source: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let capsule = source.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>().map_err(PyErr::from)?;
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: by the protocol, a capsule of this name holds a stream, which we take over; the capsule then holds an empty one.
    let reader = unsafe { ArrayStreamReader::from_raw(pointer.as_ptr()) }.map_err(|error| arrow_error(&error))?;
    reader.collect::<Result<_, _>>().map_err(|error| arrow_error(&error))
}

fn from_array(source: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let pair = source.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>().map_err(PyErr::from)?;
    if pair.len() != 2 {
        return Err(PyTypeError::new_err("__arrow_c_array__ has to give a schema and an array"));
    }
    let schema = pair.get_item(0)?.cast_into::<PyCapsule>().map_err(PyErr::from)?;
    let array = pair.get_item(1)?.cast_into::<PyCapsule>().map_err(PyErr::from)?;
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: by the protocol, capsules of these names hold a schema and an array of it. The schema is only read, while
    // `pair` keeps it; the array is taken over.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    data.map(make_array).map_err(|error| arrow_error(&error))
}

/// Columns of results, which every Arrow library reads without a copy.
#[pyclass(frozen, module = "quandary._quandary")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// A table of batches with one schema.
    pub(crate) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Table { schema, batches }
    }
}

#[pymethods]
impl Table {
    /// The rows as an Arrow stream. A requested schema is ignored, as the protocol allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// The columns and their types.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(|error| arrow_error(&error))?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// A table never changes.
    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Restored<'py>)> {
        let columns = self.schema.fields().iter().map(|field| (field.name().clone(), kind_of(field))).collect();
        let lists = |batch: &RecordBatch| -> PyResult<Vec<_>> {
            batch.columns().iter().map(|column| list_of(py, &**column)).collect()
        };
        let batches = self.batches.iter().map(lists).collect::<PyResult<_>>()?;
        Ok((py.import("quandary._quandary")?.getattr("restore")?, (columns, batches)))
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<quandary.Table: {} rows, columns {}>", self.__len__(), self.column_names().join(", "))
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// A column as a list of Python objects.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let place = self.schema.index_of(name).map_err(|_| {
            PyValueError::new_err(format!("there is no column '{name}' among: {}", self.column_names().join(", ")))
        })?;
        let list = PyList::empty(py);
        for batch in &self.batches {
            for value in list_of(py, &**batch.column(place))? {
                list.append(value)?;
            }
        }
        Ok(list)
    }

    /// All columns as lists of Python objects.
    fn to_pydict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in self.column_names() {
            dict.set_item(&name, self.column(py, &name)?)?;
        }
        Ok(dict)
    }
}

/// The word for the type of a column, in pickles.
pub(crate) fn kind_of(field: &Field) -> &'static str {
    match field.data_type() {
        DataType::UInt64 => "number",
        DataType::Float64 => "real",
        DataType::Boolean => "truth",
        DataType::List(_) => "texts",
        _ => "text",
    }
}

/// What a table is restored from: the name and kind of each column, and the columns of each batch.
type Restored<'py> = (Vec<(String, &'static str)>, Vec<Vec<Bound<'py, PyList>>>);

/// The values of a column.
fn list_of<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    let values = (0..column.len()).map(|row| object(py, column, row)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, values)
}

/// One value of a column as a Python object.
fn object<'py>(py: Python<'py>, column: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Boolean => column.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::List(_) => {
            let values = column.as_list::<i32>().value(row);
            let list = PyList::empty(py);
            for place in 0..values.len() {
                list.append(object(py, &*values, place)?)?;
            }
            list.into_any()
        }
        other => return Err(PyTypeError::new_err(format!("a column of {other}"))),
    })
}
