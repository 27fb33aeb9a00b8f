import type { SetupRow } from "#api/generated/operations.ts";
import type { SetupState } from "#api/generated/enums.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";

const STATES: Record<SetupState, { label: string; tone: BadgeTone }> = {
  present: { label: "There", tone: "success" },
  missing: { label: "Missing", tone: "outline" },
  differs: { label: "Differs", tone: "warning" },
  unknown: { label: "Not known", tone: "danger" },
};

/** Required objects: each with its purpose, its state, and a fix. */
export function SetupList({ rows }: { rows: SetupRow[] }) {
  return (
    <ul
      aria-label="What payments need"
      className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
    >
      {rows.map((row) => (
        <SetupItem key={row.item} row={row} />
      ))}
    </ul>
  );
}

function SetupItem({ row: { needed, state, id, problems, ways_out, is_mended_here } }: { row: SetupRow }) {
  const { label, tone } = STATES[state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-5 py-3.5 sm:grid-cols-[6rem_minmax(0,1fr)] sm:px-6">
      <p className="order-last sm:order-none">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <div className="min-w-0 text-[0.9375rem] leading-snug">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6">
          <p className="font-semibold wrap-anywhere">{needed}</p>
          {id !== null && (
            <code className="text-xs wrap-anywhere text-muted select-all sm:text-sm">{id}</code>
          )}
        </div>
        {problems.map((problem) => (
          <p key={problem} className="mt-1 wrap-anywhere">
            {problem}
          </p>
        ))}
        {ways_out.map((wayOut) => (
          <p key={wayOut} className="mt-1 max-w-[70ch] wrap-anywhere text-muted">
            {wayOut}
          </p>
        ))}
        {state === "differs" && is_mended_here && (
          <p className="mt-1 text-muted">Create what is missing puts this right.</p>
        )}
      </div>
    </li>
  );
}
