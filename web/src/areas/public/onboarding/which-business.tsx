import { type ReactNode, useState } from "react";
import { checkoutAnswer } from "#api/generated/calls/public.ts";
import type { PurchaseAnswer } from "#api/generated/site.ts";
import type { PurchaseOutcome } from "#api/generated/enums.ts";
import { ApiError } from "#api/http.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";

type Props = {
  checkout: string;
  /** Token from the link in the email; empty elsewhere. */
  confirmation: string;
  /** `null` if the email belongs to an account that is not a business: the business then needs another one. */
  company: string | null;
  onSetUp: () => void;
};

/** Asks whether a purchase is for the business that already has the payer's email, or for another one. */
export function WhichBusiness({ checkout, confirmation, company, onSetUp }: Props) {
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
