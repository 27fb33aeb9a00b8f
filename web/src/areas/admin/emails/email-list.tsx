import type { EmailStatus } from "../../../api/generated/EmailStatus.ts";
import { PagedList } from "../../../ui/paged-list.tsx";
import { EmptyState, NoMatches } from "../../../ui/empty-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { Send } from "lucide-react";
import type { EmailSummary } from "../../../api/generated/EmailSummary.ts";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { TEMPLATE_LABELS } from "./templates.ts";
import { usePagedList } from "../../../api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { admin } from "../../../api/portal-endpoints.ts";
import type { EmailPage } from "../../../api/generated/EmailPage.ts";
import { call } from "../../../api/http.ts";
import { showToast } from "../../../ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "../../../auth/toasts.ts";

/** What was found, a page at a time. */
export function EmailList({ params, onClear }: { params: URLSearchParams; onClear: () => void }) {
  const list = useEmails(params);
  const empty =
    params.size > 0 ? (
      <NoMatches
        title="No emails match your search"
        text="Try another recipient or kind, or any status."
        onClear={onClear}
      />
    ) : (
      <EmptyState title="No emails yet" text="Every email is listed here as soon as it is queued." />
    );
  return (
    <PagedList list={list} what="the emails" nouns={["email", "emails"]} empty={empty}>
      {(emails) => (
        <ul aria-label="Emails, newest first" className="rounded-card border border-hairline bg-surface">
          {emails.map((email) => (
            <EmailItem key={email.id} email={email} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

const TONES: Record<EmailStatus, BadgeTone> = {
  queued: "outline",
  sending: "outline",
  sent: "success",
  failed: "danger",
};

/** For the filter. */
export const EMAIL_STATUSES = Object.keys(TONES);

/** One mail: to whom, what for, when, and what became of it. */
function EmailItem({ email }: { email: EmailSummary }) {
  const resend = useResend();
  return (
    <li className="grid min-h-16 items-center gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_12rem_15rem_8rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email.recipient}</p>
        {email.error_message && <p className="text-sm wrap-anywhere text-danger">{email.error_message}</p>}
        {email.maybe_sent_twice && (
          <p className="text-sm text-warning">
            May have been sent twice: the connection broke while it was being sent.
          </p>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-muted col-start-1 lg:col-start-auto">
        {TEMPLATE_LABELS[email.template]}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums col-start-1 lg:col-start-auto">
        <Badge tone={TONES[email.status]}>{email.status}</Badge>
        <time dateTime={new Date(email.sent_at ?? email.created_at).toISOString()}>
          {formatDateTime(email.sent_at ?? email.created_at)}
        </time>
      </p>
      <div className="col-start-2 row-span-3 row-start-1 self-center lg:col-start-auto lg:row-span-1 lg:row-start-auto lg:justify-self-end">
        {isFinal(email.status) && (
          <Button
            variant="outlined"
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

const KEY = ["admin", "emails"];
/** While a mail is on its way. */
const POLL_MS = 10_000;

/** All mails that fit, newest first, a page at a time. */
function useEmails(params: URLSearchParams) {
  return usePagedList({
    queryKey: KEY,
    url: admin.emails,
    params,
    itemsOf: (page: EmailPage) => page.emails,
    refetchInterval: (items) => (items.every(({ status }) => isFinal(status)) ? false : POLL_MS),
  });
}

/** A mail that is neither waiting nor on its way. */
const isFinal = (status: EmailStatus) => status === "sent" || status === "failed";

/** Queues a mail once more, with links of its own. */
function useResend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST", admin.resend(id)),
    onSuccess: () => showToast("success", "Email queued again"),
    onError: toastUnlessSignedOut("Failed to resend email"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
