// A TCP proxy that cuts connections, as poor networks do.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type BrokenNetwork = Awaited<ReturnType<typeof brokenNetwork>>;

/** Stands before `target`; `cutAfter` cuts a connection once it has carried that many bytes upwards. */
export async function brokenNetwork(target: URL) {
  const cuts: number[] = [];
  const carried: number[] = [];
  const open = new Set<Socket>();
  const server = createServer((down: Socket) => {
    const up = connect(Number(target.port), target.hostname);
    open.add(down);
    let bytes = 0;
    down.on("data", (data: Buffer) => {
      const limit = cuts[0];
      if (limit !== undefined && bytes + data.length > limit) {
        cuts.shift();
        carried.push(limit);
        // What was carried arrives; the rest never does.
        up.end(data.subarray(0, limit - bytes));
        down.destroy();
        return;
      }
      bytes += data.length;
      if (!up.write(data)) {
        down.pause();
        up.once("drain", () => down.resume());
      }
    });
    up.pipe(down);
    down.on("end", () => up.end());
    for (const socket of [down, up]) socket.on("error", () => socket.destroy());
    down.on("close", () => {
      open.delete(down);
      up.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    /** The next connection that carries more than `bytes` is cut there. */
    cutAfter: (bytes: number) => cuts.push(bytes),
    /** How much each cut connection had carried. */
    carried,
    close: () => {
      // A browser keeps its connections open for the next request.
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
