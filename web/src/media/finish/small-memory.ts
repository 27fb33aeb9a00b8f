/** GB, as `navigator.deviceMemory` rounds them. With so little a full size ends the page. */
const SMALL_MEMORY_GB = 1;

/**
 * Safari does not tell, but iOS 16 is the newest for the iPhone 8 with 2 GB and the X with 3, whose pages are ended above
 * about 300 MB, and the oldest that can finish at all (16.4). An iPad that poses as a Mac does not tell that either.
 */
const SMALL_IPHONE = /\bOS 16_[\d_]+ like Mac OS X/;

type Clues = { userAgent: string; deviceMemory?: number };

/** Whether a device has so little memory that it does better to begin with the smaller picture. Firefox does not tell. */
export const hasSmallMemory = ({ userAgent, deviceMemory }: Clues): boolean =>
  (deviceMemory !== undefined && deviceMemory <= SMALL_MEMORY_GB) || SMALL_IPHONE.test(userAgent);
