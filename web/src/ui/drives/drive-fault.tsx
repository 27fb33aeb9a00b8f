import { CircleAlert } from "lucide-react";
import { formatDateTime } from "#lib/format.ts";

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
