/** Key code of keys that an input method handles; Safari reports it for the Enter that ends a composition. */
const USED_BY_INPUT_METHOD = 229;

/** Whether a key belongs to an input method, as for Japanese. */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === USED_BY_INPUT_METHOD;
