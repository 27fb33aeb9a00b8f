import { TriangleAlert } from "lucide-react";

/** Said before the first note fails for it. */
export function NoSecret() {
  return (
    <div role="note" className="mb-5 flex gap-4 rounded-card border border-warning bg-surface p-5">
      <TriangleAlert className="mt-0.5 size-6 shrink-0 text-warning" aria-hidden="true" />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold">
          Nothing is handed on: the secret <code className="text-[0.9375em]">AUTOMATION_SECRET</code> is not
          set.
        </p>
        <p className="mt-1 max-w-[75ch]">
          Every note is signed with it. Whoever runs Sayso sets it with{" "}
          <code className="text-[0.9375em] wrap-anywhere">wrangler secret put AUTOMATION_SECRET</code>. Then
          retry here what has failed.
        </p>
      </div>
    </div>
  );
}
