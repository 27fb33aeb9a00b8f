//! Text colours, and the outline that keeps text readable on any picture (WCAG 2.2).

/// Black, used as an outline.
const BLACK: &str = "#000000";
/// White, used as an outline and as the default text colour (WMK05).
const WHITE: &str = "#ffffff";

/// Relative luminance at which black and white have equal contrast: `(L + 0.05) / 0.05 = 1.05 / (L + 0.05)`.
const BALANCE: f64 = 0.179_128_784_747_792;

/// Contribution of red, green and blue to luminance.
const WEIGHTS: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// A colour as written, `#rrggbb`, with its luminance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color<'a> {
    pub text: &'a str,
    luminance: f64,
}

impl<'a> Color<'a> {
    pub const WHITE: Self = Self { text: WHITE, luminance: 1.0 };

    /// Parses `#rrggbb` in upper or lower case.
    pub fn parse(text: &'a str) -> Option<Self> {
        let digits: &[u8; 6] = text.as_bytes().strip_prefix(b"#")?.try_into().ok()?;
        let mut luminance = 0.0;
        for (pair, weight) in digits.chunks(2).zip(WEIGHTS) {
            let mut channel = 0;
            for digit in pair {
                channel = channel << 4 | char::from(*digit).to_digit(16)?;
            }
            luminance += weight * linear(channel.into());
        }
        Some(Self { text, luminance })
    }

    /// Returns black or white, whichever has more contrast: at least 4.58 to 1 for every colour.
    pub fn outline(self) -> &'static str {
        if self.luminance > BALANCE { BLACK } else { WHITE }
    }
}

/// Converts an sRGB channel of 0 to 255 to linear light, 0 to 1.
fn linear(channel: f64) -> f64 {
    let value = channel / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { power_2_4((value + 0.055) / 1.055) }
}

/// Raises a number of 0.09 to 1 to the power of 2.4. `powf` would make the wasm a kilobyte larger.
fn power_2_4(base: f64) -> f64 {
    // Computes the fifth root of the twelfth power by Newton's method, from above.
    let twelfth = base.powi(12);
    (0..40).fold(1.0, |root: f64, _| (4.0 * root + twelfth / root.powi(4)) / 5.0)
}
