import { useEffect, useRef, useState } from "react";
import { BUBBLE } from "../../../brand/mark.tsx";
import { makeThumbnail, thumbnailAt } from "./make-thumbnail.ts";

/** A still of a video, made here once it is in sight; our mark where there is none. Decorative. */
export function Thumbnail({ address }: { address: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  const [still, setStill] = useState(address ? (thumbnailAt(address) ?? null) : null);

  useEffect(() => {
    const element = place.current;
    if (!element || !address || still) return undefined;
    const gone = new AbortController();
    const inSight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        inSight.disconnect();
        void makeThumbnail(address, gone.signal).then((made) => !gone.signal.aborted && setStill(made));
      },
      { rootMargin: "100px" },
    );
    inSight.observe(element);
    return () => {
      inSight.disconnect();
      gone.abort();
    };
  }, [address, still]);

  return (
    <div
      ref={place}
      className="grid aspect-[3/4] w-16 shrink-0 place-items-center overflow-hidden rounded-lg bg-stage"
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
