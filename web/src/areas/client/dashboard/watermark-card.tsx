import type { ClientView } from "../../../api/generated/ClientView.ts";
import { Card } from "../../../ui/card.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { useDraft } from "../use-draft.ts";
import { useWatermarkSwitch } from "./use-watermark.ts";
import { WatermarkForm } from "./watermark-form.tsx";
import { WatermarkPreview } from "./watermark-preview.tsx";
import { settingsOf } from "./watermark-settings.ts";

/** Whether videos carry the business's name, and how it looks, on a sample picture. */
export function WatermarkCard({ client }: { client: ClientView }) {
  const { turn } = useWatermarkSwitch(client);
  const draft = useDraft(client.id, "watermark", settingsOf(client));
  return (
    <Card
      title="Watermark"
      aside={
        <Switch
          label={client.watermark_enabled ? "Enabled" : "Disabled"}
          on={client.watermark_enabled}
          onSwitch={turn}
        />
      }
    >
      <div className="grid items-start gap-6 md:grid-cols-[17rem_minmax(0,1fr)] md:gap-10">
        <WatermarkPreview
          settings={draft.value}
          companyName={client.company_name}
          enabled={client.watermark_enabled}
        />
        <WatermarkForm client={client} draft={draft} />
      </div>
    </Card>
  );
}
