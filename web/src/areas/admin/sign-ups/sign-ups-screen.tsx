import titles from "#api/generated/titles.json";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import figures from "#api/generated/facts.json" with { type: "json" };
import type { SignUpSummary } from "#api/generated/site.ts";
import * as admin from "#api/generated/calls/admin.ts";
import { ButtonLink } from "#ui/button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { useTitle } from "#lib/use-title.ts";
import { SearchField } from "#ui/fields/search-field.tsx";
import { useSearchState } from "#lib/navigation/use-search-state.ts";
import { useRestoreFocus } from "#lib/use-restore-focus.ts";
import { SignUpList } from "./sign-up-list.tsx";
import { STATUS_OPTIONS } from "./sign-up-status.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { useDeleteSignUp } from "./use-sign-ups.ts";

const FILTER_NAMES = ["q", "status"] as const;

/** People to notify of the launch. */
export default function SignUpsScreen() {
  useTitle(titles.adminSignUps);
  const filters = useSearchState(FILTER_NAMES);
  const [deleting, setDeleting] = useState<SignUpSummary | null>(null);
  useRestoreFocus(deleting !== null);
  return (
    <main>
      <h1 tabIndex={-1} className="text-4xl">
        Sign-ups
      </h1>
      <p className="mt-2 mb-5 max-w-[75ch] text-muted">
        We delete unconfirmed sign-ups, and our record of those passed to the mailing list, after{" "}
        {figures.unconfirmedDays} days.
      </p>
      <search className="mb-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,26rem)_13rem_auto]">
        <div className="col-span-2 sm:col-span-1">
          <SearchField
            label="Search"
            placeholder="Name, company or email"
            value={filters.text}
            onChange={filters.setText}
          />
        </div>
        <SelectField
          label="Status"
          value={filters.value("status")}
          options={STATUS_OPTIONS}
          onChange={(status) => filters.set({ status })}
        />
        <ButtonLink
          variant="outlined"
          href={admin.signUpExportAddress(filters.params)}
          download
          className="justify-self-end"
        >
          <Download className="size-5" aria-hidden="true" />
          Export CSV
        </ButtonLink>
      </search>
      <SignUpList params={filters.params} onClear={filters.clear} onDelete={setDeleting} />
      {deleting && <DeleteDialog signUp={deleting} onClose={() => setDeleting(null)} />}
    </main>
  );
}

/** Confirms a deletion, and says what is lost and what stays elsewhere. */
function DeleteDialog({ signUp, onClose }: { signUp: SignUpSummary; onClose: () => void }) {
  const { mutate, isPending } = useDeleteSignUp(onClose);
  return (
    <ConfirmDialog
      title="Delete?"
      cancelLabel="Keep it"
      busy={isPending}
      icon={Trash2}
      verb="Delete this sign-up"
      busyVerb="Deleting"
      onConfirm={() => mutate(signUp.id)}
      onClose={onClose}
    >
      <p className="mt-3 text-[0.9375rem]">
        This deletes the name, company and address of{" "}
        <b className="wrap-anywhere">
          {" "}
          {signUp.first_name} {signUp.surname}{" "}
        </b>{" "}
        (<span className="wrap-anywhere">{signUp.email}</span>), and the emails to confirm them. Their links
        stop working. This cannot be undone, and we notify nobody.
      </p>
      {signUp.status === "synced" && (
        <p className="mt-3 border-l-2 border-warning pl-3 text-[0.9375rem]">
          The mailing list has a copy. Remove it there too.
        </p>
      )}
    </ConfirmDialog>
  );
}
