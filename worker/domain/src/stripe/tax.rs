//! Taxes on Stripe invoices and credit notes.

use serde::Deserialize;

/// A tax on an invoice, or on a line of it.
#[derive(Debug, Deserialize)]
pub struct Tax {
    /// Pence.
    pub amount: i64,
    /// `exclusive` taxes are added to the lines, `inclusive` ones are part of them.
    pub tax_behavior: String,
}

/// Sums the added (exclusive) taxes, in pence.
#[must_use]
pub fn added(taxes: &[Tax]) -> i64 {
    let added = taxes.iter().filter(|tax| tax.tax_behavior == "exclusive");
    added.fold(0, |sum: i64, tax| sum.saturating_add(tax.amount))
}
