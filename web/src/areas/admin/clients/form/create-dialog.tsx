import { lifetimes } from "#api/generated/rules.json";
import {
  type NewClient,
  formErrors,
  formOfOnboarding,
  NEW_CLIENT,
  serverErrors,
  SLUG_MISSING,
  type ClientForm,
  type FormErrors,
  without,
  CHECK_FIELDS,
  camelCase,
} from "./client-form.ts";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { useBlockBack } from "#lib/navigation/use-block-back.ts";
import { Mail } from "lucide-react";
import { Button, buttonClass } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { useInvite, useRefreshClients } from "#areas/admin/clients/use-clients.ts";
import { ApiError } from "#api/http.ts";
import { isSignedOut, markSignedOut } from "#auth/query-client.ts";
import { refusalText } from "#auth/toasts.ts";
import { useBusy } from "#lib/use-busy.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { useDraft } from "#lib/use-draft.ts";
import { OnboardingLogo } from "#areas/admin/onboarding-requests/onboarding-logo.tsx";
import { useRefreshOnboardingRequests } from "#areas/admin/onboarding-requests/use-onboarding-requests.ts";
import type { ClientStatus } from "#api/generated/enums.ts";
import { FIRST_STATUSES } from "#areas/admin/clients/client-labels.ts";
import { ClientFields, Group } from "./client-fields.tsx";
import { FormFooter } from "./form-footer.tsx";
import { ImageField } from "./image-field.tsx";
import { useErrorFocus } from "#lib/use-error-focus.ts";
import { useQrProblem } from "./use-qr-problem.ts";
import { useSlugFor, useSlugProblem } from "./use-slug.ts";
import * as admin from "#api/generated/calls/admin.ts";
import type { CreatedClient } from "#api/generated/admin.ts";

type Props = {
  /** The set-up to prefill from; completed once the client exists. */
  setup?: OnboardingRequestSummary;
  onCreated?: () => unknown;
  onClose: () => void;
};

/**
 * A new client: its form, then its password, which is shown only here. So once the request is sent the dialog closes
 * only by its own button.
 */
export function CreateDialog({ setup, onCreated, onClose }: Props) {
  const [created, setCreated] = useState<NewClient | null>(null);
  const [busy, setBusy] = useState(false);
  const [closed, setClosed] = useState(false);
  const isCreated = useRef(false);
  useBlockBack(created ? !closed : busy);

  // The dialog was closed during the request, which then failed: nothing to show.
  useEffect(() => {
    if (closed && !busy && !created) onClose();
  }, [closed, busy, created, onClose]);

  const finish = () => {
    // Set before closing, which may go back in the history.
    flushSync(() => setClosed(true));
    onClose();
  };
  const closeForm = () => {
    // The close event is asynchronous, and the client may have been created by then.
    if (isCreated.current) return;
    if (busy) setClosed(true);
    else onClose();
  };
  return created ? (
    <WindowDialog key="created" title="Client created" onClose={finish} firm>
      <CreatedPanel client={created} onDone={finish} />
    </WindowDialog>
  ) : (
    <WindowDialog key="new" title="New client" onClose={closeForm}>
      <CreateForm
        setup={setup}
        onBusy={setBusy}
        onCreated={(client) => {
          isCreated.current = true;
          setClosed(false);
          setCreated(client);
          onCreated?.();
        }}
      />
    </WindowDialog>
  );
}

/** Shows the temporary password once. It is stored nowhere else: not in the URL, not in the browser's storage. */
function CreatedPanel({ client, onDone }: { client: NewClient; onDone: () => void }) {
  const invite = useInvite();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-5 py-6 text-[0.9375rem] leading-snug sm:py-8">
      <p>
        <b className="wrap-anywhere">{client.company_name}</b> signs in as{" "}
        <b className="wrap-anywhere">{client.email}</b> with this temporary password:
      </p>
      <div className="grid items-center gap-3 rounded-control border border-control bg-sunken p-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <code className="text-center font-mono text-[clamp(0.75rem,4vw,1.125rem)] whitespace-nowrap select-all">
          {client.password}
        </code>
        <CopyButton
          text={client.password}
          label="Copy password"
          copied="Copied"
          className={buttonClass("outlined", "min-h-11")}
        />
      </div>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>We show it once and store only its hash.</li>
        <li>It works for {lifetimes.temporaryPassword}, until the first sign-in replaces it.</li>
        <li>We never email it. The invitation has a link to set a first password instead.</li>
      </ul>
      <div className="mt-1 grid gap-3 sm:grid-cols-2">
        <Button disabled={invite.isPending || invite.isSuccess} onClick={() => invite.mutate(client)}>
          <Mail className="size-5" aria-hidden="true" />
          {invite.isPending ? "Sending" : invite.isSuccess ? "Invitation sent" : "Send invitation"}
        </Button>
        <Button variant="outlined" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** A client created from a set-up starts before its own onboarding. */
const SETUP_STATUSES: ClientStatus[] = ["pending_onboarding", ...FIRST_STATUSES];
const SETUP_GONE =
  "Set-up not found. Somebody else has dismissed it in the meantime, or created its client. What you typed is still here.";
const NO_FILES: Files = { logoFile: null, qrFile: null };

type CreateFormProps = {
  setup: OnboardingRequestSummary | undefined;
  onBusy: (busy: boolean) => void;
  onCreated: (client: NewClient) => void;
};

/**
 * Fields of a new client, prefilled from a buyer's set-up if there is one. Drafts survive failures and closing the
 * dialog.
 */
function CreateForm({ setup, onBusy, onCreated }: CreateFormProps) {
  const draft = useDraft<ClientForm>(
    "admin",
    setup ? `set-up-${setup.id}` : "new-client",
    setup ? formOfOnboarding(setup) : NEW_CLIENT,
  );
  const [files, setFiles] = useState(NO_FILES);
  const [errors, setErrors] = useState<FormErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [ownSlug, setOwnSlug] = useState(draft.value.custom_slug !== "");
  const [busy, run] = useBusy();
  const refresh = useRefreshClients();
  const refreshSetups = useRefreshOnboardingRequests();
  const [refusals, setRefusals] = useState(0);
  const element = useErrorFocus(refusals);
  /** Another admin has dismissed the set-up, or made its client. */
  const [setupGone, setSetupGone] = useState(false);
  const withSetup = setup !== undefined && !setupGone;

  const suggested = useSlugFor(draft.value.company_name, !ownSlug);
  const form = { ...draft.value, custom_slug: ownSlug ? draft.value.custom_slug : (suggested ?? "") };
  const slugProblem = useSlugProblem(form.custom_slug, null);
  const qrProblem = useQrProblem(files.qrFile, form.custom_slug, null);
  // A slug that was suggested since is not missing any more.
  const missing =
    form.custom_slug === ""
      ? errors
      : without(errors, errors.custom_slug === SLUG_MISSING ? ["custom_slug"] : []);
  const shown = { ...missing, ...(slugProblem ? { custom_slug: slugProblem } : {}) };

  const change = (changes: Partial<ClientForm>) => {
    if (changes.custom_slug !== undefined) setOwnSlug(true);
    draft.change(changes);
    setErrors((old) => without(old, Object.keys(changes)));
  };

  const refuse = (found: FormErrors, text: string) => {
    setErrors(found);
    setProblem(text);
    setRefusals((count) => count + 1);
  };

  /** The dialog hears of it in the same render: from then on it may not just close. */
  const submit = () =>
    run(async () => {
      onBusy(true);
      await create().finally(() => onBusy(false));
    });

  const create = async () => {
    setProblem(null);
    const found = { ...formErrors(form), ...(slugProblem ? { custom_slug: slugProblem } : {}) };
    if (Object.keys(found).length > 0) {
      refuse(found, CHECK_FIELDS);
      void showToast("error", "Error", CHECK_FIELDS);
      return;
    }
    try {
      const created = await createClient(form, files, withSetup ? setup.id : undefined);
      draft.discard();
      void refresh();
      onCreated({
        id: created.clientId,
        email: form.email.trim(),
        company_name: form.company_name.trim(),
        password: created.temporaryPassword,
      });
    } catch (error) {
      markSignedOut(error);
      if (isSignedOut(error)) return;
      void showToast("error", "Error", "Failed to create client");
      if (withSetup && error instanceof ApiError && error.status === 404) {
        setSetupGone(true);
        void refreshSetups();
        setProblem(SETUP_GONE);
        return;
      }
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
      // Keeps the focused element clear of the sticky header and footer.
      className="[&_*]:scroll-my-28"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ClientFields
        form={form}
        errors={shown}
        statuses={setup ? SETUP_STATUSES : FIRST_STATUSES}
        hints={{
          custom_slug: ownSlug
            ? "The end of the recording page's address."
            : "Suggested from the company name.",
          email: setup?.same_email_client
            ? `${setup.same_email_client} already uses this address. Enter a different one.`
            : "We send invitations and news of new videos here.",
          credits_per_month: "The number of videos that can arrive each month.",
          next_reset_date: "Optional.",
          drive_link: "Leave empty for the built-in drive.",
          review_link_url: "Where customers are invited to leave a review.",
        }}
        change={change}
      />
      <Group title="Pictures">
        {withSetup && setup.has_logo && !files.logoFile && (
          <p className="flex items-center gap-3 text-[0.9375rem] text-muted sm:col-span-2">
            <OnboardingLogo setup={setup} />
            We use the buyer's logo unless you choose another.
          </p>
        )}
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
          warning={qrProblem}
          onFile={(qrFile) => setFiles({ ...files, qrFile })}
        />
      </Group>
      <FormFooter problem={problem}>
        <Button type="submit" disabled={busy}>
          {busy ? "Creating" : setupGone ? "Create without the set-up" : "Create client"}
        </Button>
        {draft.dirty && (
          <Button variant="quiet" className="px-0" disabled={busy} onClick={startOver}>
            Start over
          </Button>
        )}
      </FormFooter>
    </form>
  );
}

type Files = { logoFile: File | null; qrFile: File | null };

/**
 * Creates a client, optionally from a set-up's id. Throws {@link ApiError}, also for a 2xx response that is no success.
 */
async function createClient(
  form: ClientForm,
  files: Files,
  setupId: string | undefined,
): Promise<CreatedClient> {
  const data = new FormData();
  if (setupId !== undefined) data.set("onboardingRequestId", setupId);
  for (const [name, value] of Object.entries(form)) {
    if (name !== "next_reset_date" || value !== "") data.set(camelCase(name), value.trim());
  }
  for (const [name, file] of Object.entries(files)) if (file) data.set(name, file);
  const created = await admin.createClient(data);
  if (!created.success) throw new ApiError(200, "unknown", "The server did not create the client.");
  return created;
}
