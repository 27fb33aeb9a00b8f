import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the ports that Linux gives out itself: there another process's connection may take one before its owner listens.
const FIRST = 10_000;
const LAST = 32_767;

/** A free port that the system does not assign automatically. */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    try {
      const port = randomInt(FIRST, LAST + 1);
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      server.close();
      await once(server, "close");
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
