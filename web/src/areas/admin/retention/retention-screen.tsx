import facts from "#api/generated/facts.json";
import titles from "#api/generated/titles.json";
import type { RetentionState, RetentionEntry, DemoErasure } from "#api/generated/operations.ts";
import type { RetentionRule } from "#api/generated/enums.ts";
import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import * as admin from "#api/generated/calls/admin.ts";
import { formatDate, formatDateTime } from "#lib/format.ts";
import { Time } from "#ui/time.tsx";
import { useTitle } from "#lib/use-title.ts";
import { adminRoutes, clientRowPath } from "#admin-paths.ts";
import { Card } from "#ui/card.tsx";
import { ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { texts } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";

/** Deletions due in the next days, with time and reason. Viewing deletes nothing. */
export default function RetentionScreen() {
  useTitle(titles.adminRetention);
  const { data, error, isFetching, refetch } = useRetention();
  return (
    <main>
      <h1 className="text-4xl">Retention</h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        Due for deletion, and why. We check every minute. You can change how long delivered videos are kept in{" "}
        <Link
          to={adminRoutes.adminSettings}
          className="text-ink underline decoration-control underline-offset-4"
        >
          the settings
        </Link>
        .
      </p>
      {data ? (
        <>
          <RuleTable rules={data.rules} days={data.days} />
          <Card title="Demo videos of one person" className="mt-5">
            <EraseDemos />
          </Card>
        </>
      ) : error && !isFetching ? (
        <ErrorState subject="what will be deleted" error={error} onRetry={refetch} />
      ) : (
        <div aria-busy="true" aria-label="Loading">
          <Skeleton className="h-[36rem] rounded-card" />
        </div>
      )}
    </main>
  );
}

const RULES: Record<RetentionRule, { title: string; why: string; nouns: [string, string] }> = {
  "delivered-videos": {
    title: "Delivered videos",
    why: `The terms promise this, including for businesses’ own drives unless the business keeps its videos there. We email businesses ${facts.noticeDays} days before. Names and consents stay in their lists.`,
    nouns: ["video", "videos"],
  },
  "videos-of-leavers": {
    title: "All data of former clients",
    why: `Their cancelled plans ran out more than ${facts.daysAfterCancellation} days ago. Names, addresses and consents go with the videos, and the record page closes.`,
    nouns: ["submission", "submissions"],
  },
  "demo-videos": {
    title: "Demo videos",
    why: "Made to try the recorder. We delete the name and email address with them.",
    nouns: ["demo video", "demo videos"],
  },
  "unfinished-uploads": {
    title: "Unfinished uploads",
    why: "Nobody finished sending them.",
    nouns: ["upload", "uploads"],
  },
  "unconfirmed-sign-ups": {
    title: "Unconfirmed sign-ups",
    why: "Nobody confirmed the address.",
    nouns: ["sign-up", "sign-ups"],
  },
  "set-ups": {
    title: "Set-ups",
    why: "They never became clients.",
    nouns: ["set-up", "set-ups"],
  },
  "undecided-applications": {
    title: "Undecided applications",
    why: "Nobody has approved or rejected them. Applicants may apply again.",
    nouns: ["application", "applications"],
  },
  "names-of-erased-partners": {
    title: "Names of erased partners",
    why: `Tax law requires us to keep them for ${facts.moneyYears} years after the last payout. The payouts stay.`,
    nouns: ["partner", "partners"],
  },
  "payment-events": {
    title: "Events of payments",
    why: "Messages from Stripe. The payments, plans and credits they led to stay.",
    nouns: ["event", "events"],
  },
};

/** Rules whose subject is not a client. */
const OTHERS = new Set<RetentionRule>(["set-ups", "undecided-applications", "names-of-erased-partners"]);

/** All rules in a table: data, reason, period, and the count due. */
function RuleTable({ rules, days }: { rules: RetentionState[]; days: number }) {
  const due = `Due in the next ${days} days`;
  return (
    <table className="block w-full border-separate border-spacing-0 rounded-card border border-hairline bg-surface text-[0.9375rem] leading-snug md:table md:table-fixed">
      <caption className="sr-only">Rules of retention</caption>
      <colgroup>
        <col className="md:w-[40%]" />
        <col className="md:w-28" />
        <col />
      </colgroup>
      <thead className="max-md:sr-only">
        <tr className="text-left text-xs text-muted [&>th]:border-b [&>th]:border-control [&>th]:px-5 [&>th]:py-2.5 [&>th]:font-semibold">
          <th scope="col">Data</th>
          <th scope="col">Kept for</th>
          <th scope="col">{due}</th>
        </tr>
      </thead>
      <tbody className="block md:table-row-group [&>tr:last-child>*]:border-b-0 [&>tr>*]:px-5 md:[&>tr>*]:border-b md:[&>tr>*]:border-hairline md:[&>tr>*]:py-3.5">
        {rules.map((state) => (
          <RuleRow key={state.rule} state={state} days={days} />
        ))}
      </tbody>
    </table>
  );
}

function RuleRow({ state, days }: { state: RetentionState; days: number }) {
  const { title, why, nouns } = RULES[state.rule];
  return (
    <tr className="block border-b border-hairline py-4 align-top last:border-b-0 md:table-row md:py-0">
      <th scope="row" className="block text-left font-normal md:table-cell">
        <b className="font-semibold">{title}</b>
        <span className="mt-0.5 block text-sm text-muted">{why}</span>
      </th>
      <td className="mt-1 block tabular-nums md:table-cell">
        <span className="text-muted md:sr-only">Kept for </span>
        {state.period}
      </td>
      <td className="mt-2 block md:table-cell">
        {state.entries.length === 0 ? (
          <span className="text-muted">
            Nothing<span className="md:sr-only"> is due in the next {days} days.</span>
          </span>
        ) : (
          <ul aria-label={`${title}, soonest first`} className="flex flex-col gap-2">
            {inGroups(state.entries).map((group) => (
              <GroupItem key={group.key} group={group} nouns={nouns} isClients={!OTHERS.has(state.rule)} />
            ))}
          </ul>
        )}
        {state.more && (
          <p className="mt-2 text-sm text-muted">These are the first {state.entries.length}; more follow.</p>
        )}
      </td>
    </tr>
  );
}

type GroupItemProps = {
  group: RetentionGroup;
  nouns: [string, string];
  /** Whether the company is a client. */
  isClients: boolean;
};

function GroupItem({ group, nouns, isClients }: GroupItemProps) {
  const [one, many] = nouns;
  return (
    <li className="grid gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <p className="font-semibold tabular-nums">
        <Time at={group.endsAt} format={formatDate} title={formatDateTime(group.endsAt)} />
      </p>
      <p className="min-w-0 wrap-anywhere">
        {group.count} {group.count === 1 ? one : many}
        {group.company !== null && <> of {isClients ? <ClientLink name={group.company} /> : group.company}</>}
      </p>
      <p className="text-sm text-muted tabular-nums sm:col-start-2">
        {group.toldAt === null
          ? `kept since ${formatDate(group.since)}`
          : `business told on ${formatDate(group.toldAt)}`}
      </p>
    </li>
  );
}

function ClientLink({ name }: { name: string }) {
  return (
    <Link
      to={clientRowPath(name)}
      className="font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {name}
    </Link>
  );
}

function useRetention() {
  return useQuery({
    queryKey: ["admin", "retention"],
    queryFn: ({ signal }) => admin.retentionGet(signal),
  });
}

/** Items of one business that are deleted on the same day. */
type RetentionGroup = {
  key: string;
  company: string | null;
  count: number;
  /**
   * When the first one is deleted, since when the oldest is stored, and when the business was notified; UTC
   * milliseconds.
   */
  endsAt: number;
  since: number;
  toldAt: number | null;
};

/** Entries by day and business, in their order. */
function inGroups(entries: RetentionEntry[]): RetentionGroup[] {
  const groups = new Map<string, RetentionGroup>();
  for (const { company_name: company, ends_at: endsAt, since, told_at: toldAt } of entries) {
    const key = `${formatDate(endsAt)} ${company}`;
    const group = groups.get(key);
    if (group) {
      group.count += 1;
      group.since = Math.min(group.since, since);
      group.toldAt ??= toldAt;
    } else groups.set(key, { key, company, count: 1, endsAt, since, toldAt });
  }
  return [...groups.values()];
}

/** Deletes a person's demos early, when they ask by email. */
function EraseDemos() {
  const [email, setEmail] = useState("");
  const [confirming, setConfirming] = useState(false);
  const [invalid, setInvalid] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (request: DemoErasure) => admin.retentionEraseDemos(request),
    onSuccess: ({ erased }) => {
      setEmail("");
      if (erased === 0)
        void showToast("plain", "Nothing to delete", "There is no demo video from this address.");
      else void showToast("success", erased === 1 ? "1 demo video deleted" : `${erased} demo videos deleted`);
      return queries.invalidateQueries({ queryKey: ["admin", "retention"] });
    },
    onSettled: () => setConfirming(false),
    onError: (failed) => {
      if (!refusalOf(failed)) toastUnlessSignedOut("Failed to delete the demo videos")(failed);
    },
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-3"
      onSubmit={(event) => {
        event.preventDefault();
        const isAddress = email.trim() !== "" && event.currentTarget.checkValidity();
        setInvalid(!isAddress);
        setConfirming(isAddress);
      }}
    >
      <TextField
        className="w-full sm:w-96"
        label="Delete all demo videos from an address"
        type="email"
        autoComplete="off"
        value={email}
        error={invalid ? texts.affiliateEmail : refusalOf(error)}
        hint="Includes the name and address."
        onChange={(text) => {
          setEmail(text);
          setInvalid(false);
          reset();
        }}
      />
      <Button type="submit" variant="outlined" className="sm:mt-7.5" disabled={email.trim() === ""}>
        Delete
      </Button>
      {confirming && (
        <ConfirmDialog
          title="Delete demo videos?"
          cancelLabel="Keep them"
          busy={isPending}
          icon={Trash2}
          verb="Delete"
          busyVerb="Deleting"
          onConfirm={() => mutate({ email: email.trim() })}
          onClose={() => setConfirming(false)}
        >
          <p className="mt-3 text-[0.9375rem]">
            This deletes every demo video from <b className="wrap-anywhere">{email.trim()}</b> straight away,
            with the name and address. It cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}

/** The server's sentence about the address. */
const refusalOf = (error: Error | null) => (error instanceof ApiError ? error.fields?.email : undefined);
