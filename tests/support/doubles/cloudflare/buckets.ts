// R2: buckets, by name alone.
import { Refusal, type Route } from "./api.ts";

export function bucketRoutes() {
  const buckets = new Set<string>();
  const routes: Route[] = [
    [
      "GET",
      /^\/r2\/buckets$/,
      () => ({ buckets: [...buckets].map((name) => ({ name, creation_date: "2026-11-25T00:00:00Z" })) }),
    ],
    [
      "POST",
      /^\/r2\/buckets$/,
      ({ body }) => {
        const { name } = JSON.parse(body.toString()) as { name: string };
        if (buckets.has(name))
          throw new Refusal(409, 10004, "The bucket you tried to create already exists, and you own it.");
        buckets.add(name);
        return { name, location: "weur", storage_class: "Standard" };
      },
    ],
    [
      "GET",
      /^\/r2\/buckets\/([^/]+)$/,
      (_, [name = ""]) => {
        if (!buckets.has(name)) throw new Refusal(404, 10006, "The specified bucket does not exist.");
        return { name, creation_date: "2026-11-25T00:00:00Z", location: "weur", storage_class: "Standard" };
      },
    ],
  ];
  return { buckets, routes };
}
