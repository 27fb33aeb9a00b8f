import { limits } from "#media/generated/fallback.json";

/** A long recording and its finished file, and as much again for the browser itself. */
const NEEDED_BYTES = 4 * limits.tooLargeBytes;

/** Whether the device has too little storage to protect a recording from a reload. */
export async function isAlmostFull(): Promise<boolean> {
  const { quota, usage } =
    (await (navigator as Partial<Navigator>).storage?.estimate?.().catch(() => null)) ?? {};
  return quota !== undefined && usage !== undefined && quota - usage < NEEDED_BYTES;
}
