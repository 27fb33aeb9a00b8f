/** How thoroughly to measure: in full for the numbers, or in short, which only proves that each part still runs. */
export type Extent = "full" | "short";

export type ByExtent<T> = Record<Extent, T>;
