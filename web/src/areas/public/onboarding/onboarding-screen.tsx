import titles from "../../../api/generated/titles.json";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { PageShell } from "../../../ui/page-shell.tsx";
import { prepareToastsSoon } from "../../../ui/toasts/toast.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { BackLink, SiteHeader } from "../site-header.tsx";
import { SiteFooter } from "../site-footer.tsx";
import { StepList } from "../step-list.tsx";
import { OnboardingForm } from "./onboarding-form.tsx";
import { PaymentNote } from "./payment-note.tsx";
import { usePayment } from "./use-payment.ts";
import { WhichBusiness } from "./which-business.tsx";

const NEXT = [
  { title: "You tell us about your business", text: "It takes two minutes. The logo can wait." },
  { title: "We set up your page", text: "With your name, your link and your QR code." },
  { title: "You get an email", text: "It tells you how to sign in and what to share." },
];

/**
 * The payment page leads here with `?checkout=`, the id of the purchase. `?plan=` may stand in the address, for whoever
 * counts visits; nothing here depends on it.
 */
export default function OnboardingScreen() {
  useTitle(titles.onboarding);
  const [search] = useSearchParams();
  const checkout = search.get("checkout") || null;
  const [payment, lookUp] = usePayment(checkout);
  const paid = typeof payment === "object" ? payment : null;
  useEffect(prepareToastsSoon, []);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <BackLink label="Back to pricing" />
      <div className="grid items-start gap-x-16 gap-y-9 py-8 lg:grid-cols-[1fr_28rem]">
        <div className="lg:sticky lg:top-8">
          <h1 className="text-[clamp(2.75rem,10vw,5rem)] leading-[0.95] font-extrabold tracking-[-0.045em]">
            Complete Your Setup
          </h1>
          <p className="mt-6 max-w-[38ch] text-xl leading-snug">
            {paid?.question ? (
              "One question first: it decides where your plan goes."
            ) : (
              <>
                Please use the <strong className="font-semibold">same email address</strong> you used for
                payment, so that we can match the two.
              </>
            )}
          </p>
          {checkout !== null && <PaymentNote payment={payment} />}
          <StepList steps={NEXT} className="hidden max-w-[30rem] lg:block" />
        </div>
        {paid?.question && checkout !== null ? (
          <WhichBusiness
            checkout={checkout}
            confirmation={search.get("key") ?? ""}
            company={paid.question}
            onSetUp={lookUp}
          />
        ) : (
          <OnboardingForm checkout={checkout} paidEmail={paid?.email ?? null} />
        )}
      </div>
    </PageShell>
  );
}
