import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as affiliate from "#api/generated/calls/affiliate.ts";
import { isSignedOut } from "#auth/query-client.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";

type Props = { address: string | null; button: string; onSaved: () => void };

export function AddressForm({ address, button, onSaved }: Props) {
  const [typed, setTyped] = useState(address ?? "");
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => affiliate.payoutAccountChangeAddress({}, { address: typed }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["affiliate", "dashboard"] });
      onSaved();
    },
  });
  return (
    <form
      className="mt-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <TextArea
        label="Your postal address"
        hint="Your accountant needs it on your statements, below your name."
        autoComplete="street-address"
        rows={4}
        required
        value={typed}
        onChange={setTyped}
        warning={error && !isSignedOut(error) ? error.message : undefined}
      />
      <Button type="submit" variant="outlined" disabled={isPending}>
        {isPending ? "Saving..." : button}
      </Button>
    </form>
  );
}
