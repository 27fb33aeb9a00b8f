import { Plus } from "lucide-react";
import { useId } from "react";
import { pageData } from "../../../api/page-data.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import { facts } from "../facts.ts";
import { answers } from "./answers.tsx";
import { places } from "./places.ts";
import { column } from "./section.tsx";

/** Questions and answers. They share a name, so that the browser has one open at most. */
export function Questions() {
  const titleId = useId();
  return (
    <section
      id={places.questions}
      aria-labelledby={titleId}
      className="border-t border-hairline bg-sunken py-16 sm:py-24"
    >
      <div className={`${column} grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_1.7fr]`}>
        <div className="self-start lg:sticky lg:top-10">
          <h2 id={titleId} className="text-[clamp(2.25rem,5.5vw,3.75rem)] leading-[0.98] tracking-[-0.035em]">
            Questions shops ask us
          </h2>
          <p className="mt-5 max-w-[32ch] text-lg text-muted">
            Yours is not among them? <TextLink href={pageData.support_url}>Ask us</TextLink>, we reply within{" "}
            {facts.supportHours} hours.
          </p>
        </div>
        <div className="border-t border-control">
          {answers.map(({ question, answer }) => (
            <details key={question} name="question" className="question group border-b border-control">
              <summary className="flex items-start justify-between gap-6 rounded-lg py-5 font-display text-xl leading-snug font-semibold tracking-tight list-none">
                {question}
                <Plus
                  aria-hidden="true"
                  className="mt-0.5 size-6 shrink-0 transition-transform group-open:rotate-45"
                />
              </summary>
              <div className="max-w-[58ch] pr-8 pb-6 text-muted [&_a]:text-ink">{answer}</div>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}
