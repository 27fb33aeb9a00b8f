import { Link } from "react-router";
import titles from "#api/generated/titles.json";
import { useTitle } from "#lib/use-title.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { SentMark } from "#areas/public/record/sent-mark.tsx";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";

export default function SuccessScreen() {
  useTitle(titles.affiliateSuccess);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-6 py-12">
        <SentMark className="size-24" />
        <h1 className="text-[clamp(2.75rem,10vw,4.5rem)] leading-[0.98] font-extrabold tracking-[-0.04em]">
          Application Submitted!
        </h1>
        <p className="text-xl leading-snug">
          Your application awaits review. Once it is approved, we email you your login credentials and your
          promo code, typically in 1-2 business days.
        </p>
        <p className="text-muted">If you have not heard from us by then, look in your spam folder.</p>
        <Link to={routes.home} className={buttonClass("signal", "min-h-14 self-start px-8 text-lg")}>
          Return to Home
        </Link>
      </div>
    </PageShell>
  );
}
