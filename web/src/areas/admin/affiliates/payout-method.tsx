import type { PayoutMethod } from "#api/generated/enums.ts";
import { lengths } from "#api/generated/rules.json";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";

type Props = {
  method: PayoutMethod;
  reference: string;
  canTransfer: boolean;
  onMethod: (method: PayoutMethod) => void;
  onReference: (reference: string) => void;
};

/** Method of a payout, and the reference of a payment by hand. */
export const PayoutMethodFields = ({ method, reference, canTransfer, onMethod, onReference }: Props) => (
  <>
    {canTransfer && (
      <SelectField
        label="How"
        value={method}
        options={[
          { value: "transfer", label: "Stripe transfers it" },
          { value: "manual", label: "I paid it by hand" },
        ]}
        onChange={(value) => onMethod(value === "manual" ? "manual" : "transfer")}
      />
    )}
    {method === "manual" && (
      <TextField
        label="Transfer reference (optional)"
        name="reference"
        autoComplete="off"
        maxLength={lengths.notes}
        value={reference}
        onChange={onReference}
      />
    )}
  </>
);
