import titles from "#api/generated/titles.json";
import { ExternalLink } from "lucide-react";
import { pageData } from "#api/page-data.ts";
import { ButtonLink } from "#ui/button.tsx";
import { useTitle } from "#lib/use-title.ts";

const HELPFUL = [
  { title: "A video that is missing", text: "Tell us the customer's name and the day it was recorded." },
  {
    title: "A link or QR code that does not work",
    text: "Tell us the phone and browser. A screenshot helps most.",
  },
  {
    title: "Credits, plans and invoices",
    text: "Write from the email address you sign in with, so that we can find your account.",
  },
];

export default function SupportScreen() {
  useTitle(titles.clientSupport);
  return (
    <main className="grid gap-8 lg:grid-cols-[1fr_26rem] lg:gap-16">
      <div>
        <h1 className="text-4xl">Support</h1>
        <p className="mt-3 max-w-[46ch] text-lg leading-snug text-muted">
          Is something not working, or could it work better? Open a ticket: a person reads it and replies by
          email.
        </p>
        <ButtonLink
          href={pageData.support_url}
          target="_blank"
          rel="noopener"
          className="mt-6 min-h-14 px-7 text-lg"
        >
          Open a support ticket
          <ExternalLink className="size-5" aria-hidden="true" />
          <span className="sr-only"> (opens in a new tab)</span>
        </ButtonLink>
      </div>
      <section aria-labelledby="helpful">
        <h2 id="helpful" className="text-xl">
          Help us help you
        </h2>
        <dl className="mt-3 divide-y divide-hairline border-y border-hairline">
          {HELPFUL.map(({ title, text }) => (
            <div key={title} className="py-4">
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-0.5 text-[0.9375rem] leading-snug text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </main>
  );
}
