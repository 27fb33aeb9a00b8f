import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { finishedVideo } from "../../support/films/videos.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const UNWATERMARKED = "It carries no watermark, because your customer's device did not add it.";
const UNFINISHED =
  "This is exactly what your customer's device recorded, so some players may not be able to play";
const escaped = (text: string) => text.replaceAll("'", "&#39;");

/** The email about a video, and its folder's page. */
async function deliver(wanted: number, watermarked: string, file: Uint8Array) {
  const client = await addClient(sayso, { watermark_enabled: wanted });
  const { status } = await submit(sayso, form({ ...goodFields(client.id), watermarked }, file));
  assert.equal(status, 200);
  const mail = await mailTo(sayso, client.email);
  const folder = new URL(/https:\S+\/drive\/folder\S+/.exec(mail.text)?.[0] ?? "");
  const page = await (await sayso.fetch(folder.pathname + folder.search)).text();
  return { mail, marks: [...page.matchAll(/<small>(.*?)<\/small>/g)].map((match) => match[1]) };
}

describe("the business is told how a video came", () => {
  const cases: [string, number, string, () => Promise<Uint8Array>, string[], string[]][] = [
    ["REC24 WMK10 all is well: nothing", 1, "true", finishedVideo, [], []],
    ["WMK12 no watermark", 1, "false", finishedVideo, [UNWATERMARKED], ["No watermark"]],
    [
      "REC24 WMK11 sent raw, and no watermark wanted",
      0,
      "false",
      video,
      [UNFINISHED],
      ["As recorded: some players may not play it"],
    ],
    [
      "REC24 WMK10 WMK12 raw and without the watermark",
      1,
      "false",
      video,
      [UNWATERMARKED, UNFINISHED],
      ["No watermark. As recorded: some players may not play it"],
    ],
  ];
  for (const [title, wanted, watermarked, file, sentences, marks] of cases) {
    test(`EML01 JOB04 ${title}, in text, HTML and the folder`, async () => {
      const found = await deliver(wanted, watermarked, await file());
      for (const sentence of [UNWATERMARKED, UNFINISHED]) {
        const expected = sentences.includes(sentence);
        assert.equal(found.mail.text.includes(sentence), expected, found.mail.text);
        assert.equal(found.mail.html.includes(escaped(sentence)), expected, sentence);
      }
      assert.doesNotMatch(found.mail.text, /\{\{|\n{3}/);
      assert.doesNotMatch(found.mail.html, /\{\{/);
      assert.deepEqual(found.marks, marks);
    });
  }
});
