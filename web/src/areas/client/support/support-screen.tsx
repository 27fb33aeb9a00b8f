import { ExternalLink } from "lucide-react";
import { pageData } from "../../../api/page-data.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { useTitle } from "../../../ui/use-title.ts";

const HELPFUL = [
  { title: "A video that is missing", text: "Tell us the customer's name and the day it was recorded." },
  { title: "A link or QR code that fails", text: "Tell us the phone and browser. A screenshot helps most." },
  {
    title: "Credits, plans and invoices",
    text: "Write from the email you sign in with, so that we find you.",
  },
];

export default function SupportScreen() {
  useTitle("Support");
  return (
    <main className="grid gap-8 lg:grid-cols-[1fr_26rem] lg:gap-16">
      <div>
        <h1 className="text-4xl">Support</h1>
        <p className="mt-3 max-w-[46ch] text-lg leading-snug text-muted">
          Something does not work, or you wish it worked otherwise? Write a ticket. A person reads it and
          answers by email.
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
          What helps us help you
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
