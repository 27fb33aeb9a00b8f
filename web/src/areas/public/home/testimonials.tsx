import { OFFERED_QUESTIONS } from "#lib/offered-questions.ts";
import { Section } from "./section.tsx";
import { homeSettings } from "./home-settings.ts";
import grace from "./portraits/grace.svg";
import maya from "./portraits/maya.svg";
import peter from "./portraits/peter.svg";
import tom from "./portraits/tom.svg";
import { VideoFrame } from "./video-frame.tsx";

const SLOTS = [
  { face: grace, question: OFFERED_QUESTIONS.reason },
  { face: tom, question: OFFERED_QUESTIONS.worry },
  { face: maya, question: OFFERED_QUESTIONS.surprise },
  { face: peter, question: OFFERED_QUESTIONS.recommendation },
];

const WORDS = {
  none: {
    title: "Four questions that get people talking",
    lead: "Ask one thing, not everything. One of these is enough for a good video.",
  },
  some: {
    title: "Hear it said, then ask your own",
    lead: "Customers of shops like yours, in their own words, and a question or two to ask yours.",
  },
  all: { title: "Hear it from them", lead: "Customers of shops like yours, in their own words." },
};

/** Four videos of customers. A place without one shows a question that makes a good one. */
export function Testimonials() {
  const addresses = SLOTS.map((_, index) => homeSettings.testimonials[index] ?? null);
  const set = addresses.filter(Boolean).length;
  return (
    <Section sunken {...WORDS[set === 0 ? "none" : set < SLOTS.length ? "some" : "all"]}>
      <ul aria-label="Video testimonials" className="mt-12 grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
        {SLOTS.map(({ face, question }, index) => (
          <li key={question}>
            <Slot address={addresses[index] ?? null} face={face} question={question} place={index + 1} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Slot = { address: string | null; face: string; question: string; place: number };

const SHAPE = "aspect-[9/16] rounded-card sm:aspect-[9/14]";

function Slot({ address, face, question, place }: Slot) {
  const drawing = (
    <img
      src={face}
      alt=""
      width="360"
      height="640"
      loading="lazy"
      className="size-full object-cover object-top"
    />
  );
  if (address) {
    return (
      <VideoFrame address={address} title={`Video testimonial ${place}`} poster={drawing} className={SHAPE} />
    );
  }
  return (
    <div className={`relative overflow-hidden ${SHAPE}`}>
      {drawing}
      <p className="asked-bubble absolute inset-x-3 bottom-3 rounded-[18px] bg-stage px-3.5 py-3 font-display leading-tight font-bold tracking-tight text-balance text-on-stage sm:p-4 sm:text-xl">
        {question}
      </p>
    </div>
  );
}
