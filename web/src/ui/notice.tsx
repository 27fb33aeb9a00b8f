import type { ReactNode } from "react";
import { Mark } from "#brand/mark.tsx";

/** A full-screen message: what happened and what to do. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-[88svh] place-items-center px-6 py-16">
      <div className="flex max-w-md animate-rise flex-col items-center gap-5 text-center">
        <Mark className="size-20" />
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        {children}
      </div>
    </main>
  );
}
