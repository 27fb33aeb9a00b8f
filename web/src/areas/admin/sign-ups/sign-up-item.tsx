import type { SignUpLine } from "../../../api/generated/SignUpLine.ts";
import { Badge } from "../../../ui/badge.tsx";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { stateWords } from "./sign-up-states.ts";

/** One visitor: who, since when, how far they have come, and what went wrong on the way. */
export function SignUpItem({ one }: { one: SignUpLine }) {
  const { text, tone } = stateWords(one.state);
  return (
    <li className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem_14rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {one.first_name} {one.surname}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{one.company}</p>
      </div>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <p className="wrap-anywhere">{one.email}</p>
        {one.error_message && (
          <p className={`text-sm wrap-anywhere ${one.state === "failed" ? "text-danger" : "text-warning"}`}>
            {one.error_message}
          </p>
        )}
      </div>
      <p className="col-start-2 row-start-1 self-start lg:col-start-3 lg:self-center">
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="col-span-2 text-sm tabular-nums lg:col-span-1 lg:col-start-4 lg:text-right">
        <Moment of="Signed up" at={one.created_at} />
        {one.confirmed_at !== null && <Moment of="Confirmed" at={one.confirmed_at} />}
      </p>
    </li>
  );
}

function Moment({ of, at }: { of: string; at: number }) {
  return (
    <span className="block">
      <span className="text-muted">{of}</span>{" "}
      <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
    </span>
  );
}
