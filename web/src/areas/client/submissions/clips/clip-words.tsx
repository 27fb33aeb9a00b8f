import { Scissors, Undo } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import type { Stretch } from "#api/generated/clips.ts";
import type { Transcript } from "#api/generated/transcript.ts";
import { keepsWord } from "#media/clip/clip-cues.ts";
import { cutOut, putBack, wordsStretch } from "#media/clip/keep.ts";
import { Button } from "#ui/button.tsx";

type Props = {
  transcript: Transcript;
  keep: readonly Stretch[];
  filmMs: number;
  /** Index of the word that is heard; -1 before the first. */
  heard: number;
  onKeep: (keep: Stretch[]) => void;
  onPlay: (ms: number) => void;
};

/** The words of a film. Those that are chosen are cut out or put back. */
export function ClipWords({ transcript: { words, language }, keep, filmMs, heard, onKeep, onPlay }: Props) {
  const [chosen, setChosen] = useState({ anchor: 0, at: 0 });
  /** Presses choose up to a word: there is no Shift on a phone. */
  const [isExtending, setExtending] = useState(false);
  const list = useRef<HTMLFieldSetElement>(null);
  const first = Math.min(chosen.anchor, chosen.at);
  const end = Math.min(Math.max(chosen.anchor, chosen.at) + 1, words.length);
  const isKept = words.slice(first, end).some((word) => keepsWord(keep, word));
  const count = end - first;

  const go = (index: number, isLonger: boolean) => {
    const at = Math.min(Math.max(index, 0), words.length - 1);
    setChosen((before) => ({ anchor: isLonger ? before.anchor : at, at }));
    list.current?.querySelector<HTMLElement>(`[data-word="${at}"]`)?.focus();
  };
  const toggle = () => {
    const { from_ms: from, to_ms: to } = wordsStretch(words, first, end, filmMs);
    const next = isKept ? cutOut(keep, from, to) : putBack(keep, from, to);
    if (next.length > 0) onKeep(next);
  };
  const keepOnly = () => onKeep([wordsStretch(words, first, end, filmMs)]);

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions: Record<string, () => void> = {
      ArrowRight: () => go(chosen.at + 1, event.shiftKey),
      ArrowLeft: () => go(chosen.at - 1, event.shiftKey),
      Home: () => go(0, event.shiftKey),
      End: () => go(words.length - 1, event.shiftKey),
      Delete: toggle,
      Backspace: toggle,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <div>
      <fieldset
        ref={list}
        lang={language}
        dir="auto"
        className="max-h-60 overflow-y-auto rounded-control border border-hairline p-3 leading-8"
      >
        <legend className="px-1 text-[0.9375rem] font-semibold">Words</legend>
        {words.map((word, index) => {
          const isChosen = first <= index && index < end;
          const stays = keepsWord(keep, word);
          return (
            <button
              // oxlint-disable-next-line react/no-array-index-key -- a word has no other name
              key={index}
              type="button"
              data-word={index}
              tabIndex={index === Math.min(chosen.at, words.length - 1) ? 0 : -1}
              aria-pressed={isChosen}
              onKeyDown={onKeyDown}
              onClick={(event) => {
                const isLonger = event.shiftKey || isExtending;
                go(index, isLonger);
                setExtending(false);
                if (!isLonger && stays) onPlay(word.start_ms);
              }}
              className={`rounded px-1 ${isChosen ? "outline outline-2 outline-signal" : ""} ${
                stays
                  ? index === heard
                    ? "bg-ink text-surface"
                    : "hover:bg-sunken"
                  : "text-muted line-through"
              }`}
            >
              {word.text}
              {!stays && <span className="sr-only">, cut out</span>}
            </button>
          );
        })}
      </fieldset>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outlined" onClick={toggle}>
          {isKept ? (
            <Scissors className="size-5" aria-hidden="true" />
          ) : (
            <Undo className="size-5" aria-hidden="true" />
          )}
          {isKept ? "Cut out" : "Put back"} {count === 1 ? `“${words[first]?.text}”` : `${count} words`}
        </Button>
        <Button variant="outlined" onClick={keepOnly}>
          Keep only {count === 1 ? "this word" : `these ${count} words`}
        </Button>
        <Button variant="quiet" aria-pressed={isExtending} onClick={() => setExtending(!isExtending)}>
          {isExtending ? "Press the last word" : "Choose several"}
        </Button>
      </div>
      <p className="mt-1 text-sm text-muted">
        Press a word to hear it. With Shift, a press or the arrow keys choose several.
      </p>
    </div>
  );
}
