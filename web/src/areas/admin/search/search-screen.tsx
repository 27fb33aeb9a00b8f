import { ChevronDown, CircleCheck, CircleX, Clock, Info } from "lucide-react";
import { useId } from "react";
import { useSearchParams, Link } from "react-router";
import titles from "#api/generated/titles.json";
import type { SearchHit, Timeline, TimelineStep } from "#api/generated/operations.ts";
import type { SearchKind, StepTone } from "#api/generated/enums.ts";
import { Time } from "#ui/time.tsx";
import { useTitle } from "#lib/use-title.ts";
import { Announcer } from "#ui/announcer.tsx";
import { EmptyState, ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { FindField } from "#areas/admin/find-field.tsx";
import { affiliateViewPath, auditPath, clientRowPath, emailsPath } from "#admin-paths.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";

const GROUPS: { title: string; kinds: SearchKind[] }[] = [
  { title: "Videos", kinds: ["submission", "attempt", "upload", "erasure"] },
  { title: "Businesses", kinds: ["client"] },
  { title: "Partners", kinds: ["partner"] },
  { title: "Payments", kinds: ["payment", "top-up"] },
  { title: "Emails", kinds: ["mail"] },
];

/** Searches everything, with the history of each hit. */
export default function SearchScreen() {
  useTitle(titles.adminSearch);
  const [search] = useSearchParams();
  const q = search.get("q")?.trim() ?? "";
  return (
    <main>
      <h1 className="mb-5 text-4xl">{q === "" ? "Search" : "Search results"}</h1>
      <FindField className="mb-6" isLarge />
      {q === "" ? (
        <EmptyState
          title="What are you looking for?"
          text="Search above by customer, email, business, partner, payment or ID."
        />
      ) : (
        <Results q={q} />
      )}
    </main>
  );
}

function Results({ q }: { q: string }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useSearch(q);
  if (!data) {
    if (error && !isFetching) return <ErrorState subject="the results" error={error} onRetry={refetch} />;
    return <Skeleton className="h-72 rounded-card" />;
  }
  const { hits, advice } = data;
  if (advice !== null) return <EmptyState title="Nothing found" text={advice} />;
  return (
    <div aria-busy={isPlaceholderData} className="flex flex-col gap-6">
      <Announcer message={`${hits.length} ${hits.length === 1 ? "result" : "results"}`} />
      {GROUPS.map(({ title, kinds }) => (
        <HitGroup key={title} title={title} hits={hits.filter(({ kind }) => kinds.includes(kind))} />
      ))}
    </div>
  );
}

function HitGroup({ title, hits }: { title: string; hits: SearchHit[] }) {
  const id = useId();
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-xl">
        {title}
      </h2>
      <ul className="divide-y divide-hairline overflow-clip rounded-card border border-hairline bg-surface">
        {hits.map((hit) => (
          <HitItem key={`${hit.kind}/${hit.id}`} hit={hit} />
        ))}
      </ul>
    </section>
  );
}

/** A hit with its history below. The open one is in the URL. */
function HitItem({ hit }: { hit: SearchHit }) {
  const [search, setSearch] = useSearchParams();
  const name = `${hit.kind}/${hit.id}`;
  const isOpen = search.get("open") === name;
  const panel = useId();
  const toggle = () =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (isOpen) next.delete("open");
        else next.set("open", name);
        return next;
      },
      { replace: true },
    );
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={toggle}
        className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2.5 text-left leading-snug transition-colors hover:bg-sunken/60 focus-visible:-outline-offset-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
      >
        <span className="min-w-0">
          <b className="block font-semibold wrap-anywhere">{hit.title}</b>
          <span className="block text-sm text-muted wrap-anywhere">{hit.detail}</span>
        </span>
        <Time at={hit.at} className="col-start-1 text-sm text-muted tabular-nums sm:col-start-auto" />
        <ChevronDown
          className={`col-start-2 row-span-2 row-start-1 size-5 text-muted transition-transform sm:col-start-auto sm:row-span-1 sm:row-start-auto ${isOpen ? "rotate-180" : ""}`}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <div id={panel} className="px-5 pt-2 pb-4">
          <TimelinePanel hit={hit} />
        </div>
      )}
    </li>
  );
}

/** A hit's timeline: the answer, every step, and links onward. */
function TimelinePanel({ hit }: { hit: SearchHit }) {
  const { data, error, isFetching, refetch } = useTimeline(hit);
  if (!data) {
    if (error && !isFetching) return <ErrorState subject="the timeline" error={error} onRetry={refetch} />;
    return <Skeleton className="h-32 rounded-control" />;
  }
  return (
    <>
      <Answer timeline={data} />
      <ol aria-label="What happened, oldest first" className="mt-4 ml-2.5 border-l-2 border-hairline">
        {data.steps.map((step, index) => (
          <Step key={`${step.at}-${index}`} step={step} />
        ))}
      </ol>
      <Ways timeline={data} />
    </>
  );
}

const ICONS: Record<StepTone, { Icon: typeof Info; color: string; ground: string }> = {
  plain: { Icon: Info, color: "text-muted", ground: "border-hairline" },
  good: { Icon: CircleCheck, color: "text-success", ground: "border-success" },
  waiting: { Icon: Clock, color: "text-warning", ground: "border-warning" },
  bad: { Icon: CircleX, color: "text-danger", ground: "border-danger" },
};

function Answer({ timeline: { answer, tone } }: { timeline: Timeline }) {
  const { Icon, color, ground } = ICONS[tone];
  return (
    <output className={`flex gap-3 rounded-control border bg-sunken p-3.5 ${ground}`}>
      <Icon className={`mt-0.5 size-5 shrink-0 ${color}`} aria-hidden="true" />
      <span className="max-w-[72ch] min-w-0 wrap-anywhere">{answer}</span>
    </output>
  );
}

/** A step on the line, oldest first. */
function Step({ step: { at, text, detail, tone } }: { step: TimelineStep }) {
  const { Icon, color } = ICONS[tone];
  return (
    <li className="relative pt-0.5 pb-3.5 pl-6 text-[0.9375rem] leading-snug last:pb-0">
      <Icon
        className={`absolute top-0.5 -left-[0.6875rem] size-5 rounded-full bg-surface ${color}`}
        aria-hidden="true"
      />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="min-w-0 font-semibold wrap-anywhere">{text}</b>
        <Time at={at} className="text-sm text-muted tabular-nums" />
      </p>
      {detail !== null && (
        <p className="max-w-[72ch] text-sm whitespace-pre-line text-muted wrap-anywhere">{detail}</p>
      )}
    </li>
  );
}

/** Links to the screens that show more of it. */
function Ways({ timeline: { kind, id, client_id, company_name } }: { timeline: Timeline }) {
  const ways: [label: string, to: string][] = [];
  if (company_name !== null) ways.push([`Open ${company_name}`, clientRowPath(company_name)]);
  if (client_id !== null) ways.push(["Its audit log", auditPath(client_id)]);
  if (kind === "partner") ways.push(["Open the partner’s dashboard", affiliateViewPath(id)]);
  if (kind === "mail") ways.push(["Open in the email log, to send it again", emailsPath(id)]);
  if (ways.length === 0) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]">
      {ways.map(([label, to]) => (
        <Link
          key={to}
          to={to}
          className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          {label}
        </Link>
      ))}
    </p>
  );
}

/** Searches everything. Never cached: somebody is waiting for a video. */
function useSearch(q: string) {
  return useQuery({
    queryKey: ["admin", "search", q],
    queryFn: ({ signal }) => admin.searchFind(new URLSearchParams({ q }), signal),
    enabled: q !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

function useTimeline({ kind, id }: Pick<SearchHit, "kind" | "id">) {
  return useQuery({
    queryKey: ["admin", "timeline", kind, id],
    queryFn: ({ signal }) => admin.searchTimeline(kind, id, signal),
    staleTime: 0,
  });
}
