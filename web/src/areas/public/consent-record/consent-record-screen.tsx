import titles from "#api/generated/titles.json";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { SignedConsent } from "#api/generated/client.ts";
import { ApiError, call } from "#api/http.ts";
import { ConsentRecordButtons } from "#consent-record/consent-record-buttons.tsx";
import { documentOf, rowsOf, timeOf } from "#consent-record/document-of.ts";
import { Notice } from "#ui/notice.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { LoadingScreen } from "#ui/spinner.tsx";
import { useTitle } from "#lib/use-title.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";

/** A customer's consent record, to be read and kept. The link to it is in the fragment, which reaches no server. */
export default function ConsentRecordScreen() {
  useTitle(titles.consentRecord);
  const link = useLocation().hash.slice(1);
  const [signed, setSigned] = useState<SignedConsent | "unknown" | "unreached" | null>(null);
  useEffect(() => {
    const unmounting = new AbortController();
    const load = link.startsWith("/yours/")
      ? call<SignedConsent>("GET", link, undefined, unmounting.signal)
      : Promise.reject(new ApiError(404, "not_found", ""));
    load.then(setSigned, (error: unknown) => {
      if (unmounting.signal.aborted) return;
      const isUnknown = error instanceof ApiError && error.status >= 400 && error.status < 500;
      setSigned(isUnknown ? "unknown" : "unreached");
    });
    return () => unmounting.abort();
  }, [link]);

  if (signed === null) return <LoadingScreen />;
  if (signed === "unreached")
    return (
      <Notice title="Not loaded">
        <p className="text-muted">We cannot reach the server. Check your connection and reload this page.</p>
      </Notice>
    );
  if (signed === "unknown")
    return (
      <Notice title="Not found">
        <p className="text-muted">
          This link is not complete, or the record was erased. Open it again from your testimonial’s page.
        </p>
      </Notice>
    );
  const record = documentOf(signed);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <article className="mx-auto w-full max-w-[42rem] py-8 sm:py-14">
        <h1 className="text-5xl sm:text-6xl">Consent record</h1>
        <p className="mt-6 mb-8 text-xl leading-snug">
          What you agreed to with your video for {record.business}, word for word.
        </p>
        <ConsentRecordButtons load={() => Promise.resolve(signed)} />
        {record.consents.map(({ given_at: givenAt, version, words }) => (
          <section key={givenAt} className="mt-10">
            <h2 className="mb-3 text-2xl">Agreed on {timeOf(givenAt)}</h2>
            <ul className="flex flex-col gap-2">
              {(words ?? ["The words of this version are no longer kept."]).map((sentence) => (
                <li
                  key={sentence}
                  className="rounded-control border border-hairline bg-surface p-3 leading-snug"
                >
                  {sentence}
                </li>
              ))}
            </ul>
            <p className="mt-2 text-sm text-muted">Version {version} of the texts.</p>
          </section>
        ))}
        <dl className="mt-10 grid gap-x-8 sm:grid-cols-[auto_minmax(0,1fr)]">
          {rowsOf(record).map(({ name, values }) => (
            <div key={name} className="grid grid-cols-subgrid border-t border-hairline py-3 sm:col-span-2">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere tabular-nums">
                {values.map((value) => (
                  <span key={value} className="block">
                    {value}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </article>
    </PageShell>
  );
}
