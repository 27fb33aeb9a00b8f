import type { Sayso } from "../../runtime/worker.ts";

export async function setSettings(sayso: Sayso, values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await sayso.change(
      "INSERT INTO admin_settings (setting_key, setting_value) VALUES (?, ?) ON CONFLICT DO UPDATE SET setting_value = excluded.setting_value",
      key,
      value,
    );
}
