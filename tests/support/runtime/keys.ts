// The keys of the Worker under test, as it derives them itself (`worker/domain/src/keys.rs`).
import { createHmac, hkdfSync } from "node:crypto";

export const SECRET_KEY = "a key that only these tests use, 32+ characters";

const derived = (purpose: "links" | "tokens") =>
  Buffer.from(hkdfSync("sha256", SECRET_KEY, "", `sayso ${purpose} 1`, 32));

/** The signature of a link; `expires` in UTC milliseconds. */
export const linkSignature = (
  kind:
    | "video"
    | "folder"
    | "sign-up"
    | "stop-mails"
    | "get-mails"
    | "leave-mails"
    | "demo-erasure"
    | "own-testimonial",
  id: string,
  expires: number,
) => createHmac("sha256", derived("links")).update(`${kind}\n${id}\n${expires}`).digest("hex");

/** The stored hash of a token. */
export const tokenHash = (token: string) =>
  createHmac("sha256", derived("tokens")).update(`token\n${token}`).digest("hex");
