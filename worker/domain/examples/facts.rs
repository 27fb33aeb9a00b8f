//! Writes the figures of public texts as JSON, for the web app.

fn main() {
    println!("{}", serde_json::to_string_pretty(&domain::facts::facts()).unwrap_or_default());
}
