// Judging on a machine that does other things too: sides take turns, and medians decide.

export type Side<Value = number> = () => Promise<Value>;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/**
 * Runs the sides one after the other, `rounds` times, alternating the order: the machine's state depends on what ran
 * before.
 */
export async function alternate<Name extends string, Value = number>(
  sides: Record<Name, Side<Value>>,
  rounds = 5,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(sides) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Value[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 ? names.toReversed() : names) values[name].push(await sides[name]());
  }
  return values;
}

/** The median of the rounds' ratios: both sides of a ratio saw the same minute. */
export const ratio = (ours: number[], other: number[]) =>
  median(ours.map((value, i) => value / (other[i] ?? NaN)));
