// Requests that no well-behaved client sends, byte by byte.
import { connect, type Socket } from "node:net";

/** Opens a connection and sends a request's head. */
export async function openRequest(
  url: URL,
  method: string,
  path: string,
  headers: Record<string, string | number>,
): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.on("error", () => socket.destroy());
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  return socket;
}

/** Status of the answer, as soon as its first line has arrived. */
export function statusOf(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1");
      const found = /^HTTP\/1\.1 (\d{3})/.exec(text);
      if (found) resolve(Number(found[1]));
    });
    socket.once("close", () => reject(new Error("closed without an answer")));
  });
}
