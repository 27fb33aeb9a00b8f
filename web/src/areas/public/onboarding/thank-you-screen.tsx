import { Link } from "react-router";
import { pageData } from "../../../api/page-data.ts";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { PageShell } from "../../../ui/page-shell.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { SentMark } from "../record/sent-mark.tsx";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";

export default function ThankYouScreen() {
  useTitle("Thank you");
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-6 py-12">
        <SentMark className="size-24" />
        <h1 className="text-[clamp(2.75rem,10vw,4.5rem)] leading-[0.98] font-extrabold tracking-[-0.04em]">
          Thank you for completing your onboarding.
        </h1>
        <p className="text-xl leading-snug">
          We have sent you a welcome email. It tells you what happens next.
        </p>
        <p className="text-muted">
          Not there within a few minutes? Look in your spam folder. If it is not there either,{" "}
          <TextLink href={pageData.support_url} newTab className="font-semibold text-ink">
            open a support ticket
          </TextLink>
          .
        </p>
        <Link to={routes.home} className={buttonClass("signal", "min-h-14 self-start px-8 text-lg")}>
          Back to Home
        </Link>
      </div>
    </PageShell>
  );
}
