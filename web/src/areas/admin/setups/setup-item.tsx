import { Trash2, UserPlus } from "lucide-react";
import type { SetupLine } from "../../../api/generated/SetupLine.ts";
import { Button } from "../../../ui/button.tsx";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { SetupLogo } from "./setup-logo.tsx";

type Props = { setup: SetupLine; onMake: () => void; onDismiss: () => void };

/** One set-up as its buyer wrote it: who, where they are reviewed, when; and what can become of it. */
export function SetupItem({ setup, onMake, onDismiss }: Props) {
  const of = <span className="sr-only"> of {setup.company}</span>;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-hairline px-5 py-4 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[auto_minmax(0,1fr)_15rem_auto] lg:gap-x-6">
      <SetupLogo setup={setup} />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold wrap-anywhere">{setup.company}</p>
        <p className="wrap-anywhere">{setup.name}</p>
        <p className="text-sm text-muted wrap-anywhere">{setup.email}</p>
      </div>
      <div className="col-span-2 flex flex-wrap gap-x-4 text-sm lg:col-span-1 lg:flex-col">
        <time dateTime={new Date(setup.created_at).toISOString()} className="tabular-nums">
          {momentOf(setup.created_at)}
        </time>
        <span className="text-muted">
          {setup.review_link_type === "None" ? "No review platform" : setup.review_link_type}
        </span>
      </div>
      {setup.same_email_client !== null && (
        <p className="col-span-full border-l-2 border-warning pl-3 text-sm wrap-anywhere lg:row-start-2">
          <b>{setup.same_email_client}</b> has this address already: nothing of it was changed. Two clients
          cannot sign in with one address: give the new one another, or dismiss this set-up.
        </p>
      )}
      <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1 lg:col-start-4 lg:row-start-1">
        <Button look="outlined" className="min-h-11 px-4 text-[0.9375rem]" onClick={onMake}>
          <UserPlus className="size-4.5" aria-hidden="true" />
          <span>Make client{of}</span>
        </Button>
        <Button look="danger" className="min-h-11 px-4 text-[0.9375rem]" onClick={onDismiss}>
          <Trash2 className="size-4.5" aria-hidden="true" />
          <span>
            Dismiss<span className="sr-only"> the set-up</span>
            {of}
          </span>
        </Button>
      </div>
    </li>
  );
}
