// The work that the server asks for where many submissions come.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";

/** Solves a challenge `{parts}.{zero bits}.{…}`, by another hand than the page's. */
export function solved(challenge: string): string {
  const [parts, bits] = challenge.split(".").map(Number) as [number, number];
  assert.ok(parts <= 64 && bits <= 20, challenge);
  let solution = challenge;
  for (let part = 0; part < parts; part += 1) {
    let number = 0;
    while (!begins(`${challenge}.${part}.${number}`, bits)) number += 1;
    solution += `.${number}`;
  }
  return solution;
}

const begins = (text: string, bits: number) =>
  Math.clz32(createHash("sha256").update(text).digest().readUInt32BE(0)) >= bits;
