import { Send } from "lucide-react";
import type { EmailLine } from "../../../api/generated/EmailLine.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { momentOf } from "../../client/submissions/submission-facts.ts";
import { templateWords } from "./templates.ts";
import { hasEnded, useResend } from "./use-emails.ts";

const TONES: Record<string, BadgeTone> = { sent: "success", failed: "danger" };

/** One mail: to whom, what for, when, and what became of it. */
export function EmailItem({ email }: { email: EmailLine }) {
  const resend = useResend();
  return (
    <li className="grid min-h-16 items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_12rem_15rem_8rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email.recipient}</p>
        {email.error_message && <p className="text-sm wrap-anywhere text-danger">{email.error_message}</p>}
        {email.maybe_sent_twice && (
          <p className="text-sm text-warning">
            May have been sent twice: something broke off while it was sent.
          </p>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-muted col-start-1 lg:col-start-auto">
        {templateWords(email.template)}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums col-start-1 lg:col-start-auto">
        <Badge tone={TONES[email.state] ?? "outline"}>{email.state}</Badge>
        <time dateTime={new Date(email.sent_at ?? email.created_at).toISOString()}>
          {momentOf(email.sent_at ?? email.created_at)}
        </time>
      </p>
      <div className="col-start-2 row-span-3 row-start-1 self-center lg:col-start-auto lg:row-span-1 lg:row-start-auto lg:justify-self-end">
        {hasEnded(email.state) && (
          <Button
            look="outlined"
            className="min-h-11 px-3 text-sm sm:px-4"
            disabled={resend.isPending}
            onClick={() => resend.mutate(email.id)}
          >
            <Send className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">
              {resend.isPending ? "Queuing" : "Resend"}
              <span className="sr-only"> to {email.recipient}</span>
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}
