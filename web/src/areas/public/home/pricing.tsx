import { facts } from "#areas/public/facts.ts";
import { dropReferral, referralCode, rememberReferral, withReferral } from "#areas/public/referral.ts";
import { anchors } from "./anchors.ts";
import { Section } from "./section.tsx";
import { homeSettings, isOpen } from "./home-settings.ts";
import { Check, ExternalLink } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { affiliateCode } from "#api/generated/calls/public.ts";
import { ApiError } from "#api/http.ts";
import { pageData } from "#api/page-data.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";

const { standard, noSetup } = facts.plans;

export function Pricing() {
  const { code, discount } = usePartnerCode();
  const { payment_link_standard: standardLink, payment_link_no_setup: noSetupLink } = homeSettings;
  return (
    <Section
      id={anchors.pricing}
      title="Two plans, one product"
      lead="The same tool either way. Pay once for the set-up and less each month, or start with no set-up fee."
    >
      <div className="mt-12 grid gap-6 lg:grid-cols-2">
        <PlanCard
          plan={standard}
          address={standardLink && withReferral(standardLink, code)}
          discount={discount}
        />
        <PlanCard
          plan={noSetup}
          address={noSetupLink && withReferral(noSetupLink, code)}
          discount={discount}
          popular
        />
      </div>
      <p className="mt-6 max-w-[70ch] text-sm text-muted">
        Prices are in pounds sterling (GBP); any VAT is shown on the payment page before you pay. Delivered
        videos stay in your cloud-drive folder for up to {facts.driveMonths} months; download what you want to
        keep for longer. After you cancel you can do so until the end of the month you have paid for by card,
        and for {facts.daysAfterCancellation} more days; then the videos are deleted.
      </p>
    </Section>
  );
}

/**
 * The first valid partner code of this visitor's links, or the only one. Equals `discount` once it is known to be a
 * partner's: its buyers pay less every month.
 */
function usePartnerCode() {
  const [code, setCode] = useState(() => {
    rememberReferral(location.search);
    return referralCode();
  });
  const [discount, setDiscount] = useState<string | null>(null);
  useEffect(() => {
    if (code === null) return undefined;
    const leaving = new AbortController();
    affiliateCode(code, leaving.signal).then(
      (found) => setDiscount(found.code),
      (error: unknown) => {
        // After other errors the normal price is shown, and the code still counts.
        if (!(error instanceof ApiError && error.code === "not_found")) return;
        dropReferral(code);
        setCode(referralCode());
      },
    );
    return () => leaving.abort();
  }, [code]);
  return { code, discount };
}

type Plan = { name: string; setUp: string; monthly: string; referred: string };

const { least, most } = facts.deliveryDays;
const pounds = (price: string) => Number(price.replace("£", ""));

/** Price per video if all of a month's credits are used. */
const perVideo = ({ monthly }: Plan) => `${Math.round((pounds(monthly) * 100) / facts.creditsPerMonth)}p`;

/** Listed in both plans. */
const INCLUDED = [
  <>
    Your branded tool, delivered in{" "}
    <span className="whitespace-nowrap">
      {least}-{most} business days
    </span>
  </>,
  `${facts.creditsPerMonth} video credits a month`,
  "Unlimited storage",
  "Notifications by email",
];

/** A plan as a bill: the price, then the goods. */
function PlanCard({
  plan,
  address,
  discount,
  popular = false,
}: {
  plan: Plan;
  address: string | null;
  discount: string | null;
  popular?: boolean;
}) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className={`flex flex-col rounded-[28px] border bg-surface p-7 sm:p-10 ${popular ? "border-ink ring-1 ring-ink" : "border-control"}`}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="text-2xl">
          {plan.name}
        </h3>
        {popular && (
          <span className="rounded-full bg-ink px-3 py-1 text-xs font-semibold whitespace-nowrap sm:text-sm text-paper">
            Popular Choice
          </span>
        )}
      </div>
      <dl className="mt-6 tabular-nums">
        <div className="flex items-baseline gap-3">
          <dt className="order-2 text-lg text-muted">a month</dt>
          <dd className="font-display text-7xl leading-none font-extrabold tracking-[-0.05em] sm:text-8xl">
            {plan.monthly}
          </dd>
        </div>
        {discount !== null && (
          <div className="mt-4">
            <dt className="sr-only">With a partner’s code</dt>
            <dd className="text-lg">
              <b className="font-semibold text-signal">{plan.referred} a month</b> with the code {discount},
              for as long as you stay
            </dd>
          </div>
        )}
        <div className="mt-6 flex items-baseline justify-between border-y border-hairline py-3">
          <dt>Set-up, once</dt>
          <dd className="text-lg font-semibold">{plan.setUp}</dd>
        </div>
      </dl>
      <ul className="mt-5 flex flex-col gap-3">
        {INCLUDED.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex gap-3">
            <Check className="mt-0.5 size-5 shrink-0 text-success" aria-hidden="true" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <p className="mt-5 mb-8 border-t border-hairline pt-4 text-[0.9375rem] text-muted">
        {perVideo(plan)} a video if you use all {facts.creditsPerMonth}.{" "}
        {isOpen() &&
          `Pay online, and your recording page is live as soon as you send the form. ${least}-${most} business days applies to manual set-ups.`}
      </p>
      <div className="mt-auto">
        <GetStarted plan={plan} address={address} popular={popular} />
        <p className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-1 text-[0.9375rem] text-muted">
          No commitment. Cancel any time.
          <Link
            to={routes.terms}
            className="py-0.5 text-ink underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            Terms &amp; Conditions
          </Link>
        </p>
      </div>
    </article>
  );
}

const isMailto = (address: string) => address.startsWith("mailto:");

/** Support link; an email gets the plan in its subject. */
function supportAbout(subject: string): string {
  const address = pageData.support_url;
  return isMailto(address) ? `${address}?subject=${encodeURIComponent(subject)}` : address;
}

/** Links to the plan's payment page; without one, to support. */
function GetStarted({ plan, address, popular }: { plan: Plan; address: string | null; popular: boolean }) {
  const noteId = useId();
  const variant = buttonClass(popular ? "signal" : "outlined", "min-h-14 w-full text-lg");
  const name = <span className="sr-only">with the {plan.name}</span>;
  if (!address) {
    return (
      <>
        <a href={supportAbout(plan.name)} aria-describedby={noteId} className={variant}>
          Get Started {name}
        </a>
        <p id={noteId} className="mt-3 text-sm text-muted">
          You cannot pay for this plan online yet. Our support team sets it up with you.
        </p>
      </>
    );
  }
  return (
    <a href={address} target="_blank" rel="noopener" className={variant}>
      Get Started {name}
      <ExternalLink className="size-4.5" aria-hidden="true" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
