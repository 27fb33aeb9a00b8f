import { refetchSession } from "./query-client.ts";

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("sayso-auth") : null;

/** Notifies other tabs of a login or logout. */
export function broadcastSession(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel?.postMessage("changed");
}

const reload = () => void refetchSession();

/** Reloads the session after a login or logout in another tab. Returns a function that stops listening. */
export function onSessionBroadcast(): () => void {
  channel?.addEventListener("message", reload);
  return () => channel?.removeEventListener("message", reload);
}
