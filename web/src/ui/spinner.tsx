import { Mark } from "#brand/mark.tsx";

/** The mark with a breathing dot. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="inline-flex flex-col items-center gap-3">
      <Mark className="size-12" dot="animate-breathe" />
      <span className="text-sm text-muted">{label}</span>
    </output>
  );
}

export function LoadingScreen() {
  return (
    <main className="grid min-h-svh place-items-center" aria-busy="true">
      <Spinner label="Loading" />
    </main>
  );
}
