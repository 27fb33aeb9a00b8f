import { useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { Word } from "#api/generated/transcript.ts";
import type { CheckChange, CueChange, QuoteChange, TranscriptView } from "#api/generated/transcripts.ts";
import { refusalText, toastUnlessSignedOut } from "#auth/toasts.ts";
import { readItem, storeItem } from "#lib/local-storage.ts";
import { POLL_MS } from "#areas/client/use-dashboard.ts";
import { textOf } from "./transcript-words.ts";

const keyOf = (clientId: string, id: string) => ["client", "transcript", clientId, id];

/** A submission's transcript, loaded again while it is being made. */
export function useTranscript(clientId: string, id: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: keyOf(clientId, id),
    queryFn: ({ signal }) => api.transcriptGet(clientId, id, signal),
    refetchInterval: ({ state }) => (state.data?.status === "waiting" ? POLL_MS : false),
  });
}

/** Has a submission transcribed. */
export const useTranscribe = (clientId: string, id: string) =>
  useChange<void>(clientId, id, "Not transcribed", () => api.transcriptBegin(clientId, id));

/** Says whether the captions are checked. */
export const useCheck = (clientId: string, id: string) =>
  useChange<CheckChange>(clientId, id, "Not saved", (change) => api.transcriptPutCheck(clientId, id, change));

/** Replaces the quote. */
export const useQuote = (clientId: string, id: string) =>
  useChange<QuoteChange>(clientId, id, "Not saved", (change) => api.transcriptPutQuote(clientId, id, change));

/** Replaces where captions begin. */
export const useCuts = (clientId: string, id: string) =>
  useChange<CueChange>(clientId, id, "Not saved", (change) => api.transcriptPutCues(clientId, id, change));

/** A change that is answered with the new transcript. `failure`: the title of the toast if it fails. */
function useChange<Change>(
  clientId: string,
  id: string,
  failure: string,
  mutationFn: (change: Change) => Promise<TranscriptView>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (view) => queries.setQueryData(keyOf(clientId, id), view),
    onError: toastUnlessSignedOut(failure),
  });
}

/** Key of the corrections of a transcript: on the device, and of the mutations that save them. */
const correctionsOf = (id: string) => `transcript-${id}`;

/** Whether a correction is being saved, after which the version is another one. */
export const useIsCorrecting = (id: string): boolean =>
  useIsMutating({ mutationKey: [correctionsOf(id)] }) > 0;

/** A correction that is not saved yet, and the version that it corrects. */
type Draft = { version: number; text: string };

/** Corrections of a transcript. Each is saved as it is made, and kept in this browser until it is. */
export function useCorrections(clientId: string, id: string, view: TranscriptView) {
  const queries = useQueryClient();
  const key = correctionsOf(id);
  const [words, setWords] = useState<readonly Word[]>(view.words);
  /** The version that the words are of: another tab or person may have made a newer one. */
  const base = useRef(view.version);
  const [earlier, setEarlier] = useState<(readonly Word[])[]>([]);
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(key));
  const keep = (kept: Draft | null) => {
    storeItem(key, kept && JSON.stringify(kept));
    setDraft(kept);
  };
  const { mutate, error, isPending } = useMutation({
    // One at a time: each needs the version that the one before made.
    scope: { id: key },
    mutationKey: [key],
    mutationFn: ({ text, language }: { text: string; language: string | null }) =>
      api.transcriptPut(clientId, id, { text, language, version: base.current }),
    onError: () => queries.invalidateQueries({ queryKey: keyOf(clientId, id) }),
    onSuccess: (made, { text }) => {
      base.current = made.version;
      queries.setQueryData(keyOf(clientId, id), made);
      const latest = readDraft(key);
      if (latest && latest.text !== text) return keep({ ...latest, version: made.version });
      keep(null);
      return setWords(made.words);
    },
  });
  useEffect(() => {
    if (isPending || draft !== null || view.version <= base.current) return;
    base.current = view.version;
    setWords(view.words);
    setEarlier([]);
  }, [view, isPending, draft]);
  const save = (text: string, language: string | null = null) => {
    keep({ version: base.current, text });
    mutate({ text, language });
  };
  return {
    words,
    isSaving: isPending,
    /** Why the last correction is not saved. */
    problem: error === null ? null : refusalText(error),
    /** A correction that was left unsaved, by an ended session or a lost connection. */
    left: isPending || draft === null ? null : draft.text,
    /** Whether the transcript has changed since that correction. */
    isOutdated: draft !== null && draft.version !== view.version,
    change: (changed: readonly Word[]) => {
      setEarlier((all) => [...all, words]);
      setWords(changed);
      save(textOf(changed));
    },
    undo: () => {
      const before = earlier.at(-1);
      if (!before) return;
      setEarlier((all) => all.slice(0, -1));
      setWords(before);
      save(textOf(before));
    },
    canUndo: earlier.length > 0,
    save,
    /** Saves a correction over what has changed since. */
    saveOver: (text: string) => {
      base.current = view.version;
      save(text);
    },
    forget: () => {
      base.current = view.version;
      keep(null);
      setWords(view.words);
    },
  };
}

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(readItem(key) ?? "null") as Draft | null;
  } catch {
    return null;
  }
}
