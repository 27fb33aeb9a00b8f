import { Globe } from "lucide-react";
import * as api from "#api/generated/calls/client.ts";
import type { SubmissionDetail } from "#api/generated/client.ts";
import { formatDate } from "#lib/format.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { useNameLimit, usePublish } from "./use-submissions.ts";
import { ViewsTable } from "./views-table.tsx";

type Props = { clientId: string; detail: SubmissionDetail };

/** A testimonial's public address, and the buttons that publish it or take it back. */
export function PublishSection({ clientId, detail }: Props) {
  const { submission, publication, withdrawn_at: withdrawnAt, shown_on: shownOn } = detail;
  const { mutate, isPending } = usePublish(clientId);
  if (submission.hold !== null) return null;
  const change = (publish: boolean) => mutate({ ids: [submission.id], publish });
  const url = publication ? new URL(publication.path, location.origin).href : "";
  return (
    <section aria-label="Publishing" className="border-t border-hairline pt-5 text-[0.9375rem]">
      <h3 className="mb-2 text-lg">Publishing</h3>
      {withdrawnAt !== null ? (
        <>
          <p>
            Your customer withdrew the consent on {formatDate(withdrawnAt)}. It is off every public page of
            ours and cannot be published again.
            {shownOn.length > 0 &&
              ` It was shown on ${shownOn.join(", ")}, where our embeds are empty now.`}{" "}
            What is left for you to do:
          </p>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-signal">
            <li>
              Take it down wherever else you have posted it: social media, advertising, your website, print.
            </li>
            <li>
              Do not use the delivered copy any more, nor those that you have downloaded. Delete them, unless
              you have to keep them.
            </li>
          </ul>
        </>
      ) : publication?.status === "public" ? (
        <>
          <p className="mb-3 wrap-anywhere">
            Public at{" "}
            <TextLink href={publication.path} newTab>
              {url}
            </TextLink>
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={url} label="Copy link" copied="Copied" className={buttonClass("outlined")} />
            <CopyButton
              text={publication.embed}
              label="Copy embed code"
              copied="Copied"
              className={buttonClass("outlined")}
            />
            <CopyButton
              text={publication.element}
              label="Copy script code"
              copied="Copied"
              className={buttonClass("outlined")}
            />
            <Button variant="outlined" disabled={isPending} onClick={() => change(false)}>
              Unpublish
            </Button>
          </div>
          <ViewsTable clientId={clientId} id={submission.id} />
        </>
      ) : publication?.status === "paused" ? (
        <>
          <p className="mb-3">
            Published, but nobody can see it now: your account is suspended or your plan has ended. Its page
            and embeds are empty until that changes.
          </p>
          <Button variant="outlined" disabled={isPending} onClick={() => change(false)}>
            Unpublish
          </Button>
        </>
      ) : publication?.status === "copying" ? (
        <output className="block">Its page is being made. This takes a moment.</output>
      ) : (
        <>
          <p className="mb-3 text-muted">
            {publication?.status === "failed"
              ? `It could not be published. ${publication.error ?? ""}`
              : "Nobody but you can see it. Publish it to get a page that you can share and embed. The first time, your customer gets an email with the address."}
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              variant="signal"
              disabled={isPending || !submission.playable}
              onClick={() => change(true)}
            >
              <Globe className="size-5" aria-hidden="true" />
              Publish
            </Button>
            {submission.playable && (
              <TextLink href={api.submissionPreviewAddress(clientId, submission.id)} newTab>
                Preview its page
              </TextLink>
            )}
          </div>
        </>
      )}
      {withdrawnAt === null && <NameLimitField clientId={clientId} detail={detail} />}
    </section>
  );
}

/** How much of the customer's name is public: what the customer chose, or less. */
function NameLimitField({ clientId, detail: { submission, names } }: Props) {
  const { mutate, isPending } = useNameLimit(clientId, submission.id);
  if (names.length < 2) return null;
  return (
    <div className="mt-4 sm:max-w-80">
      <SelectField
        label="Name in public"
        disabled={isPending}
        value={names.find(({ is_shown: isShown }) => isShown)?.display}
        options={names.map(({ display, text }) => ({ value: display, label: text }))}
        onChange={(value) => {
          const chosen = names.find(({ display }) => display === value);
          if (chosen) mutate({ display: chosen.display });
        }}
      />
      <p className="mt-1 text-sm text-muted">As your customer chose, or shorter</p>
    </div>
  );
}
