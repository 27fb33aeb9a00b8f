//! CSV exports.

use domain::csv;
use worker::{Response, ResponseBuilder};

use crate::error::Result;

/// Returns a table as a CSV file that the browser saves as `file_name`.
pub fn csv_response(file_name: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<Response> {
    let mut text = csv::head(head);
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        text.push_str(&csv::line(&cells));
    }
    Ok(ResponseBuilder::new()
        .with_header("content-type", "text/csv; charset=utf-8")?
        .with_header("content-disposition", &format!("attachment; filename=\"{file_name}\""))?
        .fixed(text.into_bytes()))
}
