import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { lengths, questions as maxQuestions } from "#api/generated/rules.json";
import type { ClientView, Dashboard } from "#api/generated/client.ts";
import type { ReviewPlatform } from "#api/generated/enums.ts";
import { reviewAddressHint, reviewPlatforms, withScheme } from "#api/review-address.ts";
import { OFFERED_QUESTIONS } from "#lib/offered-questions.ts";
import { useErrorFocus } from "#lib/use-error-focus.ts";
import { useDraft } from "#lib/use-draft.ts";
import { routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ReviewAddressField } from "#ui/fields/review-address-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { ClientScreen } from "#areas/client/client-screen.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { MailsCard } from "./mails-card.tsx";
import { useMutation } from "@tanstack/react-query";
import type { ClientChange } from "#api/generated/admin.ts";
import { ApiError } from "#api/http.ts";
import * as api from "#api/generated/calls/client.ts";
import { toastUnlessSignedOut } from "#auth/toasts.ts";
import { changedFields } from "#lib/changed-fields.ts";
import { showToast } from "#ui/toasts/toast.ts";
import { useRefreshClients, useUpdateCachedClient } from "#areas/client/use-dashboard.ts";

export default function BusinessScreen() {
  return (
    <ClientScreen title="Business">
      {(dashboard) => (
        <>
          <h1 className="mb-5 text-4xl sm:text-5xl">Your business</h1>
          <BusinessForm dashboard={dashboard} />
          <div className="mt-5">
            <MailsCard clientId={dashboard.client.id} />
          </div>
        </>
      )}
    </ClientScreen>
  );
}

const REVIEW_PAGES = [
  ...reviewPlatforms.map((platform) => ({ value: platform, label: platform })),
  { value: "None" satisfies ReviewPlatform, label: "No review page" },
];

/** Name, contact, link, review page and questions, saved together. Drafts survive a failure and a reload. */
function BusinessForm({ dashboard }: { dashboard: Dashboard }) {
  const { client } = dashboard;
  const saved = businessOf(client);
  const { value, dirty, change, discard, markSaved } = useDraft(client.id, "business", saved);
  const { save, saving, errors, refusals, changedMeanwhile } = useSaveBusiness(client, markSaved);
  const element = useErrorFocus(refusals);
  const unsaved = useId();
  const text = (name: "company_name" | "contact_name" | "custom_slug") => ({
    name,
    value: value[name],
    error: errors[name],
    required: true,
    onChange: (typed: string) => change({ [name]: typed }),
  });
  return (
    <form
      ref={element}
      noValidate
      className="flex flex-col gap-5 [&_*]:scroll-mb-28 max-md:[&_*]:scroll-mb-56!"
      onSubmit={(event) => {
        event.preventDefault();
        save(value);
      }}
    >
      <Card title="Name and contact">
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          <TextField
            {...text("company_name")}
            label="Company name"
            hint="On your page, in emails and in new watermarks."
            autoComplete="organization"
            maxLength={lengths.companyName}
          />
          <TextField
            {...text("contact_name")}
            label="Contact name"
            hint="How we address you in emails."
            autoComplete="name"
            maxLength={lengths.personName}
          />
        </div>
        <LogoNote client={client} />
      </Card>
      <Card title="Your link">
        <TextField
          {...text("custom_slug")}
          label="End of your recording link"
          hint={
            value.custom_slug.trim() === saved.custom_slug
              ? dashboard.recording_url
              : `Your old link, ${dashboard.recording_url}, will still lead to your page.`
          }
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </Card>
      <Card title="Review page">
        <p className="mb-4 max-w-[60ch] text-muted">
          Your page and the thank-you message can also invite customers to leave a written review.
        </p>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <SelectField
            name="review_link_type"
            label="Platform"
            value={value.review_link_type}
            options={REVIEW_PAGES}
            onChange={(platform) => change({ review_link_type: platform as ReviewPlatform })}
          />
          {value.review_link_type !== "None" && (
            <ReviewAddressField
              name="review_link_url"
              label="Address of your review page"
              hint={reviewAddressHint(value.review_link_type, value.review_link_url)}
              address={value.review_link_url}
              error={errors.review_link_url}
              onChange={(review_link_url) => change({ review_link_url })}
            />
          )}
        </div>
      </Card>
      <Card title="Questions for your customers">
        <p className="mb-4 max-w-[60ch] text-muted">
          Customers who do not know where to start see these on your page and, one at a time, while they
          record.
        </p>
        <TextArea
          name="questions"
          label="Your questions"
          hint={`Up to ${maxQuestions} questions, one on each line.`}
          rows={maxQuestions}
          value={value.questions}
          warning={errors.questions}
          aria-invalid={errors.questions ? true : undefined}
          onChange={(questions) => change({ questions })}
        />
        <OfferedQuestions
          added={linesOf(value.questions)}
          onAdd={(question) => change({ questions: [...linesOf(value.questions), question].join("\n") })}
        />
      </Card>
      {changedMeanwhile && (
        <p role="alert" className="font-medium text-danger">
          Somebody else changed the same details while you were typing. Nothing was saved. Check what you
          typed and save again, or discard it.
        </p>
      )}
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border bg-surface p-5 ${
          dirty
            ? "sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 border-control shadow-float md:bottom-4"
            : "border-hairline"
        }`}
      >
        <Button type="submit" disabled={saving || !dirty} aria-describedby={unsaved}>
          {saving ? "Saving" : "Save"}
        </Button>
        <output id={unsaved} className="text-sm font-medium text-warning">
          {dirty && "You have unsaved changes."}
        </output>
        {dirty && (
          <Button variant="quiet" className="px-0!" disabled={saving} onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** Suggested questions not used yet, while there is space for more. */
function OfferedQuestions({ added, onAdd }: { added: string[]; onAdd: (question: string) => void }) {
  const offered = Object.values(OFFERED_QUESTIONS).filter((question) => !added.includes(question));
  if (added.length >= maxQuestions || offered.length === 0) return null;
  return (
    <ul aria-label="Suggestions" className="flex flex-wrap gap-2">
      {offered.map((question) => (
        <li key={question}>
          <Button variant="outlined" onClick={() => onAdd(question)}>
            <Plus className="size-4" aria-hidden="true" />
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function LogoNote({ client }: { client: ClientView }) {
  const { search } = useClientScope();
  return (
    <p className="mt-3 text-sm text-muted">
      You can {client.logo_url ? "replace" : "add"} your logo on the{" "}
      <Link
        to={withScope(routes.clientDashboard, search)}
        className="underline decoration-control underline-offset-4 hover:decoration-ink"
      >
        dashboard
      </Link>
      . To change the email address you sign in with, please contact support.
    </p>
  );
}

/** Details that a business edits itself, by the API's names. */
type Business = {
  company_name: string;
  contact_name: string;
  custom_slug: string;
  review_link_type: ClientView["review_link_type"];
  review_link_url: string;
  /** One on each line. */
  questions: string;
};

const businessOf = (client: ClientView): Business => ({
  company_name: client.company_name,
  contact_name: client.contact_name,
  custom_slug: client.custom_slug,
  review_link_type: client.review_link_type,
  review_link_url: client.review_link_url ?? "",
  questions: client.questions ?? "",
});

const MAY_BE_EMPTY = new Set<keyof Business>(["review_link_url", "questions"]);

/** The change to send: changed fields only, each with the value that was loaded. */
function changeOf(loaded: Business, typed: Business): ClientChange {
  const names = changedFields(typed, loaded);
  const valueOf = (name: keyof Business, text: string) =>
    text === "" && MAY_BE_EMPTY.has(name) ? null : text;
  const pick = (from: Business) =>
    Object.fromEntries(names.map((name) => [name, valueOf(name, from[name].trim())]));
  return { changed: pick(typed), loaded: pick(loaded), credit_adjustment: null };
}

/** Saves changed fields; `errors` are by field. */
function useSaveBusiness(client: ClientView, onSaved: (sent: Business) => void) {
  const show = useUpdateCachedClient();
  const refresh = useRefreshClients();
  const [search, setSearch] = useSearchParams();
  const [refusals, setRefusals] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Business) => {
      const now = { ...typed, review_link_url: withScheme(typed.review_link_url) };
      return api.businessEdit(client.id, changeOf(businessOf(client), now));
    },
    onSuccess: (saved, sent) => {
      show(client.id, saved);
      onSaved(sent);
      // An admin's view may name the client by the address that it had.
      if (search.has("slug")) setSearch({ clientId: client.id }, { replace: true });
      // Reloads the recording link, which the server makes.
      void refresh();
      void showToast("success", "Business details saved");
    },
    onError: (failure) => {
      const refused = failure instanceof ApiError ? failure : null;
      if (refused?.code === "changed_meanwhile") void refresh();
      else toastUnlessSignedOut("Not saved")(failure);
      setRefusals((count) => count + 1);
    },
  });
  const refusal = error instanceof ApiError ? error : null;
  return {
    save: mutate,
    saving: isPending,
    errors: refusal?.code === "invalid" ? refusal.fields : {},
    /** Incremented on each refused change. */
    refusals,
    changedMeanwhile: refusal?.code === "changed_meanwhile",
  };
}
