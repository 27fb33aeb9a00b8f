import titles from "#api/generated/titles.json";
import { ConsentReturn, useConsentAnswer } from "#auth/google-consent-return.tsx";
import { useSession } from "#auth/use-session.ts";
import { useTitle } from "#lib/use-title.ts";
import { routes } from "#paths.ts";
import { withScope } from "#areas/client/client-scope.ts";
import { ScreenSkeleton } from "#areas/client/screen-skeleton.tsx";
import { useConnectGoogle } from "./use-drive.ts";

/** The OAuth state begins with the id of the client. */
const CLIENT_ID = /^[\w-]+(?=:)/;

/** Redirect target of Google's consent page: connects the drive and continues to it. */
export default function GoogleReturnScreen() {
  useTitle(`${titles.clientGoogleDrive} – Sayso`);
  const { area } = useSession();
  const answer = useConsentAnswer();
  const clientId = CLIENT_ID.exec(answer.state)?.[0] ?? "";
  return (
    <ConsentReturn
      answer={answer}
      isComplete={clientId !== ""}
      connect={useConnectGoogle(clientId)}
      backTo={withScope(routes.clientDrive, area === "admin" && clientId ? `clientId=${clientId}` : "")}
      backLabel="Back to Drive"
      loading={<ScreenSkeleton />}
    />
  );
}
