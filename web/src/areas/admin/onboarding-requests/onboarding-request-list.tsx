import { PagedList } from "#ui/paged-list.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { OnboardingRequestSummary } from "#api/generated/site.ts";
import { useOnboardingRequests } from "./use-onboarding-requests.ts";
import { Trash2, UserPlus } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { formatDateTime } from "#lib/format.ts";
import { PaymentLine } from "./payment-line.tsx";
import { OnboardingLogo } from "./onboarding-logo.tsx";

type Props = {
  onUse: (setup: OnboardingRequestSummary) => void;
  onMake: (setup: OnboardingRequestSummary) => void;
  onDismiss: (setup: OnboardingRequestSummary) => void;
};

export function OnboardingRequestList({ onUse, onMake, onDismiss }: Props) {
  const list = useOnboardingRequests();
  return (
    <PagedList
      list={list}
      what="the set-ups"
      nouns={["waiting", "waiting"]}
      empty={
        <EmptyState
          title="No set-ups are waiting"
          text="Set-ups that need checking wait here until you use or dismiss them."
        />
      }
    >
      {(requests) => (
        <ul aria-label="Set-ups, newest first" className="rounded-card border border-hairline bg-surface">
          {requests.map((request) => (
            <OnboardingRequestItem
              key={request.id}
              setup={request}
              onUse={() => onUse(request)}
              onMake={() => onMake(request)}
              onDismiss={() => onDismiss(request)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

type OnboardingRequestItemProps = {
  setup: OnboardingRequestSummary;
  onUse: () => void;
  onMake: () => void;
  onDismiss: () => void;
};

/** One set-up as its buyer wrote it, with its actions. */
function OnboardingRequestItem({ setup, onUse, onMake, onDismiss }: OnboardingRequestItemProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-hairline px-5 py-4 text-[0.9375rem] leading-snug last:border-b-0 lg:grid-cols-[auto_minmax(0,1fr)_15rem_auto] lg:gap-x-6">
      <OnboardingLogo setup={setup} />
      <div className="min-w-0">
        <p className="text-lg leading-snug font-semibold wrap-anywhere">{setup.company}</p>
        <p className="wrap-anywhere">{setup.name}</p>
        <p className="text-sm text-muted wrap-anywhere">{setup.email}</p>
      </div>
      <div className="col-span-2 flex flex-wrap gap-x-4 text-sm lg:col-span-1 lg:flex-col">
        <time dateTime={new Date(setup.created_at).toISOString()} className="tabular-nums">
          {formatDateTime(setup.created_at)}
        </time>
        <span className="text-muted">
          {setup.review_link_type === "None" ? "No review platform" : setup.review_link_type}
        </span>
      </div>
      <PaymentLine setup={setup} onUse={onUse} />
      {setup.same_email_client !== null && setup.same_email_client !== setup.payment?.client && (
        <p className="col-span-full border-l-2 border-warning pl-3 text-sm wrap-anywhere lg:row-start-3">
          <b>{setup.same_email_client}</b> already uses this address and was not changed. Two clients cannot
          sign in with the same address: give the new one a different address, or dismiss this set-up.
        </p>
      )}
      <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1 lg:col-start-4 lg:row-start-1">
        <Button variant="outlined" className="min-h-11 px-4 text-[0.9375rem]" onClick={onMake}>
          <UserPlus className="size-4.5" aria-hidden="true" />
          <span>
            Create client<span className="sr-only"> from {setup.company}</span>
          </span>
        </Button>
        <Button variant="danger" className="min-h-11 px-4 text-[0.9375rem]" onClick={onDismiss}>
          <Trash2 className="size-4.5" aria-hidden="true" />
          <span>
            Dismiss<span className="sr-only"> the set-up of {setup.company}</span>
          </span>
        </Button>
      </div>
    </li>
  );
}
