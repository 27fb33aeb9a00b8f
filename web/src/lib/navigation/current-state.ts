/** What the router keeps with the step of the history that the browser stands on, whatever was drawn last. */
export const currentState = (): unknown => (history.state as { usr?: unknown } | null)?.usr;
