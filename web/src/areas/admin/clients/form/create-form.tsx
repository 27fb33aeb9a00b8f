import { useState } from "react";
import { ApiError } from "../../../../api/http.ts";
import { hasEnded, noticeEnd } from "../../../../auth/query-client.ts";
import { refusalText } from "../../../../auth/refusal-text.ts";
import { useBusy } from "../../../../auth/use-busy.ts";
import { Button } from "../../../../ui/button.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { useDraft } from "../../../client/use-draft.ts";
import { FIRST_STATUSES } from "../client-words.ts";
import { useRefreshClients } from "../use-clients.ts";
import { ClientFields, Group } from "./client-fields.tsx";
import { formErrors, NEW_CLIENT, serverErrors, type ClientForm, type FormErrors } from "./client-form.ts";
import { createClient, type Files } from "./create-client.ts";
import type { NewClient } from "./created-panel.tsx";
import { FormFoot } from "./form-foot.tsx";
import { ImageField } from "./image-field.tsx";
import { useErrorFocus } from "./use-error-focus.ts";
import { useSlugFor, useSlugProblem } from "./use-slug.ts";

const NO_FILES: Files = { logoFile: null, qrFile: null };

/** The fields of a new client. What was typed outlives every failure, and the dialog too. */
export function CreateForm({ onCreated }: { onCreated: (client: NewClient) => void }) {
  const draft = useDraft<ClientForm>("admin", "new-client", NEW_CLIENT);
  const [files, setFiles] = useState(NO_FILES);
  const [errors, setErrors] = useState<FormErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [ownSlug, setOwnSlug] = useState(draft.value.custom_slug !== "");
  const [busy, run] = useBusy();
  const refresh = useRefreshClients();
  const [refusals, setRefusals] = useState(0);
  const element = useErrorFocus(refusals);

  const suggested = useSlugFor(draft.value.company_name, !ownSlug);
  const form = { ...draft.value, custom_slug: ownSlug ? draft.value.custom_slug : (suggested ?? "") };
  const slugProblem = useSlugProblem(form.custom_slug, null);
  const shown = { ...errors, ...(slugProblem ? { custom_slug: slugProblem } : {}) };

  const change = (wish: Partial<ClientForm>) => {
    if (wish.custom_slug !== undefined) setOwnSlug(true);
    draft.change(wish);
    setErrors((old) => without(old, Object.keys(wish)));
  };

  const refuse = (found: FormErrors, text: string) => {
    setErrors(found);
    setProblem(text);
    setRefusals((count) => count + 1);
  };

  const submit = async () => {
    setProblem(null);
    const found = { ...formErrors(form), ...(slugProblem ? { custom_slug: slugProblem } : {}) };
    if (Object.keys(found).length > 0) {
      refuse(found, "Please check the marked fields.");
      return;
    }
    try {
      const created = await createClient(form, files);
      draft.discard();
      void refresh();
      onCreated({
        id: created.clientId,
        email: form.email.trim(),
        company_name: form.company_name.trim(),
        password: created.temporaryPassword,
      });
    } catch (error) {
      noticeEnd(error);
      if (hasEnded(error)) return;
      void showToast("error", "Error", "Failed to create client");
      refuse(error instanceof ApiError ? serverErrors(error.fields) : {}, refusalText(error));
    }
  };

  const startOver = () => {
    draft.discard();
    setFiles(NO_FILES);
    setErrors({});
    setProblem(null);
    setOwnSlug(false);
  };

  return (
    <form
      ref={element}
      noValidate
      // Neither the head nor the foot may hide what has the focus.
      className="[&_*]:scroll-my-28"
      onSubmit={(event) => {
        event.preventDefault();
        run(submit);
      }}
    >
      <ClientFields
        form={form}
        errors={shown}
        statuses={FIRST_STATUSES}
        hints={{
          custom_slug: ownSlug ? "The end of the record page's address." : "Suggested from the company name.",
          email: "Where invitations and new videos are announced.",
          credits_per_month: "Videos that can be taken each month.",
          next_reset_date: "Optional.",
          drive_link: "Empty for the built-in drive.",
          review_link_url: "Where customers are sent afterwards.",
        }}
        change={change}
      />
      <Group title="Pictures">
        <ImageField
          label="Logo file"
          file={files.logoFile}
          error={errors.logo_file}
          onFile={(logoFile) => setFiles({ ...files, logoFile })}
        />
        <ImageField
          label="QR file"
          file={files.qrFile}
          error={errors.qr_file}
          onFile={(qrFile) => setFiles({ ...files, qrFile })}
        />
      </Group>
      <FormFoot problem={problem}>
        <Button type="submit" disabled={busy}>
          {busy ? "Creating" : "Create client"}
        </Button>
        {draft.dirty && (
          <Button look="quiet" className="px-0" disabled={busy} onClick={startOver}>
            Start over
          </Button>
        )}
      </FormFoot>
    </form>
  );
}

/** A field that is typed into again has no error until it is looked at again. */
const without = (errors: FormErrors, names: string[]): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
