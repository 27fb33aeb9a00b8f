import type { ReactNode } from "react";
import { PageShell } from "#ui/page-shell.tsx";
import { useTitle } from "#lib/use-title.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";

type Props = { title: string; effective: string; summary: ReactNode; children: ReactNode };

/** A long text that is meant to be read: one narrow column. */
export function LegalPage({ title, effective, summary, children }: Props) {
  useTitle(title);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <article className="mx-auto w-full max-w-[42rem] py-8 sm:py-14">
        <h1 className="text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 text-muted">Effective {effective}</p>
        <div className="mt-8 text-xl leading-snug">{summary}</div>
        <div className="mt-12 flex flex-col gap-11">{children}</div>
      </article>
    </PageShell>
  );
}

export function LegalSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

export function Points({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-signal">{children}</ul>;
}
