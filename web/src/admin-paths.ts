import adminRoutes from "./api/generated/admin-paths.json" with { type: "json" };
import { routes } from "./paths.ts";

/** Separate from the other paths, so that public pages do not load them. */
export { adminRoutes };

/** Anchor of the failed uploads on the admin's first screen. */
export const failedUploadsId = "failed-uploads";
export const failedUploadsPath = `${adminRoutes.admin}#${failedUploadsId}`;

/** Opens the dialog for a new client. */
export const newClientPath = `${adminRoutes.admin}?add=1`;

/** The admin's table with the clients that this name or slug finds. */
export const clientRowPath = (name: string) => `${adminRoutes.admin}?${new URLSearchParams({ q: name })}`;

/** Search for a text in everything. */
export const searchPath = (q: string) => `${adminRoutes.adminSearch}?${new URLSearchParams({ q })}`;

/** Emails with this recipient or subject. */
export const emailsPath = (q: string) => `${adminRoutes.adminEmails}?${new URLSearchParams({ q })}`;

/** The audit log of a client, or of anything else with an id. */
export const auditPath = (subject: string) => `${adminRoutes.adminAudit}?${new URLSearchParams({ subject })}`;

/** An admin's view of a client's dashboard. */
export const adminViewPath = (client: { id: string; custom_slug: string }) =>
  `${routes.clientDashboard}?${new URLSearchParams({ clientId: client.id, slug: client.custom_slug })}`;

/** An admin's view of a partner's dashboard. */
export const affiliateViewPath = (id: string) =>
  `${routes.affiliateDashboard}?${new URLSearchParams({ adminView: "true", affiliateId: id })}`;
