// A foreign server whose responses harm clients that read them whole.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, createGzip } from "node:zlib";
import { Readable } from "node:stream";

/** An endless body, one that inflates endlessly, or one that trickles forever. */
export type Body = "endless" | "inflating" | "trickling";

const PIECE = Buffer.alloc(64 * 1024, " ");
/** More than any client may read; afterwards it sends nothing and stays open. */
const MAX_BYTES = 16 * 1024 * 1024;

const SEND: Record<Body, (answer: ServerResponse) => Promise<void>> = {
  endless: async (answer) => {
    let onDrain = () => {};
    answer.on("drain", () => onDrain()).on("close", () => onDrain());
    for (let sent = 0; sent < MAX_BYTES && !answer.destroyed; sent += PIECE.length) {
      if (!answer.write(PIECE)) await new Promise<void>((resolve) => (onDrain = resolve));
    }
  },
  inflating: async (answer) => {
    let sent = 0;
    const spaces = new Readable({
      read() {
        if ((sent += PIECE.length) > MAX_BYTES) return;
        this.push(PIECE);
      },
    });
    answer.once("close", () => spaces.destroy());
    spaces.pipe(createGzip({ level: constants.Z_BEST_COMPRESSION })).pipe(answer);
  },
  trickling: async (answer) => {
    answer.write(" ");
  },
};

/** Sends a harmful body if `isHarmful`, otherwise the response of `answer`. */
export async function hostileServer(
  isHarmful: (method: string, path: string) => boolean,
  answer: (method: string) => { status: number; body?: string } = () => ({ status: 200 }),
) {
  let body: Body = "endless";
  const server = createServer((asked, response) => {
    asked.resume();
    asked.once("end", () => {
      const { method = "", url = "" } = asked;
      if (!isHarmful(method, url)) {
        const { status, body: text } = answer(method);
        response.writeHead(status).end(text);
        return;
      }
      const gzip = body === "inflating" && { "content-encoding": "gzip" };
      response.writeHead(method === "PROPFIND" ? 207 : 200, { "content-type": "application/json", ...gzip });
      response.on("error", () => undefined);
      void SEND[body](response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends bodies of another kind from now on. */
    send: (other: Body) => {
      body = other;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
