/** The router's state of the current history entry, even before it is rendered. */
export const currentState = (): unknown => (history.state as { usr?: unknown } | null)?.usr;
