import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { SubmissionSummary } from "#api/generated/client.ts";
import { Button } from "#ui/button.tsx";
import { cancelThumbnail, makeThumbnail, thumbnailAt } from "./make-thumbnail.ts";

const MAX_RELOADS = 2;

type Props = { clientId: string; submission: SubmissionSummary };

/** The browser's own player, which requests the byte ranges it needs. */
export function Player({ clientId, submission }: Props) {
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  const reloads = useRef(0);
  const url = api.submissionVideoAddress(clientId, submission.id, {});
  const poster = usePoster(url, submission.playable);
  // Without a poster the browser would decode the first frame: Chromium then cannot seek back in a recording without an
  // index, and a page that crashed over the poster must not crash over this.
  const preload = poster ? "metadata" : "none";
  const element = useRef<HTMLVideoElement>(null);

  // Plays now if play was pressed while the poster was being made and the video had no source yet.
  useEffect(() => {
    if (poster !== undefined && begun.current) element.current?.play().catch(() => undefined);
  }, [poster]);

  // Chromium unloads a video that waits to be played and later seeks to resume, which fails in a recording without an
  // index, as browsers make them; so does loading it twice at once. Reloading it fixes both.
  const onError = ({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) => {
    if (reloads.current === MAX_RELOADS || video.currentTime > 0) {
      setFailed(true);
      return;
    }
    reloads.current += 1;
    video.load();
    if (begun.current) video.play().catch(() => undefined);
  };

  return (
    <div className="on-stage relative grid h-[min(60svh,32rem)] place-items-center overflow-hidden rounded-card bg-stage text-on-stage">
      {!submission.playable ? (
        <p className="max-w-[28ch] p-6 text-center text-stage-muted">
          {submission.hold !== null
            ? "This video is on hold. Accept it to watch it."
            : submission.video_deleted_at === null
              ? "This video cannot be played here. If it is in your folder, open it there."
              : "This video was deleted at the end of its retention period. Its entry and the consent stay."}
        </p>
      ) : failed ? (
        <div role="alert" className="flex max-w-[30ch] flex-col items-center gap-4 p-6 text-center">
          <p>
            This browser could not play the video. Try again, or download it and open it with another player.
          </p>
          <Button
            variant="outlined"
            onClick={() => {
              begun.current = false;
              reloads.current = 0;
              setFailed(false);
            }}
          >
            Try again
          </Button>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written any
        <video
          ref={element}
          {...(poster === undefined ? {} : { src: url })}
          {...(poster ? { poster: poster } : {})}
          controls
          playsInline
          preload={preload}
          aria-label={`Video of ${submission.customer_name}`}
          onPlay={() => {
            begun.current = true;
          }}
          onError={onError}
          className="absolute inset-0 size-full object-contain"
        />
      )}
    </div>
  );
}

/** A player waits no longer for its still. */
const TIMEOUT_MS = 3000;

/** A video's poster: `undefined` while it is made, `null` if there is none or not in time. */
function usePoster(url: string, playable: boolean): string | null | undefined {
  const [poster, setPoster] = useState<string | null | undefined>(() => thumbnailAt(url));

  // A visit by direct link has no list that would have made the thumbnail.
  useEffect(() => {
    if (!playable) return undefined;
    const gone = new AbortController();
    // Loaded twice at once it would fail in Chromium: the player gets the URL once the thumbnail has released it.
    const timer = setTimeout(() => cancelThumbnail(url), TIMEOUT_MS);
    void makeThumbnail(url, gone.signal, { first: true }).then(
      (made) => !gone.signal.aborted && setPoster(made),
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [url, playable]);

  return poster;
}
