import { useEffect, useState } from "react";
import { SearchField } from "../search-field.tsx";
import { useClientsLike } from "./use-audit.ts";

const PATIENCE_MS = 300;

/** Finds the client whose lines are wanted. */
export function ClientPicker({ onChoose }: { onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const { data } = useClientsLike(asked);

  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const found = typed.trim() !== "" && asked !== "" ? data : undefined;
  return (
    <>
      <div className="w-full max-w-sm">
        <SearchField
          label="Filter by client"
          placeholder="Company, contact, email or slug"
          value={typed}
          onType={setTyped}
        />
      </div>
      <output className="block min-w-0">
        {found?.length === 0 && (
          <span className="flex min-h-12 items-center text-muted">No client fits.</span>
        )}
        {found && found.length > 0 && (
          <ul aria-label="Clients found" className="flex flex-wrap gap-2">
            {found.map((client) => (
              <li key={client.id}>
                <button
                  type="button"
                  onClick={() => onChoose(client.id)}
                  className="min-h-12 rounded-control border border-control bg-surface px-3.5 text-[0.9375rem] font-semibold hover:bg-sunken"
                >
                  {client.company_name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </output>
    </>
  );
}
