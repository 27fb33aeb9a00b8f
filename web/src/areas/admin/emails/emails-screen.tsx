import titles from "#api/generated/titles.json";
import { useTitle } from "#lib/use-title.ts";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { searchByName, TEMPLATE_LABELS } from "./templates.ts";
import type { EmailStatus } from "#api/generated/enums.ts";
import { AdminList } from "#areas/admin/admin-list.tsx";
import { FilterBar } from "#areas/admin/filter-bar.tsx";
import { Button } from "#ui/button.tsx";
import { Send } from "lucide-react";
import type { EmailPage, EmailSummary } from "#api/generated/operations.ts";
import { Link } from "react-router";
import { clientRowPath } from "#admin-paths.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Time } from "#ui/time.tsx";
import { usePagedList } from "#api/use-paged-list.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";

const FILTER_NAMES = ["q", "status"] as const;

/** All emails, sent or not. */
export default function EmailsScreen() {
  useTitle(titles.adminEmails);
  const filters = useSearchState(FILTER_NAMES);
  return (
    <main>
      <h1 className="mb-5 text-4xl">Email log</h1>
      <FilterBar
        filters={filters}
        placeholder="Recipient, subject or kind"
        className="mb-4 grid-cols-[minmax(0,1fr)_8.5rem] sm:grid-cols-[minmax(0,26rem)_11rem]"
        selects={[{ name: "status", label: "Status", options: STATUS_OPTIONS }]}
      />
      <EmailList params={searchByName(filters.params)} onClear={filters.clear} />
    </main>
  );
}

function EmailList({ params, onClear }: { params: URLSearchParams; onClear: () => void }) {
  return (
    <AdminList
      list={useEmails(params)}
      subject="the emails"
      nouns={["email", "emails"]}
      label="Emails, newest first"
      empty={{ title: "No emails yet", text: "Every email is listed here as soon as it is queued." }}
      noMatches={
        params.size > 0 && { text: "Try another recipient, subject or kind, or any status.", onClear }
      }
    >
      {(email) => <EmailItem key={email.id} email={email} />}
    </AdminList>
  );
}

const STATUSES: Record<EmailStatus, { text: string; tone: BadgeTone }> = {
  queued: { text: "Waiting", tone: "outline" },
  sending: { text: "Being sent", tone: "outline" },
  sent: { text: "Sent", tone: "success" },
  failed: { text: "Not sent", tone: "danger" },
};

const STATUS_OPTIONS = [
  { value: "", label: "All" },
  ...Object.entries(STATUSES).map(([value, { text }]) => ({ value, label: text })),
];

/** One email: recipient, purpose, text, time and status. */
function EmailItem({ email }: { email: EmailSummary }) {
  const resend = useResend();
  return (
    <li className="grid min-h-16 items-start gap-x-6 gap-y-1 border-b border-hairline px-5 py-2.5 text-[0.9375rem] leading-snug last:border-b-0 grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_12rem_15rem_9.5rem]">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{email.subject ?? TEMPLATE_LABELS[email.template]}</p>
        <p className="text-sm wrap-anywhere text-muted">
          To {email.recipient}
          {email.company_name !== null && (
            <>
              {", "}
              <Link
                to={clientRowPath(email.company_name)}
                className="text-ink underline decoration-control underline-offset-4"
              >
                {email.company_name}
              </Link>
            </>
          )}
        </p>
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
        <Badge tone={STATUSES[email.status].tone}>{STATUSES[email.status].text}</Badge>
        <Time at={email.sent_at ?? email.created_at} />
      </p>
      <div className="col-start-2 row-span-3 row-start-1 lg:col-start-auto lg:row-span-1 lg:row-start-auto lg:justify-self-end">
        {isFinal(email.status) && (
          <Button
            variant="outlined"
            className="min-h-11 px-3 text-sm sm:px-4"
            disabled={resend.isPending}
            onClick={() => resend.mutate(email.id)}
          >
            <Send className="size-4" aria-hidden="true" />
            <span className="whitespace-nowrap max-sm:sr-only">
              {resend.isPending ? "Queuing" : "Send again"}
              <span className="sr-only"> to {email.recipient}</span>
            </span>
          </Button>
        )}
      </div>
      {email.text && <EmailText text={email.text} />}
    </li>
  );
}

/** An email's text, shown on request. Its links are cut before the secret part. */
function EmailText({ text }: { text: string }) {
  return (
    <details className="col-span-full text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline decoration-control underline-offset-4 hover:decoration-ink">
        Show email
      </summary>
      <p className="my-2 max-w-[68ch] border-l-2 border-hairline pl-4 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </details>
  );
}

const KEY = ["admin", "emails"];
/** Polling interval while an email is being sent. */
const POLL_MS = 10_000;

/** Matching emails, newest first, paged. */
function useEmails(params: URLSearchParams) {
  return usePagedList({
    queryKey: KEY,
    load: admin.emailList,
    params,
    itemsOf: (page: EmailPage) => page.emails,
    refetchInterval: (items) => (items.every(({ status }) => isFinal(status)) ? false : POLL_MS),
  });
}

/** Whether an email is neither queued nor being sent. */
const isFinal = (status: EmailStatus) => status === "sent" || status === "failed";

/** Queues an email again, with new links. */
function useResend() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => admin.emailResend(id),
    onSuccess: () => showToast("success", "Email queued again"),
    onError: toastUnlessSignedOut("Failed to resend email"),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
