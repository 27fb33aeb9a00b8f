//! Tables as CSV (RFC 4180), safe to open in a spreadsheet.

/// A cell starting with one of these, or with a control character, is a formula in spreadsheets.
pub const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Returns the header line. Its byte order mark tells spreadsheets that the file is UTF-8.
#[must_use]
pub fn head(names: &[&str]) -> String {
    format!("\u{feff}{}", line(names))
}

/// Formats a line. Cells that spreadsheets would take for formulas, including full-width signs, get
/// a leading apostrophe.
#[must_use]
pub fn line(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
    format!("{}\r\n", cells.join(","))
}

/// Whether a cell is a negative number, which starts like a formula but is none.
fn is_negative_number(cell: &str) -> bool {
    cell.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '.')
    })
}

fn quoted(cell: &str) -> String {
    if is_negative_number(cell) {
        return cell.to_owned();
    }
    let dangerous = cell.starts_with(FORMULA_STARTS) || cell.starts_with(char::is_control);
    let safe = if dangerous { format!("'{cell}") } else { cell.to_owned() };
    format!("\"{}\"", safe.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn inv50_cells_starting_like_a_formula_are_neutralised() {
        for start in ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "\u{0}"] {
            assert!(line(&[&format!("{start}cmd|'/c calc'!A0")]).starts_with("\"'"), "{start:?}");
        }
        assert_eq!(line(&["-12.50", "-", "-1+2", "--1"]), "-12.50,\"'-\",\"'-1+2\",\"'--1\"\r\n");
        assert_eq!(line(&["plain", "12", "a@b.example", ""]), "\"plain\",\"12\",\"a@b.example\",\"\"\r\n");
        assert_eq!(line(&["say \"so\", twice\n"]), "\"say \"\"so\"\", twice\n\"\r\n");
    }
}
