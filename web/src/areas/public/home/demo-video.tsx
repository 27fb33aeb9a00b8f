import { column } from "./section.tsx";
import { homeSettings } from "./settings.ts";
import { Story } from "./story.tsx";
import { StoryPoster } from "./story-poster.tsx";
import { VideoFrame } from "./video-frame.tsx";

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
