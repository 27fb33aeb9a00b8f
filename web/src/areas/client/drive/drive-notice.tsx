import { HardDrive } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { Dashboard } from "#api/generated/client.ts";
import { routes } from "#paths.ts";
import { useClientScope, withScope } from "#areas/client/client-scope.ts";
import { PortalNotice } from "#areas/client/portal-notice.tsx";

/** Notice about a drive that rejects new videos: the problem, the fix, and where the videos are meanwhile. */
export function DriveNotice({
  dashboard: { drive_trouble: trouble, access_ended },
}: {
  dashboard: Dashboard;
}) {
  const { pathname } = useLocation();
  const { search } = useClientScope();
  if (!trouble || access_ended) return null;
  return (
    <PortalNotice
      icon={HardDrive}
      tone={trouble.is_ours ? "warning" : "danger"}
      title="We can’t save videos to your drive"
    >
      <p className="mt-1 max-w-[70ch] wrap-anywhere">{trouble.text}</p>
      <p className="mt-1 max-w-[70ch]">{waitingText(trouble.parked)}</p>
      {!trouble.is_ours && pathname !== routes.clientDrive && (
        <Link
          to={withScope(routes.clientDrive, search)}
          className="mt-2 inline-block font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
        >
          Open Drive
        </Link>
      )}
    </PortalNotice>
  );
}

/** Says that videos are safe until the drive works; `count` of them have failed to arrive. */
function waitingText(count: number): string {
  const [them, they] = count === 1 ? ["it", "it goes"] : ["them", "they go"];
  const waiting =
    count === 0 ? "New videos wait" : count === 1 ? "1 video is waiting" : `${count} videos are waiting`;
  return `${waiting} with us. You can watch and download ${them} here, and ${they} to your drive as soon as it works.`;
}
