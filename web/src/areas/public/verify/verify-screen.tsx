import titles from "#api/generated/titles.json";
import { useEffect, useRef, useState } from "react";
import { verifyFilm } from "#api/generated/calls/public.ts";
import type { FilmConsent } from "#api/generated/public.ts";
import { ApiError } from "#api/http.ts";
import { company } from "#brand/company.ts";
import { formatDate } from "#lib/format.ts";
import { useTitle } from "#lib/use-title.ts";
import { Badge } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";
import { hashFile } from "./hash-file.ts";

type State =
  | { kind: "idle" }
  | { kind: "reading"; share: number }
  | { kind: "failed"; text: string }
  | { kind: "answered"; file: string; sha256: string; consents: FilmConsent[] };

/** Says whether somebody agreed to the use of a video. The file is read here and never sent. */
export default function VerifyScreen() {
  useTitle(titles.verify);
  const [state, setState] = useState<State>({ kind: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const check = async (file: File) => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setState({ kind: "reading", share: 0 });
    try {
      const sha256 = await hashFile(file, (share) => setState({ kind: "reading", share }), run.signal);
      const { consents } = await verifyFilm({ sha256 }, run.signal);
      setState({ kind: "answered", file: file.name, sha256, consents });
    } catch (error) {
      if (run.signal.aborted) return;
      const text = error instanceof ApiError ? error.message : "Your browser could not read this file.";
      setState({ kind: "failed", text });
    }
  };

  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="mx-auto w-full max-w-[42rem] py-8 sm:py-14">
        <h1 className="text-5xl sm:text-6xl">Verify a video</h1>
        <p className="mt-6 text-xl leading-snug">
          Choose a testimonial video, and see whether its sender agreed to its use in marketing, and whether
          that consent still stands.
        </p>
        <p className="mt-3 text-muted">
          The file stays on your device. Your browser computes its fingerprint (SHA-256), and only that is
          compared with the videos that {company.product} has received.
        </p>
        <label
          className={buttonClass(
            "signal",
            "mt-8 w-full cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink sm:w-auto",
          )}
        >
          Choose a video
          <input
            type="file"
            accept="video/*,.mp4,.mov,.webm,.m4v"
            className="sr-only"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              // Choosing the same file again is a change, too.
              currentTarget.value = "";
              if (file) void check(file);
            }}
          />
        </label>
        <div aria-live="polite" className="mt-8">
          {state.kind === "reading" && <ProgressBar label="Reading the file" percent={state.share * 100} />}
          {state.kind === "failed" && <p className="font-medium text-danger">{state.text}</p>}
          {state.kind === "answered" && <Answer {...state} />}
        </div>
      </div>
    </PageShell>
  );
}

function Answer({ file, sha256, consents }: Extract<State, { kind: "answered" }>) {
  return (
    <section aria-label="Result" className="rounded-card border border-hairline bg-surface p-5 sm:p-6">
      {consents.length === 0 ? (
        <>
          <h2 className="text-2xl">Unknown</h2>
          <p className="mt-2">
            No consent to this file is recorded: it was never sent through {company.product}, or everything
            about it was erased since. A copy that was cut, converted or sent through a chat app is another
            file.
          </p>
        </>
      ) : (
        consents.map(({ business, given_at: givenAt, withdrawn_at: withdrawnAt }) => (
          <div key={`${business} ${givenAt}`} className="not-first:mt-5">
            <h2 className="mb-2 text-2xl wrap-anywhere">{business}</h2>
            <Badge tone={withdrawnAt === null ? "success" : "danger"}>
              {withdrawnAt === null ? "The consent stands" : "Consent withdrawn"}
            </Badge>
            <p className="mt-2">
              {withdrawnAt === null
                ? `The sender of this video agreed on ${formatDate(givenAt)} that ${business} may use it in its marketing. This can be withdrawn at any time.`
                : `The sender of this video agreed on ${formatDate(givenAt)} that ${business} may use it in its marketing, and withdrew that on ${formatDate(withdrawnAt)}. It may not be used any more.`}
            </p>
          </div>
        ))
      )}
      <p className="mt-5 border-t border-hairline pt-4 text-sm text-muted wrap-anywhere">
        {file}, SHA-256 {sha256}
      </p>
    </section>
  );
}
