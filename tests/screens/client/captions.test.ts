// The captions of a video in the portal: corrected by keyboard, checked, and switched off.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import type { Word } from "#api/generated/transcript.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addTranscript } from "../../support/people/owner/transcripts.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const LIST = "/clients/submissions";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const word = (text: string, index: number, probability = 95): Word => ({
  text,
  start_ms: index * 400,
  end_ms: index * 400 + 350,
  probability,
});

/** Opens a video with these words. */
async function open(t: TestContext, words: Word[]) {
  const { page, client } = await openAsOwner(t, sayso, LIST);
  const id = await addSubmission(sayso, client);
  await addTranscript(sayso, id, words);
  await page.goto(`${LIST}?id=${id}`);
  const captions = look(await page.find("region", "Captions"));
  const stored = async () => {
    const row = await sayso.row(
      "SELECT words, version, checked_at FROM transcripts WHERE submission_id = ?",
      id,
    );
    const { version, checked_at } = row ?? {};
    return { words: JSON.parse(row?.words as string) as Word[], version, checked_at };
  };
  const say = (what: string, text: string) =>
    until(what, async () => (await stored()).words.map((one) => one.text).join(" ") === text);
  return { page, id, client, captions, stored, say };
}

test("corrects 6 wrong words in 40 s of speech with at most 60 keys, and moves no other word (CAP05)", async (t) => {
  const wrong = new Map([
    [7, ["hear", "here"]],
    [21, ["bred", "bread"]],
    [38, ["flower", "flour"]],
    [55, ["weak", "week"]],
    [73, ["sum", "some"]],
    [96, ["bye", "buy"]],
  ]);
  const words = Array.from({ length: 100 }, (_, index) => {
    const [text] = wrong.get(index) ?? [];
    return word(text ?? `word${index}`, index, text ? 30 : 95);
  });
  const { page, captions, stored, say } = await open(t, words);
  await page.user.click(await captions.find("button", "word0"));
  const keys = [...wrong.values()].flatMap(([, right = ""]) => ["n", "{Enter}", ...right, "{Enter}"]);
  assert.ok(keys.length <= 60, `${keys.length} keys`);
  for (const key of keys) await page.user.keyboard(key);
  await say("the corrections", words.map(({ text }, index) => wrong.get(index)?.[1] ?? text).join(" "));
  for (const [index, now] of (await stored()).words.entries()) {
    const { start_ms, end_ms, probability } = words[index] ?? word("", 0);
    assert.deepEqual([now.start_ms, now.end_ms], [start_ms, end_ms]);
    assert.equal(now.probability, wrong.has(index) ? null : probability);
  }
  assert.equal(captions.all("button", /may be wrong/).length, 0);
});

test("undoes, takes a word out, lists its keys, and is checked (CAP05 CAP06)", async (t) => {
  const { page, captions, stored, say } = await open(t, [
    word("We", 0),
    word("um", 1, 20),
    word("agree.", 2),
  ]);
  await page.user.click(await captions.find("button", "um, may be wrong"));
  await page.user.keyboard("{Delete}");
  await say("the word is gone", "We agree.");
  await page.user.keyboard("{ArrowLeft}u");
  await say("the word is back", "We um agree.");
  assert.ok(captions.lacks(/next or previous word that may be wrong/));
  await page.user.keyboard("?");
  await captions.findText("Goes to the next or previous word that may be wrong");

  await captions.waitForText("Until you have checked them, they are labelled as made by a machine.");
  await captions.waitForText("Saved");
  await captions.click("switch", "Captions checked");
  await until("the check", async () => (await stored()).checked_at);
  await eventually(() => assert.ok(captions.lacks(/labelled as made by a machine/)));
});

test("splits a caption and joins it again, by key and by button (CAP05)", async (t) => {
  const { page, id, captions } = await open(
    t,
    ["We", "love", "it", "very", "much."].map((text, at) => word(text, at)),
  );
  const cuts = async () =>
    (await sayso.row("SELECT cuts FROM transcripts WHERE submission_id = ?", id))?.cuts as string | null;
  await page.user.click(await captions.find("button", "very"));
  await page.user.keyboard("c");
  await until("the split", async () => (await cuts()) === '{"breaks":[3],"joins":[]}');
  await captions.click("button", "Join captions");
  await until("the join", async () => (await cuts()) === '{"breaks":[],"joins":[3]}');
  await captions.find("button", "Split caption here");
});

test("chooses a quote of one or two stretches of the words, and removes it (CAP07)", async (t) => {
  const { page, captions } = await open(
    t,
    ["We", "love", "it", "very", "much."].map((text, at) => word(text, at)),
  );
  await page.user.click(await captions.find("button", "love"));
  await page.user.keyboard("q");
  await page.user.click(captions.get("button", "it"));
  await page.user.keyboard("q");
  await captions.findText("“love it”");
  await page.user.click(captions.get("button", "much."));
  await captions.click("button", "Quote from here");
  await captions.click("button", "Quote up to here");
  await captions.findText("“love it … much.”");
  await captions.click("button", "Remove quote");
  await eventually(() => assert.equal(captions.all("figure", "Quote").length, 0));
});

test("keeps a correction that a newer version refuses, until its owner decides (CAP05)", async (t) => {
  const { page, id, captions, say } = await open(t, [word("We", 0), word("agree.", 1)]);
  const other = JSON.stringify([word("They", 0), word("agree.", 1)]);
  await captions.find("button", "agree.");
  await sayso.change("UPDATE transcripts SET words = ?, version = 9 WHERE submission_id = ?", other, id);
  await page.user.dblClick(captions.get("button", "agree."));
  await page.user.keyboard("love it.{Enter}");
  await captions.waitForText("A correction of yours is not saved, and the transcript has changed since.");
  await say("nothing is lost", "They agree.");
  await captions.click("button", "Use mine");
  await say("the correction", "We love it.");
  await eventually(() => assert.match(textOf(captions.get("group", "Words")), /^We ?love ?it\.$/));
});

test("is switched off for new videos (CAP01)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, LIST);
  const transcribes = async () =>
    (await sayso.row("SELECT transcribes FROM clients WHERE id = ?", client.id))?.transcribes;
  assert.equal(await transcribes(), 1);
  await page.click("switch", "Transcribe new videos");
  await until("the switch", async () => (await transcribes()) === 0);
  await page.findText(/^New videos are not transcribed\./);
});
