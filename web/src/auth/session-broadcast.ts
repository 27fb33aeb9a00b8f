import { refetchSession } from "./query-client.ts";

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("sayso-auth") : null;

/** Tells the other tabs that somebody has signed in or out here. */
export function broadcastSession(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel?.postMessage("changed");
}

const ask = () => void refetchSession();

/** Another tab's sign-in or sign-out: ask again who is signed in. Answers how to stop. */
export function onSessionBroadcast(): () => void {
  channel?.addEventListener("message", ask);
  return () => channel?.removeEventListener("message", ask);
}
