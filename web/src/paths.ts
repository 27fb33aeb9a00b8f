/** Every address of the app: patterns for the router, builders for links. */
export const routes = {
  home: "/",
  terms: "/terms",
  privacy: "/privacy",
  iosDebug: "/ios-debug",
  demo: "/demo",
  onboarding: "/onboarding",
  thankYou: "/thank-you",
  signUpConfirm: "/sign-up/confirm",
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
  admin: "/clients/admin",
  adminAffiliates: "/clients/admin/affiliates",
  adminOperations: "/clients/admin/operations",
  adminEmails: "/clients/admin/emails",
  adminAudit: "/clients/admin/audit",
  adminSetups: "/clients/admin/setups",
  adminSignUps: "/clients/admin/sign-ups",
  adminAutomation: "/clients/admin/automation",
  adminSettings: "/clients/admin/settings",
  adminSecurity: "/clients/admin/security",

  affiliateLogin: "/affiliates/login",
  affiliateSecurity: "/affiliates/security",
} as const;

/** Ends in a slash: the address that closing the thank-you dialog returns to. */
export const recordPath = (slug: string) => `/record/${encodeURIComponent(slug)}/`;

export const recordVideoPath = (slug: string) => `/record/${encodeURIComponent(slug)}/video`;

/** The pages of the built-in drive: the server writes them, the router knows nothing of them. */
export const isServersOwn = (path: string) => path.startsWith("/drive/");

/** Where on the admin's first screen the failed uploads stand. */
export const failedUploadsId = "failed-uploads";
export const failedUploadsPath = `${routes.admin}#${failedUploadsId}`;

/** Opens the dialog for a new client. */
export const newClientPath = `${routes.admin}?add=1`;

/** The admin's table with the clients that this name or slug finds. */
export const clientRowPath = (name: string) => `${routes.admin}?${new URLSearchParams({ q: name })}`;

/** What was changed on a client, or on anything else with an id. */
export const auditPath = (subject: string) => `${routes.adminAudit}?${new URLSearchParams({ subject })}`;

/** An admin's view of a client's dashboard. */
export const adminViewPath = (client: { id: string; custom_slug: string }) =>
  `${routes.clientDashboard}?${new URLSearchParams({ clientId: client.id, slug: client.custom_slug })}`;
