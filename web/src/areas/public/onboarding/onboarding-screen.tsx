import titles from "#api/generated/titles.json";
import { useEffect, type ReactNode, useState, useCallback } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink, Button } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { BackLink, SiteHeader } from "#areas/public/site-header.tsx";
import { routes } from "#paths.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { StepList } from "#areas/public/step-list.tsx";
import { OnboardingForm } from "./onboarding-form.tsx";
import { Check, Undo2 } from "lucide-react";
import type { PaidCheckout, PurchaseAnswer } from "#api/generated/site.ts";
import type { PlanType, PurchaseOutcome } from "#api/generated/enums.ts";
import { formatDate, formatPence } from "#lib/format.ts";
import { PaymentLines } from "#ui/payment-lines.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { facts } from "#areas/public/facts.ts";
import { checkoutAnswer, checkoutGet } from "#api/generated/calls/public.ts";
import { ApiError } from "#api/http.ts";
import { TextField } from "#ui/fields/text-field.tsx";

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

const plan = (type: PlanType) => (type === "standard" ? facts.plans.standard : facts.plans.noSetup);

/** Confirms the payment. Its space is reserved while it loads, to avoid layout shifts. */
function PaymentNote({ payment }: { payment: Payment }) {
  return (
    <div className="mt-7 flex min-h-52 max-w-[30rem] flex-col justify-center rounded-card border border-hairline bg-surface p-5 sm:min-h-44">
      {payment === "loading" && (
        <>
          <Skeleton className="mb-2 h-6 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
        </>
      )}
      <output className="flex gap-3">
        {payment === "unknown" && (
          <Lines title="Thank you for your purchase">
            We cannot show your payment right now. Please fill in the form all the same: nothing is lost.
          </Lines>
        )}
        {typeof payment === "object" && <Paid payment={payment} />}
      </output>
      {typeof payment === "object" && !isOver(payment) && payment.lines.length > 1 && (
        <div className="ms-9">
          <PaymentLines className="max-w-[26rem]" lines={payment.lines} />
        </div>
      )}
    </div>
  );
}

const isOver = ({ state }: PaidCheckout) => state === "given_back" || state === "ended";

/** The payment and its outcome. */
function Paid({ payment }: { payment: PaidCheckout }) {
  const { state, paid_pence: paid, returned_pence: returned, email } = payment;
  const back = returned > 0 ? `We returned ${formatPence(returned)} to the card that paid` : "";
  if (!isOver(payment)) {
    return (
      <>
        <Check className="mt-0.5 size-6 shrink-0 text-success" aria-hidden="true" />
        <Lines title={`Payment received: ${plan(payment.plan).name}`}>
          {paid === null ? "Paid" : `${formatPence(paid)} paid`} by{" "}
          <span className="font-medium text-ink">{email}</span>.{back && ` ${back}.`}
          {nextPaymentText(payment)}
        </Lines>
      </>
    );
  }
  const isGivenBack = state === "given_back";
  const refund = back || "The refund goes to the card that paid";
  return (
    <>
      <Undo2 className="mt-0.5 size-6 shrink-0 text-muted" aria-hidden="true" />
      <Lines
        title={
          isGivenBack ? "We have refunded this payment" : `This plan has ended: ${plan(payment.plan).name}`
        }
      >
        {isGivenBack ? `${refund}; banks can take a few days to show it. ` : back && `${back}. `}
        We charge nothing more for it.
      </Lines>
    </>
  );
}

/** The next payment and its discounts, as far as that is known. */
function nextPaymentText({ next_pence: pence, next_at: at, discounts }: PaidCheckout): string {
  if (pence === null || at === null) return "";
  return [` The next payment is ${formatPence(pence)}, on ${formatDate(at)} (UTC).`, ...discounts].join(" ");
}

const Lines = ({ title, children }: { title: string; children: ReactNode }) => (
  <span className="min-w-0">
    <span className="block text-lg leading-snug font-semibold">{title}</span>
    <span className="mt-0.5 block text-[0.9375rem] text-muted wrap-anywhere">{children}</span>
  </span>
);

type WhichBusinessProps = {
  checkout: string;
  /** Token from the link in the email; empty elsewhere. */
  confirmation: string;
  /** `null` if the email belongs to an account that is not a business: the business then needs another one. */
  company: string | null;
  onSetUp: () => void;
};

/** Asks whether a purchase is for the business that already has the payer's email, or for another one. */
function WhichBusiness({ checkout, confirmation, company, onSetUp }: WhichBusinessProps) {
  const [isOther, setOther] = useState(false);
  const [email, setEmail] = useState("");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  const [outcome, setOutcome] = useState<PurchaseOutcome>();
  const send = async (answer: PurchaseAnswer) => {
    setPending(true);
    setProblem("");
    try {
      const answered = await checkoutAnswer(checkout, answer);
      setOutcome(answered.outcome);
      if (answered.outcome === "set_up") onSetUp();
    } catch (error) {
      setProblem(error instanceof ApiError ? (error.fields.email ?? error.message) : String(error));
    } finally {
      setPending(false);
    }
  };
  const form = (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ for: "other", email, key: "" });
      }}
    >
      <TextField
        label={company === null ? "Email address of the business" : "Email address of the other business"}
        hint="The business signs in with it, so it needs its own."
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={setEmail}
      />
      <Button type="submit" variant="outlined" className="w-full" disabled={isPending}>
        {company === null ? "Set up the business" : "Set up the other business"}
      </Button>
    </form>
  );
  const answerProblem = (
    <p role="alert" className="mt-3 min-h-6 font-medium text-danger">
      {problem}
    </p>
  );
  if (company === null)
    return (
      <Frame title="Which address does the business have?">
        <p className="text-muted">
          You paid with an address that belongs to another kind of account here, such as a partner’s. We set
          up nothing until you give us another address, but you are charged for the plan in the meantime. If
          you did not mean to buy it, tell us: we can refund you.
        </p>
        {form}
        {answerProblem}
      </Frame>
    );
  if (outcome === "unconfirmed")
    return (
      <Frame title="Please confirm it by email">
        <output className="block wrap-anywhere">
          We have sent an email to the address that you paid with. Open its link and choose {company} there.
          Until then we set up nothing, and {company}’s plan stays as it is.
        </output>
      </Frame>
    );
  if (outcome !== undefined && outcome !== "set_up") return <Answered outcome={outcome} company={company} />;
  return (
    <Frame title="Which business is it for?">
      <p className="text-muted">
        This email address belongs to <b className="font-semibold wrap-anywhere text-ink">{company}</b>{" "}
        already. We set up nothing until you choose, but you are charged for the plan in the meantime. If{" "}
        {company} pays for a plan here already, choose it, and we refund the second payment.
      </p>
      <Button
        className="mt-5 w-full"
        disabled={isPending}
        onClick={() => void send({ for: "known", email: "", key: confirmation })}
      >
        <span className="wrap-anywhere">For {company}</span>
      </Button>
      {isOther ? (
        form
      ) : (
        <Button
          variant="outlined"
          className="mt-3 w-full"
          disabled={isPending}
          onClick={() => setOther(true)}
        >
          For another business
        </Button>
      )}
      {answerProblem}
    </Frame>
  );
}

const OUTCOMES: Record<Exclude<PurchaseOutcome, "set_up" | "unconfirmed">, (company: string) => ReactNode> = {
  assigned: (company) => (
    <>The plan now belongs to {company}, which keeps its page and its videos. Sign in to see it.</>
  ),
  given_back: (company) => (
    <>
      {company} pays for a plan already, so we have ended this second one: we charge nothing more for it and
      refund your card. Banks can take a few days to show it.
    </>
  ),
};

const Answered = ({ outcome, company }: { outcome: keyof typeof OUTCOMES; company: string }) => (
  <Frame title="Thank you">
    <output className="block wrap-anywhere">{OUTCOMES[outcome](company)}</output>
    <ButtonLink className="mt-5" href="/clients">
      Open your portal
    </ButtonLink>
  </Frame>
);

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <section
    aria-label={title}
    className="min-w-0 rounded-card border border-hairline bg-surface p-5 text-[1.0625rem] leading-snug sm:p-7"
  >
    <h2 className="mb-3 text-2xl">{title}</h2>
    {children}
  </section>
);

/** The payment that led here, as far as it is known. */
type Payment = "loading" | "unknown" | PaidCheckout;

/** Looks up the payment, and again on request; the form does not wait for it. */
function usePayment(id: string | null): [payment: Payment, lookUp: () => void] {
  const [payment, setPayment] = useState<Payment>("loading");
  const lookUp = useCallback(
    (signal?: AbortSignal) => {
      if (id === null) return;
      checkoutGet(id, signal).then(setPayment, (error: unknown) => {
        if (signal?.aborted) return;
        console.warn("payment not found:", error);
        setPayment("unknown");
      });
    },
    [id],
  );
  useEffect(() => {
    const leaving = new AbortController();
    lookUp(leaving.signal);
    return () => leaving.abort();
  }, [lookUp]);
  return [payment, lookUp];
}
