import { Keyboard, Undo2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Word } from "#api/generated/transcript.ts";
import type { TranscriptView } from "#api/generated/transcripts.ts";
import { Button } from "#ui/button.tsx";
import { corrected, isUnsure, nextUnsure, toggledCut, wordAt } from "./transcript-words.ts";
import { useCorrections, useCuts, useQuote } from "./use-transcript.ts";

type Props = {
  clientId: string;
  id: string;
  view: TranscriptView;
  player: RefObject<HTMLVideoElement | null>;
};

const KEYS: [keys: string, does: string][] = [
  ["← →", "Goes to the word before or after"],
  ["Space", "Plays from this word, or pauses"],
  ["Enter", "Corrects this word; again to save it"],
  ["Delete", "Takes this word out"],
  ["N, P", "Goes to the next or previous word that may be wrong"],
  ["C", "Begins a caption with this word, or joins it to the one before"],
  ["Q", "Begins a quote with this word, or ends it"],
  ["U", "Undoes the last correction"],
  ["?", "Shows or hides these keys"],
];

/** The words of a video. The one that is heard is lit; each can be played, corrected and taken out. */
export function TranscriptEditor({ clientId, id, view, player }: Props) {
  const { words, change, undo, canUndo, isSaving, problem, left, isOutdated, saveOver, forget } =
    useCorrections(clientId, id, view);
  const heard = useHeardWord(player, words);
  const [at, setAt] = useState(0);
  const [editing, setEditing] = useState<number | null>(null);
  const quoting = useQuote(clientId, id);
  /** First word of a quote whose last one is not chosen yet. */
  const [quoteFrom, setQuoteFrom] = useState<number | null>(null);
  const ranges = view.quote?.ranges ?? [];
  const isQuoted = (index: number) =>
    index === quoteFrom || ranges.some(({ first, end }) => first <= index && index < end);
  const [showsKeys, setShowsKeys] = useState(false);
  const list = useRef<HTMLFieldSetElement>(null);
  const unsure = words.filter(isUnsure).length;

  const go = (index: number | null) => {
    if (index === null || words.length === 0) return;
    const next = Math.min(Math.max(index, 0), words.length - 1);
    setAt(next);
    list.current?.querySelector<HTMLElement>(`[data-word="${next}"]`)?.focus();
  };
  // It counts the words that are saved.
  const canQuote = !isSaving && left === null && !quoting.isPending;
  // A quote has at most two stretches; a third replaces them.
  const quote = () => {
    if (!canQuote) return;
    if (quoteFrom === null) return setQuoteFrom(at);
    const stretch = { first: Math.min(quoteFrom, at), end: Math.max(quoteFrom, at) + 1 };
    quoting.mutate({
      version: view.version,
      ranges: ranges.length === 1 ? [...ranges, stretch] : [stretch],
    });
    setQuoteFrom(null);
  };
  const cutting = useCuts(clientId, id);
  const starts = new Set(view.cues.map(({ range }) => range.first));
  /** A first word always begins a caption. */
  const canCut = !isSaving && left === null && !cutting.isPending && at > 0;
  const cut = () => {
    if (canCut) cutting.mutate({ version: view.version, cuts: toggledCut(view.cuts, at, starts.has(at)) });
  };
  const playFrom = (index: number, plays: boolean) => {
    const word = words[index];
    if (player.current && word) seek(player.current, word.start_ms, plays);
  };
  const correct = (index: number, text: string) => {
    setEditing(null);
    setQuoteFrom(null);
    if (text.trim() !== words[index]?.text) change(corrected(words, index, text));
  };
  // The focus goes from a word's field back to the word.
  useEffect(() => {
    if (editing === null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-word="${at}"]`)?.focus();
  }, [editing, at]);

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowRight: () => go(at + 1),
      ArrowLeft: () => go(at - 1),
      Home: () => go(0),
      End: () => go(words.length - 1),
      " ": () => (player.current?.paused === false ? player.current.pause() : playFrom(at, true)),
      Enter: () => setEditing(at),
      Delete: () => correct(at, ""),
      n: () => go(nextUnsure(words, at, 1)),
      p: () => go(nextUnsure(words, at, -1)),
      u: undo,
      c: cut,
      q: quote,
      "?": () => setShowsKeys((shown) => !shown),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <>
      <fieldset
        ref={list}
        aria-label="Words"
        lang={view.language}
        dir="auto"
        className="rounded-control border border-hairline p-3 leading-8"
      >
        {words.map((word, index) =>
          editing === index ? (
            <WordField
              // oxlint-disable-next-line react/no-array-index-key -- a word has no other name
              key={index}
              text={word.text}
              onDone={(text) => correct(index, text)}
              onCancel={() => setEditing(null)}
            />
          ) : (
            <button
              // oxlint-disable-next-line react/no-array-index-key -- a word has no other name
              key={index}
              type="button"
              data-word={index}
              tabIndex={index === Math.min(at, words.length - 1) ? 0 : -1}
              aria-current={index === heard ? "true" : undefined}
              title={starts.has(index) ? "Begins a caption" : undefined}
              onFocus={() => setAt(index)}
              onKeyDown={onKeyDown}
              onClick={() => playFrom(index, false)}
              onDoubleClick={() => setEditing(index)}
              className={`rounded px-1 ${
                starts.has(index) && index > 0 ? "ms-1 border-s-2 border-control" : ""
              } ${index === heard ? "bg-ink text-surface" : "hover:bg-sunken"} ${
                isQuoted(index) ? "outline outline-2 outline-signal" : ""
              } ${
                isUnsure(word)
                  ? "underline decoration-warning decoration-dotted decoration-2 underline-offset-4"
                  : ""
              }`}
            >
              {word.text}
              {isUnsure(word) && <span className="sr-only">, may be wrong</span>}
            </button>
          ),
        )}
      </fieldset>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button variant="outlined" disabled={editing !== null} onClick={() => setEditing(at)}>
          Correct “{words[Math.min(at, words.length - 1)]?.text}”
        </Button>
        {unsure > 0 && (
          <Button variant="outlined" onClick={() => go(nextUnsure(words, at, 1))}>
            Next of {unsure} unsure
          </Button>
        )}
        <Button variant="outlined" disabled={!canCut} onClick={cut}>
          {starts.has(at) && at > 0 ? "Join captions" : "Split caption here"}
        </Button>
        <Button variant="outlined" disabled={!canQuote} onClick={quote}>
          {quoteFrom === null ? "Quote from here" : "Quote up to here"}
        </Button>
        <Button variant="quiet" disabled={!canUndo} onClick={undo}>
          <Undo2 className="size-5" aria-hidden="true" />
          Undo
        </Button>
        <Button variant="quiet" aria-expanded={showsKeys} onClick={() => setShowsKeys(!showsKeys)}>
          <Keyboard className="size-5" aria-hidden="true" />
          Keys
        </Button>
        <output className="text-sm text-muted">{isSaving ? "Saving" : left === null && "Saved"}</output>
      </div>
      {view.quote_text !== null && (
        <figure aria-label="Quote" className="mt-2 flex flex-wrap items-center gap-2">
          <blockquote lang={view.language} dir="auto" className="flex-1 basis-48 font-semibold">
            “{view.quote_text}”
          </blockquote>
          <Button
            variant="quiet"
            disabled={quoting.isPending}
            onClick={() => quoting.mutate({ version: view.version, ranges: [] })}
          >
            Remove quote
          </Button>
        </figure>
      )}
      {left !== null && (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <p role="alert" className="flex-1 basis-48 font-medium text-danger">
            {isOutdated
              ? "A correction of yours is not saved, and the transcript has changed since."
              : `Your last correction is not saved. ${problem ?? ""}`}
          </p>
          <Button variant="outlined" onClick={() => saveOver(left)}>
            {isOutdated ? "Use mine" : "Save it now"}
          </Button>
          <Button variant="quiet" onClick={forget}>
            Forget it
          </Button>
        </div>
      )}
      {showsKeys && (
        <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {KEYS.map(([keys, does]) => (
            <div key={keys} className="contents">
              <dt className="font-semibold">{keys}</dt>
              <dd className="text-muted">{does}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function seek(video: HTMLVideoElement, ms: number, plays: boolean): void {
  video.currentTime = ms / 1000;
  if (plays) video.play().catch(() => undefined);
}

type FieldProps = { text: string; onDone: (text: string) => void; onCancel: () => void };

/** A word while it is corrected. Whatever is typed counts when the field is left. */
function WordField({ text, onDone, onCancel }: FieldProps) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      ref={field}
      aria-label={`Correct “${text}”`}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") onDone(typed);
        if (event.key !== "Escape") return;
        // Not also the dialog around it.
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
      onBlur={() => onDone(typed)}
      style={{ fieldSizing: "content" }}
      className="min-w-16 rounded border border-control bg-surface px-1"
    />
  );
}

/** Index of the word that is heard; -1 before the first. */
function useHeardWord(player: RefObject<HTMLVideoElement | null>, words: readonly Word[]): number {
  const [heard, setHeard] = useState(-1);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const video = player.current;
      // The words are drawn anew only when another one is heard.
      if (video && (video.currentTime > 0 || !video.paused))
        setHeard(wordAt(words, Math.round(video.currentTime * 1000)));
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [player, words]);
  return heard;
}
