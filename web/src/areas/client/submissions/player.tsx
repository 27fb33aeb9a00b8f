import { useRef, useState, type SyntheticEvent } from "react";
import { client as endpoints } from "../../../api/portal-endpoints.ts";
import type { SubmissionLine } from "../../../api/generated/SubmissionLine.ts";
import { Button } from "../../../ui/button.tsx";
import { useStill } from "./use-still.ts";

const MAX_RELOADS = 2;

type Props = { clientId: string; submission: SubmissionLine };

/** The browser's own player; it asks for the parts it needs. */
export function Player({ clientId, submission }: Props) {
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  const reloads = useRef(0);
  const address = endpoints.video(clientId, submission.id);
  const still = useStill(address, submission.playable);

  // Chromium lets go of a video that waits to be played and seeks to take it up again, which fails in a recording
  // without an index, as browsers make them, and so does loading it twice at once. Loaded afresh it plays.
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
          The video cannot be played here. If it is in your folder, open it there.
        </p>
      ) : failed ? (
        <div role="alert" className="flex max-w-[30ch] flex-col items-center gap-4 p-6 text-center">
          <p>
            This browser could not play the video. Try again, or download it and open it with another player.
          </p>
          <Button
            look="outlined"
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
          {...(still === undefined ? {} : { src: address })}
          {...(still ? { poster: still } : {})}
          controls
          playsInline
          preload="metadata"
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
