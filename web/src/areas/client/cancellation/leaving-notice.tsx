import { CalendarX } from "lucide-react";
import { Link } from "react-router";
import type { Dashboard } from "#api/generated/client.ts";
import { formatDate } from "#lib/format.ts";
import { routes } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { PaymentArriving } from "#areas/client/billing/payment-arriving.tsx";
import { SubscribeButton } from "#areas/client/billing/subscribe-button.tsx";
import { useBilling } from "#areas/client/billing/use-billing.ts";
import { useIsPaying } from "#areas/client/billing/use-payment-polling.ts";
import { PortalNotice } from "#areas/client/portal-notice.tsx";
import { ownDriveWords } from "./own-drive-words.ts";
import { useKeepPlan } from "./use-cancellation.ts";

/** Notice after a cancellation: when access ends, what is deleted then, and how to come back. */
export function LeavingNotice({ dashboard }: { dashboard: Dashboard }) {
  const { client, access_ends_at, access_ended: isOver } = dashboard;
  const { search } = useClientScope();
  if (access_ends_at === null) return null;
  const end = formatDate(access_ends_at);
  return (
    <PortalNotice
      icon={CalendarX}
      tone="warning"
      title={isOver ? `Your plan ended on ${end}` : `Your plan is cancelled and ends on ${end}`}
    >
      {isOver ? (
        <p className="mt-1 max-w-[70ch]">
          Your videos are deleted, with everything your customers sent{ownDriveWords(client)}. Your link is
          reserved for you: subscribe again, or contact support, to start again.
        </p>
      ) : (
        <>
          <p className="mt-1 max-w-[70ch]">
            {stays(dashboard)} We then delete all videos and your customers' details{ownDriveWords(client)}.{" "}
            <Link
              to={withScope(routes.clientDrive, search)}
              className="font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
            >
              Download everything
            </Link>{" "}
            before that.
          </p>
        </>
      )}
      <WayBack clientId={client.id} isOver={isOver} />
    </PortalNotice>
  );
}

/** Until the end the portal works; without a payment the record page closes earlier. */
function stays({ client, access_ends_at: end, grace_ends_at: graceEnd }: Dashboard): string {
  if (client.status === "suspended")
    return "Until then the portal works; your recording page isn't accepting videos.";
  return graceEnd !== null && end !== null && graceEnd < end
    ? `Until then the portal works; your recording page accepts videos until ${formatDate(graceEnd)}.`
    : "Until then everything works.";
}

/** A plan that has not ended is resumed with one click; one that has ended is bought again. */
function WayBack({ clientId, isOver }: { clientId: string; isOver: boolean }) {
  const { data: billing } = useBilling(clientId);
  const { mutate, isPending } = useKeepPlan(clientId);
  const isPaying = useIsPaying(billing?.can_subscribe);
  if (!billing) return <div className="mt-4 h-12" />;
  if (isPaying)
    return (
      <div className="mt-4">
        <PaymentArriving />
      </div>
    );
  if (billing.can_subscribe && (isOver || billing.subscription))
    return <SubscribeButton clientId={clientId} label="Subscribe again" className="mt-4" />;
  if (isOver) return null;
  return (
    <Button variant="outlined" className="mt-4" disabled={isPending} onClick={() => mutate()}>
      Keep my plan
    </Button>
  );
}
