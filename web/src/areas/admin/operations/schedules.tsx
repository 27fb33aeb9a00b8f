import { formatDistanceToNowStrict } from "date-fns";
import type { ScheduleRun } from "../../../api/generated/ScheduleRun.ts";
import { Badge } from "../../../ui/badge.tsx";
import { momentOf } from "../../client/submissions/submission-facts.ts";

/** Each schedule with its last run. */
export function Schedules({ schedules }: { schedules: ScheduleRun[] }) {
  return (
    <ul className="divide-y divide-hairline text-[0.9375rem] leading-snug">
      {schedules.map((schedule) => (
        <li
          key={schedule.name}
          className="grid gap-x-6 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,14rem)_11rem_minmax(0,1fr)_6rem]"
        >
          <p className="min-w-0">
            <b className="block font-semibold wrap-anywhere">{schedule.name}</b>
            <span className="text-sm text-muted">{schedule.pace}</span>
          </p>
          <p className="text-sm tabular-nums">
            {schedule.ran_at === null ? (
              <span className="text-muted">Never ran</span>
            ) : (
              <time dateTime={new Date(schedule.ran_at).toISOString()} title={momentOf(schedule.ran_at)}>
                {formatDistanceToNowStrict(schedule.ran_at, { addSuffix: true })}
              </time>
            )}
          </p>
          <p className="min-w-0 text-sm wrap-anywhere">{schedule.result}</p>
          <p className="md:text-right">
            {schedule.ran_at !== null && (
              <Badge tone={schedule.ok ? "success" : "danger"}>{schedule.ok ? "ok" : "failed"}</Badge>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
