import routes from "./api/generated/paths.json" with { type: "json" };

export { routes };

/** Ends in a slash: the address that closing the thank-you dialog returns to. */
export const recordPath = (slug: string) => `/record/${encodeURIComponent(slug)}/`;

export const recordVideoPath = (slug: string) => `/record/${encodeURIComponent(slug)}/video`;

/** Pages of the built-in drive are rendered by the server; the router has none of them. */
export const isServerPage = (path: string) => path.startsWith("/drive/");
