// Serves folders of built files on a free port; 127.0.0.1 may ask for the camera.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

export type Served = { url: URL; close: () => void };

export function serve(folder: string): Promise<Served> {
  return listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const bytes = await readFile(join(folder, pathname)).catch(() => undefined);
    const type = TYPES[extname(pathname)] ?? "application/octet-stream";
    response.writeHead(bytes ? 200 : 404, { "content-type": type }).end(bytes);
  });
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on a free port; errors cut the connection. */
export async function listen(answer: Answer): Promise<Served> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: new URL(`http://127.0.0.1:${port}`), close };
}
