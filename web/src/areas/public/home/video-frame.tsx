import { Play } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";

type Props = {
  /** The `https` URL of a known video service's player. */
  address: string;
  title: string;
  /** Our own image, shown until the click. */
  poster: ReactNode;
  className?: string;
};

/** A third-party player. Nothing is requested from its site before the click. */
export function VideoFrame({ address, title, poster, className = "" }: Props) {
  const [playing, setPlaying] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (playing) frame.current?.focus();
  }, [playing]);

  return (
    <div className={`on-stage relative overflow-hidden bg-stage ${className}`}>
      {playing ? (
        <iframe
          ref={frame}
          src={address}
          title={title}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          // Players need both. Cross-origin, they cannot remove the sandbox.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          // Players refuse to play without a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          className="absolute inset-0 size-full"
        />
      ) : (
        <>
          <button
            type="button"
            aria-label={`Play: ${title}`}
            onClick={() => setPlaying(true)}
            className="group absolute inset-0 size-full outline-offset-[-6px]"
          >
            {poster}
            <span className="absolute inset-x-0 bottom-[22%] sm:bottom-[18%] grid place-items-center">
              <span className="grid size-14 place-items-center rounded-full bg-signal-dot text-white ring-4 ring-white transition-transform group-hover:scale-105 sm:size-18">
                <Play className="ml-0.5 size-7 fill-current" aria-hidden="true" />
              </span>
            </span>
          </button>
          <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-stage truncate px-3 py-2 text-xs sm:text-sm text-stage-muted">
            Plays from {new URL(address).hostname}
          </p>
        </>
      )}
    </div>
  );
}
