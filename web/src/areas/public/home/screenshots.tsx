import { Link } from "react-router";
import { routes } from "#paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { facts } from "#areas/public/facts.ts";
import cameraDark from "./pictures/camera-dark.webp";
import cameraLight from "./pictures/camera-light.webp";
import pageDark from "./pictures/page-dark.webp";
import pageLight from "./pictures/page-light.webp";
import portalDark from "./pictures/portal-dark.webp";
import portalLight from "./pictures/portal-light.webp";
import { Section } from "./section.tsx";

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
export function Screenshots() {
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
