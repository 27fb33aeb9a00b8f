// Speed and memory of a business's ZIP export, compared with downloading its videos one by one.
import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { addClient } from "../support/people/owner/clients.ts";
import { addSubmission } from "../support/people/customer/submissions.ts";
import { addUser, signIn } from "../support/people/owner/users.ts";
import { startWorker } from "../support/runtime/worker.ts";
import type { ByExtent, Extent } from "./extent.ts";
import { film } from "./films.ts";
import { peakMegabytes, withRuntime } from "./processes.ts";
import { alternate, median, ratio } from "./rounds.ts";
import type { Row } from "./table.ts";

/** Memory target: a runtime that held more than a few chunks would grow by hundreds of MB more. */
const TARGETS = { speed: 0.8, memory: 0.7 };
const MEGABYTES: ByExtent<number> = { full: 10, short: 1 };
const VIDEOS: ByExtent<{ many: number; few: number }> = {
  full: { many: 200, few: 20 },
  short: { many: 3, few: 1 },
};
const ROUNDS: ByExtent<number> = { full: 3, short: 1 };

export async function archive(extent: Extent): Promise<Row[]> {
  const { many, few } = VIDEOS[extent];
  const small = await withBusiness(extent, few, async (business) => {
    await business.download();
    return business.peak();
  });
  return withBusiness(extent, many, async (business) => {
    await business.download();
    const peak = await business.peak();
    const rates = await alternate({ ours: business.download, other: business.watchAll }, ROUNDS[extent]);
    const size = `${many} videos of ${MEGABYTES[extent]} MB`;
    return [
      {
        name: `${size} downloaded as one ZIP file for the first time, against one after the other`,
        ours: `${median(rates.ours).toFixed(0)} MB/s`,
        other: `${median(rates.other).toFixed(0)} MB/s`,
        ratio: ratio(rates.ours, rates.other),
        target: TARGETS.speed,
      },
      {
        name: `memory peak, ${size} downloaded as one ZIP file, against ${few} of them`,
        ours: `${peak.toFixed(0)} MB`,
        other: `${small.toFixed(0)} MB`,
        ratio: small / peak,
        target: TARGETS.memory,
      },
    ];
  });
}

type Business = {
  /** Both resolve with the MB/s. */
  download: () => Promise<number>;
  watchAll: () => Promise<number>;
  peak: () => Promise<number>;
};

/** A business with videos in the folder, in its own runtime. */
async function withBusiness<T>(
  extent: Extent,
  videos: number,
  measure: (business: Business) => Promise<T>,
): Promise<T> {
  const sayso = await withRuntime(() => startWorker());
  try {
    const client = await addClient(sayso);
    const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
    const bytes = await readFile(await film(MEGABYTES[extent]));
    const ids: string[] = [];
    for (let i = 0; i < videos; i += 1) {
      const path = `2026-11/${i}.mp4`;
      await sayso.media.put(`drive/${client.id}/${path}`, bytes);
      ids.push(await addSubmission(sayso, client, { size_bytes: bytes.length, drive_path: path }));
    }
    const read = async (path: string) => {
      const answer = await fetch(new URL(path, sayso.runtime.url), { headers: { cookie } });
      if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`);
      let length = 0;
      for await (const part of answer.body) length += part.length;
      return length;
    };
    const rate = async (send: () => Promise<number>) => {
      const started = performance.now();
      const length = await send();
      return length / 2 ** 20 / ((performance.now() - started) / 1000);
    };
    return await measure({
      download: async () => {
        await sayso.change("UPDATE submissions SET crc32 = NULL");
        return rate(() => read(`/api/client/${client.id}/archive.zip?until=${Date.now()}&part=1`));
      },
      watchAll: () =>
        rate(async () => {
          let length = 0;
          for (const id of ids) {
            const video = await read(`/api/client/${client.id}/submissions/${id}/video`);
            length += video;
          }
          return length;
        }),
      peak: () => peakMegabytes(sayso.runtime.pid),
    });
  } finally {
    await sayso.close();
  }
}
