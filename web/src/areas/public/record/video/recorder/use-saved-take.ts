import { useCallback, useEffect, useRef, useState } from "react";
import { clearSending, resumesSending, takeBeingSent } from "#media/take/sending-record.ts";
import type { StoredTake } from "#media/take/take-database.ts";
import { TakeStore } from "#media/take/take-store.ts";
import type { Take } from "#media/take/take.ts";
import { pause } from "#lib/pause.ts";
import type { Business } from "./recorder-state.ts";

/** The offered take, and the component that offers it. */
export type SavedTake = {
  facts: StoredTake;
  Stage: typeof import("./saved-take-offer.tsx").SavedTakeOffer;
  /** Submit was already pressed. */
  begun: boolean;
  /** It is sent without asking. */
  resumes: boolean;
};

/** Limit for looking for a saved take. */
const LOOKUP_TIMEOUT_MS = 4000;

type Read = typeof import("#media/take/saved-take.ts").readSavedTake;

/** An unsent video of an earlier visit, or `null`; its file is read only when claimed. */
export function useSavedTake({ clientId, destination }: Business) {
  const [offer, setOffer] = useState<SavedTake | null>(null);
  const [reading, setReading] = useState(false);
  /** Whether the lookup is done. */
  const [lookupDone, setLookupDone] = useState(false);
  /** Holds it for this tab while it is offered, and the code that reads it: by then the line may be gone. */
  const offered = useRef<{ store: TakeStore; read: Read } | null>(null);
  /** Counts the visits of this page: results of an earlier one are ignored. */
  const visit = useRef(0);
  /** The user is busy here: nothing replaces their work without a question. */
  const touched = useRef(false);

  useEffect(() => {
    let unmounted = false;
    const unmounting = new AbortController();
    for (const input of ["pointerdown", "keydown", "click", "input", "drop"]) {
      addEventListener(input, () => (touched.current = true), { capture: true, signal: unmounting.signal });
    }
    const find = async () => {
      const database = await import("#media/take/take-database.ts");
      await database.purgeTakes(Date.now());
      const sent = takeBeingSent();
      let found = await database.findTake(clientId, sent);
      if (!found) return;
      const [{ isSendable, readSavedTake: read }, { SavedTakeOffer }] = await Promise.all([
        import("#media/take/saved-take.ts"),
        import("./saved-take-offer.tsx"),
      ]);
      while (found && !(await isSendable(found))) {
        await database.deleteTake(found.key);
        found = await database.findTake(clientId, sent);
      }
      if (!found) return;
      if (unmounted) return;
      const { key, upload } = found;
      offered.current = { store: TakeStore.resume(key), read };
      setOffer({
        facts: found,
        Stage: SavedTakeOffer,
        begun: sent === key || Boolean(upload?.id ?? upload?.url),
        resumes: !touched.current && resumesSending(key, destination),
      });
    };
    // Without storage there is nothing to offer.
    void Promise.race([find().catch(() => undefined), pause(LOOKUP_TIMEOUT_MS)]).then(
      () => !unmounted && setLookupDone(true),
    );
    return () => {
      unmounted = true;
      unmounting.abort();
      visit.current += 1;
      offered.current?.store.release();
      offered.current = null;
      setOffer(null);
      setReading(false);
      setLookupDone(false);
    };
  }, [clientId, destination]);

  /** Hands the offered take to the caller; `null` if another tab has it or its page was left. */
  const claim = useCallback(async (): Promise<Take | "unreadable" | null> => {
    const mine = offered.current;
    if (!offer || !mine) return null;
    offered.current = null;
    const now = visit.current;
    setReading(true);
    const take = await mine.read(offer.facts, mine.store, offer.resumes).catch(() => "unreadable" as const);
    if (now !== visit.current) {
      mine.store.release();
      return null;
    }
    setReading(false);
    if (offer.resumes && touched.current && take !== "unreadable") {
      offered.current = mine;
      setOffer({ ...offer, resumes: false });
      return null;
    }
    setOffer(null);
    if (take === "unreadable") mine.store.delete();
    // From now on it waits for the submit button: input typed since is not confirmed yet.
    else if (!offer.resumes) clearSending(mine.store.key);
    return take;
  }, [offer]);

  const discard = useCallback(() => {
    offered.current?.store.delete();
    offered.current = null;
    setOffer(null);
  }, []);

  return { offer, lookupDone, reading, claim, discard };
}
