import { useRef, useState } from "react";
import { TriangleAlert } from "lucide-react";
import type { AffiliateSummary } from "#api/generated/affiliate.ts";
import { lengths, texts } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import { focusField } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { nameOf, useConfigure } from "./use-affiliates.ts";

type Props = { affiliate: AffiliateSummary; checksCodes: boolean; onClose: () => void };

/** Sets the promotion code that a partner will share, and can create a missing one. */
export function ConfigureDialog({ affiliate, checksCodes, onClose }: Props) {
  const [code, setCode] = useState(affiliate.stripe_coupon_id ?? "");
  const [notes, setNotes] = useState(affiliate.notes);
  const [fault, setFault] = useState("");
  /** The code that the payment provider has not. */
  const [missing, setMissing] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const close = () => form.current?.closest("dialog")?.close();
  const { mutate, isPending } = useConfigure(affiliate, close);

  const save = (create: boolean) => {
    if (isPending) return;
    setFault("");
    if (code.trim() === "") {
      setFault(texts.codeMissing);
      focusField(form.current, "code");
      void showToast("error", "Validation Error", texts.codeMissing);
      return;
    }
    mutate(
      { stripe_coupon_id: code, notes, create_code: create },
      {
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === "code_missing") setMissing(code);
          const isOfCode = error.code.startsWith("code_") || error.code === "no_coupon";
          setFault(error.fields.stripe_coupon_id ?? (isOfCode ? error.message : ""));
          focusField(form.current, "code");
        },
      },
    );
  };

  return (
    <Dialog title="Configure Affiliate" alignsLeft dismissesToasts onClose={onClose}>
      <p className="text-muted wrap-anywhere">
        {nameOf(affiliate)}
        <span className="block">{affiliate.email}</span>
      </p>
      {affiliate.sponsor_name && (
        <p className="text-sm text-muted wrap-anywhere">
          Tier 2: brought by {affiliate.sponsor_name} ({affiliate.sponsor_email})
        </p>
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
        className="mt-5 flex flex-col gap-2"
      >
        <TextField
          label="Stripe Coupon Code"
          name="code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengths.promotionCode}
          value={code}
          error={fault || undefined}
          onChange={(text) => {
            setCode(text.toUpperCase());
            setFault("");
          }}
        />
        {missing !== "" && missing === code && (
          <Button variant="outlined" disabled={isPending} onClick={() => save(true)} className="mb-2">
            <span className="wrap-anywhere">Create {code} in Stripe and save</span>
          </Button>
        )}
        <TextArea
          label="Admin Notes (Optional)"
          rows={3}
          maxLength={lengths.notes}
          value={notes}
          onChange={setNotes}
        />
        <p className="flex gap-2.5 rounded-control border border-warning p-3 text-sm">
          <TriangleAlert className="size-5 shrink-0 text-warning" aria-hidden="true" />
          {checksCodes
            ? "The coupon has to exist in Stripe before you approve. We check it when you save."
            : "The coupon has to exist in Stripe before you approve. No Stripe key is set here, so the code is not checked."}
        </p>
        <div className="mt-4 flex flex-col gap-3">
          <Button type="submit" disabled={isPending}>
            {isPending ? "Saving..." : "Save Configuration"}
          </Button>
          <Button variant="outlined" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
