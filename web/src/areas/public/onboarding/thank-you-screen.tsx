import titles from "#api/generated/titles.json";
import { Link, useLocation } from "react-router";
import type { OnboardingSent } from "#api/onboarding.ts";
import { pageData } from "#api/page-data.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useTitle } from "#lib/use-title.ts";
import { SentMark } from "#areas/public/record/sent-mark.tsx";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";

/** Thanks a buyer and links onwards. Opened directly, it shows the most common case. */
export default function ThankYouScreen() {
  useTitle(titles.thankYou);
  const sent = useLocation().state as OnboardingSent | null;
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-6 py-12">
        <SentMark className="size-24" />
        <h1 className="text-[clamp(2.75rem,10vw,4.5rem)] leading-[0.98] font-extrabold tracking-[-0.04em]">
          Thank you for completing your set-up.
        </h1>
        {sent?.mailed === false ? <NoMail /> : <WelcomeMail isLive={Boolean(sent?.recordPage)} />}
        {sent?.recordPage && <NextSteps recordPage={sent.recordPage} />}
        <Link
          to={routes.home}
          className={
            sent?.recordPage
              ? buttonClass("quiet", "self-start px-0!")
              : buttonClass("signal", "min-h-14 self-start px-8 text-lg")
          }
        >
          Back to Home
        </Link>
      </div>
    </PageShell>
  );
}

/** For a live page: the first video can be recorded at once. The portal needs the password from the email. */
const NextSteps = ({ recordPage }: { recordPage: string }) => (
  <p className="flex flex-wrap gap-3">
    <a href={`${recordPage}/video`} className={buttonClass("signal", "min-h-14 px-8 text-lg")}>
      Record a first video
    </a>
    <a href={recordPage} className={buttonClass("outlined", "min-h-14 px-8 text-lg")}>
      See your recording page
    </a>
    <Link to={routes.clientLogin} className={buttonClass("outlined", "min-h-14 px-8 text-lg")}>
      Open your portal
    </Link>
  </p>
);

function WelcomeMail({ isLive }: { isLive: boolean }) {
  return (
    <>
      <p className="text-xl leading-snug">
        {isLive
          ? "Your recording page is live: try it now. We have sent you a welcome email: choose your password with its link, then open your portal."
          : "We have sent you a welcome email. It tells you what happens next."}
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
        Next, we build your recording page. Then we email you an invitation to your portal.
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
