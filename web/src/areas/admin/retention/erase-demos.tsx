import { Trash2 } from "lucide-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DemoErasure } from "#api/generated/operations.ts";
import { texts } from "#api/generated/rules.json";
import { ApiError } from "#api/http.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { showToast } from "#ui/toasts/toast.ts";

/** Deletes a person's demos early, when they ask by email. */
export function EraseDemos() {
  const [email, setEmail] = useState("");
  const [asking, setAsking] = useState(false);
  const [invalid, setInvalid] = useState(false);
  const queries = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (wish: DemoErasure) => admin.retentionEraseDemos(wish),
    onSuccess: ({ erased }) => {
      setEmail("");
      if (erased === 0)
        void showToast("plain", "Nothing to delete", "There is no demo video from this address.");
      else void showToast("success", erased === 1 ? "1 demo video deleted" : `${erased} demo videos deleted`);
      return queries.invalidateQueries({ queryKey: ["admin", "retention"] });
    },
    onSettled: () => setAsking(false),
    onError: (failed) => {
      if (!refusalOf(failed)) toastUnlessSignedOut("Failed to delete the demo videos")(failed);
    },
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-x-3"
      onSubmit={(event) => {
        event.preventDefault();
        const isAddress = email.trim() !== "" && event.currentTarget.checkValidity();
        setInvalid(!isAddress);
        setAsking(isAddress);
      }}
    >
      <TextField
        className="w-full sm:w-96"
        label="Delete all demo videos from an address"
        type="email"
        autoComplete="off"
        value={email}
        error={invalid ? texts.affiliateEmail : refusalOf(error)}
        hint="Includes the name and address."
        onChange={(text) => {
          setEmail(text);
          setInvalid(false);
          reset();
        }}
      />
      <Button type="submit" variant="outlined" className="sm:mt-7.5" disabled={email.trim() === ""}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          title="Delete demo videos?"
          cancelLabel="Keep them"
          busy={isPending}
          icon={Trash2}
          verb="Delete"
          busyVerb="Deleting"
          onConfirm={() => mutate({ email: email.trim() })}
          onClose={() => setAsking(false)}
        >
          <p className="mt-3 text-[0.9375rem]">
            This deletes every demo video from <b className="wrap-anywhere">{email.trim()}</b> straight away,
            with the name and address. It cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}

/** The server's sentence about the address. */
const refusalOf = (error: Error | null) => (error instanceof ApiError ? error.fields?.email : undefined);
