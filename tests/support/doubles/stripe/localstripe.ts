// localstripe (PyPI, GPL: run, never copied): another's stand-in for Stripe, of an early version of its API.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../runtime/free-port.ts";

/** Listens on this machine alone, and keeps nothing: its own command does neither. */
const START = `
import sys
from aiohttp import web
from localstripe.resources import Store
from localstripe.server import app
Store.dump_to_disk = lambda self: None
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)
`;

/** Starts it with the packages of a folder, and waits until it answers. */
export async function startLocalstripe(folder: string) {
  const port = await freePort();
  const run = spawn("python3", ["-c", START, String(port)], {
    env: { ...process.env, PYTHONPATH: folder },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (run.exitCode === null && !(await answers())) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    secretKey: "sk_test_localstripe",
    close: async (): Promise<void> => {
      run.kill();
      await once(run, "close");
    },
  };
}
