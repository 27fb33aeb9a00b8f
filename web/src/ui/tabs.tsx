import { useId, type KeyboardEvent, type ReactNode } from "react";

type Tab<Name extends string> = {
  name: Name;
  label: string;
  /** Shown beside the label. */
  count?: number | undefined;
};

type Props<Name extends string> = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
};

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs and the panel of the chosen one. Arrow keys go from tab to tab. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className="mb-5 flex gap-1 overflow-x-auto border-b border-hairline [scrollbar-width:none]"
      >
        {tabs.map(({ name, label: text, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={onKeyDown}
            className="inline-flex min-h-12 shrink-0 items-center gap-2 border-b-3 border-transparent forced-colors:border-[Canvas] px-2 text-[0.9375rem] font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-selected:border-ink forced-colors:aria-selected:border-[CanvasText] aria-selected:font-semibold aria-selected:text-ink sm:px-3 sm:text-base"
          >
            {text}
            {count ? (
              <span className="min-w-6 rounded-full border border-control px-1.5 text-center text-xs leading-5 font-semibold text-ink tabular-nums">
                {count}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
