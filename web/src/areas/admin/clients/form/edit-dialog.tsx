import { useQuery, useMutation } from "@tanstack/react-query";
import * as admin from "#api/generated/calls/admin.ts";
import { ApiError } from "#api/http.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { WindowDialog } from "#ui/dialogs/window-dialog.tsx";
import { Link } from "react-router";
import type { ClientRecord, DriveCheck as Question } from "#api/generated/admin.ts";
import { auditPath } from "#admin-paths.ts";
import { TextField } from "#ui/fields/text-field.tsx";
import { formatIsoDate } from "#lib/format.ts";
import { LABELS, STATUSES, shownValue } from "#areas/admin/clients/client-labels.ts";
import { ClientFields } from "./client-fields.tsx";
import type { ClientForm } from "./client-form.ts";
import { Conflicts } from "./conflicts.tsx";
import { FormFooter } from "./form-footer.tsx";
import { PictureFields, usePictures } from "./picture-fields.tsx";
import { useErrorFocus } from "#lib/use-error-focus.ts";
import { useEdit } from "./use-edit.ts";
import { useSlugProblem } from "./use-slug.ts";
import { CircleCheck, CircleX } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Edits a client. Nothing can be saved until it is loaded. */
export function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // Loaded once per opening: the form compares its values with these.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["admin", "client", id],
    queryFn: ({ signal }) => admin.clientGet(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <WindowDialog title={data ? `Edit ${data.company_name}` : "Edit client"} onClose={onClose}>
      {data ? (
        <EditForm record={data} onClose={onClose} />
      ) : error && !isFetching ? (
        <div role="alert" className="flex flex-col items-start gap-4 p-6">
          <p>{unknown ? "We can’t find this client." : error.message}</p>
          {!unknown && (
            <Button variant="outlined" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </div>
      ) : (
        <div aria-busy="true" aria-label="Loading" className="grid gap-x-6 gap-y-7 p-5 sm:grid-cols-2 sm:p-6">
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} className="h-18" />
          ))}
        </div>
      )}
    </WindowDialog>
  );
}

type EditFormProps = { record: ClientRecord; onClose: () => void };

/**
 * Form for everything that can be changed. Drafts survive failures and closing the dialog; original values show below.
 */
function EditForm({ record, onClose }: EditFormProps) {
  const pictures = usePictures(record);
  const edit = useEdit(record, pictures, onClose);
  const { form, loaded, errors, change } = edit;
  const element = useErrorFocus(edit.refusals);
  const slugProblem = useSlugProblem(form.custom_slug, { id: record.id, slug: loaded.custom_slug });

  const was = (name: keyof ClientForm | "credits_remaining", otherwise = "") =>
    edit.changed.includes(name) ? `Was: ${shownValue(name, loaded[name])}` : otherwise;

  const credits = record.counts_credits ? (
    <>
      <TextField
        name="credits_remaining"
        label={LABELS.credits_remaining}
        value={form.credits_remaining}
        error={errors.credits_remaining}
        hint={was("credits_remaining", "The balance after saving.")}
        required
        inputMode="numeric"
        autoComplete="off"
        onChange={(credits_remaining) => change({ credits_remaining })}
      />
      <TextField
        name="credit_adjustment"
        label="Manual credit adjustment"
        value={edit.adjustment}
        placeholder="+5 or -3"
        error={errors.credit_adjustment}
        hint={
          edit.creditsAfter === null
            ? "Added to the balance, or taken off it."
            : `${loaded.credits_remaining} becomes ${edit.creditsAfter}.`
        }
        autoComplete="off"
        onChange={edit.adjust}
      />
      <div>
        <p className="text-[0.9375rem] font-semibold">Last reset date</p>
        <p className="flex min-h-14 items-center tabular-nums">
          {record.last_reset_date ? formatIsoDate(record.last_reset_date) : "Never reset"}
        </p>
      </div>
    </>
  ) : (
    <p className="text-muted">One of Sayso's own pages: no credits are counted.</p>
  );

  return (
    <form
      ref={element}
      noValidate
      // Keeps the focused element clear of the sticky header and footer.
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
          ...Object.fromEntries(edit.changed.map((name) => [name, was(name)])),
          custom_slug: edit.changed.includes("custom_slug")
            ? `Was: ${loaded.custom_slug}. Printed codes with it still lead here.`
            : "",
        }}
        change={change}
        credits={credits}
        formerSlugs={
          <FormerSlugs
            slugs={record.former_slugs}
            current={form.custom_slug}
            onUse={(custom_slug) => change({ custom_slug })}
          />
        }
        drive={<DriveCheck clientId={record.id} link={form.drive_link} />}
      />
      <PictureFields client={record} slug={form.custom_slug} pictures={pictures} busy={edit.saving} />
      <FormFooter problem={edit.problem}>
        {edit.conflicts.length > 0 ? (
          <Conflicts names={edit.conflicts} mine={form} theirs={loaded} onResolve={edit.resolve} />
        ) : (
          <>
            <Button type="submit" disabled={edit.saving || !edit.dirty}>
              {edit.saving ? "Saving" : "Save"}
            </Button>
            <output className="text-sm font-medium text-warning">
              {edit.dirty && "You have unsaved changes."}
            </output>
            {edit.dirty && (
              <Button variant="quiet" className="px-0" disabled={edit.saving} onClick={edit.discard}>
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
      </FormFooter>
    </form>
  );
}

/** Checks before saving whether videos can be delivered to a link. */
function DriveCheck({ clientId, link }: { clientId: string; link: string }) {
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: (question: Question) => admin.driveCheck(question),
  });
  const ask = (upload: boolean) => mutate({ client_id: clientId, drive_link: link.trim(), upload });
  // The result belongs to the link that was checked.
  const current = variables?.drive_link === link.trim() && !isPending;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="outlined"
        className="min-h-11 px-4 text-sm"
        disabled={isPending}
        onClick={() => ask(false)}
      >
        {isPending && !variables?.upload ? "Checking" : "Check"}
      </Button>
      <Button
        variant="outlined"
        className="min-h-11 px-4 text-sm"
        disabled={isPending}
        onClick={() => ask(true)}
      >
        {isPending && variables?.upload ? "Uploading" : "Test upload"}
      </Button>
      <output className="min-w-0 flex-1 basis-60 text-sm leading-snug">
        {current && data && <CheckResult works={data.works} text={data.message} />}
        {current && error && <CheckResult works={false} text={error.message} />}
      </output>
    </div>
  );
}

function CheckResult({ works, text }: { works: boolean; text: string }) {
  const Icon = works ? CircleCheck : CircleX;
  return (
    <span className={`flex items-start gap-1.5 ${works ? "text-success" : "text-danger"}`}>
      <Icon className="mt-px size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </span>
  );
}

type FormerSlugsProps = { slugs: string[]; current: string; onUse: (slug: string) => void };

/** Earlier slugs, which still work for printed cards and posters; reusing one asks for confirmation. */
function FormerSlugs({ slugs, current, onUse }: FormerSlugsProps) {
  const [confirmingSlug, setConfirmingSlug] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Moves the focus to the replacement, since the pressed button disappears. */
  const ask = (slug: string | null) => {
    flushSync(() => setConfirmingSlug(slug));
    list.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const others = slugs.filter((slug) => slug !== current);
  if (others.length === 0) return null;
  return (
    <div className="mb-2 text-[0.9375rem]">
      <p className="text-muted">Printed codes with these slugs lead here too:</p>
      <ul ref={list} aria-label="Former slugs">
        {others.map((slug) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium wrap-anywhere">{slug}</span>
            {confirmingSlug === slug ? (
              <>
                <span role="alert" className="basis-full border-l-2 border-warning pl-3">
                  Use {slug} again? {current} will still lead here.
                </span>
                <Button
                  variant="quiet"
                  className="min-h-11 px-0!"
                  onClick={(event) => {
                    onUse(slug);
                    setConfirmingSlug(null);
                    event.currentTarget
                      .closest("form")
                      ?.querySelector<HTMLElement>('[name="custom_slug"]')
                      ?.focus();
                  }}
                >
                  Yes, use it
                </Button>
                <Button variant="quiet" className="min-h-11 px-0!" onClick={() => ask(null)}>
                  No
                </Button>
              </>
            ) : (
              <Button variant="quiet" className="min-h-11 px-0!" onClick={() => ask(slug)}>
                <span>
                  Use again<span className="sr-only"> {slug}</span>
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
