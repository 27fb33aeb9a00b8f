/** For queries and mutations: without a connection they fail and say so, and do not wait in silence for one. */
export const askAnyway = { networkMode: "always" } as const;
