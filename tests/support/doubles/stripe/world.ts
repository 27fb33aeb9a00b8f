// State shared by the call handlers: the store, the clock, the events, and the double's origin.
import { recordEvent, type EventType } from "./event.ts";
import { render, type Json } from "./render.ts";
import type { Kind, Store, Stored, Tables } from "./store.ts";
import { VERSIONS, type Version } from "./versions.ts";

export type Settings = {
  livemode: boolean;
  /** Default for calls and webhook endpoints without a version. */
  apiVersion: Version;
  /** Status of a subscription after the last retry has failed. */
  afterRetries: "cancel" | "unpaid";
  /** How long a renewal's invoice stays a draft; 0: it is charged at once. */
  draftSeconds: number;
};

export type World = ReturnType<typeof createWorld>;

/** `origin` is set once the server listens. */
export function createWorld(store: Store, settings: Settings) {
  const world = {
    store,
    settings,
    origin: "",
    /** The call that is being answered: events name it. */
    request: { id: null, idempotency_key: null } as { id: string | null; idempotency_key: string | null },
    /** Set while the clock is being moved: the moment that has been reached. */
    moment: undefined as number | undefined,
    /** Called with each event as soon as it is recorded. */
    announce: (_event: Tables["event"]): void => {},
    now: (): number => world.moment ?? store.now(),
    /** A new object with its id and time, stored. */
    create: <K extends Kind>(
      kind: K,
      fields: Omit<Tables[K], "id" | "object" | "created"> & { id?: string },
    ): Tables[K] => {
      const { id = store.newId(kind), ...rest } = fields;
      return store.put(kind, { id, object: kind, created: world.now(), ...rest } as unknown as Tables[K]);
    },
    emit: (type: EventType, stored: Stored): void =>
      world.announce(recordEvent(world, type, snapshot(stored))),
    /** Changes an object; if anything visible differs, emits an event with the previous values. */
    change: <T extends Stored>(stored: T, changes: Partial<T>, type?: EventType): T => {
      const before = snapshot(stored);
      Object.assign(stored, changes);
      if (type) {
        const after = snapshot(stored);
        const changed = JSON.stringify(before) !== JSON.stringify(after);
        if (changed) world.announce(recordEvent(world, type, after, before));
      }
      return stored;
    },
  };
  const snapshot = (stored: Stored): Snapshot =>
    Object.fromEntries(VERSIONS.map((version) => [version, render(world, stored, version)])) as Snapshot;
  return world;
}

/** One object as each version shows it. */
export type Snapshot = Record<Version, Json>;
