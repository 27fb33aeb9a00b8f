// A TCP proxy that cuts, stalls and delays connections, as poor networks do.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type BrokenNetwork = Awaited<ReturnType<typeof brokenNetwork>>;

/** Starts a proxy in front of `target` whose faults tests order. */
export async function brokenNetwork(target: URL) {
  const faults: { after: number; kind: "cut" | "stall" }[] = [];
  let lateMs = 0;
  const carried: number[] = [];
  const open = new Set<Socket>();
  const server = createServer((down: Socket) => {
    const up = connect(Number(target.port), target.hostname);
    open.add(down);
    let bytes = 0;
    down.on("data", (data: Buffer) => {
      const [fault] = faults;
      if (fault && bytes + data.length > fault.after) {
        faults.shift();
        carried.push(fault.after);
        // The bytes so far arrive; the rest never does.
        const last = data.subarray(0, fault.after - bytes);
        if (fault.kind === "cut") {
          up.end(last);
          down.destroy();
        } else {
          up.write(last);
          down.pause();
        }
        return;
      }
      bytes += data.length;
      if (!up.write(data)) {
        down.pause();
        up.once("drain", () => down.resume());
      }
    });
    // Answers are small, so backpressure is ignored.
    up.on("data", (data: Buffer) => setTimeout(() => down.write(data), lateMs));
    up.on("end", () => setTimeout(() => down.end(), lateMs));
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
    /** The next connection that carries more than `after` bytes is cut there. */
    cutAfter: (after: number) => faults.push({ after, kind: "cut" }),
    /** Stalls the next connection after more than `after` bytes; it stays open. */
    stallAfter: (after: number) => faults.push({ after, kind: "stall" }),
    /** Delays all of the server's bytes from now on. */
    delayAnswers: (ms: number) => {
      lateMs = ms;
    },
    /** How much each cut or stalled connection had carried. */
    carried,
    close: () => {
      // Browsers keep connections open for the next request.
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
