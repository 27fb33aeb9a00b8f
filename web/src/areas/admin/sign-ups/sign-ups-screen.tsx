import { Download } from "lucide-react";
import { useState } from "react";
import figures from "../../../api/generated/facts.json" with { type: "json" };
import type { SignUpLine } from "../../../api/generated/SignUpLine.ts";
import { admin } from "../../../api/portal-endpoints.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { SearchField } from "../search-field.tsx";
import { useAddress } from "../../../use-address.ts";
import { useKeptFocus } from "../use-kept-focus.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { SignUpList } from "./sign-up-list.tsx";
import { STATE_OPTIONS } from "./sign-up-states.ts";

const ASKED = ["q", "state"] as const;

/** Who wants to hear of the launch. */
export default function SignUpsScreen() {
  useTitle("Sign-ups");
  const address = useAddress(ASKED);
  const [deleting, setDeleting] = useState<SignUpLine | null>(null);
  useKeptFocus(deleting !== null);
  return (
    <main>
      <h1 tabIndex={-1} className="text-4xl">
        Sign-ups
      </h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        What is not confirmed is deleted {figures.unconfirmedDays} days after the sign-up, and so is our copy
        of what was handed to the mailing list.
      </p>
      <search className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,26rem)_13rem_auto]">
        <div className="col-span-2 sm:col-span-1">
          <SearchField
            label="Search"
            placeholder="Name, company or email"
            value={address.typed}
            onType={address.type}
          />
        </div>
        <SelectField
          label="State"
          value={address.value("state")}
          options={STATE_OPTIONS}
          onChoose={(state) => address.set({ state })}
        />
        <ButtonLink
          look="outlined"
          href={admin.signUpsCsv(address.asked)}
          download
          className="justify-self-end"
        >
          <Download className="size-5" aria-hidden="true" />
          Export CSV
        </ButtonLink>
      </search>
      <SignUpList asked={address.asked} onClear={address.clear} onDelete={setDeleting} />
      {deleting && <DeleteDialog one={deleting} onClose={() => setDeleting(null)} />}
    </main>
  );
}
