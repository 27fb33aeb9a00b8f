import { Skeleton } from "../../../ui/skeleton.tsx";
import { useTitle } from "../../../ui/use-title.ts";
import { Failed } from "../state.tsx";
import { SettingForm } from "./setting-form.tsx";
import { useSettings } from "./use-settings.ts";

/** What can be changed without a deployment. */
export default function SettingsScreen() {
  useTitle("Settings");
  const { data, error, isFetching, refetch } = useSettings();
  return (
    <main className="max-w-6xl">
      <h1 className="text-4xl">Settings</h1>
      <p className="mt-2 mb-5 text-muted">
        A change counts from the next page or mail that uses it. Every change stands in the audit log.
      </p>
      {data ? (
        <ul aria-label="Settings" className="rounded-card border border-hairline bg-surface">
          {data.map((setting) => (
            <SettingForm key={setting.key} setting={setting} />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <Failed what="the settings" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-96 rounded-card" />
      )}
    </main>
  );
}
