import titles from "../../../api/generated/titles.json";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { noteSignedOut } from "../../../auth/query-client.ts";
import { refusalText } from "../../../auth/toasts.ts";
import { useSession } from "../../../auth/use-session.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { routes } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { withScope } from "../client-scope.ts";
import { ScreenSkeleton } from "../screen-skeleton.tsx";
import { useConnectGoogle } from "./use-drive.ts";

const CANCELLED = "Google was not given the permission. Nothing has changed.";
const INCOMPLETE = "Google’s answer was not complete. Please connect Google Drive again.";
/** What a question begins with: the id of the client that it was asked for. */
const CLIENT_ID = /^[\w-]+(?=:)/;

/** Where Google's page leads back to: connects the drive and goes on to it. */
export default function GoogleReturnScreen() {
  useTitle(`${titles.clientGoogleDrive} – Sayso`);
  const navigate = useNavigate();
  const { area } = useSession();
  const [search] = useSearchParams();
  // Kept from the first look: it leaves the address, and with it the history, at once.
  const [answer] = useState(search);
  const state = answer.get("state") ?? "";
  const code = answer.get("code") ?? "";
  const clientId = CLIENT_ID.exec(state)?.[0] ?? "";
  const drivePage = withScope(routes.clientDrive, area === "admin" && clientId ? `clientId=${clientId}` : "");
  const connect = useConnectGoogle(clientId);
  const [refusal, setRefusal] = useState(() => {
    if (answer.get("error") === "access_denied") return CANCELLED;
    return code && clientId ? null : INCOMPLETE;
  });
  const begun = useRef(false);
  useEffect(() => {
    // A code is good once.
    if (begun.current) return;
    begun.current = true;
    void navigate(routes.clientGoogleDrive, { replace: true });
    if (refusal !== null) return;
    connect({ code, state }).then(
      () => void navigate(drivePage, { replace: true }),
      (error: unknown) => {
        setRefusal(refusalText(error));
        noteSignedOut(error);
      },
    );
  });
  if (refusal === null) return <ScreenSkeleton />;
  return (
    <Notice title="Google Drive is not connected">
      <p className="text-lg text-muted">{refusal}</p>
      <Link to={drivePage} className={buttonClass()}>
        Back to Drive
      </Link>
    </Notice>
  );
}
