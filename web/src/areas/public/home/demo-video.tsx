import { column } from "./section.tsx";
import { homeSettings } from "./home-settings.ts";
import { VideoFrame } from "./video-frame.tsx";
import { BUBBLE } from "../../../brand/mark.tsx";
import grace from "./portraits/grace.svg";
import maya from "./portraits/maya.svg";
import tom from "./portraits/tom.svg";
import { Folder, Link2, Play, RotateCcw } from "lucide-react";
import { useState } from "react";
import { facts } from "../facts.ts";

const SLOT = "rounded-[28px] max-sm:-mx-1";

/** The demo video, or, until there is one, the same told in three drawings. */
export function DemoVideo() {
  const { demo_video: address } = homeSettings;
  return (
    <section aria-label="Demo video" className={column}>
      {address ? (
        <VideoFrame
          address={address}
          title="Sayso in action"
          poster={<StoryPoster />}
          className={`aspect-video ${SLOT}`}
        />
      ) : (
        <Story className={SLOT} />
      )}
    </section>
  );
}

/** Three customers side by side. */
function StoryPoster() {
  return (
    <span aria-hidden="true" className="absolute inset-0 grid grid-cols-3">
      {[tom, maya, grace].map((face) => (
        <img key={face} src={face} alt="" className="size-full object-cover object-[50%_35%]" />
      ))}
      <svg viewBox="0 0 32 32" className="absolute top-4 left-4 w-10 sm:top-6 sm:left-6 sm:w-14">
        <path d={BUBBLE} className="fill-stage" />
        <circle cx="16" cy="15.9" r="6.5" className="fill-signal-dot" />
      </svg>
    </span>
  );
}

/** How one testimonial comes about, as a drawing that can be played. */
function Story({ className = "" }: { className?: string }) {
  const [plays, setPlays] = useState(0);
  return (
    <div className={`on-stage overflow-hidden bg-stage p-6 pb-5 text-on-stage sm:p-10 sm:pb-7 ${className}`}>
      <ol
        key={plays}
        className={`grid gap-10 md:grid-cols-[1fr_auto_1fr] lg:gap-14 ${plays > 0 ? "story-plays" : ""}`}
      >
        <li className="flex flex-col gap-4">
          <Beat title="You ask" text="By message, by email, or with a QR code on the counter." />
          <div
            aria-hidden="true"
            className="my-auto self-start rounded-[20px] rounded-bl-sm bg-on-stage px-4 py-3 text-[0.9375rem] leading-snug text-stage"
          >
            Thank you for coming in, Maya. Would you say a few words on camera?
            <span className="mt-2 flex items-center gap-2 font-semibold">
              <Link2 className="size-4 shrink-0" />
              <span className="underline underline-offset-4">/record/blue-door-bakery</span>
            </span>
          </div>
        </li>
        <li className="flex flex-col items-center gap-4 text-center">
          <Beat title="They talk" text={`${facts.recordingSeconds} seconds at most.`} />
          <div
            aria-hidden="true"
            className="relative w-44 overflow-hidden rounded-[28px] border-[5px] border-stage-raised sm:w-52"
          >
            <img
              src={maya}
              alt=""
              width="360"
              height="640"
              className="aspect-[9/14] w-full object-cover object-top"
            />
            <Clock />
          </div>
        </li>
        <li className="flex flex-col gap-4">
          <Beat title="You have it" text="In your cloud-drive folder, with an email to tell you." />
          <div aria-hidden="true" className="my-auto rounded-card bg-stage-raised p-4">
            <p className="flex items-center gap-2 border-b border-stage-muted/30 pb-3 text-sm text-stage-muted">
              <Folder className="size-4" /> Blue Door Bakery
            </p>
            <p className="flex items-center gap-3 pt-3">
              <span className="relative block size-14 shrink-0 overflow-hidden rounded-lg">
                <img
                  src={maya}
                  alt=""
                  width="360"
                  height="640"
                  className="size-full object-cover object-[50%_30%]"
                />
                <Play className="absolute inset-0 m-auto size-5 fill-white text-white" />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">Maya Lind.mp4</span>
                <span className="block text-sm text-stage-muted tabular-nums">0:21, ready to post</span>
              </span>
            </p>
          </div>
        </li>
      </ol>
      <button
        type="button"
        onClick={() => setPlays((count) => count + 1)}
        className="mx-auto mt-6 flex min-h-11 items-center gap-2 rounded-full px-4 text-sm font-semibold text-stage-muted hover:text-on-stage motion-reduce:hidden"
      >
        <RotateCcw className="size-4" aria-hidden="true" />
        Play it step by step
      </button>
    </div>
  );
}

function Beat({ title, text }: { title: string; text: string }) {
  return (
    <p>
      <span className="block font-display text-3xl font-bold tracking-tight">{title}</span>
      <span className="mt-1 block text-[0.9375rem] text-stage-muted">{text}</span>
    </p>
  );
}

/** The recorder's button with the ring around it. */
function Clock() {
  return (
    <svg viewBox="0 0 64 64" className="absolute bottom-3 left-1/2 w-14 -translate-x-1/2">
      <circle cx="32" cy="32" r="31" className="fill-stage" opacity="0.75" />
      <g fill="none" strokeWidth="4" transform="rotate(-90 32 32)">
        <circle cx="32" cy="32" r="25" className="stroke-stage-muted" opacity="0.4" />
        <circle
          cx="32"
          cy="32"
          r="25"
          strokeLinecap="round"
          pathLength="40"
          strokeDasharray="21 40"
          className="story-ring stroke-on-stage"
        />
      </g>
      <rect x="23" y="23" width="18" height="18" rx="5" className="fill-stage-signal" />
    </svg>
  );
}
