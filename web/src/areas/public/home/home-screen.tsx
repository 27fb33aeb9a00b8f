import titles from "#api/generated/titles.json";
import { useEffect, type ReactNode } from "react";
import { LoadingScreen } from "#ui/spinner.tsx";
import { prepareToastsSoon } from "#ui/toasts/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { SiteFooter } from "#areas/public/site-footer.tsx";
import { SiteHeader } from "#areas/public/site-header.tsx";
import { Film } from "./film.tsx";
import { Hero } from "./hero.tsx";
import "./home.css";
import { Pricing } from "./pricing.tsx";
import { Faq } from "./faq.tsx";
import { column, Section } from "./section.tsx";
import { needsReload, homeSettings } from "./home-settings.ts";
import { SignUpCard } from "./sign-up/sign-up-card.tsx";
import { FolderDown, LockKeyhole, Smartphone } from "lucide-react";
import { BUBBLE } from "#brand/mark.tsx";
import { facts } from "#areas/public/facts.ts";
import { anchors } from "./anchors.ts";
import { pageData } from "#api/page-data.ts";
import { OwnWall } from "#areas/public/own-wall.tsx";
import { OFFERED_QUESTIONS } from "#lib/offered-questions.ts";
import grace from "./portraits/grace.svg";
import maya from "./portraits/maya.svg";
import peter from "./portraits/peter.svg";
import tom from "./portraits/tom.svg";
import { VideoFrame } from "./video-frame.tsx";
import { Link } from "react-router";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import cameraDark from "./pictures/camera-dark.webp";
import cameraLight from "./pictures/camera-light.webp";
import pageDark from "./pictures/page-dark.webp";
import pageLight from "./pictures/page-light.webp";
import portalDark from "./pictures/portal-dark.webp";
import portalLight from "./pictures/portal-light.webp";

const elsewhere = needsReload();

export default function HomeScreen() {
  useEffect(() => {
    if (elsewhere) location.reload();
  }, []);
  return elsewhere ? <LoadingScreen /> : <Home />;
}

function Home() {
  useTitle(titles.home);
  useFragment();
  useEffect(prepareToastsSoon, []);
  return (
    <>
      <header className={`${column} py-5`}>
        <SiteHeader />
      </header>
      <main>
        <Hero />
        <Film />
        <SignUpCard />
        <Screenshots />
        <Features />
        <Steps />
        <Quotes />
        <Testimonials />
        <Pricing />
        <Faq />
      </main>
      <footer className="border-t border-hairline">
        <div className={`${column} py-8 text-sm text-muted`}>
          <SiteFooter />
        </div>
      </footer>
    </>
  );
}

/** Scrolls to the URL's anchor: it did not exist yet when the browser looked for it. */
function useFragment(): void {
  useEffect(() => {
    const place = document.getElementById(location.hash.slice(1));
    place?.scrollIntoView({ behavior: "instant" });
  }, []);
}

const FEATURES = [
  {
    icon: Smartphone,
    title: "Works on any device",
    text: "Phone, tablet or laptop: it runs in the browser. Where a browser cannot record, the page takes a video from the camera app. A lost connection does not lose the video.",
  },
  {
    icon: LockKeyhole,
    title: "Stored safely, in line with the GDPR",
    text: "Encrypted in transit and in storage. Both consents are kept with every video, word for word, and you can delete any video yourself.",
  },
  {
    icon: FolderDown,
    title: "Ready to share",
    text: "Finished videos are in your cloud-drive folder. Put them on your website, in your feed or on the screen in your shop.",
  },
];

function Features() {
  return (
    <Section title="Made for the shop, not the IT department.">
      <ul className="mt-12 grid gap-10 md:grid-cols-3 md:gap-8">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-t-2 border-ink pt-6">
            <Icon className="size-9 stroke-[1.75]" aria-hidden="true" />
            <h3 className="mt-5 text-2xl">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const STEPS = [
  {
    title: "Share your link",
    text: "Put it under your emails, send it after a sale, or print the card with your QR code for the counter.",
  },
  {
    title: "Your customer records",
    text: `They tap once, talk for up to ${facts.recordingSeconds} seconds, watch it, and send it or try again. You don't need to be there.`,
  },
  {
    title: "Post it",
    text: "You get an email. The video is in your folder under the customer's name, with your watermark if you want one.",
  },
];

function Steps() {
  return (
    <Section
      id={anchors.steps}
      sunken
      title="How It Works"
      lead="Three steps. Your customer does the middle one."
    >
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

/** Two clients' quotes. Until they are set, two ways to ask a customer, which are nobody's words. */
function Quotes() {
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

/** The wall of the settings, or four videos of customers. A place without one shows a question that makes a good one. */
function Testimonials() {
  const { wall } = pageData;
  if (wall)
    return (
      <Section sunken title={WORDS.all.title} lead={wall.name}>
        <OwnWall wall={wall} className="mt-12" />
      </Section>
    );
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

const SCREENS = [
  {
    light: pageLight,
    dark: pageDark,
    alt: "A recording page with the logo of Blue Door Bakery, the words Share your experience and a button to leave a video testimonial.",
    title: "Your page",
    text: "Your logo and your name. Ours stays small.",
  },
  {
    light: cameraLight,
    dark: cameraDark,
    alt: "The camera while a customer records: the picture, the time and a button with a ring around it.",
    title: "Their camera",
    text: `One button, and a ring that counts ${facts.recordingSeconds} seconds.`,
  },
  {
    light: portalLight,
    dark: portalDark,
    alt: "The portal with the credits left, the submissions of the last 30 days and a chart of each.",
    title: "Your numbers",
    text: "Every video, every consent, every credit.",
  },
];

/** Screenshots of the product, made by tests/screenshots/make.ts. */
function Screenshots() {
  return (
    <Section
      sunken
      title="Three screens. Nothing to learn."
      lead="Your customer sees the first two, you see the third."
    >
      {/* Reachable by keyboard: on a phone the row is scrolled. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label="Screenshots" tabIndex={0} className="screens-row mt-10 sm:mt-14">
        {SCREENS.map(({ light, dark, alt, title, text }) => (
          <figure key={title} className="screens-item">
            <picture>
              <source srcSet={dark} media="(prefers-color-scheme: dark)" />
              <img
                src={light}
                alt={alt}
                width="560"
                height="1212"
                loading="lazy"
                className="w-full rounded-[32px] border border-control bg-surface shadow-float"
              />
            </picture>
            <figcaption className="mt-5">
              <span className="block font-display text-2xl font-bold tracking-tight">{title}</span>
              <span className="mt-1 block text-muted">{text}</span>
            </figcaption>
          </figure>
        ))}
      </section>
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={routes.demo} className={buttonClass("signal", "min-h-14 px-8 text-lg")}>
          <span aria-hidden="true" className="size-4 rounded-full bg-current" />
          Try the Demo
        </Link>
        <p className="text-muted">
          It takes a minute. We send the video to you alone and delete it within {facts.demoHours} hours.
        </p>
      </div>
    </Section>
  );
}
