/** The router's state of the history step that the browser is on, also where that is not drawn yet. */
export const currentState = (): unknown => (history.state as { usr?: unknown } | null)?.usr;
