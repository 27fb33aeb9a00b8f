import routes from "./api/generated/paths.json" with { type: "json" };

export { routes };

/** Ends in a slash: the address that closing the thank-you dialog returns to. */
export const recordPath = (slug: string) => `/record/${encodeURIComponent(slug)}/`;

export const recordVideoPath = (slug: string) => `/record/${encodeURIComponent(slug)}/video`;

/** The pages of the built-in drive: the server writes them, the router knows nothing of them. */
export const isServerPage = (path: string) => path.startsWith("/drive/");

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

/** An admin's view of a partner's dashboard. */
export const affiliateViewPath = (id: string) =>
  `${routes.affiliateDashboard}?${new URLSearchParams({ adminView: "true", affiliateId: id })}`;
