import { useCallback, useEffect, useRef, useState } from "react";
import type { SpooledTake } from "../../../../media/spool.ts";
import { TakeKeeper } from "../../../../media/take-keeper.ts";
import type { Take } from "../../../../media/take.ts";

/** What is offered, and the code that says so. */
export type EarlierTake = {
  facts: SpooledTake;
  Stage: typeof import("./stage-earlier.tsx").StageEarlier;
};

type Read = typeof import("../../../../media/earlier-take.ts").readEarlierTake;

/** A video of an earlier visit that was never sent, or `null`; it is read when somebody wants it. */
export function useEarlierTake(clientId: string) {
  const [offer, setOffer] = useState<EarlierTake | null>(null);
  /** Holds it for this tab while it is offered, and the code that reads it: by then the line may be gone. */
  const offered = useRef<{ keeper: TakeKeeper; read: Read } | null>(null);

  useEffect(() => {
    let gone = false;
    const look = async () => {
      const spool = await import("../../../../media/spool.ts");
      await spool.sweepTakes(Date.now());
      const found = await spool.findTake(clientId);
      if (!found) return;
      const [{ readEarlierTake: read }, { StageEarlier }] = await Promise.all([
        import("../../../../media/earlier-take.ts"),
        import("./stage-earlier.tsx"),
      ]);
      if (gone) return;
      offered.current = { keeper: TakeKeeper.resume(found.key), read };
      setOffer({ facts: found, Stage: StageEarlier });
    };
    // A browser that keeps nothing has nothing to offer.
    look().catch(() => undefined);
    return () => {
      gone = true;
      offered.current?.keeper.release();
      offered.current = null;
    };
  }, [clientId]);

  /** What was offered, now in the caller's hands; `null` when it cannot be read, and is then removed. */
  const claim = useCallback(async (): Promise<Take | null> => {
    if (!offer || !offered.current) return null;
    const { keeper, read } = offered.current;
    const take = await read(offer.facts, keeper).catch(() => null);
    offered.current = null;
    setOffer(null);
    if (!take) keeper.forget();
    return take;
  }, [offer]);

  const discard = useCallback(() => {
    offered.current?.keeper.forget();
    offered.current = null;
    setOffer(null);
  }, []);

  return { offer, claim, discard };
}
