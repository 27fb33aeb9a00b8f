import titles from "#api/generated/titles.json";
import { ConsentReturn, useConsentAnswer } from "#auth/google-consent-return.tsx";
import { useTitle } from "#lib/use-title.ts";
import { adminRoutes } from "#admin-paths.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useConnectGoogleDrive } from "./use-google-drive.ts";

/** Redirect target of Google's consent page: connects Sayso's own Google Drive and continues to the settings. */
export default function GoogleReturnScreen() {
  useTitle(titles.adminGoogleDrive);
  const answer = useConsentAnswer();
  return (
    <ConsentReturn
      answer={answer}
      isComplete={answer.state !== ""}
      connect={useConnectGoogleDrive()}
      backTo={adminRoutes.adminSettings}
      backLabel="Back to Settings"
      loading={<Skeleton className="h-96 rounded-card" />}
    />
  );
}
