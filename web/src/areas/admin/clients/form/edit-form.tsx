import { Link } from "react-router";
import type { ClientRecord } from "../../../../api/generated/ClientRecord.ts";
import { auditPath } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextField } from "../../../../ui/text-field.tsx";
import { resetDate } from "../../../client/dashboard/credit-state.ts";
import { STATUSES } from "../client-words.ts";
import { ClientFields } from "./client-fields.tsx";
import type { ClientForm } from "./client-form.ts";
import { Conflicts } from "./conflicts.tsx";
import { DriveCheck } from "./drive-check.tsx";
import { FormFoot } from "./form-foot.tsx";
import { LABELS, shownValue } from "./labels.ts";
import { PictureFields } from "./picture-fields.tsx";
import { useErrorFocus } from "./use-error-focus.ts";
import { useEdit } from "./use-edit.ts";
import { usePictures } from "./use-pictures.ts";
import { useSlugProblem } from "./use-slug.ts";

type Props = { record: ClientRecord; onClose: () => void };

/** All that can be changed. What was typed outlives failures, and the dialog too; what it was stands beneath. */
export function EditForm({ record, onClose }: Props) {
  const pictures = usePictures(record);
  const edit = useEdit(record, pictures, onClose);
  const { form, loaded, errors, change } = edit;
  const element = useErrorFocus(edit.refusals);
  const slugProblem = useSlugProblem(form.custom_slug, { id: record.id, slug: loaded.custom_slug });

  const was = (name: keyof ClientForm | "credits_remaining", otherwise = "") =>
    edit.changed.includes(name) ? `Was: ${shownValue(name, loaded[name])}` : otherwise;

  const credits = (
    <>
      <TextField
        name="credits_remaining"
        label={LABELS.credits_remaining}
        value={form.credits_remaining}
        error={errors.credits_remaining}
        hint={was("credits_remaining", "Sets the number.")}
        required
        inputMode="numeric"
        autoComplete="off"
        onText={(credits_remaining) => change({ credits_remaining })}
      />
      <TextField
        name="credit_adjustment"
        label="Manual credit adjustment"
        value={edit.adjustment}
        placeholder="+5 or -3"
        error={errors.credit_adjustment}
        hint={
          edit.creditsAfter === null
            ? "Adds to the number, or takes from it."
            : `${loaded.credits_remaining} becomes ${edit.creditsAfter}.`
        }
        autoComplete="off"
        onText={edit.adjust}
      />
      <div>
        <p className="text-[0.9375rem] font-semibold">Last reset date</p>
        <p className="flex min-h-14 items-center tabular-nums">
          {record.last_reset_date ? resetDate(record.last_reset_date) : "Never reset"}
        </p>
      </div>
    </>
  );

  return (
    <form
      ref={element}
      noValidate
      // Neither the head nor the foot may hide what has the focus.
      className="[&_*]:scroll-my-28"
      onSubmit={(event) => {
        event.preventDefault();
        if (edit.conflicts.length === 0) edit.save(slugProblem);
      }}
    >
      <ClientFields
        form={form}
        errors={{ ...errors, ...(slugProblem ? { custom_slug: slugProblem } : {}) }}
        statuses={STATUSES}
        hints={{
          company_name: was("company_name"),
          contact_name: was("contact_name"),
          email: was("email"),
          custom_slug: was("custom_slug", "Printed codes and links with another slug stop working."),
          credits_per_month: was("credits_per_month"),
          next_reset_date: was("next_reset_date"),
          drive_link: was("drive_link"),
          review_link_url: was("review_link_url"),
        }}
        change={change}
        credits={credits}
        drive={<DriveCheck clientId={record.id} link={form.drive_link} />}
      />
      <PictureFields client={record} pictures={pictures} busy={edit.saving} />
      <FormFoot problem={edit.problem}>
        {edit.conflicts.length > 0 ? (
          <Conflicts names={edit.conflicts} mine={form} theirs={loaded} onSettle={edit.settle} />
        ) : (
          <>
            <Button type="submit" disabled={edit.saving || !edit.dirty}>
              {edit.saving ? "Saving" : "Save"}
            </Button>
            <output className="text-sm font-medium text-warning">
              {edit.dirty && "You have unsaved changes."}
            </output>
            {edit.dirty && (
              <Button look="quiet" className="px-0" disabled={edit.saving} onClick={edit.discard}>
                Discard changes
              </Button>
            )}
            <Link
              to={auditPath(record.id)}
              className="ml-auto inline-flex min-h-11 items-center text-[0.9375rem] underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              History
            </Link>
          </>
        )}
      </FormFoot>
    </form>
  );
}
