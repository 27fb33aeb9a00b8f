import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import titles from "#api/generated/titles.json";
import { useTitle } from "#lib/use-title.ts";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { PageShell } from "#ui/page-shell.tsx";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";
import { StepList } from "#areas/public/step-list.tsx";
import { monthlyOf, rates } from "./rates.ts";

const link = "underline decoration-control underline-offset-4 hover:decoration-ink";

/** The partner programme, and the way into it. */
export default function PartnersScreen() {
  useTitle(titles.partners);
  return (
    <PageShell header={<SiteHeader />} footer={<SiteFooter />}>
      <div className="flex flex-col gap-16 py-8 sm:gap-24 sm:py-14">
        <header className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-16">
          <div>
            <h1 className="max-w-[14ch] text-[clamp(3rem,8vw,5.5rem)] leading-[0.95] font-extrabold tracking-[-0.045em]">
              Bring a shop. Earn every month.
            </h1>
            <p className="mt-6 max-w-[46ch] text-xl leading-snug text-muted">
              {rates.first} to {rates.second} per month for each business that you bring to Sayso, for as long
              as it stays.
            </p>
            <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
              <ApplyLink />
              <Link to={routes.affiliateLogin} className={`inline-flex min-h-11 items-center ${link}`}>
                Partner login
              </Link>
            </p>
          </div>
          <Example />
        </header>
        <Part title="How it works">
          <StepList
            className="mt-0!"
            steps={[
              {
                title: "Apply",
                text: "Give us your name and your email. We reply within 1-2 business days.",
              },
              {
                title: "Share your promo code",
                text: `It takes ${rates.discount} off every month for anyone who buys with it. Your link and your QR code carry it too.`,
              },
              {
                title: "Watch it count",
                text: "Your dashboard shows each business, and works out each month to the penny.",
              },
              { title: "Get paid", text: `Monthly, as soon as you have earned ${rates.minPayout}.` },
            ]}
          />
        </Part>
        <Part title="What you earn">
          <Earnings />
        </Part>
        <Part title="What you get">
          <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
            {BENEFITS.map(({ title, text }) => (
              <li key={title} className="border-t border-hairline pt-4">
                <h3 className="text-xl tracking-tight">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="Questions partners ask us">
          <div className="border-t border-control">
            {QUESTIONS.map(({ question, answer }) => (
              <details key={question} name="question" className="group border-b border-control">
                <summary className="flex min-h-11 list-none items-start justify-between gap-6 rounded-lg py-4 font-display text-xl leading-snug font-semibold tracking-tight">
                  {question}
                  <Plus
                    aria-hidden="true"
                    className="mt-0.5 size-6 shrink-0 transition-transform group-open:rotate-45"
                  />
                </summary>
                <p className="max-w-[58ch] pr-8 pb-5 text-muted">{answer}</p>
              </details>
            ))}
          </div>
          <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <ApplyLink />
            <Link to={routes.affiliateTerms} className={`inline-flex min-h-11 items-center ${link}`}>
              Partner terms
            </Link>
          </p>
        </Part>
      </div>
    </PageShell>
  );
}

const ApplyLink = () => (
  <Link to={routes.affiliateApply} className={buttonClass("signal", "min-h-14 px-8 text-lg")}>
    Apply now
  </Link>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
    <h2 className="text-4xl tracking-tight sm:text-5xl">{title}</h2>
    <div className="min-w-0">{children}</div>
  </section>
);

/** The commission of a full first band, in the brand's bubble. */
const Example = () => (
  <p className="relative mb-6 self-center rounded-[2.5rem] bg-ink px-10 py-9 text-paper max-lg:hidden">
    <span aria-hidden="true" className="mb-5 block size-7 rounded-full bg-signal-dot" />
    <span className="block text-xl">{rates.clients} businesses bring you</span>
    <span className="block font-display text-[5.5rem] leading-none font-extrabold tracking-[-0.045em] tabular-nums">
      {monthlyOf(rates.clients)}
    </span>
    <span className="block text-xl">every month.</span>
    <svg
      viewBox="0 0 40 32"
      aria-hidden="true"
      className="absolute top-[calc(100%-0.5rem)] left-14 w-10 fill-ink"
    >
      <path d="M0 0h40L8 32Z" />
    </svg>
  </p>
);

const EXAMPLES = [5, rates.clients, rates.clients * 2];

function Earnings() {
  return (
    <div className="flex flex-col gap-8">
      <ul className="flex list-disc flex-col gap-3 pl-5 text-lg marker:text-signal">
        <li>
          {rates.first} a month for each of your first {rates.clients} active businesses.
        </li>
        <li>
          {rates.second} a month for each one from the {rates.clients + 1}th.
        </li>
        <li>{rates.override} a month for each active business of the partners you sponsor.</li>
        <li>Set-up fees earn no commission.</li>
      </ul>
      <table className="w-full self-start border-separate border-spacing-0 rounded-card border border-hairline bg-surface">
        <caption className="sr-only">Commission by active businesses</caption>
        <thead>
          <tr className="text-left text-sm text-muted [&>th]:border-b [&>th]:border-hairline [&>th]:px-3 sm:[&>th]:px-5 [&>th]:py-3 [&>th]:font-semibold">
            <th scope="col">Active businesses</th>
            <th scope="col">A month</th>
            <th scope="col">A year</th>
          </tr>
        </thead>
        <tbody className="text-lg tabular-nums [&_td]:px-3 [&_td]:py-3 sm:[&_td]:px-5 [&_th]:px-3 [&_th]:py-3 sm:[&_th]:px-5">
          {EXAMPLES.map((clients) => (
            <tr key={clients}>
              <th scope="row" className="text-left font-semibold">
                {clients}
              </th>
              <td>{monthlyOf(clients)}</td>
              <td>{yearlyOf(clients)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const yearlyOf = (clients: number) =>
  `£${(Number(monthlyOf(clients).replace("£", "")) * 12).toLocaleString("en-GB")}`;

const BENEFITS = [
  {
    title: "A reason to say yes",
    text: `Anyone who buys with your promo code pays ${rates.discount} less every month: ${rates.prices
      .map(({ name, usual, with: price }) => `${price} instead of ${usual} on the ${name}`)
      .join(", ")}.`,
  },
  { title: "Every month, not once", text: "You earn for as long as the business stays and pays." },
  {
    title: "Numbers you can check",
    text: "Every commission shows how it was worked out: how many businesses, and at which rate.",
  },
  {
    title: "Sponsor other partners",
    text: `${rates.override} a month for each active business of theirs. They earn their own commission all the same.`,
  },
];

const QUESTIONS = [
  {
    question: "Who can be a partner?",
    answer:
      "Anyone who knows small businesses: web designers, marketers, accountants, shops that use Sayso themselves. Your own purchases earn nothing.",
  },
  {
    question: "When does a business count?",
    answer: "In each month that it pays for without a refund. We count at the end of the month, in UTC.",
  },
  {
    question: "When am I paid?",
    answer: `Monthly, from the fifth business day of the month after the business has paid, as soon as you have earned ${rates.minPayout}. Anything below that carries over.`,
  },
  {
    question: "What if a business leaves?",
    answer: "Its commission ends. You keep everything you have earned.",
  },
  {
    question: "What if I leave?",
    answer: `You earn for your active businesses for ${rates.daysAfterLeaving} more days.`,
  },
];
