import { formatDateTime } from "#lib/format.ts";

export type Fact = [name: string, value: string];

export function DriveFacts({ facts }: { facts: Fact[] }) {
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

/** End of the provider's permission, if it has one. */
export const permissionEnd = (at: number | null): Fact[] =>
  at === null ? [] : [["Permission ends", `${formatDateTime(at)}. Connect it again before then.`]];
