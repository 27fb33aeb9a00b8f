import { useEffect } from "react";
import { pageData } from "../../../api/page-data.ts";
import { PageShell } from "../../../ui/page-shell.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { prepareToastsSoon } from "../../../ui/toast.ts";
import { useTitle } from "../../../ui/use-title.ts";
import { BackLink } from "../back-link.tsx";
import { facts } from "../facts.ts";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { StepList } from "../step-list.tsx";
import { DialogButton } from "../testimonial-dialog/dialog-button.tsx";
import type { Occasion } from "../testimonial-dialog/occasion.ts";
import { DemoPicture } from "./demo-picture.tsx";

const DEMO: Occasion = { kind: "demo" };

const STEPS = [
  { title: "Fill in your name and email", text: "The email address is where your video goes." },
  { title: "Record 10-20 seconds of video", text: "With your phone or your webcam. Nothing to install." },
  { title: "Press Send Testimonial", text: "Watch it first. Record it again as often as you like." },
  { title: "Look in your inbox", text: "A link to your video, as your business would get it." },
];

export default function DemoScreen() {
  useTitle("Demo Version");
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
          <DialogButton label="Start Demo Recording" occasion={DEMO} className="mt-8 w-full px-8 sm:w-auto" />
        </div>
        <DemoPicture className="hidden lg:block" />
      </div>
      <div className="grid gap-x-16 gap-y-4 border-t border-hairline py-7 text-[0.9375rem] text-muted sm:grid-cols-2">
        <p>
          Demo videos are kept in a secure demo folder, and links are sent to the email address you give only.
          They are deleted within {facts.demoHours} hours.
        </p>
        <p>
          Something not working?{" "}
          <TextLink href={pageData.support_url} newTab className="font-semibold text-ink">
            Open a support ticket
          </TextLink>
          . You get an answer within {facts.supportHours} hours.
        </p>
      </div>
    </PageShell>
  );
}
