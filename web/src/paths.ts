/** Every address of the app: patterns for the router, builders for links. */
export const routes = {
  home: "/",
  terms: "/terms",
  privacy: "/privacy",
  iosDebug: "/ios-debug",
  record: "/record/:slug",
  recordVideo: "/record/:slug/video",

  portal: "/clients",
  clientLogin: "/clients/login",
  clientDashboard: "/clients/dashboard",
  clientBySlug: "/client/:slug",
  clientSubmissions: "/clients/submissions",
  clientSharing: "/clients/sharing",
  clientCard: "/clients/sharing/card",
  clientSecurity: "/clients/security",
  clientSupport: "/clients/support",

  adminLogin: "/clients/admin/login",

  affiliateLogin: "/affiliates/login",
  affiliateSecurity: "/affiliates/security",
} as const;

/** Ends in a slash: the address that closing the thank-you dialog returns to. */
export const recordPath = (slug: string) => `/record/${encodeURIComponent(slug)}/`;

export const recordVideoPath = (slug: string) => `/record/${encodeURIComponent(slug)}/video`;

/** The pages of the built-in drive: the server writes them, the router knows nothing of them. */
export const isServersOwn = (path: string) => path.startsWith("/drive/");
