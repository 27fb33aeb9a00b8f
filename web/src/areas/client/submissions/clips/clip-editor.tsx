import { Image, Pause, Play, Undo2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as api from "#api/generated/calls/client.ts";
import type { ClientView, SubmissionDetail } from "#api/generated/client.ts";
import type { ClipList, Recipe } from "#api/generated/clips.ts";
import type { CaptionStyle, ClipFormat } from "#api/generated/enums.ts";
import type { TranscriptView } from "#api/generated/transcripts.ts";
import { clipCues } from "#media/clip/clip-cues.ts";
import { loadClipFonts, type Strip } from "#media/clip/clip-overlays.ts";
import { trim } from "#media/clip/keep.ts";
import { clipLook, type ClipLook } from "#media/clip/make-clip.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { Slider } from "#ui/fields/slider.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { wordAt } from "../captions/transcript-words.ts";
import { useTranscript } from "../captions/use-transcript.ts";
import { isWhole, wholeFilm, withKeep } from "./clip-draft.ts";
import { ClipPreview } from "./clip-preview.tsx";
import { ClipWords } from "./clip-words.tsx";
import { formatTenths, TrimHandles } from "./trim-handles.tsx";
import { UNREADABLE, useFilm, type Film } from "./use-film.ts";
import { useMaking } from "./use-making.ts";
import { useRecipe } from "./use-recipe.ts";

type Props = {
  client: ClientView;
  detail: SubmissionDetail;
  watermark: ClipList["watermark"];
  /** Recipe of the clip that is changed; `null` begins with the whole film. */
  from: Recipe | null;
  onMade: () => void;
};

/** Makes a clip of a film: its words, its shape, what is laid over it. */
export function ClipEditor(props: Props) {
  const { client, detail } = props;
  const loading = useFilm(api.submissionVideoAddress(client.id, detail.submission.id, {}));
  const transcript = useTranscript(client.id, detail.submission.id);
  if (loading.kind === "failed")
    return (
      <p role="alert" className="p-6">
        {loading.text}
      </p>
    );
  // A clip can be made without words, if they cannot be loaded.
  if (loading.kind === "loading" || transcript.isPending)
    return (
      <div className="p-6">
        <ProgressBar
          label="Loading the video"
          percent={loading.kind === "loading" ? loading.share * 100 : 100}
        />
      </div>
    );
  return <Editor {...props} film={loading.film} view={transcript.data ?? null} />;
}

const FORMATS: { value: ClipFormat; label: string }[] = [
  { value: "recorded", label: "As recorded" },
  { value: "9:16", label: "9:16, for Stories, Reels, Shorts and TikTok" },
  { value: "4:5", label: "4:5, for feeds" },
  { value: "1:1", label: "1:1, square" },
  { value: "16:9", label: "16:9, for YouTube and screens" },
];

const STYLES: { value: CaptionStyle; label: string }[] = [
  { value: "none", label: "None in the picture" },
  { value: "boxed", label: "On a dark box" },
  { value: "plain", label: "With an outline" },
  { value: "large", label: "Large" },
];

const NO_WORDS: TranscriptView["words"] = [];
const NO_CUES: TranscriptView["cues"] = [];

function Editor({
  client,
  detail,
  watermark,
  from,
  film,
  view,
  onMade,
}: Props & { film: Film; view: TranscriptView | null }) {
  const { submission, names } = detail;
  const spoken = view?.status === "done" ? view : null;
  const words = spoken?.words ?? NO_WORDS;
  const cues = spoken?.cues ?? NO_CUES;
  const language = view?.language ?? "en";
  const { recipe, change, undo, canUndo } = useRecipe(submission.id, from, () =>
    wholeFilm(film.ms, words.length > 0),
  );
  const player = useRef<HTMLVideoElement>(null);
  const [atMs, setAtMs] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const name = names.find(({ is_shown: isShown }) => isShown);
  const strip = useStrip(client, name && name.display !== "none" ? name.text : null, recipe.has_strip);
  const kept = useMemo(() => clipCues(words, cues, recipe.keep), [words, cues, recipe.keep]);
  const look = useLook({ film, recipe, watermark, cues: kept, language, strip });
  const { state, make, saveAgain, cancel } = useMaking({
    clientId: client.id,
    submissionId: submission.id,
    film,
    onMade,
  });
  const seek = useCallback((ms: number) => {
    if (player.current) show(player.current, ms);
  }, []);
  const keepOnly = (keep: Recipe["keep"], shownMs?: number) => {
    change(withKeep(recipe, keep));
    if (shownMs !== undefined) seek(shownMs);
  };
  const free = look && recipe.framing ? freeWay(look) : null;
  const isBusy = state.kind === "making" || state.kind === "saving";

  if (isBroken)
    return (
      <p role="alert" className="p-6">
        {UNREADABLE}
      </p>
    );
  return (
    <div className="grid items-start gap-6 p-5 sm:p-6 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-8">
      <div className="flex flex-col gap-3 md:sticky md:top-20">
        <ClipPreview
          player={player}
          url={film.url}
          keep={recipe.keep}
          look={look}
          framing={free && recipe.framing}
          onMove={(framing, isFirst) => change({ ...recipe, framing }, isFirst)}
          onTime={setAtMs}
          onBroken={() => setBroken(true)}
        />
        <div className="flex flex-wrap items-center gap-2">
          <PlayButton player={player} first={recipe.keep[0]?.from_ms ?? 0} />
          <span className="text-[0.9375rem] text-muted tabular-nums">{formatTenths(atMs)}</span>
          <Button
            variant="quiet"
            disabled={recipe.poster_ms === atMs}
            onClick={() => change({ ...recipe, poster_ms: atMs })}
          >
            <Image className="size-5" aria-hidden="true" />
            {recipe.poster_ms === atMs ? "This is its picture" : "Use as its picture"}
          </Button>
          <Button variant="quiet" disabled={!canUndo} onClick={undo}>
            <Undo2 className="size-5" aria-hidden="true" />
            Undo
          </Button>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {words.length > 0 && (
          <ClipWords
            transcript={{ language, words }}
            keep={recipe.keep}
            filmMs={film.ms}
            heard={wordAt(words, atMs)}
            onKeep={(keep) => keepOnly(keep)}
            onPlay={seek}
          />
        )}
        <TrimHandles
          keep={recipe.keep}
          filmMs={film.ms}
          frameMs={film.frameMs}
          atMs={atMs}
          onTrim={(side, ms) => {
            const keep = trim(recipe.keep, side, ms, film.ms);
            if (keep.length > 0) keepOnly(keep, side === "start" ? ms : Math.max(0, ms - film.frameMs));
          }}
        />
        <SelectField
          label="Format"
          value={recipe.format}
          options={FORMATS}
          onChange={(format) => change({ ...recipe, format: format as ClipFormat })}
        />
        {recipe.format !== "recorded" && (
          <>
            <Switch
              label="Fill the frame"
              checked={recipe.framing !== null}
              onChange={(fills) => change({ ...recipe, framing: fills ? { x: 500, y: 500 } : null })}
            />
            {recipe.framing !== null && free && (
              <Slider
                label={free === "x" ? "Frame, from left to right" : "Frame, from top to bottom"}
                unit="%"
                min={0}
                max={100}
                value={Math.round(recipe.framing[free] / 10)}
                onChange={(percent) =>
                  change({ ...recipe, framing: { x: 500, y: 500, [free]: percent * 10 } })
                }
              />
            )}
            {recipe.framing === null && (
              <label className="flex min-h-11 items-center justify-between gap-4 text-[0.9375rem] font-semibold">
                Colour around the picture
                <input
                  type="color"
                  value={recipe.background}
                  onChange={(event) => change({ ...recipe, background: event.target.value })}
                  className="h-11 w-16 cursor-pointer rounded-control border border-control bg-surface p-1"
                />
              </label>
            )}
            {look?.mark === "anew" && (
              <p className="text-sm text-muted">
                Your watermark would be cut off, so the frame leaves it out and it is drawn again in its
                place.
              </p>
            )}
          </>
        )}
        {words.length > 0 && (
          <SelectField
            label="Captions"
            value={recipe.captions}
            options={STYLES}
            onChange={(captions) => change({ ...recipe, captions: captions as CaptionStyle })}
          />
        )}
        <Switch
          label="Show name and business"
          checked={recipe.has_strip}
          onChange={(has_strip) => change({ ...recipe, has_strip })}
        />
        <div className="border-t border-hairline pt-5">
          {state.kind === "making" && (
            <div className="flex flex-col gap-3">
              <ProgressBar label="Making the clip" percent={state.share * 100} />
              <Button variant="outlined" onClick={cancel}>
                Cancel
              </Button>
            </div>
          )}
          {state.kind === "saving" && <output>Saving the clip</output>}
          {state.kind === "failed" && (
            <p role="alert" className="mb-3 font-medium text-danger">
              {state.isMade ? `The clip is made, but not saved yet. ${state.text}` : state.text}
            </p>
          )}
          {!isBusy && (
            <Button
              className="w-full"
              disabled={!look || isWhole(recipe, film.ms)}
              onClick={() => {
                player.current?.pause();
                if (state.kind === "failed" && state.isMade) saveAgain();
                else if (look) make(recipe, look);
              }}
            >
              {state.kind === "failed" && state.isMade ? "Save it now" : "Make the clip"}
            </Button>
          )}
          <p className="mt-2 text-sm text-muted">
            {isWhole(recipe, film.ms)
              ? "Nothing differs from the video yet."
              : "It is made in this browser. What you cut out is not in the clip’s file."}
          </p>
        </div>
      </div>
    </div>
  );
}

/** Shows a moment of a film. */
function show(video: HTMLVideoElement, ms: number): void {
  video.currentTime = ms / 1000;
}

/** The way on which a frame can be moved. */
function freeWay({ placement: { picture, from } }: ClipLook): "x" | "y" | null {
  const [across, down] = [picture.width - from.width, picture.height - from.height];
  if (across < 2 && down < 2) return null;
  return across > down ? "x" : "y";
}

type LookProps = {
  film: Film;
  recipe: Recipe;
  watermark: ClipList["watermark"];
  cues: ReturnType<typeof clipCues>;
  language: string;
  strip: Strip | null;
};

/** The clip’s look; `null` until it is known. The last one stays while the next is drawn. */
function useLook({
  film: { size, tools },
  recipe,
  watermark,
  cues,
  language,
  strip,
}: LookProps): ClipLook | null {
  const [look, setLook] = useState<ClipLook | null>(null);
  const { format, framing, background, captions, has_strip: hasStrip } = recipe;
  useEffect(() => {
    let isLatest = true;
    const texts = [...cues.map(({ text }) => text), strip?.name, strip?.business].join(" ");
    const wanted = { format, framing, background, captions, has_strip: hasStrip };
    loadClipFonts(texts)
      .then(() => clipLook(tools, { ...wanted, film: size, watermark, cues, language, strip }))
      .then((made) => isLatest && setLook(made))
      .catch((error: unknown) => console.warn("no preview:", error));
    return () => {
      isLatest = false;
    };
  }, [size, tools, watermark, cues, language, strip, format, framing, background, captions, hasStrip]);
  return look;
}

/** The strip with its logo, once that is loaded; without it if it does not load. */
function useStrip(
  { company_name: business, logo_url: logoUrl }: ClientView,
  name: string | null,
  isShown: boolean,
): Strip | null {
  const [strip, setStrip] = useState<Strip | null>(null);
  useEffect(() => {
    if (!isShown) return undefined;
    let isLatest = true;
    void loadedLogo(logoUrl).then((logo) => isLatest && setStrip({ name, business, logo }));
    return () => {
      isLatest = false;
    };
  }, [business, logoUrl, name, isShown]);
  return strip;
}

/** A logo that can be drawn; `null` if there is none, or it does not load. */
async function loadedLogo(url: string | null): Promise<HTMLImageElement | null> {
  if (url === null) return null;
  const logo = new window.Image();
  logo.src = url;
  return logo.decode().then(
    () => logo,
    () => null,
  );
}

function PlayButton({ player, first }: { player: React.RefObject<HTMLVideoElement | null>; first: number }) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    const video = player.current;
    if (!video) return undefined;
    const look = () => setPlaying(!video.paused);
    const events = ["play", "pause", "ended"];
    for (const name of events) video.addEventListener(name, look);
    return () => {
      for (const name of events) video.removeEventListener(name, look);
    };
  }, [player]);
  const toggle = () => {
    const video = player.current;
    if (!video) return;
    if (!video.paused) return video.pause();
    if (video.ended) show(video, first);
    video.play().catch(() => undefined);
  };
  return (
    <Button variant="outlined" onClick={toggle}>
      {isPlaying ? (
        <Pause className="size-5" aria-hidden="true" />
      ) : (
        <Play className="size-5" aria-hidden="true" />
      )}
      {isPlaying ? "Pause" : "Play"}
    </Button>
  );
}
