import { useCallback, useEffect, useState } from "react";
import { TakeKeeper } from "../../../../media/take-keeper.ts";
import { takeOf, type Take } from "../../../../media/take.ts";

export type EarlierTake = {
  facts: { startedAt: number; seconds: number | null; sending: boolean };
  take: Take;
};

/** A video of an earlier visit that was never sent, or `null`. */
export function useEarlierTake(clientId: string) {
  const [earlier, setEarlier] = useState<EarlierTake | null>(null);

  useEffect(() => {
    let gone = false;
    const look = async () => {
      const found = await findEarlier(clientId);
      if (!gone) setEarlier(found);
    };
    // A browser that keeps nothing has nothing to offer.
    look().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [clientId]);

  const claim = useCallback((): Take | null => {
    setEarlier(null);
    return earlier?.take ?? null;
  }, [earlier]);
  const discard = useCallback(() => {
    setEarlier(null);
    earlier?.take.keeper.forget();
  }, [earlier]);

  return { take: earlier, claim, discard };
}

async function findEarlier(clientId: string): Promise<EarlierTake | null> {
  const spool = await import("../../../../media/spool.ts");
  await spool.sweepTakes(Date.now());
  const facts = await spool.findTake(clientId);
  if (!facts) return null;
  const recorded = await spool.readFile(facts.key, "raw", facts.type);
  if (recorded.size === 0 || (facts.bytes !== null && facts.bytes !== recorded.size)) {
    await spool.forgetTake(facts.key);
    return findEarlier(clientId);
  }
  const { finished, upload, form } = facts;
  const blob =
    finished && finished.unfinished === null
      ? await spool.readFile(facts.key, "finished", finished.type)
      : recorded;
  const take = takeOf(facts, recorded, TakeKeeper.resume(facts.key));
  return {
    facts: {
      startedAt: facts.startedAt,
      seconds: facts.seconds,
      sending: upload.url !== null || upload.id !== null,
    },
    take: { ...take, earlier: { finished: finished && { ...finished, blob }, upload, form } },
  };
}
