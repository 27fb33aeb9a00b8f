import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { facts } from "#areas/public/facts.ts";
import filmed from "./pictures/film.mp4";
import poster from "./pictures/camera-light.webp";
import { homeSettings } from "./home-settings.ts";
import { column } from "./section.tsx";
import { VideoFrame } from "./video-frame.tsx";

const SLOT = "rounded-[28px] max-sm:-mx-1";

/** The demo video of the settings; without one, our own recording of the product. */
export function Film() {
  const { demo_video: address } = homeSettings;
  return (
    <section aria-label="Demo video" className={column}>
      {address ? (
        <VideoFrame
          address={address}
          title="Sayso in action"
          poster={
            <img src={poster} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
          }
          className={`aspect-video ${SLOT}`}
        />
      ) : (
        <OwnFilm />
      )}
    </section>
  );
}

const FIGURES = [
  [
    `${facts.recordingSeconds} seconds`,
    "at most. A ring counts down, and the recording stops automatically.",
  ],
  ["0 apps", "to install. The page opens in the browser they already have."],
  [`${facts.creditsPerMonth} videos`, "a month in either plan, in your folder and named after the customer."],
];

/** A recording of the product on a phone, beside its figures. Nothing is loaded before it is played. */
function OwnFilm() {
  return (
    <div
      className={`on-stage grid items-center gap-x-14 gap-y-10 overflow-hidden bg-stage px-6 py-10 text-on-stage sm:p-12 lg:grid-cols-[1fr_auto] lg:px-16 ${SLOT}`}
    >
      <div>
        <h2 className="max-w-[14ch] text-[clamp(2.25rem,5.5vw,3.75rem)] leading-[0.98] tracking-[-0.035em]">
          From a link to a video.
        </h2>
        <p className="mt-5 max-w-[38ch] text-lg text-stage-muted">
          This is the product, recorded on its own screen. A drawing sits in for the customer.
        </p>
        <dl className="mt-8 grid gap-x-8 gap-y-5 sm:grid-cols-3 lg:grid-cols-1">
          {FIGURES.map(([figure, text]) => (
            <div key={figure} className="border-t border-stage-muted/30 pt-4">
              <dt className="font-display text-2xl font-bold tracking-tight">{figure}</dt>
              <dd className="mt-0.5 max-w-[52ch] text-stage-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Player />
    </div>
  );
}

function Player() {
  const [isPlaying, setPlaying] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isPlaying) return;
    video.current?.focus();
    // A browser may want another press: then its own controls are there.
    video.current?.play().catch(() => undefined);
  }, [isPlaying]);
  const shape = "block aspect-[390/844] w-full";
  return (
    <div className="relative mx-auto w-full max-w-64 overflow-hidden rounded-[36px] border-[6px] border-stage-raised sm:max-w-72">
      {isPlaying ? (
        <video
          ref={video}
          src={filmed}
          poster={poster}
          controls
          muted
          playsInline
          aria-label="A customer opens the page, records, watches the video and sends it. The video has no sound."
          className={shape}
        />
      ) : (
        <button
          type="button"
          aria-label="Play the video"
          onClick={() => setPlaying(true)}
          className="group block w-full outline-offset-[-8px]"
        >
          <img
            src={poster}
            alt=""
            width="560"
            height="1212"
            loading="lazy"
            className={`${shape} object-cover`}
          />
          <span className="absolute inset-0 grid place-items-center">
            <span className="grid size-18 place-items-center rounded-full bg-signal-dot text-white ring-4 ring-white transition-transform group-hover:scale-105">
              <Play className="ml-0.5 size-8 fill-current" aria-hidden="true" />
            </span>
          </span>
        </button>
      )}
    </div>
  );
}
