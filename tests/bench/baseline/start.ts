// The bare Worker, started as `tests/support/runtime/worker.ts` starts the product.
import { createTestHarness } from "wrangler";

export type Baseline = Awaited<ReturnType<typeof startBaseline>>;

export async function startBaseline() {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const server = createTestHarness({
    root: process.cwd(),
    workers: [{ configPath: "./tests/bench/baseline/wrangler.toml" }],
  });
  const { url } = await server.listen();
  const worker = server.getWorker();
  await worker.applyD1Migrations("DB");
  /* eslint-disable-next-line @typescript-eslint/no-explicit-any -- the runtime's binding types are not installed */
  const { DB: db, MEDIA: media } = (await worker.getEnv()) as any;
  return { url, db, media, close: () => server.close() };
}
