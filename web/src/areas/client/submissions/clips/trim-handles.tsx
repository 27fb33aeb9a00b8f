import { useId } from "react";
import type { Stretch } from "#api/generated/clips.ts";
import { durationOf } from "#media/clip/clip-plan.ts";

type Props = {
  keep: readonly Stretch[];
  filmMs: number;
  frameMs: number;
  /** Time of the film that is shown. */
  atMs: number;
  onTrim: (side: "start" | "end", ms: number) => void;
};

/** A bar with what a clip keeps of its film, and handles for its start and its end. An arrow key moves one by a frame. */
export function TrimHandles({ keep, filmMs, frameMs, atMs, onTrim }: Props) {
  const [start, end] = [keep[0]?.from_ms ?? 0, keep.at(-1)?.to_ms ?? filmMs];
  const share = (ms: number) => `${(100 * ms) / filmMs}%`;
  return (
    <div>
      <p className="flex justify-between gap-4 text-[0.9375rem]">
        <span className="font-semibold">Length</span>
        <span className="tabular-nums">
          {formatTenths(durationOf(keep))} of {formatTenths(filmMs)}
        </span>
      </p>
      <div className="relative my-2 h-6 overflow-hidden rounded-control bg-sunken" aria-hidden="true">
        {keep.map(({ from_ms: from, to_ms: to }) => (
          <span
            key={from}
            className="absolute inset-y-0 border-x border-surface bg-ink/70"
            style={{ insetInlineStart: share(from), width: share(to - from) }}
          />
        ))}
        <span
          className="absolute inset-y-0 w-0.5 bg-signal"
          style={{ insetInlineStart: share(Math.min(atMs, filmMs)) }}
        />
      </div>
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Handle
          label="Start"
          value={start}
          min={0}
          max={filmMs}
          step={frameMs}
          onChange={(ms) => onTrim("start", ms)}
        />
        {/* Its steps end with the film. */}
        <Handle
          label="End"
          value={end}
          min={filmMs % frameMs}
          max={filmMs}
          step={frameMs}
          onChange={(ms) => onTrim("end", ms)}
        />
      </div>
    </div>
  );
}

type HandleProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (ms: number) => void;
};

function Handle({ label, value, onChange, ...range }: HandleProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex justify-between gap-4 text-[0.9375rem]">
        {label}
        <span className="tabular-nums" aria-hidden="true">
          {formatTenths(value)}
        </span>
      </label>
      <input
        id={id}
        type="range"
        value={value}
        aria-valuetext={`${(value / 1000).toFixed(1)} seconds`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-ink"
        {...range}
      />
    </div>
  );
}

/** `0:07.4` */
export const formatTenths = (ms: number): string => {
  const tenths = Math.round(ms / 100);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${tenths % 10}`;
};
