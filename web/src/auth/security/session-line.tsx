import { format, formatDistanceToNowStrict } from "date-fns";
import { Monitor, Smartphone } from "lucide-react";
import type { ActiveSession } from "../../api/generated/ActiveSession.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";

/** The server keeps the time of a use to the hour. */
const ONE_HOUR_MS = 3_600_000;

type Props = { session: ActiveSession; busy: boolean; onEnd: () => void };

/** One browser that is signed in. */
export function SessionLine({ session, busy, onEnd }: Props) {
  const Icon = /android|iphone|ios|mobile/i.test(session.device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-4 py-3.5">
      <Icon className="size-6 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {session.device}
          {session.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-sm text-muted tabular-nums">
          Since {format(session.created_at, "dd MMM yyyy")}. Last used {lastUse(session)}.
        </p>
      </div>
      {!session.current && (
        <Button
          look="outlined"
          aria-disabled={busy}
          aria-label={`Sign out ${session.device}`}
          className="shrink-0 px-4 text-[0.9375rem]"
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function lastUse({ current, last_used_at }: ActiveSession): string {
  if (current) return "now";
  if (Date.now() - last_used_at < 2 * ONE_HOUR_MS) return "recently";
  return formatDistanceToNowStrict(last_used_at, { addSuffix: true });
}
