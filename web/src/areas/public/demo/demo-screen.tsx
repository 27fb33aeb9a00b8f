import titles from "#api/generated/titles.json";
import { useEffect } from "react";
import { pageData } from "#api/page-data.ts";
import { PageShell } from "#ui/page-shell.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { BackLink, SiteHeader } from "#areas/public/site-header.tsx";
import { facts } from "#areas/public/facts.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { OwnWall } from "#areas/public/own-wall.tsx";
import { StepList } from "#areas/public/step-list.tsx";
import { DialogButton } from "#areas/public/testimonial-dialog/dialog-button.tsx";
import type { DialogTarget } from "#areas/public/testimonial-dialog/dialog-target.ts";
import { BUBBLE } from "#brand/mark.tsx";

const DEMO: DialogTarget = { kind: "demo" };

const STEPS = [
  { title: "Fill in your name and email", text: "We send your video there." },
  { title: "Record 10-20 seconds of video", text: "With your phone or your webcam. Nothing to install." },
  { title: "Press Send Testimonial", text: "Watch it first, and record it again as often as you like." },
  { title: "Check your inbox", text: "You get the email that your business would get." },
];

export default function DemoScreen() {
  useTitle(titles.demo);
  useEffect(prepareToastsSoon, []);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <BackLink label="Back to home" />
      <div className="grid flex-1 content-center items-center gap-x-16 gap-y-10 py-8 lg:grid-cols-[1fr_25rem]">
        <div>
          <h1 className="text-[clamp(3rem,11vw,5.5rem)] leading-[0.95] font-extrabold tracking-[-0.045em]">
            Demo Version
          </h1>
          <p className="mt-6 max-w-[40ch] text-xl leading-snug text-muted">
            Be your own customer for a minute. Leave a testimonial, then see what lands in your inbox.
          </p>
          <StepList steps={STEPS} className="max-w-[34rem]" />
          <DialogButton label="Start Demo Recording" target={DEMO} className="mt-8 w-full px-8 sm:w-auto" />
        </div>
        <DemoPicture className="hidden lg:block" />
      </div>
      {pageData.wall && (
        <section aria-labelledby="wall-title" className="border-t border-hairline py-10">
          <h2 id="wall-title" className="text-3xl">
            Hear it from them
          </h2>
          <p className="mt-2 text-muted">{pageData.wall.name}</p>
          <OwnWall wall={pageData.wall} className="mt-6" />
        </section>
      )}
      <div className="grid gap-x-16 gap-y-4 border-t border-hairline py-7 text-[0.9375rem] text-muted sm:grid-cols-2">
        <p>
          Demo videos are kept in a secure demo folder, and links are sent only to the email address you give.
          We delete them within {facts.demoHours} hours.
        </p>
        <p>
          Something not working?{" "}
          <TextLink href={pageData.support_url} newTab className="font-semibold text-ink">
            Open a support ticket
          </TextLink>
          . We reply within {facts.supportHours} hours.
        </p>
      </div>
    </PageShell>
  );
}

/** The seconds that a demo takes, at least and at most. */
const [MIN_SECONDS, MAX_SECONDS] = [10, 20];

const RADIUS = 62;

/** The mark as the recorder's clock: the ring is a whole recording, its bright part a demo. */
function DemoPicture({ className }: { className: string }) {
  const ring = { cx: 160, cy: 157, r: RADIUS, fill: "none", pathLength: facts.recordingSeconds };
  return (
    <svg viewBox="0 0 320 320" className={`w-full ${className}`} aria-hidden="true">
      <g transform="scale(10)">
        <path d={BUBBLE} className="fill-ink" />
      </g>
      <g transform="rotate(-90 160 157)" strokeWidth="10">
        <circle {...ring} className="stroke-muted" opacity="0.4" />
        <circle
          {...ring}
          strokeDasharray={`${MAX_SECONDS} ${facts.recordingSeconds}`}
          className="stroke-muted"
          opacity="0.75"
        />
        <circle
          {...ring}
          strokeDasharray={`${MIN_SECONDS} ${facts.recordingSeconds}`}
          strokeLinecap="butt"
          className="stroke-paper"
        />
      </g>
      <circle cx="160" cy="157" r="46" className="fill-signal-dot" />
      <g className="fill-paper font-sans text-[15px] font-semibold tabular-nums" textAnchor="middle">
        <text x="160" y="84">
          0:00
        </text>
        <text x="249" y="162">
          0:{MIN_SECONDS}
        </text>
        <text x="160" y="242">
          0:{MAX_SECONDS}
        </text>
      </g>
    </svg>
  );
}
