/** GB, as `navigator.deviceMemory` rounds them. With so little a full size ends the page. */
const SMALL_MEMORY_GB = 1;

/**
 * Safari reports no memory, but iOS 16 is the newest for the iPhone 8 with 2 GB and the X with 3, which kill pages
 * above about 300 MB, and the oldest that can finish at all (16.4). An iPad that poses as a Mac does not report its
 * version.
 */
const SMALL_IPHONE = /\bOS 16_[\d_]+ like Mac OS X/;

type Clues = { userAgent: string; deviceMemory?: number };

/**
 * Whether a device has so little memory that finishing should start with the smaller picture. Firefox does not report
 * it.
 */
export const hasSmallMemory = ({ userAgent, deviceMemory }: Clues): boolean =>
  (deviceMemory !== undefined && deviceMemory <= SMALL_MEMORY_GB) || SMALL_IPHONE.test(userAgent);
