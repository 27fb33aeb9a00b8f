// Chance that a seed repeats.

export type Chance = ReturnType<typeof seeded>;

/** Random numbers from a seed (mulberry32): the same seed gives the same ones. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const oneOf = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
  return {
    below,
    oneOf,
    percent: (share: number) => next() * 100 < share,
    between: (least: number, most: number) => least + next() * (most - least),
    shuffled: <T>(all: readonly T[]): T[] =>
      all
        .map((one) => ({ one, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one),
    /** Picks one by weight. */
    weighted: <T>(all: readonly (readonly [weight: number, one: T])[]): T | undefined => {
      let left = next() * all.reduce((sum, [weight]) => sum + weight, 0);
      return all.find(([weight]) => (left -= weight) < 0)?.[1];
    },
  };
}
