import { useEffect, useRef, useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { SubmissionSummary } from "#api/generated/client.ts";
import { BUBBLE } from "#brand/mark.tsx";
import { posterAddress } from "./make-poster.ts";
import { makeThumbnail, thumbnailAt } from "./make-thumbnail.ts";

type Props = { clientId: string; line: SubmissionSummary; className: string };

/**
 * A submission's poster. The first visit that sees one without makes it from the video, and keeps it. Our mark if there
 * is neither. Decorative.
 */
export function Thumbnail({ clientId, line: { id, has_poster: hasPoster, playable }, className }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const url = playable ? api.submissionVideoAddress(clientId, id, {}) : null;
  const [still, setStill] = useState(url ? (thumbnailAt(url) ?? null) : null);
  const source = still ?? (hasPoster ? posterAddress(clientId, id) : null);

  useEffect(() => {
    const element = place.current;
    if (!element || !url || source) return undefined;
    const unmounting = new AbortController();
    const inSight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        inSight.disconnect();
        void makeThumbnail({ clientId, id, url }, unmounting.signal).then(
          (made) => !unmounting.signal.aborted && setStill(made),
        );
      },
      { rootMargin: "100px" },
    );
    inSight.observe(element);
    return () => {
      inSight.disconnect();
      unmounting.abort();
    };
  }, [clientId, id, url, source]);

  return (
    <div
      ref={place}
      className={`grid aspect-[3/4] shrink-0 place-items-center overflow-hidden rounded-lg bg-stage ${className}`}
    >
      {source ? (
        <img src={source} alt="" loading="lazy" className="size-full animate-rise object-cover" />
      ) : (
        <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
          <path d={BUBBLE} className="fill-stage-raised" />
          <circle cx="16" cy="15.9" r="6.5" className="fill-stage" />
        </svg>
      )}
    </div>
  );
}
