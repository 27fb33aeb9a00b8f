import facts from "../../../api/generated/facts.json";
import titles from "../../../api/generated/titles.json";
import type { Retention } from "../../../api/generated/Retention.ts";
import type { RetentionRule } from "../../../api/generated/RetentionRule.ts";
import type { RetentionState } from "../../../api/generated/RetentionState.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "../../../api/http.ts";
import { admin } from "../../../api/portal-endpoints.ts";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { adminRoutes, clientRowPath } from "../../../admin-paths.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { EraseDemos } from "./erase-demos.tsx";
import { inGroups, type RetentionGroup } from "./in-groups.ts";

/** What is deleted within the next days, when and why. Nothing is deleted by looking. */
export default function RetentionScreen() {
  useTitle(titles.adminRetention);
  const { data, error, isFetching, refetch } = useRetention();
  return (
    <main>
      <h1 className="text-4xl">Retention</h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        What will be deleted soon, and by which rule. This is a preview: the schedule asks the same questions
        every minute. For how long delivered videos are kept is{" "}
        <Link
          to={adminRoutes.adminSettings}
          className="text-ink underline decoration-control underline-offset-4"
        >
          a setting
        </Link>
        .
      </p>
      {data ? (
        <div className="flex flex-col gap-5">
          {data.rules.map((state) => (
            <RuleCard key={state.rule} state={state} days={data.days} />
          ))}
        </div>
      ) : error && !isFetching ? (
        <ErrorState what="what will be deleted" error={error} onRetry={refetch} />
      ) : (
        <div aria-busy="true" aria-label="Loading" className="flex flex-col gap-5">
          {Array.from({ length: Object.keys(RULES).length }, (_, index) => (
            <Skeleton key={index} className="h-36 rounded-card" />
          ))}
        </div>
      )}
    </main>
  );
}

const RULES: Record<RetentionRule, { title: string; why: string; nouns: [string, string] }> = {
  "delivered-videos": {
    title: "Delivered videos",
    why: `The terms promise it, in drives of businesses’ own too. Businesses hear of it ${facts.noticeDays} days before; names and consents stay in their lists.`,
    nouns: ["video", "videos"],
  },
  "videos-of-leavers": {
    title: "Everything of clients who have left",
    why: `They cancelled ${facts.daysAfterCancellation} days before. Names, addresses and consents go with the videos, and the record page closes.`,
    nouns: ["submission", "submissions"],
  },
  "demo-videos": {
    title: "Demo videos",
    why: "They were made to try the recorder. Name and email address go with them.",
    nouns: ["demo video", "demo videos"],
  },
  "unfinished-uploads": {
    title: "Unfinished uploads",
    why: "Nobody has finished sending them.",
    nouns: ["upload", "uploads"],
  },
  "unconfirmed-sign-ups": {
    title: "Unconfirmed sign-ups",
    why: "Nobody has confirmed the address.",
    nouns: ["sign-up", "sign-ups"],
  },
  "set-ups": {
    title: "Set-ups",
    why: "No client was made of them.",
    nouns: ["set-up", "set-ups"],
  },
  "undecided-applications": {
    title: "Undecided applications",
    why: "Nobody has approved or rejected them. Applicants may apply again.",
    nouns: ["application", "applications"],
  },
  "names-of-erased-partners": {
    title: "Names of erased partners",
    why: "They were kept beside payouts, since the last of them, as the tax law asks. The payouts stay.",
    nouns: ["partner", "partners"],
  },
  "payment-events": {
    title: "Events of payments",
    why: "What Stripe told of. What came of it stays: payments, plans and credits.",
    nouns: ["event", "events"],
  },
};

/** Where the name is that of nobody who is a client. */
const OTHERS = new Set<RetentionRule>(["set-ups", "undecided-applications", "names-of-erased-partners"]);

function RuleCard({ state, days }: { state: RetentionState; days: number }) {
  const { title, why, nouns } = RULES[state.rule];
  return (
    <Card title={title} aside={<p className="text-sm text-muted">kept for {state.period}</p>}>
      <p className="mb-3 max-w-[75ch] text-[0.9375rem] text-muted">{why}</p>
      {state.entries.length === 0 ? (
        <p className="text-[0.9375rem]">None goes within the next {days} days.</p>
      ) : (
        <ul
          aria-label={`${title}, soonest first`}
          className="divide-y divide-hairline text-[0.9375rem] leading-snug"
        >
          {inGroups(state.entries).map((group) => (
            <GroupItem key={group.key} group={group} nouns={nouns} isClients={!OTHERS.has(state.rule)} />
          ))}
        </ul>
      )}
      {state.rule === "demo-videos" && <EraseDemos />}
      {state.more && (
        <p className="mt-3 text-sm text-muted">These are the first {state.entries.length}; more follow.</p>
      )}
    </Card>
  );
}

type GroupItemProps = {
  group: RetentionGroup;
  nouns: [string, string];
  /** Whether the company is a client already. */
  isClients: boolean;
};

function GroupItem({ group, nouns, isClients }: GroupItemProps) {
  const [one, many] = nouns;
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0 md:grid-cols-[9rem_minmax(0,1fr)_16rem]">
      <p className="font-semibold tabular-nums">
        <time dateTime={new Date(group.endsAt).toISOString()} title={formatDateTime(group.endsAt)}>
          {formatDate(group.endsAt)}
        </time>
      </p>
      <p className="min-w-0 wrap-anywhere">
        {group.count} {group.count === 1 ? one : many}
        {group.company !== null && <> of {isClients ? <ClientLink name={group.company} /> : group.company}</>}
      </p>
      <p className="text-sm text-muted tabular-nums md:text-right">
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
    queryFn: ({ signal }) => call<Retention>("GET", admin.retention, undefined, signal),
  });
}
