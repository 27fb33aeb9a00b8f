type Props = { label: string; on: boolean; disabled?: boolean; onSwitch: (on: boolean) => void };

/** On or off, at once. The word beside it says which. */
export function Switch({ label, on, disabled, onSwitch }: Props) {
  return (
    <label className="inline-flex min-h-11 items-center gap-3 text-[0.9375rem] font-semibold">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={(event) => onSwitch(event.target.checked)}
        className="switch"
      />
    </label>
  );
}
