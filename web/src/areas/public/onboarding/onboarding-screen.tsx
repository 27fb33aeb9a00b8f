import titles from "#api/generated/titles.json";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { BackLink, SiteHeader } from "#areas/public/site-header.tsx";
import { routes } from "#paths.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { StepList } from "#areas/public/step-list.tsx";
import { OnboardingForm } from "./onboarding-form.tsx";
import { PaymentNote } from "./payment-note.tsx";
import { usePayment } from "./use-payment.ts";
import { WhichBusiness } from "./which-business.tsx";

const NEXT = [
  { title: "Tell us about your business", text: "It takes two minutes. You can add the logo later." },
  { title: "We set up your page", text: "With your name, your link and your QR code." },
  { title: "You get an email", text: "With your login and everything to share." },
];

/** The payment page redirects here with `?checkout=`, the purchase's id. `?plan=` is only for statistics. */
export default function OnboardingScreen() {
  useTitle(titles.onboarding);
  const [search] = useSearchParams();
  const checkout = search.get("checkout") || null;
  const [payment, lookUp] = usePayment(checkout);
  const paid = typeof payment === "object" ? payment : null;
  const isOver = paid?.takes_set_up === false;
  const asks = paid !== null && (paid.question !== null || paid.needs_address);
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
            {isOver ? (
              "This purchase needs no set-up."
            ) : asks ? (
              "One question first: which business is this plan for?"
            ) : (
              <>
                Please use the <strong className="font-semibold">same email address</strong> you used for
                payment, so that we can match the two.
              </>
            )}
          </p>
          {checkout !== null && <PaymentNote payment={payment} />}
          {!isOver && <StepList steps={NEXT} className="hidden max-w-[30rem] lg:block" />}
        </div>
        {isOver ? (
          <NothingToSetUp isGivenBack={paid.state === "given_back"} />
        ) : asks && checkout !== null ? (
          <WhichBusiness
            checkout={checkout}
            confirmation={search.get("key") ?? ""}
            company={paid?.question ?? null}
            onSetUp={lookUp}
          />
        ) : (
          <OnboardingForm checkout={checkout} paidEmail={paid?.email ?? null} />
        )}
      </div>
    </PageShell>
  );
}

/** Replaces the form. */
const NothingToSetUp = ({ isGivenBack }: { isGivenBack: boolean }) => (
  <section
    aria-label="Nothing to set up"
    className="min-w-0 rounded-card border border-hairline bg-surface p-5 text-[1.0625rem] leading-snug sm:p-7"
  >
    <h2 className="mb-3 text-2xl">Nothing to set up</h2>
    <p>
      {isGivenBack ? "We have refunded this payment" : "The plan of this purchase has ended"}, so we set up no
      page and send no email. To start again, choose a plan.
    </p>
    <ButtonLink className="mt-5" href={routes.home}>
      See the plans
    </ButtonLink>
  </section>
);
