import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#ui/button.tsx";

type Props = { slugs: string[]; current: string; onUse: (slug: string) => void };

/** Earlier slugs, which still work for printed cards and posters; reusing one asks for confirmation. */
export function FormerSlugs({ slugs, current, onUse }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Moves the focus to the replacement, since the pressed button disappears. */
  const ask = (slug: string | null) => {
    flushSync(() => setAsked(slug));
    list.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const others = slugs.filter((slug) => slug !== current);
  if (others.length === 0) return null;
  return (
    <div className="mb-2 text-[0.9375rem]">
      <p className="text-muted">Printed codes with these slugs lead here too:</p>
      <ul ref={list} aria-label="Former slugs">
        {others.map((slug) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium wrap-anywhere">{slug}</span>
            {asked === slug ? (
              <>
                <span role="alert" className="basis-full border-l-2 border-warning pl-3">
                  Use {slug} again? {current} will still lead here.
                </span>
                <Button
                  variant="quiet"
                  className="min-h-11 px-0!"
                  onClick={(event) => {
                    onUse(slug);
                    setAsked(null);
                    event.currentTarget
                      .closest("form")
                      ?.querySelector<HTMLElement>('[name="custom_slug"]')
                      ?.focus();
                  }}
                >
                  Yes, use it
                </Button>
                <Button variant="quiet" className="min-h-11 px-0!" onClick={() => ask(null)}>
                  No
                </Button>
              </>
            ) : (
              <Button variant="quiet" className="min-h-11 px-0!" onClick={() => ask(slug)}>
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
