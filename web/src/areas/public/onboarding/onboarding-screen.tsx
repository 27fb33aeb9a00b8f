import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { routes } from "../../../paths.ts";
import { PageShell } from "../../../ui/page-shell.tsx";
import { prepareToastsSoon } from "../../../ui/toast.ts";
import { useTitle } from "../../../ui/use-title.ts";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { SetupForm } from "./setup-form.tsx";

const NEXT = [
  { title: "You tell us about your business", text: "Two minutes. The logo can wait." },
  { title: "We set up your page", text: "With your name, your link and your QR code." },
  { title: "You get an email", text: "It tells you how to sign in and what to share." },
];

/** `?plan=` may stand in the address, for whoever counts visits; nothing here depends on it. */
export default function OnboardingScreen() {
  useTitle("Complete Your Setup");
  useEffect(prepareToastsSoon, []);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <Link
        to={routes.home}
        className="inline-flex min-h-11 items-center gap-2 self-start font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        <ArrowLeft className="size-5" aria-hidden="true" />
        Back to pricing
      </Link>
      <div className="grid items-start gap-x-16 gap-y-9 py-8 lg:grid-cols-[1fr_28rem]">
        <div className="lg:sticky lg:top-8">
          <h1 className="text-[clamp(2.75rem,10vw,5rem)] leading-[0.95] font-extrabold tracking-[-0.045em]">
            Complete Your Setup
          </h1>
          <p className="mt-6 max-w-[38ch] text-xl leading-snug">
            Please use the <strong className="font-semibold">same email address</strong> you used for payment.
            That is how we match the two.
          </p>
          <ol className="mt-9 hidden max-w-[30rem] border-t border-hairline lg:block">
            {NEXT.map((step, index) => (
              <li
                key={step.title}
                className="grid grid-cols-[2.5rem_1fr] items-baseline border-b border-hairline py-3.5"
              >
                <span
                  aria-hidden="true"
                  className="font-display text-2xl leading-none font-bold tabular-nums"
                >
                  {index + 1}
                </span>
                <div>
                  <h2 className="text-xl tracking-tight">{step.title}</h2>
                  <p className="text-[0.9375rem] text-muted">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <SetupForm />
      </div>
    </PageShell>
  );
}
