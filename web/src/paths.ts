/** Every address of the app: patterns for the router, builders for links. */
export const routes = {
  home: "/",
  terms: "/terms",
  privacy: "/privacy",
  iosDebug: "/ios-debug",
  record: "/record/:slug",
  recordVideo: "/record/:slug/video",
} as const;

/** Ends in a slash: the address that closing the thank-you dialog returns to. */
export const recordPath = (slug: string) => `/record/${encodeURIComponent(slug)}/`;

export const recordVideoPath = (slug: string) => `/record/${encodeURIComponent(slug)}/video`;
