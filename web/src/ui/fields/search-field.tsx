type Props = { label: string; placeholder: string; value: string; onChange: (text: string) => void };

/** A search in words; the list below follows. */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-[0.9375rem] font-semibold">
      {label}
      <input
        type="search"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="min-h-12 w-full rounded-control border border-control bg-surface px-3.5 font-normal text-ink placeholder:text-muted"
      />
    </label>
  );
}
