type Props = { label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void };

/** A switch that takes effect at once, with its state in a word beside it. */
export function Switch({ label, checked, disabled, onChange }: Props) {
  return (
    <label className="inline-flex min-h-11 items-center gap-3 text-[0.9375rem] font-semibold">
      {label}
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="switch"
      />
    </label>
  );
}
