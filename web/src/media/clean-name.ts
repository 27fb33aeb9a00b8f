const JOINERS = /([\u200c\u200d])[\u200c\u200d]+/g;
const HIDDEN =
  /([\u1820-\u18aa][\u180b-\u180f]+|[\u3400-\u9fff\u{20000}-\u{3ffff}][\ufe00-\ufe02\u{e0100}-\u{e01ef}]+)|(?![\u200c\u200d])\p{DI}/gu;
const LEADING_JOINERS = /(^|[^\p{L}\p{M}\p{Nd}])[\u200c\u200d]+/gu;
const TRAILING_JOINERS =
  /([^\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?![\p{L}\p{M}\p{Nd}])/gu;

/** An equals sign that is meant as a double hyphen: after a Katakana letter. */
const DOUBLE_HYPHEN = /([\u30a1-\u30fa\u30fc\uff66-\uff9f])=/g;

/** Cleans a name like the server, by the rules of `media-wasm/src/submission/name.rs`. */
export const cleanName = (typed: string, signs: Map<string, string>) =>
  Array.from(typed, (sign) => signs.get(sign) ?? sign)
    .join("")
    .replaceAll(HIDDEN, "$1")
    .replaceAll(JOINERS, "$1")
    .replaceAll(LEADING_JOINERS, "$1")
    .replaceAll(TRAILING_JOINERS, "$1")
    .replaceAll(DOUBLE_HYPHEN, "$1\u30a0")
    .replaceAll(/ {2,}/g, " ")
    .trim();
