import { useId } from "react";

/** Where a business collects reviews, by the names on the wire. */
const PLATFORMS = [
  ["google", "Google Business Profile"],
  ["facebook", "Facebook"],
  ["linkedin", "LinkedIn"],
  ["trustpilot", "Trustpilot"],
  ["none", "None"],
] as const;

type Props = {
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChoose: (platform: string) => void;
};

export function PlatformField({ value, error, disabled, onChoose }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold">
        Review platform<span aria-hidden="true"> *</span>
      </label>
      <select
        id={id}
        name="reviewPlatform"
        required
        value={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId}
        onChange={(event) => onChoose(event.target.value)}
        className="min-h-12 w-full rounded-control border border-control bg-surface px-3 text-ink disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger"
      >
        <option value="" disabled>
          Choose where you collect reviews
        </option>
        {PLATFORMS.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <p
        id={noteId}
        className={`mt-0.5 mb-1.5 min-h-4.5 text-sm leading-4.5 ${error ? "font-medium text-danger" : "text-muted"}`}
      >
        {error ?? "After their video, customers are asked for a review there."}
      </p>
    </div>
  );
}
