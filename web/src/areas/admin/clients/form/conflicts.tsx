import { Button } from "#ui/button.tsx";
import type { EditForm } from "./client-form.ts";
import { LABELS, shownValue } from "#areas/admin/clients/client-labels.ts";
import type { FieldName } from "./merge-edits.ts";

type Props = {
  names: FieldName[];
  mine: EditForm;
  theirs: EditForm;
  onResolve: (name: FieldName, theirs: boolean) => void;
};

/** Fields that somebody else has changed too: shows both values to choose from. */
export function Conflicts({ names, mine, theirs, onResolve }: Props) {
  return (
    <ul
      aria-label="Changed by somebody else in the meantime"
      className="max-h-[40dvh] w-full divide-y divide-hairline overflow-y-auto rounded-control border border-warning"
    >
      {names.map((name) => (
        <li
          key={name}
          className="grid items-center gap-x-4 gap-y-2 p-3 text-[0.9375rem] sm:grid-cols-[9rem_1fr_1fr]"
        >
          <b>{LABELS[name]}</b>
          <Choice
            title="Theirs"
            value={shownValue(name, theirs[name])}
            words="Take theirs"
            of={LABELS[name]}
            onSelect={() => onResolve(name, true)}
          />
          <Choice
            title="Yours"
            value={shownValue(name, mine[name])}
            words="Keep mine"
            of={LABELS[name]}
            onSelect={() => onResolve(name, false)}
          />
        </li>
      ))}
    </ul>
  );
}

type ChoiceProps = { title: string; value: string; words: string; of: string; onSelect: () => void };

function Choice({ title, value, words, of, onSelect }: ChoiceProps) {
  return (
    <div className="flex min-w-0 items-center justify-between gap-3">
      <p className="min-w-0 leading-snug">
        <span className="block text-xs text-muted">{title}</span>
        <span className="wrap-anywhere">{value}</span>
      </p>
      <Button variant="outlined" className="min-h-11 shrink-0 px-3 text-sm" onClick={onSelect}>
        <span>
          {words}
          <span className="sr-only"> for {of}</span>
        </span>
      </Button>
    </div>
  );
}
