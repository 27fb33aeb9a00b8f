import { ChevronLeft, ChevronRight } from "lucide-react";
import { addMonths, format, parseISO } from "date-fns";
import { formatIsoMonth } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";

type Props = {
  /** Months by their first days. */
  current: string;
  first: string;
  chosen: string;
  onChoose: (month: string) => void;
};

/** Steps from the first month to the current one. */
export function MonthChoice({ current, first, chosen, onChoose }: Props) {
  const step = (by: number) => format(addMonths(parseISO(chosen), by), "yyyy-MM-dd");
  const [earlier, later] = [step(-1), step(1)];
  return (
    <fieldset aria-label="Month" className="flex items-center">
      <Button
        variant="quiet"
        className="min-h-11 px-3!"
        aria-label="Earlier month"
        disabled={earlier < first}
        onClick={() => onChoose(earlier)}
      >
        <ChevronLeft className="size-5" aria-hidden="true" />
      </Button>
      <output className="min-w-36 text-center text-ink tabular-nums">
        {formatIsoMonth(chosen.slice(0, 7))}
      </output>
      <Button
        variant="quiet"
        className="min-h-11 px-3!"
        aria-label="Later month"
        disabled={later > current}
        onClick={() => onChoose(later)}
      >
        <ChevronRight className="size-5" aria-hidden="true" />
      </Button>
    </fieldset>
  );
}
