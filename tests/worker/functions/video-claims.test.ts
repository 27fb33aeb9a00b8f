import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import {
  addClient,
  fixture,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { leftovers } from "../../support/runtime/leftovers.ts";
import { uploadIdOf, completedUpload } from "../../support/people/customer/tus.ts";
import { film } from "../../support/films/films.ts";
import { bigVideo, finishedVideo } from "../../support/films/videos.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { expectNothingStored } = leftovers(() => sayso);
const REASONS = ["unsupported", "undecodable", "failed", "stalled", "too-large", "skipped", "crashed"];

type Declared = { watermarked?: string | undefined; unfinished?: string | undefined };
const clientWithWatermark = () => addClient(sayso, { watermark_enabled: 1, watermark_text: "Corner Shop" });
const send = (client: ClientRow, declared: Declared, file: Uint8Array, headers = {}) =>
  submit(sayso, form({ ...goodFields(client.id), ...declared }, file), headers);
const marks = ({ id }: ClientRow) =>
  sayso.rows("SELECT unfinished, unwatermarked FROM submissions WHERE client_id = ?", id);

async function marksOf(client: ClientRow, declared: Declared, file: Uint8Array) {
  const { status, reply } = await send(client, declared, file);
  assert.deepEqual({ status, reply }, { status: 200, reply: { success: true } });
  const [row] = await marks(client);
  return row;
}

describe("a recording that was not finished", () => {
  for (const unfinished of [undefined, "failed"]) {
    test(`REC24 a finished file is not marked when its form claims ${unfinished ?? "nothing"}`, async () => {
      const row = await marksOf(await addClient(sayso), { unfinished }, await finishedVideo());
      assert.equal(row?.unfinished, null);
    });
  }

  for (const reason of REASONS) {
    test(`REC24 a recording sent raw is marked with the reason its browser gave: ${reason}`, async () => {
      const row = await marksOf(await addClient(sayso), { unfinished: reason }, await video());
      assert.equal(row?.unfinished, reason);
    });
  }

  for (const name of ["ff_firefox.webm", "wk_frag.mp4", "cr_avc1_opus_frag.mp4"]) {
    test(`REC35 stores the frame rate of a raw recording: ${name}`, async () => {
      const client = await addClient(sayso);
      await send(client, { unfinished: "failed" }, await fixture(name));
      const [row] = await sayso.rows("SELECT frame_rate FROM submissions WHERE client_id = ?", client.id);
      assert.equal(row?.frame_rate, 30);
    });
  }

  for (const name of ["ff_firefox.webm", "wk_frag.mp4", "cr_avc1_opus_frag.mp4"]) {
    test(`REC24 accepts and marks ${name} from a third-party program that omits the fields`, async () => {
      const row = await marksOf(await addClient(sayso), {}, await fixture(name));
      assert.deepEqual(row, { unfinished: "skipped", unwatermarked: 0 });
    });
  }

  test("REC24 a flat H.264 file above its size budget keeps its browser's reason", async () => {
    const file = await bigVideo(10);
    assert.ok(file.length > 9_000_000);
    const row = await marksOf(await addClient(sayso), { unfinished: "too-large" }, file);
    assert.equal(row?.unfinished, "too-large");
  });

  test("a finished file above its size budget counts as finished if its browser gives no reason (INV71 WMK10)", async () => {
    const row = await marksOf(await clientWithWatermark(), { watermarked: "true" }, await bigVideo(11));
    assert.deepEqual(row, { unfinished: null, unwatermarked: 0 });
  });

  test("records dropped audio, unless the video has an audio track (INV71)", async () => {
    const silent = new Uint8Array(
      await readFile(
        await film("silent.mp4", ["testsrc2=size=64x64:rate=10:duration=3"], ["-c:v", "libx264"]),
      ),
    );
    for (const [file, soundLeftOut, expected] of [
      [silent, "true", 1],
      [await finishedVideo(), "true", 0],
      [await video(), undefined, 0],
    ] as const) {
      const client = await addClient(sayso);
      const { status } = await submit(sayso, form({ ...goodFields(client.id), soundLeftOut }, file));
      assert.equal(status, 200);
      const row = await sayso.row("SELECT sound_left_out FROM submissions WHERE client_id = ?", client.id);
      assert.equal(row?.sound_left_out, expected);
    }
  });

  test("REC24 SUB35 a resumable upload is marked by the same rules", async () => {
    const cases: [Uint8Array, string | undefined, string | null][] = [
      [await finishedVideo(), "stalled", null],
      [await video(), "stalled", "stalled"],
      [await video(), undefined, "skipped"],
    ];
    for (const [file, unfinished, expected] of cases) {
      const client = await clientWithWatermark();
      const uploadId = uploadIdOf(await completedUpload(sayso, client.id, file));
      const fields = { ...goodFields(client.id), uploadId, unfinished, watermarked: "true" };
      assert.equal((await submit(sayso, form(fields))).status, 200);
      const unwatermarked = expected === null ? 0 : 1;
      assert.deepEqual(await marks(client), [{ unfinished: expected, unwatermarked }]);
    }
  });
});

describe("a video without its client's watermark", () => {
  const cases: [string, Partial<ClientRow>, string | undefined, number][] = [
    [
      "WMK10 watermark on and burnt in: not marked",
      { watermark_enabled: 1, watermark_text: "Corner Shop" },
      "true",
      0,
    ],
    [
      "WMK12 watermark on but not burnt in: marked",
      { watermark_enabled: 1, watermark_text: "Corner Shop" },
      "false",
      1,
    ],
    [
      "WMK12 watermark on, field absent: marked",
      { watermark_enabled: 1, watermark_text: "A\nB" },
      undefined,
      1,
    ],
    [
      "WMK12 watermark off: not marked",
      { watermark_enabled: 0, watermark_text: "Corner Shop" },
      undefined,
      0,
    ],
    [
      "WMK12 watermark on, text defaults to the company's name, field absent: marked",
      { watermark_enabled: 1, watermark_text: null },
      undefined,
      1,
    ],
  ];
  for (const [title, overrides, watermarked, expected] of cases) {
    test(title, async () => {
      const row = await marksOf(await addClient(sayso, overrides), { watermarked }, await finishedVideo());
      assert.deepEqual(row, { unfinished: null, unwatermarked: expected });
    });
  }

  test("REC36 WMK12 stores the reason only for a video that lacks its watermark", async () => {
    const reasonOf = async (overrides: Partial<ClientRow>, declared: Declared, file: Uint8Array) => {
      const client = await addClient(sayso, overrides);
      await send(client, declared, file);
      const [row] = await sayso.rows(
        "SELECT unfinished, unwatermarked_reason FROM submissions WHERE client_id = ?",
        client.id,
      );
      return row;
    };
    const [on, off] = [{ watermark_enabled: 1 }, { watermark_enabled: 0 }];
    const crashed = { unfinished: "crashed", watermarked: "false" };
    const complete = await finishedVideo();
    assert.deepEqual(await reasonOf(on, crashed, complete), {
      unfinished: null,
      unwatermarked_reason: "crashed",
    });
    assert.deepEqual(await reasonOf(on, crashed, await video()), {
      unfinished: "crashed",
      unwatermarked_reason: "crashed",
    });
    const none = { unfinished: null, unwatermarked_reason: null };
    assert.deepEqual(await reasonOf(on, {}, complete), none);
    assert.deepEqual(await reasonOf(on, { watermarked: "true", unfinished: "crashed" }, complete), none);
    assert.deepEqual(await reasonOf(off, crashed, complete), none);
  });

  test("WMK12 a raw recording counts as unwatermarked, whatever its form claims", async () => {
    const row = await marksOf(
      await clientWithWatermark(),
      { watermarked: "true", unfinished: "skipped" },
      await video(),
    );
    assert.deepEqual(row, { unfinished: "skipped", unwatermarked: 1 });
  });

  test("WMK10 a later change of the settings does not change the marks of earlier videos", async () => {
    const client = await clientWithWatermark();
    await send(client, { watermarked: "true" }, await finishedVideo());
    await send(client, {}, await video());
    const first = await marks(client);
    await sayso.change(
      "UPDATE clients SET watermark_enabled = 0, watermark_text = 'New' WHERE id = ?",
      client.id,
    );
    assert.deepEqual(await marks(client), first);
    assert.deepEqual(first.map((row) => row.unwatermarked).toSorted(), [0, 1]);
  });
});

describe("a form's claims about its video", () => {
  const refused: [string, string][] = [
    ["watermarked", "perhaps"],
    ["watermarked", ""],
    ["watermarked", "TRUE"],
    ["soundLeftOut", "perhaps"],
    ["endMissing", "perhaps"],
    ["unfinished", "bored"],
    ["unfinished", ""],
    ["unfinished", "too_large"],
  ];
  for (const [field, value] of refused) {
    test(`REC24 WMK12 ${field} = "${value}" is rejected with 400 naming the field, and nothing is stored`, async () => {
      const client = await clientWithWatermark();
      // Small, because the refusal comes mid-upload, and closing the connection then may lose the response.
      const { status, reply } = await send(client, { [field]: value }, await video());
      assert.deepEqual([status, reply.code], [400, "invalid"]);
      assert.deepEqual(Object.keys(reply.fields ?? {}), [field]);
      await expectNothingStored(client.id, 50);
    });
  }

  for (const [field, value] of [
    ["watermarked", "true"],
    ["unfinished", "failed"],
  ] as const) {
    test(`REC24 WMK12 ${field} after the video is rejected with 400, and nothing is stored`, async () => {
      const client = await clientWithWatermark();
      const data = form(goodFields(client.id), await video());
      data.append(field, value);
      const { status, reply } = await submit(sayso, data);
      assert.equal(status, 400);
      assert.match(reply.fields?.[field] ?? "", /before the video/);
      await expectNothingStored(client.id, 50);
    });
  }

  test("SUB31 REC24 WMK12 repeating a submission does not change its marks", async () => {
    const client = await clientWithWatermark();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const sent: [Declared, Uint8Array][] = [
      [{ unfinished: "stalled" }, await video()],
      [{ watermarked: "true" }, await finishedVideo()],
      [{ watermarked: "perhaps", unfinished: "failed" }, await video()],
    ];
    for (const [declared, file] of sent)
      assert.equal((await send(client, declared, file, headers)).status, 200);
    assert.deepEqual(await marks(client), [{ unfinished: "stalled", unwatermarked: 1 }]);
  });
});

test("REC24 WMK12 INV54 each delivered submission logs both marks once, and no personal data", async () => {
  const lines = () => sayso.log().filter((line) => line.kind === "submission");
  await until("earlier work is done", async () => (await sayso.keys("uploads/")).length === 0);
  const [earlier, client] = [lines().length, await clientWithWatermark()];
  const headers = { "idempotency-key": crypto.randomUUID() };
  await send(client, { unfinished: "failed" }, await video(), headers);
  await send(client, { unfinished: "failed" }, await video(), headers);
  await send(client, { unfinished: "bored" }, await video());
  await until("the first line", async () => lines().length > earlier);
  await send(client, { watermarked: "true" }, await finishedVideo());
  await until("the second line", async () => lines().length > earlier + 1);
  await until("all work is done", async () => (await sayso.keys("uploads/")).length === 0);
  assert.deepEqual(lines().slice(earlier), [
    { kind: "submission", unfinished: "failed", unwatermarked: true },
    { kind: "submission", unfinished: null, unwatermarked: false },
  ]);
});
