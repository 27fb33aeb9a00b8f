/** Limit of one request: it is held in memory and must fit a network's timeout. */
const MAX_BYTES = 16 * 1_048_576;
const MIN_BYTES = 64 * 1024;
/** The server stores at most 900 chunks per video, and each slice ends one. */
const MAX_SLICES = 800;
/** Successful slices in a row before the size grows. */
const GROWS_AFTER = 4;

/**
 * Chooses the size of an upload's next request. The server stores what it read of a cut request except for the last 256
 * KiB, or nothing if a proxy forwards whole requests only. On a line that cuts every connection early only small slices
 * arrive.
 */
export class SliceSize {
  bytes = MAX_BYTES;
  private readonly least: number;
  private readonly small: number;
  private arrivals = 0;

  /** `video`: total bytes; after a cut, slices are smaller than `small`. */
  constructor(video: number, small: number) {
    this.small = small;
    this.least = Math.max(MIN_BYTES, Math.ceil(video / MAX_SLICES));
  }

  arrived(): void {
    this.arrivals += 1;
    if (this.arrivals % GROWS_AFTER === 0) this.bytes = Math.min(2 * this.bytes, MAX_BYTES);
  }

  cut(): void {
    this.arrivals = 0;
    const half = Math.floor(Math.min(this.bytes, this.small) / 2);
    this.bytes = Math.max(this.least, half);
  }
}
