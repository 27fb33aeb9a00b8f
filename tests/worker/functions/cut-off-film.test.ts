import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { film } from "../../support/films/films.ts";
import { addClient, form, goodFields } from "../../support/people/owner/clients.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("says in form and row that a film's end is missing, and how much is there (INV71)", async () => {
  const complete = await readFile(
    await film(
      "whole.mp4",
      ["testsrc2=size=320x240:rate=25:duration=6", "sine=frequency=440:duration=6"],
      ["-c:v", "libx264", "-g", "25", "-c:a", "aac", "-movflags", "+faststart"],
    ),
  );
  const client = await addClient(sayso);
  const cut = complete.subarray(0, Math.round(complete.length * 0.6));
  const body = form({ ...goodFields(client.id), unfinished: "unsupported" }, cut);
  const answer = await sayso.fetch(`/record/${client.custom_slug}/video`, { method: "POST", body });
  assert.equal(answer.status, 200);
  const seconds = /its end is missing: (\d\.\d) seconds of it came/.exec(await answer.text())?.[1];
  const row = await sayso.row(
    "SELECT duration_ms, end_missing FROM submissions WHERE client_id = ?",
    client.id,
  );
  assert.equal(row?.end_missing, 1);
  assert.equal((Number(row?.duration_ms) / 1000).toFixed(1), seconds);
  assert.ok(Number(seconds) > 2 && Number(seconds) < 5, `${seconds} s of 6`);
});
