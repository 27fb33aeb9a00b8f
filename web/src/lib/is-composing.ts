/** The code of a key that an input method has used; Safari says so of the Enter that ends its composition. */
const USED_BY_INPUT_METHOD = 229;

/** Whether a key confirms or drops a candidate of an input method, as for Japanese. */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === USED_BY_INPUT_METHOD;
