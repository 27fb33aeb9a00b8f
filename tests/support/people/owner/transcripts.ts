// Transcripts of submissions, planted.
import type { Word } from "#api/generated/transcript.ts";
import type { Sayso } from "../../runtime/worker.ts";

const WORDS = [
  { text: "We", start_ms: 0, end_ms: 500, probability: 99 },
  { text: "agree.", start_ms: 500, end_ms: 1500, probability: 99 },
];

/** Plants a transcript of version 1, and a consent that allows it. */
export async function addTranscript(sayso: Sayso, submissionId: string, words: readonly Word[] = WORDS) {
  await sayso.change("UPDATE consents SET text_version = '2026-12' WHERE submission_id = ?", submissionId);
  await sayso.change(
    `INSERT INTO transcripts (submission_id, status, language, words, search_text, version, made_at)
     VALUES (?, 'done', 'en', ?, 'we agree.', 1, ?)`,
    submissionId,
    JSON.stringify(words),
    Date.now(),
  );
}
