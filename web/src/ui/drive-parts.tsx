// What the pages of drives share: the business's own, and Sayso's.
import { CircleAlert, FolderOpen } from "lucide-react";
import { formatDateTime } from "../lib/format.ts";
import { ButtonLink } from "./button.tsx";

/** What is wrong with a drive, and since when. */
export function DriveFault({ fault, since }: { fault: string; since: number | null }) {
  return (
    <p role="alert" className="mt-4 flex gap-3 rounded-control border border-danger px-4 py-3">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
      <span>
        {fault}
        {since !== null && ` Since ${formatDateTime(since)}.`}
      </span>
    </p>
  );
}

/** What is to be known of a drive, by its name. */
export function DriveFacts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-muted max-sm:-mb-3 sm:text-base">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When the provider ends the permission, where it says so. */
export const permissionEnd = (at: number | null): [name: string, value: string][] =>
  at === null ? [] : [["Permission ends", `${formatDateTime(at)}. Connect it again before then.`]];

export function OpenFolder({ link }: { link: string }) {
  return (
    <ButtonLink variant="outlined" href={link} target="_blank" rel="noopener">
      <FolderOpen className="size-5" aria-hidden="true" />
      Open folder
      <span className="sr-only">(opens in a new tab)</span>
    </ButtonLink>
  );
}
