import titles from "#api/generated/titles.json";
import { useEffect } from "react";
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
import { Quotes } from "./quotes.tsx";
import { Screenshots } from "./screenshots.tsx";
import { column, Section } from "./section.tsx";
import { needsReload } from "./home-settings.ts";
import { SignUpCard } from "./sign-up/sign-up-card.tsx";
import { Testimonials } from "./testimonials.tsx";
import { FolderDown, LockKeyhole, Smartphone } from "lucide-react";
import { BUBBLE } from "#brand/mark.tsx";
import { facts } from "#areas/public/facts.ts";
import { anchors } from "./anchors.ts";

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
