/** Whether `cargo xtask test --thorough` is running, with all cases of the long tests. */
export const thorough = process.env.SAYSO_THOROUGH === "1";

/** The cases of a matrix: the first ones in each run, the most telling first; all with `--thorough`. */
export const cases = <T>(first: number, all: readonly T[]): readonly T[] =>
  thorough ? all : all.slice(0, first);
