import type { ReactNode } from "react";
import { Section } from "./section.tsx";

const QUOTES = [
  {
    words:
      "I used to ask for reviews at the till and feel awkward. Now there is a card by the till, and people talk to it while their bread is being sliced.",
    name: "Ann Baker",
    shop: "Blue Door Bakery",
    sign: <Door />,
  },
  {
    words:
      "A customer filmed herself on the first ride home. No advert I could write says what her face says in those few seconds.",
    name: "Sam Wheeler",
    shop: "Harbour Cycles",
    sign: <Wheel />,
  },
];

/** What shops say. The two are the ones our demo data shows, and the page says so. */
export function Quotes() {
  return (
    <Section
      title="From our two demo shops"
      lead="The bakery and the bike shop are our own test shops. Once real shops have been with us for a while, you will read their words here."
    >
      <div className="mt-14 grid gap-x-10 gap-y-14 lg:grid-cols-2">
        {QUOTES.map(({ words, name, shop, sign }, index) => (
          <figure
            key={name}
            className={`flex flex-col-reverse justify-end gap-7 ${index === 1 ? "lg:mt-16" : ""}`}
          >
            <blockquote className="speech-bubble px-7 py-8 sm:px-10 sm:py-10">
              <p className="font-display text-[clamp(1.375rem,2.6vw,1.875rem)] leading-[1.2] font-semibold tracking-[-0.02em]">
                {words}
              </p>
            </blockquote>
            <figcaption className="flex items-center gap-4 pl-4">
              <Sign>{sign}</Sign>
              <span>
                <span className="block font-semibold">{name}</span>
                <span className="block text-muted">{shop}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}

function Sign({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 64 64" className="w-16 shrink-0" aria-hidden="true">
      <circle cx="32" cy="32" r="32" className="fill-ink" />
      {children}
    </svg>
  );
}

function Door() {
  return (
    <>
      <path d="M21 50V28a11 11 0 0 1 22 0v22Z" className="fill-paper" />
      <circle cx="38" cy="38" r="2.5" className="fill-signal-dot" />
    </>
  );
}

function Wheel() {
  return (
    <>
      <g fill="none" strokeWidth="2.5" className="stroke-paper">
        <circle cx="32" cy="32" r="18" />
        <path d="M32 14v36M14 32h36M19.3 19.3l25.4 25.4M44.7 19.3 19.3 44.7" strokeWidth="1.5" />
      </g>
      <circle cx="32" cy="32" r="4" className="fill-signal-dot" />
    </>
  );
}
