// An HTTPS proxy that routes Google's hosts to the double and blocks all others: for clients without an endpoint
// option.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import type { AddressInfo, Socket } from "node:net";
import { promisify } from "node:util";
import { GOOGLE_HOSTS } from "./google-drive.ts";

/** `folder`: where the certificate is written, which clients must trust. */
export async function googleProxy(origin: string, folder: string) {
  const certificate = join(folder, "google.pem");
  const key = join(folder, "google.key");
  const names = GOOGLE_HOSTS.map((host) => `DNS:${host}`).join(",");
  const words = "req -x509 -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1".split(" ");
  const named = ["-subj", "/CN=Google double", "-addext", `subjectAltName=${names}`];
  await promisify(execFile)("openssl", [...words, ...named, "-keyout", key, "-out", certificate]);
  const tls = createTlsServer(
    { key: await readFile(key), cert: await readFile(certificate) },
    (asked, answer) => lead(origin, asked, answer),
  );
  const refused: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer((asked, answer) => {
    refused.push(asked.url ?? "");
    answer.writeHead(403).end();
  });
  proxy.on("connect", (asked: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    const host = asked.url?.replace(/:443$/, "") ?? "";
    if (!GOOGLE_HOSTS.includes(host)) {
      refused.push(host);
      return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    return void tls.emit("connection", socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    certificate,
    /** Requests to other hosts, which were blocked. */
    refused,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

function lead(origin: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { hostname, port } = new URL(origin);
  const to = request(
    { hostname, port, method: asked.method, path: asked.url, headers: asked.headers, agent: false },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.headers);
      response.pipe(answer);
      response.on("error", () => answer.destroy());
    },
  );
  to.on("error", () => answer.destroy());
  asked.on("error", () => to.destroy());
  answer.on("close", () => to.destroy());
  asked.pipe(to);
}
