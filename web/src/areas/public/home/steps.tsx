import { BUBBLE } from "../../../brand/mark.tsx";
import { facts } from "../facts.ts";
import { places } from "./places.ts";
import { Section } from "./section.tsx";

const STEPS = [
  {
    title: "Share your link",
    text: "Paste it under your emails, send it after a sale, or stand the printed card with your QR code on the counter.",
  },
  {
    title: "Your customer records",
    text: `They tap once, talk for up to ${facts.recordingSeconds} seconds, watch it, and send it or try again. You are not in the room.`,
  },
  {
    title: "Post it",
    text: "An email tells you. The video is in your folder under the customer's name, with your watermark if you want one.",
  },
];

export function Steps() {
  return (
    <Section id={places.steps} sunken title="How It Works" lead="Three steps, and only one of them is yours.">
      <ol className="mt-12 grid gap-10 md:grid-cols-3 md:gap-8">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="flex gap-5 md:flex-col">
            <svg viewBox="0 0 32 32" className="w-16 shrink-0 self-start md:w-24" aria-hidden="true">
              <path d={BUBBLE} className="fill-ink" />
              <text x="16" y="21.8" textAnchor="middle" className="drawn-number">
                {index + 1}
              </text>
            </svg>
            <div>
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
