import { Link } from "react-router";
import { pageData } from "../../../api/page-data.ts";
import { routes } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { PageShell } from "../../../ui/page-shell.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { Conversation } from "./conversation.tsx";

const STEPS = [
  { title: "You share a link", text: "Or put the QR code on the counter." },
  { title: "They say it on camera", text: "40 seconds, in the browser. No app, no account." },
  { title: "You get the video", text: "In your cloud-drive folder, with an email to say so." },
];

export default function HomeScreen() {
  useTitle("Sayso: video testimonials from your customers");
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="grid flex-1 items-center gap-10 py-8 lg:grid-cols-[1.1fr_1fr] lg:gap-16">
        <div>
          <h1 className="text-[clamp(3.25rem,12vw,6.5rem)] leading-[0.94] font-extrabold tracking-[-0.045em]">
            Your customers say so.
          </h1>
          <p className="mt-7 max-w-[36ch] text-xl leading-snug text-muted">
            Sayso collects short video testimonials for small businesses. One link, one tap, and the people
            you have already won over speak for you.
          </p>
          <div className="mt-9 flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink href={pageData.support_url} className="min-h-14 px-8 text-lg">
              Talk to us
            </ButtonLink>
            <Link
              to={routes.terms}
              className="font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              Plans and terms
            </Link>
          </div>
        </div>
        <Conversation />
      </div>
      <ol className="grid gap-x-10 gap-y-6 border-t border-hairline py-10 sm:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step.title} className="flex gap-4">
            <span aria-hidden="true" className="font-display text-4xl leading-none font-bold tabular-nums">
              {index + 1}
            </span>
            <div>
              <h2 className="text-xl tracking-tight">{step.title}</h2>
              <p className="mt-1 text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </PageShell>
  );
}
