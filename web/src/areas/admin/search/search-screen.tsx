import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useSearchParams } from "react-router";
import titles from "#api/generated/titles.json";
import type { SearchHit } from "#api/generated/operations.ts";
import type { SearchKind } from "#api/generated/enums.ts";
import { formatDateTime } from "#lib/format.ts";
import { useTitle } from "#lib/use-title.ts";
import { Announcer } from "#ui/announcer.tsx";
import { EmptyState, ErrorState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { FindField } from "#areas/admin/find-field.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { useSearch } from "./use-search.ts";

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
    if (error && !isFetching) return <ErrorState what="the results" error={error} onRetry={refetch} />;
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
        <time
          dateTime={new Date(hit.at).toISOString()}
          className="col-start-1 text-sm text-muted tabular-nums sm:col-start-auto"
        >
          {formatDateTime(hit.at)}
        </time>
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
