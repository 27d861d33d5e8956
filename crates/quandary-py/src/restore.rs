//! Tables in pickles, which is how worker processes give their results back: the types of the columns, and the values of each
//! batch as lists.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrow::{Table, arrow_error};
use crate::columns::{text_field, texts_field};

/// A table from the names and kinds of its columns ([`kind_of`](crate::arrow::kind_of) has the words) and the values of its batches.
#[pyfunction]
pub(crate) fn restore(columns: Vec<(String, String)>, batches: Vec<Vec<Bound<'_, PyAny>>>) -> PyResult<Table> {
    let fields = columns.iter().map(|(name, kind)| match kind.as_str() {
        "text" => Ok(text_field(name)),
        "texts" => Ok(texts_field(name)),
        "number" => Ok(Field::new(name, DataType::UInt64, true)),
        "real" => Ok(Field::new(name, DataType::Float64, true)),
        "truth" => Ok(Field::new(name, DataType::Boolean, true)),
        other => Err(PyValueError::new_err(format!("no column holds '{other}'"))),
    });
    let schema = Arc::new(Schema::new(fields.collect::<PyResult<Vec<_>>>()?));
    let batches = batches.into_iter().map(|values| {
        let arrays = values.iter().zip(&columns).map(|(values, (_, kind))| array(kind, values));
        let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
        RecordBatch::try_new(schema.clone(), arrays).map_err(|error| arrow_error(&error))
    });
    let batches = batches.collect::<PyResult<Vec<_>>>()?;
    Ok(Table::new(schema, batches))
}

/// A column of this kind.
fn array(kind: &str, values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(match kind {
        "number" => Arc::new(UInt64Array::from(values.extract::<Vec<Option<u64>>>()?)),
        "real" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
        "truth" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
        "texts" => {
            let mut lists = ListBuilder::new(StringBuilder::new());
            for list in values.extract::<Vec<Option<Vec<Option<String>>>>>()? {
                lists.append_option(list);
            }
            Arc::new(lists.finish())
        }
        _ => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
    })
}
