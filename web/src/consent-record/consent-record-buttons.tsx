import { FileJson, FileText } from "lucide-react";
import { useState } from "react";
import type { SignedConsent } from "#api/generated/client.ts";
import { reloadIfReplaced } from "#lib/replaced-build.ts";
import { saveFile } from "#lib/save-file.ts";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toasts/toast.ts";
import { documentOf } from "./document-of.ts";

type Kind = "pdf" | "json";

/** Save a consent record as PDF, or as the signed JSON. The code that makes the PDF is loaded on demand. */
export function ConsentRecordButtons({ load }: { load: () => Promise<SignedConsent> }) {
  const [busy, setBusy] = useState(false);
  const save = async (kind: Kind) => {
    setBusy(true);
    try {
      const signed = await load();
      const record = documentOf(signed);
      const file =
        kind === "json"
          ? new Blob([JSON.stringify(signed)], { type: "application/json" })
          : new Blob([(await import("./consent-record-pdf.ts")).consentRecordPdf(record)], {
              type: "application/pdf",
            });
      saveFile(file, `consent-record-${record.submission}.${kind}`);
    } catch {
      if (await reloadIfReplaced()) return;
      void showToast("error", "The record could not be made", "Please check your connection and try again.");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outlined" disabled={busy} onClick={() => void save("pdf")}>
        <FileText className="size-5" aria-hidden="true" />
        Record as PDF
      </Button>
      <Button variant="outlined" disabled={busy} onClick={() => void save("json")}>
        <FileJson className="size-5" aria-hidden="true" />
        Signed JSON
      </Button>
    </div>
  );
}
