import type { ReactNode } from "react";

export type BadgeTone = "success" | "outline" | "danger" | "warning";

const tones: Record<BadgeTone, string> = {
  success: "border-success bg-success text-surface",
  outline: "border-control text-ink",
  danger: "border-danger text-danger",
  warning: "border-warning text-warning",
};

/** A state in a word or two. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs leading-5 font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
