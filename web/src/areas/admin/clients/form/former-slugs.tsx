import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";

type Props = { slugs: string[]; current: string; onUse: (slug: string) => void };

/** What a client was called before, for cards and posters that are printed; taking one back asks first. */
export function FormerSlugs({ slugs, current, onUse }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  const others = slugs.filter((slug) => slug !== current);
  if (others.length === 0) return null;
  return (
    <div className="mb-2 text-[0.9375rem]">
      <p className="text-muted">Printed codes with these lead here too:</p>
      <ul aria-label="Former slugs">
        {others.map((slug) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium wrap-anywhere">{slug}</span>
            {asked === slug ? (
              <>
                <span role="alert">
                  Use {slug} again? {current} goes on leading here.
                </span>
                <Button
                  variant="quiet"
                  className="min-h-11 px-0!"
                  onClick={() => {
                    onUse(slug);
                    setAsked(null);
                  }}
                >
                  Yes, use it
                </Button>
                <Button variant="quiet" className="min-h-11 px-0!" onClick={() => setAsked(null)}>
                  No
                </Button>
              </>
            ) : (
              <Button variant="quiet" className="min-h-11 px-0!" onClick={() => setAsked(slug)}>
                <span>
                  Use again<span className="sr-only"> {slug}</span>
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
