// Writes src/submission/letters.rs: where \p{L}, \p{M} and \p{Nd} begin and end, without what is drawn as nothing (\p{DI}), by the Unicode
// data of the Node that runs it. Run: node media-wasm/tools/letters.mjs
import { writeFileSync } from "node:fs";

const member = /(?!\p{DI})[\p{L}\p{M}\p{Nd}]/u;
const steps = [];
let inside = false;
let last = 0;
for (let code = 0; code <= 0x110000; code++) {
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const now = code < 0x110000 && !surrogate && member.test(String.fromCodePoint(code));
  if (now === inside) continue;
  let step = code - last;
  for (; step >= 0x80; step >>>= 7) steps.push((step & 0x7f) | 0x80);
  steps.push(step);
  last = code;
  inside = now;
}

const lines = [];
for (let i = 0; i < steps.length; i += 24) {
  lines.push(`    ${steps.slice(i, i + 24).join(", ")},`);
}
writeFileSync(
  new URL("../src/submission/letters.rs", import.meta.url),
  `// Written by tools/letters.mjs, do not edit.
//! Letters, combining marks and decimal digits of every script; none that is drawn as nothing, such as the Hangul filler.

/// The version of Unicode this was taken from.
pub const UNICODE_VERSION: &str = "${process.versions.unicode}";

/// Whether \`c\` is in \`\\p{L}\`, \`\\p{M}\` or \`\\p{Nd}\`, and not in \`\\p{DI}\`: an odd number of edges lie at or before it.
#[must_use]
pub fn is_letter_mark_or_digit(c: char) -> bool {
    let (mut inside, mut edge, mut step, mut shift) = (false, 0_u32, 0_u32, 0_u32);
    for byte in STEPS {
        step |= u32::from(byte & 0x7f).wrapping_shl(shift);
        shift = shift.wrapping_add(7);
        if byte & 0x80 != 0 {
            continue;
        }
        edge = edge.wrapping_add(step);
        if edge > u32::from(c) {
            break;
        }
        (inside, step, shift) = (!inside, 0, 0);
    }
    inside
}

/// The way from each edge to the next, where a code point is inside and the one before is not
/// or the other way round; seven bits a byte, lowest first, the eighth says that more follow.
#[rustfmt::skip]
static STEPS: [u8; ${steps.length}] = [
${lines.join("\n")}
];
`,
);
