// An engine of speech recognition under `TRANSCRIBER_URL`, with the answers and errors that Workers AI documents for
// `@cf/openai/whisper-large-v3-turbo`.
import { answerHost } from "./fake-http.ts";

const HOST = "transcriber.test";
export const TRANSCRIBER_URL = `https://${HOST}`;

export type Request = {
  model: string | null;
  inputs: { audio: string; task: string; language: string; vad_filter: boolean; initial_prompt: string };
};

type Answer = () => Response | Promise<Response>;

/** Seconds of the whole speech. */
const SPEECH_SECONDS = 2.4;

/** An answer with these words, evenly spaced. */
export function heard(text: string, info: Record<string, unknown> = {}): Answer {
  const body = heardBody(text, info);
  return () => Response.json(body);
}

/** The body of such an answer. */
export function heardBody(text: string, info: Record<string, unknown> = {}) {
  const texts = text.split(" ").filter(Boolean);
  const words = texts.map((word, index) => ({
    word: ` ${word}`,
    start: (index / texts.length) * SPEECH_SECONDS,
    end: ((index + 0.9) / texts.length) * SPEECH_SECONDS,
  }));
  const segment = { start: 0, end: SPEECH_SECONDS, text, avg_logprob: -0.2, compression_ratio: 1.2, words };
  const transcription_info = {
    language: "en",
    language_probability: 0.99,
    duration: 3,
    duration_after_vad: SPEECH_SECONDS,
  };
  return {
    transcription_info: { ...transcription_info, ...info },
    text,
    word_count: texts.length,
    segments: texts.length > 0 ? [{ ...segment, no_speech_prob: 0.01 }] : [],
  };
}

/** An answer as it is. */
export const answer =
  (body: unknown): Answer =>
  () =>
    Response.json(body);

/** A refusal by its code. */
export const refusal =
  (code: number, status = 400): Answer =>
  () =>
    Response.json({ internalCode: code, name: "Refused", description: "It was refused" }, { status });

/** No answer. */
export const hang: Answer = () => new Promise(() => {});

export function startTranscriber() {
  const requests: Request[] = [];
  let respond: Answer = heard("We love it here.");
  const stop = answerHost(HOST, async (request) => {
    const { inputs } = (await request.json()) as Pick<Request, "inputs">;
    requests.push({ model: request.headers.get("cf-consn-model-id"), inputs });
    return respond();
  });
  return {
    /** The calls so far. */
    requests,
    /** Answers the next calls so. */
    answer(next: Answer) {
      respond = next;
    },
    stop,
  };
}
