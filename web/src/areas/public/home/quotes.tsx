import type { ReactNode } from "react";
import { facts } from "#areas/public/facts.ts";
import { homeSettings } from "./home-settings.ts";
import { Section } from "./section.tsx";

/** Two clients' quotes. Until they are set, two ways to ask a customer, which are nobody's words. */
export function Quotes() {
  const { quotes } = homeSettings;
  if (quotes.length > 0)
    return (
      <Section title="What shops say">
        <Bubbles
          bubbles={quotes.map(({ words, name }) => ({
            words,
            caption: <span className="font-semibold">{name}</span>,
          }))}
        />
      </Section>
    );
  return (
    <Section
      title="Borrow our words."
      lead="Asking is the hard part. Say it at the till, or send it: your portal has your link, a QR code and a ready-made invitation."
    >
      <Bubbles
        bubbles={WAYS_TO_ASK.map(({ words, where, when }) => ({
          words,
          caption: (
            <>
              <span className="block font-semibold">{where}</span>
              <span className="block text-muted">{when}</span>
            </>
          ),
        }))}
      />
    </Section>
  );
}

const WAYS_TO_ASK = [
  {
    words:
      "Would you tell the next customer what you have just told me? It takes a minute, on your own phone.",
    where: "At the counter",
    when: "They scan the QR code on your card.",
  },
  {
    words: `Thank you for coming in. Would you say a few words on camera? Open the link, talk for up to ${facts.recordingSeconds} seconds and press send.`,
    where: "In a message",
    when: "They tap the link, whenever it suits them.",
  },
];

function Bubbles({ bubbles }: { bubbles: { words: string; caption: ReactNode }[] }) {
  return (
    <div className="mt-14 grid gap-x-10 gap-y-14 lg:grid-cols-2">
      {bubbles.map(({ words, caption }, index) => (
        <figure
          key={words}
          className={`flex flex-col-reverse justify-end gap-7 ${index === 1 ? "lg:mt-16" : ""}`}
        >
          <blockquote className="speech-bubble px-7 py-8 sm:px-10 sm:py-10">
            <p className="font-display text-[clamp(1.375rem,2.6vw,1.875rem)] leading-[1.2] font-semibold tracking-[-0.02em]">
              {words}
            </p>
          </blockquote>
          <figcaption className="pl-4">{caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}
