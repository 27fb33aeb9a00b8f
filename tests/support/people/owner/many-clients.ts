// Clients by the thousand.
import type { Sayso } from "../../runtime/worker.ts";

/** Inserts the clients of a range of numbers. */
export const clientsUpTo = (sayso: Sayso, from: number, to: number) =>
  sayso.change(
    `WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO clients (id, company_name, contact_name, email, custom_slug, status, created_at)
     SELECT 'c' || i, 'Company ' || i, 'Ann', 'c' || i || '@shop.example', 'shop-' || i, 'active', i FROM n`,
    from,
    to,
  );
