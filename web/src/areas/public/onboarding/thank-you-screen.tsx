import titles from "../../../api/generated/titles.json";
import { Link, useLocation } from "react-router";
import { pageData } from "../../../api/page-data.ts";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { PageShell } from "../../../ui/page-shell.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useTitle } from "../../../lib/use-title.ts";
import { SentMark } from "../record/sent-mark.tsx";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";

/** What the form knows when it leads here. */
export type ThankYouState = { mailed: boolean };

/** Thanks a buyer, and speaks of a mail only where one was sent. */
export default function ThankYouScreen() {
  useTitle(titles.thankYou);
  const mailed = (useLocation().state as ThankYouState | null)?.mailed === true;
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-6 py-12">
        <SentMark className="size-24" />
        <h1 className="text-[clamp(2.75rem,10vw,4.5rem)] leading-[0.98] font-extrabold tracking-[-0.04em]">
          Thank you for completing your set-up.
        </h1>
        {mailed ? <WelcomeMail /> : <NoMail />}
        <Link to={routes.home} className={buttonClass("signal", "min-h-14 self-start px-8 text-lg")}>
          Back to Home
        </Link>
      </div>
    </PageShell>
  );
}

function WelcomeMail() {
  return (
    <>
      <p className="text-xl leading-snug">
        We have sent you a welcome email. It tells you what happens next.
      </p>
      <p className="text-muted">
        If it has not arrived within a few minutes, look in your spam folder. If it is not there either,{" "}
        <SupportTicket />.
      </p>
    </>
  );
}

function NoMail() {
  return (
    <>
      <p className="text-xl leading-snug">
        We build your recording page next. Then you get an email with an invitation to your portal.
      </p>
      <p className="text-muted">
        If you have not heard from us after a few business days, look in your spam folder or <SupportTicket />
        .
      </p>
    </>
  );
}

const SupportTicket = () => (
  <TextLink href={pageData.support_url} newTab className="font-semibold text-ink">
    open a support ticket
  </TextLink>
);
