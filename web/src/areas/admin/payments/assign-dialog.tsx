import { Check } from "lucide-react";
import { useRef, useState } from "react";
import { useSettled } from "#lib/use-settled.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { SearchField } from "#ui/fields/search-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useClients } from "#areas/admin/clients/use-clients.ts";
import { useAssign, type Doubt } from "./use-payments.ts";

/** Assigns a payment to a client. None is preselected: that would be a guess about money. */
export function AssignDialog({ doubt, onClose }: { doubt: Doubt; onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const words = useSettled(text.trim());
  const { items } = useClients(new URLSearchParams(words ? { q: words } : {}));
  const { mutate, isPending } = useAssign(doubt, onClose);
  const stay = useRef<HTMLButtonElement>(null);
  // Our own pages pay nothing.
  const found = (items ?? [])
    .filter(({ counts_credits: pays }) => pays)
    .map(({ id, company_name, email }) => ({
      value: id,
      label: `${company_name} (${email})`,
    }));
  const clientId = found.some(({ value }) => value === chosen) ? chosen : "";
  const none = items?.length === 0 ? "No business matches" : "Choose a business";
  return (
    <Dialog title="Assign this payment" alignsLeft onClose={onClose}>
      <p className="mt-3 text-[0.9375rem]">
        Paid by <b className="wrap-anywhere">{doubt.email || "an unknown buyer"}</b>.{" "}
        {doubt.kind === "subscription"
          ? "It then pays for the plan of the business that you choose. If that business already pays for a plan, we end and refund the newer of the two at once."
          : "The business that you choose gets the credits at once."}
      </p>
      <div className="mt-5 flex flex-col gap-4">
        <SearchField label="Find a business" placeholder="Name or email" value={text} onChange={setText} />
        <SelectField
          label="Business"
          value={clientId}
          options={[{ value: "", label: none }, ...found]}
          onChange={setChosen}
        />
      </div>
      <div className="mt-6 flex flex-col gap-3">
        <Button disabled={isPending || !clientId} onClick={() => mutate(clientId)}>
          <Check className="size-5" aria-hidden="true" />
          {isPending ? "Giving it to them" : "Assign payment"}
        </Button>
        <Button ref={stay} variant="outlined" onClick={() => stay.current?.closest("dialog")?.close()}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}
