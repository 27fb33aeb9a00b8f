import { Search } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { searchPath } from "#admin-paths.ts";

type Props = {
  className?: string;
  /** Larger, on the search screen. */
  isLarge?: boolean;
};

/** The search for everything: in the header of every screen, and above the results on its own. */
export function FindField({ className, isLarge = false }: Props) {
  const [search] = useSearchParams();
  const q = isLarge ? (search.get("q") ?? "") : "";
  // Keyed, so that Back shows that entry's search text.
  return <FindForm key={q} q={q} className={className ?? ""} isLarge={isLarge} />;
}

function FindForm({ q, className, isLarge }: { q: string; className: string; isLarge: boolean }) {
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  return (
    <search aria-label="Everything" className={`block ${className}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = text.trim();
          if (wanted === "") return;
          if (!isLarge) setText("");
          void navigate(searchPath(wanted));
        }}
      >
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
            aria-hidden="true"
          />
          <input
            type="search"
            aria-label="Find anything"
            placeholder="Customer, business, payment, ID …"
            value={text}
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setText(event.target.value)}
            className={`w-full rounded-control border border-control bg-surface pr-3 pl-9.5 text-ink placeholder:text-muted ${isLarge ? "min-h-12" : "min-h-11 text-[0.9375rem]"}`}
          />
        </div>
      </form>
    </search>
  );
}
