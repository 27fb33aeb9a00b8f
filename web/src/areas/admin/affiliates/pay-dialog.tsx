import { useRef, useState } from "react";
import { lengths } from "../../../api/generated/rules.json";
import type { MonthlyCommission } from "../../../api/generated/MonthlyCommission.ts";
import { formatIsoMonth, formatPounds } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { usePayOut } from "./use-commissions.ts";

type Props = { line: MonthlyCommission; month: string; onClose: () => void };

/** Marks what waits of a partner as paid, with what the transfer is known by. */
export function PayDialog({ line, month, onClose }: Props) {
  const [reference, setReference] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  const { mutate, isPending } = usePayOut(line, month, close);
  return (
    <Dialog title={`Pay ${formatPounds(line.total_due)}?`} onClose={onClose}>
      <p className="text-center text-muted wrap-anywhere">
        {line.name}
        <span className="block">{line.email}</span>
      </p>
      <p className="mt-3 text-[0.9375rem]">
        Everything that waits up to {formatIsoMonth(month.slice(0, 7))} is marked as paid, once. Send the
        money from your bank first: nothing is transferred from here.
      </p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate(reference);
        }}
        className="mt-5 flex flex-col gap-2"
      >
        <TextField
          label="Reference of the transfer (optional)"
          name="reference"
          autoComplete="off"
          maxLength={lengths.notes}
          value={reference}
          onChange={setReference}
        />
        <div className="mt-4 flex flex-col gap-3">
          <Button type="submit" disabled={isPending}>
            {isPending ? "Paying..." : "Mark as paid"}
          </Button>
          <Button variant="outlined" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
