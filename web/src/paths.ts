import routes from "./api/generated/paths.json" with { type: "json" };

export { routes };

/** Ends in a slash: the address that closing the thank-you dialog returns to. */
export const recordPath = (slug: string) => `/record/${encodeURIComponent(slug)}/`;

export const recordVideoPath = (slug: string) => `/record/${encodeURIComponent(slug)}/video`;

/** The pages of the built-in drive: the server writes them, the router knows nothing of them. */
export const isServerPage = (path: string) => path.startsWith("/drive/");
