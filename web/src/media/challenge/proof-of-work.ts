/** Hashes per batch: awaiting each one separately would take longer than the work. */
const BATCH = 64;

/**
 * Solves a challenge `{parts}.{zero bits}.{…}` (`domain::challenge`): finds for each part a number whose SHA-256 with
 * the challenge begins with so many zero bits. The solution is the challenge followed by the numbers.
 */
export async function proofOfWork(challenge: string): Promise<string> {
  const [parts = 0, zeroBits = 0] = challenge.split(".").map(Number);
  const numbers: number[] = [];
  for (let part = 0; part < parts; part += 1)
    numbers.push(await findNumber(`${challenge}.${part}.`, zeroBits));
  return [challenge, ...numbers].join(".");
}

async function findNumber(start: string, zeroBits: number): Promise<number> {
  const encoder = new TextEncoder();
  for (let first = 0; ; first += BATCH) {
    const digests = await Promise.all(
      Array.from({ length: BATCH }, (_, index) =>
        crypto.subtle.digest("SHA-256", encoder.encode(`${start}${first + index}`)),
      ),
    );
    const found = digests.findIndex((digest) => Math.clz32(new DataView(digest).getUint32(0)) >= zeroBits);
    if (found >= 0) return first + found;
  }
}
