import { useEffect, useRef, useState } from "react";
import { BUBBLE } from "#brand/mark.tsx";
import { makeThumbnail, thumbnailAt } from "./make-thumbnail.ts";

/** A video's thumbnail, made when it scrolls into view; our mark if there is none. Decorative. */
export function Thumbnail({ url, className }: { url: string | null; className: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [still, setStill] = useState(url ? (thumbnailAt(url) ?? null) : null);

  useEffect(() => {
    const element = place.current;
    if (!element || !url || still) return undefined;
    const unmounting = new AbortController();
    const inSight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        inSight.disconnect();
        void makeThumbnail(url, unmounting.signal).then(
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
  }, [url, still]);

  return (
    <div
      ref={place}
      className={`grid aspect-[3/4] shrink-0 place-items-center overflow-hidden rounded-lg bg-stage ${className}`}
    >
      {still ? (
        <img src={still} alt="" className="size-full animate-rise object-cover" />
      ) : (
        <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
          <path d={BUBBLE} className="fill-stage-raised" />
          <circle cx="16" cy="15.9" r="6.5" className="fill-stage" />
        </svg>
      )}
    </div>
  );
}
